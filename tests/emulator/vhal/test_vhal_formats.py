"""What is printed, against what Android prints."""

from __future__ import annotations

import re
from functools import partial

import pytest

from automotive_env.android import car_service, vhal
from automotive_env.car.core.world import World
from automotive_env.car.vhal.properties import RELEASES, AndroidRelease, AreaType, by_id, catalogue
from automotive_env.emulator.virtual.car_commands import value_line
from automotive_env.emulator.virtual.services.ivehicle import ValueLines
from automotive_env.emulator.virtual.vhal.formats import hal_value, prop_config, prop_value, unreadable
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.value_checks import VhalError
from automotive_env.emulator.virtual.vhal.vendor import vendor_configs

OLD = re.compile(
    r"Property:0x([0-9a-fA-F]+),.*?status: (-?\d+),.*?zone: 0x([0-9a-fA-F]+), floatValues: \[([^\]]*)\], "
    r"int32Values: \[([^\]]*)\], int64Values: \[([^\]]*)\]"
)


def test_the_old_format_is_that_of_a_real_capture() -> None:
    speed = catalogue(14)["PERF_VEHICLE_SPEED"]
    assert prop_value(speed, 0, 0.0, 2388800368400) == (
        "Property:0x11600207, status: 0, timestamp: 2388800368400, zone: 0x0, floatValues: [0.0], int32Values: [], "
        "int64Values: [], bytes: [], string: "
    )
    temperature = catalogue(13)["HVAC_TEMPERATURE_SET"]
    assert "zone: 0x31, floatValues: [22.5]" in prop_value(temperature, 49, 22.5, 1)


def test_the_hals_own_format_is_that_of_a_real_capture() -> None:
    assert hal_value(catalogue(14)["ENGINE_RPM"], 0, 1000.0, 0) == (
        "VehiclePropValue{timestamp: 0, areaId: 0, prop: 291504901, status: AVAILABLE, value: RawPropValues{int32Values: [], "
        "floatValues: [1000.000000], int64Values: [], byteValues: [], stringValue: }}"
    )


@pytest.mark.parametrize("release", RELEASES)
def test_every_line_of_everything_is_a_value_or_says_that_it_cannot_be_read(release: AndroidRelease) -> None:
    hal = VehicleHal(World(), release)
    lines = ValueLines(hal, partial(value_line, hal)).text().split("\n")
    assert len(lines) == sum(len(config.areas) for config in hal.configs.values())
    refused = {unreadable(config, area) for config in hal.configs.values() for area in config.areas}
    silent = [line for line in lines if not OLD.match(line)]
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
def test_the_client_reads_every_value_as_it_is(release: AndroidRelease) -> None:
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
def test_the_client_reads_every_configuration(release: AndroidRelease) -> None:
    printed = "\n".join(line for config in by_id(release).values() for line in prop_config(config))
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
