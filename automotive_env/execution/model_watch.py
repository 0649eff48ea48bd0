"""Which workers of a run wait for the model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

HERE = -1
"""Stands for the process that owns the run, among the numbers of workers."""


@dataclass(frozen=True, slots=True)
class ModelNews:
    """The model is not available, or answers again.

    Attributes:
        why: it is not available; None where it answers again.
    """

    why: str | None = None


class ModelWatch:
    """Says once that workers wait for the model, and once that all of them go on."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._waiting: set[int] = set()

    def __call__(self, worker: int, news: ModelNews) -> None:
        """Hear what a worker says."""
        waited = bool(self._waiting)
        if news.why is not None:
            self._waiting.add(worker)
        else:
            self._waiting.discard(worker)
        if news.why is not None and not waited:
            self._warn(f"the run waits for the model: {news.why}")
        elif waited and not self._waiting:
            self._warn("the model answers again, the run goes on")

    def ended(self, worker: int) -> None:
        """A worker plays no more, which says nothing of the model: it may have given up waiting for it."""
        self._waiting.discard(worker)
