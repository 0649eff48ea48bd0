"""The HAL beside the car: defaults, what it refuses, listeners, snapshots."""

from __future__ import annotations

import pytest

from automotive_env.car.core.world import World
from automotive_env.car.vhal.properties import RELEASES, AndroidRelease, RawPropertyValue, property_id
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.value_checks import StatusCode, VhalError

SPEED, TYRE, POWER, FAN = (
    property_id(name) for name in ("PERF_VEHICLE_SPEED", "CRITICALLY_LOW_TIRE_PRESSURE", "HVAC_POWER_ON", "HVAC_FAN_SPEED")
)
TEMPERATURE, SEAT_HEAT, CHILD_LOCK = (
    property_id(name) for name in ("HVAC_TEMPERATURE_SET", "HVAC_SEAT_TEMPERATURE", "DOOR_CHILD_LOCK_ENABLED")
)


def _hal(release: AndroidRelease = 14) -> VehicleHal:
    return VehicleHal(World(), release)


def _code(
    hal: VehicleHal, property: int, area: int, value: RawPropertyValue | None = None, *, trusted: bool = False
) -> StatusCode:
    try:
        hal.get(property, area) if value is None else hal.set(property, area, value, trusted=trusted)
    except VhalError as error:
        return error.code
    return StatusCode.OK


@pytest.mark.parametrize("release", RELEASES)
def test_a_property_that_nobody_set_has_the_emulators_default(release: AndroidRelease) -> None:
    hal = _hal(release)
    assert hal.get(property_id("INFO_MAKE"), 0) == "Toy Vehicle"
    assert hal.get(TYRE, 4) == 137.0
    assert hal.get(property_id("IGNITION_STATE"), 0) == 4
    assert hal.get(property_id("WHEEL_TICK"), 0) == (0, 100000, 200000, 300000, 400000)
    assert hal.get(property_id("INFO_MODEL_YEAR"), 0) == (2020 if release == 13 else 2023)


def test_what_is_refused() -> None:
    hal = _hal()
    hal.set(POWER, 1, True)
    assert _code(hal, 1, 0) is StatusCode.INVALID_ARG
    assert _code(hal, TEMPERATURE, 117) is StatusCode.INVALID_ARG
    assert _code(hal, TEMPERATURE, 1, 28.5) is StatusCode.INVALID_ARG
    assert _code(hal, TEMPERATURE, 1, "warm") is StatusCode.INVALID_ARG
    assert _code(hal, TEMPERATURE, 1, float("nan")) is StatusCode.INVALID_ARG
    assert _code(hal, SEAT_HEAT, 1, 3) is StatusCode.INVALID_ARG
    assert _code(hal, property_id("DISTANCE_DISPLAY_UNITS"), 0, 33) is StatusCode.INVALID_ARG
    assert _code(hal, property_id("EV_STOPPING_MODE"), 0, 0) is StatusCode.INVALID_ARG
    assert _code(hal, SPEED, 0, 5.0) is StatusCode.ACCESS_DENIED
    assert _code(hal, property_id("SEAT_MEMORY_SET"), 1) is StatusCode.ACCESS_DENIED
    assert _code(hal, property_id("VHAL_HEARTBEAT"), 0) is StatusCode.NOT_AVAILABLE


def test_root_goes_past_access_and_bounds_but_not_past_what_the_car_can_do() -> None:
    hal = _hal()
    hal.set(SPEED, 0, 25.0, trusted=True)
    assert hal.world.road.speed == 90
    hal.set(TEMPERATURE, 1, 30.0, trusted=True)
    assert hal.get(TEMPERATURE, 1) == 30.0
    assert _code(hal, TEMPERATURE, 1, 31.0, trusted=True) is StatusCode.INVALID_ARG
    older = _hal(13)
    assert older.configs[TEMPERATURE].areas[49].high == 32
    assert _code(older, TEMPERATURE, 49, 31.0) is StatusCode.INVALID_ARG
    hal.set(TYRE, 1, 120.0, trusted=True)
    assert hal.get(TYRE, 1) == 120.0


@pytest.mark.parametrize(("release", "area", "code"), [
    (13, 117, StatusCode.NOT_AVAILABLE), (14, 1, StatusCode.NOT_AVAILABLE_DISABLED), (15, 1, StatusCode.NOT_AVAILABLE_DISABLED)
])  # fmt: skip
def test_the_fan_needs_the_climate_unit(release: AndroidRelease, area: int, code: StatusCode) -> None:
    hal = _hal(release)
    assert _code(hal, FAN, area) is code
    assert _code(hal, FAN, area, 3, trusted=True) is code
    hal.set(POWER, area, True)
    hal.set(FAN, area, 6)
    assert hal.get(FAN, area) == 6


def test_only_android_15_hides_the_temperature_of_a_unit_that_is_off() -> None:
    assert _hal(14).get(TEMPERATURE, 1) == 22.0
    assert _code(_hal(15), TEMPERATURE, 1) is StatusCode.NOT_AVAILABLE_DISABLED


def test_display_brightness_is_accepted_and_not_stored() -> None:
    hal = _hal()
    brightness = property_id("DISPLAY_BRIGHTNESS")
    hal.set(brightness, 0, 40)
    assert hal.get(brightness, 0) == 100
    hal.set(brightness, 0, 40, trusted=True)
    assert hal.get(brightness, 0) == 40


def test_timestamps_say_when_a_value_changed_and_are_the_same_in_equal_runs() -> None:
    def run() -> list[int]:
        hal = _hal()
        start = hal.changed_at(SPEED, 0)
        hal.world.road.speed = 36
        moved = hal.changed_at(SPEED, 0)
        hal.world.road.gear = "drive"
        assert start < moved == hal.changed_at(SPEED, 0) < hal.changed_at(property_id("GEAR_SELECTION"), 0)
        hal.set(POWER, 1, True)
        assert hal.changed_at(FAN, 1) == hal.changed_at(POWER, 1)
        return [start, moved, hal.now]

    assert run() == run()


def test_a_snapshot_of_the_device_holds_the_store_and_the_timestamps() -> None:
    device = VirtualDevice()
    hal = device.vhal
    hal.set(TYRE, 1, 150.0, trusted=True)
    device.save("low")
    kept = hal.now, hal.changed_at(TYRE, 1)
    hal.set(TYRE, 1, 220.0, trusted=True)
    device.world.road.speed = 50
    device.load("low")
    assert (hal.get(TYRE, 1), hal.get(SPEED, 0)) == (150.0, 0.0)
    assert (hal.now, hal.changed_at(TYRE, 1)) == kept
