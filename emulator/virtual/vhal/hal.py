"""The vehicle HAL of one device: reads and writes properties.

A property that the car knows is read from the car and written to it; the others live in a store that starts from the defaults of
the emulator's configuration. Facts: hardware/interfaces, `FakeVehicleHardware.cpp` and `DefaultVehicleHal.cpp`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeAlias

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import World
from automotive_env.car.vhal.properties import AndroidRelease, RawPropertyValue, VehicleProperty, by_id, property_id
from automotive_env.emulator.virtual.vhal.mirror import STORED, mirrors
from automotive_env.emulator.virtual.vhal.value_checks import StatusCode, VhalError, check_range, typed
from automotive_env.emulator.virtual.vhal.vendor import vendor_configs, vendor_values

PropertyAreaKey: TypeAlias = tuple[int, int]
"""A property and one of its areas."""
TICK = 1_000_000
"""Nanoseconds from one change to the next: the clock of the HAL counts changes, so that equal runs print equal timestamps."""
BOOT = 10_000_000_000
"""Nanoseconds since boot when the device is ready."""
POWER = property_id("HVAC_POWER_ON")
DISPLAY_BRIGHTNESS = property_id("DISPLAY_BRIGHTNESS")


@dataclass(frozen=True, slots=True)
class HalSnapshot:
    """What a HAL keeps beside the car, at one moment; not to be changed."""

    store: Mapping[PropertyAreaKey, RawPropertyValue]
    changed: Mapping[PropertyAreaKey, int]
    since: int
    now: int


class CarValue(Protocol):
    """A value that the car keeps."""

    @property
    def slots(self) -> tuple[int, ...]: ...
    @property
    def writable(self) -> bool: ...
    def read(self, world: World) -> RawPropertyValue: ...
    def write(self, world: World, raw: RawPropertyValue) -> None: ...


@cache
def configs_of(release: AndroidRelease) -> Mapping[int, VehicleProperty]:
    """The properties of a release and those of the car maker, by id."""
    return {**by_id(release), **vendor_configs()}


@cache
def car_values(release: AndroidRelease) -> Mapping[PropertyAreaKey, CarValue]:
    """What the car keeps."""
    vendors: dict[PropertyAreaKey, CarValue] = {(number, 0): value for number, value in vendor_values().items()}
    return {**mirrors(release), **vendors}


@cache
def _by_slot(release: AndroidRelease) -> Mapping[int, tuple[PropertyAreaKey, ...]]:
    """Slot of the car -> the properties that depend on it."""
    found: dict[int, list[PropertyAreaKey]] = {}
    for key, value in car_values(release).items():
        for slot in value.slots:
            found.setdefault(slot, []).append(key)
            if key[0] == POWER:
                found[slot] += _powered(release, key[1])
    return {slot: tuple(keys) for slot, keys in found.items()}


@cache
def _powered(release: AndroidRelease, area: int) -> tuple[PropertyAreaKey, ...]:
    """What is not available where the climate unit of an area is off."""
    known = by_id(release)
    return tuple((number, each) for number in known[POWER].config for each in known[number].areas if each & area)


@cache
def _defaults(release: AndroidRelease) -> Mapping[PropertyAreaKey, RawPropertyValue]:
    held: dict[PropertyAreaKey, RawPropertyValue] = {}
    for prop in by_id(release).values():
        for area in prop.areas.values():
            start = STORED.get(prop.name, area.default)
            if start is not None and (prop.id, area.id) not in car_values(release):
                held[prop.id, area.id] = start
    return held


class VehicleHal:
    """The properties of one car.

    Attributes:
        configs: the properties by id, those of the car maker included.
        now: nanoseconds after boot of the last change.
        since: the same of the last time that the whole car was put back.
        told: told of what is done to the HAL itself, which no change of the car shows.
        loads: how many snapshots were loaded; within one of them timestamps only grow.
        origin: the snapshot that was loaded last.
    """

    def __init__(self, world: World, release: AndroidRelease) -> None:
        self.world = world
        self.release = release
        self.configs = configs_of(release)
        self.now = BOOT
        self.loads = 0
        self.origin: HalSnapshot | None = None
        self._car = car_values(release)
        self._store = dict(_defaults(release))
        self._changed: dict[PropertyAreaKey, int] = {}
        self.since = BOOT
        self.told: Callable[[str], None] = lambda effect: None
        world.listeners.append(self._follow)

    def get(self, property: int, area: int) -> RawPropertyValue:
        """The value of an area of a property."""
        config = self._config(property, area)
        if "R" not in config.access:
            raise VhalError(StatusCode.ACCESS_DENIED, f"{config.name} can only be written")
        return self.peek(property, area)

    def peek(self, property: int, area: int) -> RawPropertyValue:
        """The same without a look at who may read it."""
        config = self._config(property, area)
        self._must_be_available(property, area)
        mirrored = self._car.get((property, area))
        if mirrored:
            return typed(config, mirrored.read(self.world))
        if (property, area) not in self._store:
            raise VhalError(StatusCode.NOT_AVAILABLE, f"{config.name} has no value")
        return typed(config, self._store[property, area])

    def set(self, property: int, area: int, value: RawPropertyValue, *, trusted: bool = False) -> None:
        """Write an area of a property.

        Args:
            property: its id.
            area: the area.
            value: of the property's type.
            trusted: as root through the HAL's own dump, past what the framework may write and the bounds that it keeps.
        """
        config = self._config(property, area)
        if not trusted and "W" not in config.access:
            raise VhalError(StatusCode.ACCESS_DENIED, f"{config.name} can only be read")
        value = typed(config, value)
        if not trusted:
            check_range(config, config.areas[area], value)
        self._must_be_available(property, area)
        if property == DISPLAY_BRIGHTNESS and not trusted:
            return  # the emulator's HAL says yes and does nothing
        mirrored = self._car.get((property, area))
        if mirrored:
            self._write_car(config, mirrored, value)
        else:
            self._write_store((property, area), value)

    def changed_at(self, property: int, area: int) -> int:
        """When the value last changed, in nanoseconds after boot."""
        return self._changed.get((property, area), self.since)

    def save(self) -> object:
        """What is kept beside the car; the snapshot that was loaded last where nothing has changed since."""
        if self.origin and self.origin.now == self.now:
            return self.origin
        return HalSnapshot(dict(self._store), dict(self._changed), self.since, self.now)

    def load(self, saved: object) -> None:
        """Take back what `save` gave."""
        assert isinstance(saved, HalSnapshot)
        self.loads += 1
        self.origin = saved
        self.since, self.now = saved.since, saved.now
        self._store, self._changed = dict(saved.store), dict(saved.changed)

    def _config(self, property: int, area: int) -> VehicleProperty:
        config = self.configs.get(property)
        if config is None:
            raise VhalError(StatusCode.INVALID_ARG, f"no config for property, ID: {property}")
        if area not in config.areas:
            raise VhalError(StatusCode.INVALID_ARG, f"no config for area ID: {area}, property ID: {property}")
        return config

    def _must_be_available(self, property: int, area: int) -> None:
        power = self.configs[POWER]
        if property not in power.config:
            return
        for unit in power.areas:
            if unit & area and not self.peek(POWER, unit):
                code = StatusCode.NOT_AVAILABLE if self.release == 13 else StatusCode.NOT_AVAILABLE_DISABLED
                raise VhalError(code, "hvac not available")

    def _write_car(self, config: VehicleProperty, mirrored: CarValue, value: RawPropertyValue) -> None:
        if not mirrored.writable:
            raise VhalError(StatusCode.ACCESS_DENIED, f"{config.name} follows from other properties")
        try:
            mirrored.write(self.world, value)
        except (ValueError, TypeError) as error:
            raise VhalError(StatusCode.INVALID_ARG, str(error)) from None

    def _write_store(self, key: PropertyAreaKey, value: RawPropertyValue) -> None:
        self.told(f"wrote {self.configs[key[0]].name}")
        self.now += TICK
        self._store[key] = value
        self._changed[key] = self.now

    def _follow(self, cause: ChangeCause, before: Mapping[int, StateValue]) -> None:
        """The car has changed."""
        self.now += TICK
        slots = _by_slot(self.release)
        if before:
            keys = {key: None for slot in before for key in slots.get(slot, ())}
            self._changed.update(dict.fromkeys(keys, self.now))
        else:
            self.since = self.now
            self._changed.clear()
