"""How much an episode may use."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import ceil, inf
from typing import Self

MIN_STEPS = 10
"""Decisions every agent gets at least, however short the task."""
STEP_FACTOR = 1.5
"""How many times the steps of a person who knows the car an agent gets: the half more is for looking around."""
LAUNCHER_STEPS = 2
"""How many more where no app can be opened by its name: no task takes a person more than these."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one episode; the first that is reached ends it with the outcome `step_limit`.

    Attributes:
        steps: decisions of the agent.
        tokens: tokens of all model calls.
        seconds: wall-clock seconds, without those that the model takes.
        price: US dollars that all model calls cost.
    """

    steps: int = 15
    tokens: float = 500_000
    seconds: float = 600.0
    price: float = inf

    @classmethod
    def for_task(cls, steps: int, *, shortcuts: bool = True) -> Self:
        """The limits of a task, from the steps that a person who knows the car needs.

        Args:
            steps: of that person.
            shortcuts: whether apps can be opened by name.
        """
        return cls(steps=max(MIN_STEPS, ceil(STEP_FACTOR * steps)) + (0 if shortcuts else LAUNCHER_STEPS))

    def exceeded(self, tokens: int, seconds: float, price: float = 0.0) -> str:
        """The exceeded limit other than steps, in words; empty if none is."""
        if tokens > self.tokens:
            return f"more than {self.tokens} tokens"
        if seconds > self.seconds:
            return f"more than {self.seconds:g} seconds"
        return f"more than {self.price:g} USD" if price > self.price else ""


@dataclass(frozen=True, slots=True)
class GivenLimits:
    """Limits that a user sets, see `Limits`; None keeps the default."""

    steps: int | None = None
    tokens: int | None = None
    seconds: float | None = None
    price: float | None = None

    def for_task(self, steps: int, *, shortcuts: bool = True) -> Limits:
        """The limits of a task, see `Limits.for_task`."""
        return self._given(Limits.for_task(steps, shortcuts=shortcuts))

    def alone(self) -> Limits:
        """Limits where there are no others."""
        return self._given(Limits(tokens=inf, seconds=inf))

    def _given(self, limits: Limits) -> Limits:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(limits, **{name: value for name, value in given.items() if value is not None})
