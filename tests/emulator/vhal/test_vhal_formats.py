"""What is printed, against what Android prints."""

from __future__ import annotations

import re
import struct
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.android import car_service, vhal
from automotive_env.emulator.virtual.car.properties import value_line
from automotive_env.emulator.virtual.vhal.formats import area_name, hal_value, java_float, prop_config, prop_value, unreadable
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.status import VhalError
from automotive_env.emulator.virtual.vhal.value_lines import ValueLines
from automotive_env.emulator.virtual.vhal.vendor import vendor_configs
from automotive_env.vehicle.properties import RELEASES, AreaType, Release, by_id, catalogue, property_id
from automotive_env.world.world import World

OLD = re.compile(
    r"Property:0x([0-9a-fA-F]+),.*?status: (-?\d+),.*?zone: 0x([0-9a-fA-F]+), floatValues: \[([^\]]*)\], "
    r"int32Values: \[([^\]]*)\], int64Values: \[([^\]]*)\]"
)
NEW = re.compile(
    r"HalPropValue\{Property ID: (\w+)\(0x([0-9a-fA-F]+)\), Area ID: ([\w|]+)\(0x([0-9a-fA-F]+)\), "
    r"ElapsedRealtimeNanos: (-?\d+), Status: (\w+)\(0x([0-9a-fA-F]+)\), Value: (.*)\}"
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (22.5, "22.5"),
        (17.0, "17.0"),
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (66.19999694824219, "66.2"),
        (13.888889, "13.888889"),
        (0.001, "0.001"),
        (0.0009, "9.0E-4"),
        (9999999.0, "9999999.0"),
        (1e7, "1.0E7"),
        (1e10, "1.0E10"),
        (-1.25e-7, "-1.25E-7"),
        (150000.0, "150000.0"),
        (3.4028235e38, "3.4028235E38"),
        (1.4e-45, "1.0E-45"),
    ],
)
def test_floats_are_printed_as_in_java(value: float, text: str) -> None:
    assert java_float(value) == text


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_a_float_reads_back_as_itself_in_as_few_digits_as_numpy_needs(value: float) -> None:
    text = java_float(value)
    assert struct.pack("f", float(text)) == struct.pack("f", value)
    digits = re.sub(r"E.*|[-.]", "", text).strip("0")
    assert len(digits) <= len(re.sub(r"e.*|[-.]", "", str(np.float32(value))).strip("0"))


def test_the_old_format_is_that_of_a_real_capture() -> None:
    speed = catalogue(14)["PERF_VEHICLE_SPEED"]
    assert prop_value(14, speed, 0, 0.0, 2388800368400) == (
        "Property:0x11600207, status: 0, timestamp: 2388800368400, zone: 0x0, floatValues: [0.0], int32Values: [], "
        "int64Values: [], bytes: [], string: "
    )
    temperature = catalogue(13)["HVAC_TEMPERATURE_SET"]
    assert "zone: 0x31, floatValues: [22.5]" in prop_value(13, temperature, 49, 22.5, 1)


@pytest.mark.parametrize(
    ("name", "area", "value", "said"),
    [
        ("HVAC_TEMPERATURE_SET", 1, 17.0, "ROW_1_LEFT(0x1), …, Value: 17.0 CELSIUS"),
        ("GEAR_SELECTION", 0, 4, "GLOBAL(0x0), …, Value: GEAR_PARK(0x4)"),
        ("GEAR_SELECTION", 0, 77, "GLOBAL(0x0), …, Value: 77"),
        ("AUTOMATIC_EMERGENCY_BRAKING_STATE", 0, -2, "GLOBAL(0x0), …, Value: NOT_AVAILABLE_DISABLED(0xfffffffe)"),
        ("HVAC_DUAL_ON", 117, False, "ROW_2_RIGHT|ROW_2_CENTER|ROW_2_LEFT|ROW_1_RIGHT|ROW_1_LEFT(0x75), …, Value: FALSE"),
        ("WINDOW_LOCK", 1344, True, "ROW_2_RIGHT|ROW_2_LEFT|ROW_1_RIGHT(0x540), …, Value: TRUE"),
        ("INFO_MAKE", 0, "Toy Vehicle", "GLOBAL(0x0), …, Value: Toy Vehicle"),
        ("WHEEL_TICK", 0, (0, 7), "GLOBAL(0x0), …, Value: [0, 7]"),
        ("HVAC_FAN_SPEED", 4, 3, "ROW_1_RIGHT(0x4), …, Value: 3"),
    ],
)
def test_the_new_format(name: str, area: int, value: bool | float | str | tuple[int, ...], said: str) -> None:
    where, what = said.split("…")
    status = "ElapsedRealtimeNanos: 5, Status: AVAILABLE(0x0)"
    number = f"0x{property_id(name):x}"
    line = prop_value(15, catalogue(15)[name], area, value, 5)
    assert line == f"HalPropValue{{Property ID: {name}({number}), Area ID: {where}{status}{what}}}"


