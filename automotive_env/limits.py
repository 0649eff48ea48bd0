"""How much an episode may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

MIN_STEPS = 10
"""Decisions every agent gets at least, however short the task."""
STEP_FACTOR = 3
"""How many times the steps of a person an agent gets."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one episode; whichever is reached first ends it with the outcome `step_limit`.

    Attributes:
        steps: decisions of the agent.
        tokens: tokens of all model calls.
        seconds: wall-clock seconds, without those that the model takes.
    """

    steps: int = 15
    tokens: int = 500_000
    seconds: float = 600.0

    @classmethod
    def for_task(cls, steps: int) -> Self:
        """The limits of a task that takes a person so many steps."""
        return cls(steps=max(MIN_STEPS, STEP_FACTOR * steps))
