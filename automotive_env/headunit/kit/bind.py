"""Bindings: what a widget shows, as a function of properties of the car.

    >>> from automotive_env.car.core.world import World
    >>> temperature = bind("road.outside_temperature", to=lambda t: f"{t:g} °C")
    >>> temperature.now(World().values)
    '15 °C'

Paths are looked up in the schema when the binding is made, so a wrong one fails at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import slot_of

T = TypeVar("T")


class Bind(Generic[T]):
    """A value that follows some properties.

    Attributes:
        slots: where they are.
        to: makes the value of theirs.
    """

    __slots__ = ("slots", "to")

    def __init__(self, slots: tuple[int, ...], to: Callable[..., T]) -> None:
        self.slots = slots
        self.to = to

    def now(self, values: Sequence[StateValue]) -> T:
        """The value at this moment, given those of the world."""
        return self.to(*[values[slot] for slot in self.slots])


LiveValue: TypeAlias = T | Bind[T]
"""A value that stays, or one that follows the car."""


def _same(value: Any) -> Any:
    return value


def bind(*paths: str, to: Callable[..., T] = _same) -> Bind[T]:
    """A value that follows the properties at the paths.

    Args:
        paths: full paths, such as "airConditioner.auto_mode".
        to: makes the value of those of the properties, in their order; with one path it may be left out.

    Raises:
        StateError: there is no such property.
    """
    return Bind(tuple(slot_of(path) for path in paths), to)


def equals(path: str, value: StateValue) -> Bind[bool]:
    """Whether a property has a value."""
    return bind(path, to=lambda now: now == value)


def now(live: LiveValue[T], values: Sequence[StateValue]) -> T:
    """What a value is at this moment."""
    return live.now(values) if isinstance(live, Bind) else live


def slots_of(*lives: object) -> tuple[int, ...]:
    """The slots that some values follow, each once."""
    return tuple(dict.fromkeys(slot for live in lives if isinstance(live, Bind) for slot in live.slots))
