"""The order in which a learning run plays, so that what is learnt does not hang on how tasks are sorted.

It follows from the seed and what is played alone: the episodes of any other run with the same seed can be put in the same order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol, TypeVar


class StreamItem(Protocol):
    """An item of a plan, or the record of an episode."""

    @property
    def task(self) -> str:
        """Name of the task."""
        ...

    @property
    def instance(self) -> str:
        """Hash of the instance."""
        ...


P = TypeVar("P", bound=StreamItem)


def in_stream(items: Iterable[P], seed: object) -> list[P]:
    """Items or records in the order of a stream: shuffled by the seed of the run."""
    return sorted(items, key=lambda one: hashlib.sha256(f"stream:{seed}:{one.task}:{one.instance}".encode()).digest())
