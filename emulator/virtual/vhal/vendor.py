"""The vendor properties of the car: a text with JSON for each path, as `automotive_env.android.vendor` numbers them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from automotive_env.android.vendor import EVENT, vendor_ids
from automotive_env.car.core import paths
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.schema import OptionalRecordProperty
from automotive_env.car.core.world import INDEX, SCHEMA, World
from automotive_env.car.owner.events import happen
from automotive_env.car.vhal.properties import PropertyArea, RawPropertyValue, VehicleProperty
from automotive_env.emulator.virtual.vhal.mirror import SETUP
from automotive_env.text.foreign_text import read_json

NAME = "VENDOR_PROPERTY"
"""What Android calls a property that only the car maker knows."""


@dataclass(frozen=True, slots=True)
class VendorValue:
    """One path of the car as a property."""

    path: str

    @property
    def slots(self) -> tuple[int, ...]:
        """The slots of the car that the value depends on."""
        return tuple(INDEX[name] for name in paths.properties_of(self.path))

    @property
    def writable(self) -> bool:
        """Whether it can be written by itself: an item of a list cannot."""
        return self.path in INDEX or isinstance(SCHEMA[self.slots[0]].prop, OptionalRecordProperty)

    def read(self, world: World) -> RawPropertyValue:
        """The value as JSON."""
        if self.path in INDEX:
            slot = INDEX[self.path]
            return json.dumps(SCHEMA[slot].prop.to_json(world.values[slot]))
        return json.dumps(paths.read(world, self.path))

    def write(self, world: World, raw: RawPropertyValue) -> None:
        """Write a value given as JSON."""
        data = from_json(raw)
        if self.path in INDEX:
            data = SCHEMA[INDEX[self.path]].prop.from_json(data)
        paths.write(world, self.path, data, SETUP)


class VendorEvent:
    """The property that lets something happen to the driver."""

    slots: tuple[int, ...] = ()
    writable = True

    def read(self, world: World) -> RawPropertyValue:
        """It says nothing."""
        return ""

    def write(self, world: World, raw: RawPropertyValue) -> None:
        """Let the event happen that a JSON object names."""
        data = from_json(raw)
        if not isinstance(data, dict) or "event" not in data:
            raise StateError('must be a JSON object such as {"event": "incoming call", "contact": "Mum"}')
        happen(world, **data)


def from_json(raw: RawPropertyValue) -> Any:
    """What a text holds as JSON."""
    assert isinstance(raw, str)
    try:
        data = read_json(raw)
        json.dumps(data, ensure_ascii=False).encode()
        return data
    except (ValueError, RecursionError):
        raise ValueError(f"must be JSON, not {raw[:80]!r}") from None


@cache
def vendor_values() -> Mapping[int, VendorValue | VendorEvent]:
    """Every vendor property by id."""
    return {EVENT: VendorEvent(), **{number: VendorValue(path) for path, number in vendor_ids().items()}}


@cache
def vendor_configs() -> Mapping[int, VehicleProperty]:
    """How each is configured."""
    configs = {}
    for number, value in vendor_values().items():
        access = "W" if number == EVENT else "RW" if value.writable else "R"
        configs[number] = VehicleProperty(NAME, number, access, {0: PropertyArea(0)})
    return configs
