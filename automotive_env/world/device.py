"""The base of all devices: a structure with a module name, APIs and start states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from automotive_env.world.api import Api
from automotive_env.world.schema import Slot, Struct, layout

if TYPE_CHECKING:
    from automotive_env.world.environment import Environment
    from automotive_env.world.world import World

SEATS = (
    "driver's seat",
    "passenger seat",
    "second row left",
    "second row right",
    "third row left",
    "third row right",
)
"""Seat names of the public VehicleWorld interface."""


class Device(Struct):
    """One module of the car.

    A subclass names its module, declares properties and APIs, and says in `starts` how its start states differ from the default:
    start state -> path or pattern relative to the device -> value. A path that begins with "environment." is one of the shared
    surroundings: a player that starts out playing owns the sound channel.
    """

    __slots__ = ()

    module: ClassVar[str]
    apis: ClassVar[dict[str, Api]]
    slots: ClassVar[tuple[Slot, ...]]
    offsets: ClassVar[Mapping[str, Mapping[str, int]]]
    starts: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    def __init_subclass__(cls, *, module: str) -> None:
        super().__init_subclass__()
        cls.module = module
        cls.slots = tuple(layout(cls))
        offsets: dict[str, dict[str, int]] = {}
        for offset, slot in enumerate(cls.slots):
            offsets.setdefault(slot.pattern, {})[slot.key] = offset
        cls.offsets = offsets
        cls.apis = {name: member for name, member in vars(cls).items() if isinstance(member, Api)}
        for member in cls.apis.values():
            member.belong_to(cls)

    def put(self, path: str, value: Any) -> None:
        """Write a property by its path within the device."""
        self._world.set(f"{self.module}.{path}", value)

    def at(self, pattern: str, place: str) -> Any:
        """The value of a property that stands once for each of several places, at one of them."""
        return self._values[self._base + self.offsets[pattern][place]]

    def each(self, pattern: str) -> dict[str, Any]:
        """The values of a property that stands once for each of several places: place -> value."""
        values, base = self._values, self._base
        return {place: values[base + offset] for place, offset in self.offsets[pattern].items()}

    @property
    def environment(self) -> Environment:
        """What the devices share: volume, sound channel, cabin temperature, speaker, clock, units."""
        return self._world.environment

    @property
    def world(self) -> World:
        """The car this device belongs to."""
        return self._world
