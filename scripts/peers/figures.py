"""Figures of a program that was measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeSpent:
    """What something took once: the median over rounds.

    Attributes:
        cpu_ms: processor time of its process and of those that it has started, in milliseconds.
        wall_ms: what one waits for, in milliseconds.
    """

    cpu_ms: float
    wall_ms: float


@dataclass(frozen=True, slots=True)
class PeerFigures:
    """What a program took.

    Attributes:
        peer: its name.
        version: of what is installed; empty where it has none.
        missing: why it was not measured, and what is to be done; empty where it was.
        elements: of its first observation; None where it has no tree.
        picture: width and height in pixels; None where it shows none.
        start_cpu_ms: processor time from nothing, not even an interpreter, to its first observation, in milliseconds; None
            where it was not measured, as the next two.
        reset: an episode is begun.
        step: a step is taken.
        steps: how many were counted.
    """

    peer: str
    version: str = ""
    missing: str = ""
    elements: int | None = None
    picture: tuple[int, int] | None = None
    start_cpu_ms: float | None = None
    reset: TimeSpent | None = None
    step: TimeSpent | None = None
    steps: int = 0
