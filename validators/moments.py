"""Signals as they were at an earlier moment of an episode, from how they are now and what has changed since."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.car.core import paths
from automotive_env.car.core.values import Record, Scalar, Value
from automotive_env.car.core.world import INDEX
from automotive_env.validators.sentences import Read
from automotive_env.validators.signals import Signal


def earlier(read: Read, before: Mapping[str, Value]) -> Read:
    """A reading of signals as they were.

    Args:
        read: the value of a signal now.
        before: path -> value then, of each property that has changed since.
    """

    def read_then(signal: Signal) -> Scalar:
        path = signal.world
        if before.keys().isdisjoint(paths.properties_of(path)):
            return read(signal)
        if path in INDEX:
            return _scalar(before[path])
        name, index, field = paths.split(path)
        at = _position(read_then, index or "0")
        if name in before:
            return paths.inside(path, before[name], at, field)
        return None if at is None else read(Signal(path, f"{name}[{at}].{field}"))

    return read_then


def _scalar(value: Value) -> Scalar:
    return None if isinstance(value, tuple | Record) else value


def _position(read: Read, index: str) -> int | None:
    """The position that an index names: itself, or the whole number at a path, where one below 0 means none."""
    held = read(Signal(index, index)) if index in INDEX else int(index)
    return held if isinstance(held, int) and (index not in INDEX or held >= 0) else None