def test_areas_are_named_from_the_highest_bit() -> None:
    assert area_name(AreaType.SEAT, 68) == "ROW_2_RIGHT|ROW_1_RIGHT(0x44)"
    assert area_name(AreaType.GLOBAL, 0) == "GLOBAL(0x0)"


def test_the_hals_own_format_is_that_of_a_real_capture() -> None:
    assert hal_value(catalogue(14)["ENGINE_RPM"], 0, 1000.0, 0) == (
        "VehiclePropValue{timestamp: 0, areaId: 0, prop: 291504901, status: AVAILABLE, value: RawPropValues{int32Values: [], "
        "floatValues: [1000.000000], int64Values: [], byteValues: [], stringValue: }}"
    )


@pytest.mark.parametrize("release", RELEASES)
def test_every_line_of_everything_is_a_value_or_says_that_it_cannot_be_read(release: Release) -> None:
    hal = VehicleHal(World(), release)
    pattern = NEW if release == 15 else OLD
    lines = ValueLines(hal, partial(value_line, hal)).text().split("\n")
    assert len(lines) == sum(len(config.areas) for config in hal.configs.values())
    refused = {unreadable(release, config, area) for config in hal.configs.values() for area in config.areas}
    silent = [line for line in lines if not pattern.fullmatch(line) and not pattern.match(line)]
    assert set(silent) <= refused
    assert len(silent) < 80
    assert all(f"0x{number:x}" in "".join(lines) for number in vendor_configs())


def _has_a_value(hal: VehicleHal, property: int, area: int) -> bool:
    try:
        hal.get(property, area)
    except VhalError:
        return False
    return True


@pytest.mark.parametrize("release", RELEASES)
def test_the_client_reads_every_value_as_it_is(release: Release) -> None:
    hal = VehicleHal(World(), release)
    lines = [
        f"1: {hal_value(config, area, hal.get(config.id, area), 0)}"
        for config in hal.configs.values()
        for area in config.areas
        if _has_a_value(hal, config.id, area)
    ]
    told = vhal.parse_values("\n".join(lines))
    for (property, area), value in told.items():
        assert value == (pytest.approx(hal.get(property, area)) if isinstance(value, (float, tuple)) else hal.get(property, area))
    assert len(told) > 700


@pytest.mark.parametrize("release", RELEASES)
def test_the_client_reads_every_configuration(release: Release) -> None:
    printed = "\n".join(line for config in by_id(release).values() for line in prop_config(release, config))
    told = car_service.parse_configs(printed)
    for known in by_id(release).values():
        if known.area_type is not AreaType.VENDOR:
            assert (told[known.id].name, told[known.id].access) == (known.name, known.access)
            assert list(told[known.id].areas) == list(known.areas)


def test_lines_are_made_again_only_where_something_changed_and_after_a_snapshot() -> None:
    world = World()
    hal = VehicleHal(world, 14)
    lines = ValueLines(hal, partial(value_line, hal))
    before, kept, car = lines.text().split("\n"), hal.save(), world.snapshot()
    world.road.speed = 36
    after = lines.text().split("\n")
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 3  # the speed twice, and its vendor property
    world.restore(car)
    hal.load(kept)
    assert lines.text().split("\n") == before
    world.road.speed = 72
    assert "floatValues: [20.0]" in lines.text()
    assert "floatValues: [10.0]" not in lines.text()
