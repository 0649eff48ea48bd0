"""The values of one car: a flat list, changed by transactions that listeners are told of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from automotive_env.car.core.change import DIRECT, ChangeCause
from automotive_env.car.core.values import StateValue

StateValues: TypeAlias = tuple[StateValue, ...]
"""All values of a car at one moment, in schema order."""

ChangeListener: TypeAlias = Callable[[ChangeCause, Mapping[int, StateValue]], None]
"""Told of each finished change: its cause and slot -> value before. An empty mapping means that anything may have changed."""


class StateStore:
    """The values of one car and the journal of the change that is under way.

    Attributes:
        values: the value of each slot, in schema order; only methods of the store write to it.
        version: counts finished changes; equal versions of one car mean equal states.
        listeners: told of every finished change.
    """

    def __init__(self, values: Iterable[StateValue]) -> None:
        self.values: list[StateValue] = list(values)
        self.version = 0
        self.listeners: list[ChangeListener] = []
        self._journal: list[tuple[int, StateValue]] = []
        self._depth = 0
        self._cause = DIRECT
        self._snapshot: StateValues | None = None

    def module(self, name: str) -> Any:
        """The module of a name that views these values: an attribute of the car."""
        return self.__dict__[name]

    def write_slot(self, slot: int, value: StateValue) -> None:
        """Write a checked value. Only properties do this; everything else goes through them."""
        before = self.values[slot]
        if before == value:
            return
        self.values[slot] = value
        self._snapshot = None
        self._journal.append((slot, before))
        if not self._depth:
            self._finish(DIRECT)

    def assign(self, slot: int, value: StateValue) -> None:
        """Write a checked value to a car that is being made or replayed: it is no change, and no listener is told."""
        self.values[slot] = value
        self._snapshot = None

    def begin(self, cause: ChangeCause) -> int:
        """Start a change, or a part of the one that is under way; `commit` or `undo` must follow with the returned mark."""
        if not self._depth:
            self._cause = cause
        self._depth += 1
        return len(self._journal)

    def undo(self, mark: int) -> None:
        """Take back what was written since the mark."""
        journal, self._snapshot = self._journal, None
        while len(journal) > mark:
            slot, before = journal.pop()
            self.values[slot] = before
        self.commit(mark)

    def commit(self, mark: int) -> None:
        """Finish a change; when it was the outermost, listeners are told."""
        self._depth -= 1
        if not self._depth and self._journal:
            self._finish(self._cause)

    def _finish(self, cause: ChangeCause) -> None:
        self.version += 1
        if self.listeners:
            before = dict(reversed(self._journal))
            self._journal.clear()
            for listener in self.listeners:
                listener(cause, before)
        else:
            self._journal.clear()

    def changing(self, cause: ChangeCause) -> AbstractContextManager[None]:
        """Make several writes one change: all of them, or none when an exception leaves the block."""
        return _Changing(self, cause)

    def snapshot(self) -> StateValues:
        """All values at this moment; the same tuple until one is written."""
        if self._snapshot is None:
            self._snapshot = tuple(self.values)
        return self._snapshot


class _Changing(AbstractContextManager[None]):
    """A change of a store; a class, since there are many and a generator takes four times as long."""

    def __init__(self, store: StateStore, cause: ChangeCause) -> None:
        self._store = store
        self._mark = store.begin(cause)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._store.commit(self._mark)
        else:
            self._store.undo(self._mark)
