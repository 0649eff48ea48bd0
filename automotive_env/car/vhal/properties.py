"""Properties of the Vehicle HAL, as the emulator's default configuration of Android 13, 14 and 15 declares them.

Facts: hardware/interfaces automotive/vehicle, `VehicleProperty.aidl` and the default configuration of the tags 13.0.0_r84,
14.0.0_r1 and 15.0.0_r1. A shipped image may differ: a device is asked what it really has (`cmd car_service
get-carpropertyconfig`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

AndroidRelease = Literal[13, 14, 15]
"""A release of Android; 12 and 12L are read as 13 is, without what they lack."""
RELEASES: tuple[AndroidRelease, ...] = (13, 14, 15)

RawPropertyValue: TypeAlias = bool | int | float | str | bytes | tuple[int, ...] | tuple[float, ...]
"""What a property holds: a bool, an int, a float (of 32 bits), a text, bytes, or several numbers, by its `PropertyType`."""


class PropertyType(IntEnum):
    """What a property holds; the bits of its id say so (VehiclePropertyType)."""

    STRING = 0x00100000
    BOOLEAN = 0x00200000
    INT32 = 0x00400000
    INT32_VEC = 0x00410000
    INT64 = 0x00500000
    INT64_VEC = 0x00510000
    FLOAT = 0x00600000
    FLOAT_VEC = 0x00610000
    BYTES = 0x00700000
    MIXED = 0x00E00000


class AreaType(IntEnum):
    """What the areas of a property are; the bits of its id say so (VehicleArea)."""

    GLOBAL = 0x01000000
    WINDOW = 0x03000000
    MIRROR = 0x04000000
    SEAT = 0x05000000
    DOOR = 0x06000000
    WHEEL = 0x07000000
    VENDOR = 0x08000000


VENDOR = 0x20000000
"""The group of properties that a car maker defines (VehiclePropertyGroup)."""


@lru_cache(4096)
def value_type(property: int) -> PropertyType:
    """What a property holds.

    Raises:
        ValueError: no property has such an id.
    """
    return PropertyType(property & 0x00FF0000)


@lru_cache(4096)
def area_type(property: int) -> AreaType:
    """What the areas of a property are.

    Raises:
        ValueError: no property has such an id.
    """
    return AreaType(property & 0x0F000000)


@dataclass(frozen=True, slots=True)
class PropertyArea:
    """One area of a property: bounds where it has any, and what it holds at first."""

    id: int
    default: RawPropertyValue | None = None
    low: float | None = None
    high: float | None = None
    choices: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class VehicleProperty:
    """A property as one release configures it.

    Attributes:
        name: such as "HVAC_FAN_SPEED".
        id: such as 356517120.
        access: "R", "W" or "RW", for those who go through the framework.
        areas: by area id; a global property has the one area 0.
        config: its config array.
        unit: name of its `VehicleUnit`, empty where it has none.
    """

    name: str
    id: int
    access: str
    areas: Mapping[int, PropertyArea]
    config: tuple[int, ...] = ()
    unit: str = ""

    @property
    def type(self) -> PropertyType:
        return value_type(self.id)

    @property
    def area_type(self) -> AreaType:
        return area_type(self.id)

    def area(self, bit: int) -> int | None:
        """The area that a place is part of: on Android 13 the driver's seat (1) is in area 49 or 117, later it is an area."""
        if bit in self.areas:
            return bit
        return next((area for area in self.areas if bit and area & bit == bit), None)


@cache
def _facts() -> Any:
    return json.loads((Path(__file__).parent / "properties.json").read_text("utf-8"))


@cache
def catalogue(release: AndroidRelease) -> Mapping[str, VehicleProperty]:
    """The properties that the emulator of a release has, by name."""
    found = {}
    for name, facts in _facts()["properties"].items():
        config = _config(facts, release)
        if config:
            found[name] = _property(name, facts, config)
    return found


@cache
def by_id(release: AndroidRelease) -> Mapping[int, VehicleProperty]:
    """The same by id."""
    return {known.id: known for known in catalogue(release).values()}


_AREAS = {
    AreaType.WINDOW: "VehicleAreaWindow",
    AreaType.MIRROR: "VehicleAreaMirror",
    AreaType.SEAT: "VehicleAreaSeat",
    AreaType.DOOR: "VehicleAreaDoor",
    AreaType.WHEEL: "VehicleAreaWheel",
}


def area_bits(kind: AreaType) -> Mapping[str, int]:
    """The named places of a kind, such as "ROW_1_LEFT" -> 1; a global property has none, nor one with a car maker's areas."""
    bits: dict[str, int] = _facts()["areas"][_AREAS[kind]] if kind in _AREAS else {"GLOBAL": 0}
    return bits


def property_id(name: str) -> int:
    """The id of a property that any release knows.

    Raises:
        KeyError: no release does.
    """
    return int(_facts()["properties"][name]["id"])


def _config(facts: Mapping[str, Any], release: AndroidRelease) -> Any:
    """The configuration of a release; "as before" stands for that of the release before."""
    config = facts.get(str(release))
    return _config(facts, RELEASES[RELEASES.index(release) - 1]) if config == "as before" else config


def _property(name: str, facts: Mapping[str, Any], config: Mapping[str, Any]) -> VehicleProperty:
    number, default = int(facts["id"]), config.get("default")
    kind = value_type(number)
    areas = {}
    for area, held in config.get("areas", {"0": {}}).items():
        start = held.get("default", default)
        bounds = held.get("min"), held.get("max")
        areas[int(area)] = PropertyArea(int(area), _raw(kind, start), *bounds, choices=tuple(held.get("choices", ())))
    return VehicleProperty(
        name,
        number,
        config["access"],
        areas,
        tuple(config.get("config", ())),
        facts.get("unit", ""),
    )


def _raw(kind: PropertyType, listed: Any) -> RawPropertyValue | None:
    """A default as the facts list it, as a value of its type."""
    if listed is None or isinstance(listed, str):
        return listed
    if kind in (PropertyType.INT32_VEC, PropertyType.INT64_VEC, PropertyType.FLOAT_VEC, PropertyType.MIXED):
        return tuple(listed)
    if kind is PropertyType.BOOLEAN:
        return bool(listed[0])
    return float(listed[0]) if kind is PropertyType.FLOAT else int(listed[0])
