"""Which workers of a run wait for the model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

HERE = -1
"""Stands for the process that owns the run, among the numbers of workers."""


@dataclass(frozen=True, slots=True)
class ModelAvailability:
    """The model is not available, or answers again.

    Attributes:
        why: it is not available; None where it answers again.
    """

    why: str | None = None


class ModelWatch:
    """Says once that the run waits for the model, and once that all workers go on."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._waiting: set[int] = set()
        self._said = False

    def __call__(self, worker: int, news: ModelAvailability) -> None:
        """Hear what a worker says."""
        if news.why is not None:
            self._waiting.add(worker)
            if not self._said:
                self._warn(f"the run waits for the model: {news.why}")
            self._said = True
        else:
            self._waiting.discard(worker)
            if self._said and not self._waiting:
                self._warn("the model answers again, and the run continues")
                self._said = False

    def begins(self) -> None:
        """A worker starts. Where it replaces the only one that waited, nobody knows whether the model is still down."""
        self._said = bool(self._waiting)

    def ended(self, worker: int) -> None:
        """A worker plays no more, which says nothing of the model: it may have given up waiting for it."""
        self._waiting.discard(worker)
