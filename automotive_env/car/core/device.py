"""The base of all devices: a structure with a module name, APIs and start states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from automotive_env.car.calls.api import Api
from automotive_env.car.core.structure import Struct

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
    apis: ClassVar[Mapping[str, Api]] = {}
    starts: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    def __init_subclass__(cls, *, module: str) -> None:
        super().__init_subclass__()
        cls.module = module
        own = {name: member for name, member in vars(cls).items() if isinstance(member, Api)}
        for member in own.values():
            member.belong_to(cls, module)
        cls.apis = {**cls.apis, **own}

    @classmethod
    def of(cls, device: Struct) -> Self:
        """The module of this kind in the car of another one: `SharedEnvironment.of(self).volume`."""
        module: Self = device._store.__dict__[cls.module]  # as `StateStore.module`, but without a call
        return module

    def at(self, pattern: str, place: str) -> Any:
        """The value of a property that stands once for each of several places, at one of them."""
        return self._values[self._base + self.offsets[pattern][place]]

    def each(self, pattern: str) -> dict[str, Any]:
        """The values of a property that stands once for each of several places: place -> value."""
        values, base = self._values, self._base
        return {place: values[base + offset] for place, offset in self.offsets[pattern].items()}
