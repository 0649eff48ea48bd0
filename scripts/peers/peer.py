"""A program that is measured beside others: a generator that does its work round by round and says what it has done."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

WorkKind: TypeAlias = Literal["start", "reset", "step"]


@dataclass(frozen=True, slots=True)
class PeerWorkDone:
    """What was done since the last one.

    Attributes:
        kind: it was made ready for its first step, an episode was begun, or steps were taken.
        times: how often.
        elements: of a start: how many elements the first observation has; None where it has no tree.
        picture: of a start: width and height of its picture in pixels; None where it has none.
    """

    kind: WorkKind
    times: int = 1
    elements: int | None = None
    picture: tuple[int, int] | None = None


PeerWork: TypeAlias = Generator[PeerWorkDone, None, None]


@dataclass(frozen=True, slots=True)
class PeerOptions:
    """What the user gave.

    Attributes:
        vehicleworld: a checkout of the public VehicleWorld release, whose code is run; or None.
    """

    vehicleworld: Path | None = None


@dataclass(frozen=True, slots=True)
class Peer:
    """A program that is measured.

    Attributes:
        name: for programs, with small letters and hyphens.
        title: for readers.
        step: what one step of it contains.
        work: does it: first a start, then steps and resets without end. It imports its library itself, and raises UsageError,
            with what is to be done, where something else than a library is missing.
        distribution: whose version is told; nothing for one without.
        has_processes: whether it works in processes of its own, whose time counts, too.
    """

    name: str
    title: str
    step: str
    work: Callable[[PeerOptions], PeerWork]
    distribution: str = ""
    has_processes: bool = False
