"""Properties that the car keeps: what one side sets, the other sees."""

from __future__ import annotations

from contextlib import suppress

import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

from automotive_env.car.calls.level import LevelProperty
from automotive_env.car.core import paths
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.device import SEATS
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty, NumberProperty
from automotive_env.car.core.structure import Property
from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import INDEX, SCHEMA, World
from automotive_env.car.owner.events import happen
from automotive_env.car.vhal.properties import (
    RELEASES,
    AndroidRelease,
    PropertyArea,
    PropertyType,
    RawPropertyValue,
    VehicleProperty,
    area_bits,
    catalogue,
    property_id,
)
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.mirror import FACTS, mirrors
from automotive_env.emulator.virtual.vhal.property_codecs import RESERVE_REACHED
from automotive_env.emulator.virtual.vhal.value_checks import VhalError
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.validators.signals import SIGNALS

DRIVER, PASSENGER = SEATS[:2]
SETTABLE = [(release, key) for release in RELEASES for key, mirror in mirrors(release).items() if mirror.writable]
HELD = [(release, key) for release, key in SETTABLE if mirrors(release)[key].codec is not RESERVE_REACHED]
"""Those that hold what is written; the lamp of the tank follows its level."""


def _hal(release: AndroidRelease) -> VehicleHal:
    """A HAL whose climate runs, so that all of it is available."""
    hal = VehicleHal(World(), release)
    for area in hal.configs[property_id("HVAC_POWER_ON")].areas:
        hal.set(property_id("HVAC_POWER_ON"), area, True)
    return hal


def _raws(config: VehicleProperty, area: PropertyArea) -> st.SearchStrategy[RawPropertyValue]:
    if area.choices:
        return st.sampled_from(area.choices)
    low, high = area.low, area.high
    if config.type is PropertyType.FLOAT:
        return st.floats(low if low is not None else -200, high if high is not None else 20_000, width=32)
    if config.type is PropertyType.BOOLEAN:
        return st.booleans()
    return st.integers(int(low) if low is not None else -3, int(high) if high is not None else 300)


def _values(prop: Property[object]) -> st.SearchStrategy[StateValue]:
    if isinstance(prop, FlagProperty):
        return st.booleans()
    if isinstance(prop, ChoiceProperty):
        return st.sampled_from(prop.choices)
    if isinstance(prop, LevelProperty):
        return st.integers(int(prop.bottom), int(prop.top))
    assert isinstance(prop, NumberProperty)
    return st.integers(int(prop.low), int(prop.high))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_what_android_sets_it_reads_and_setting_that_again_changes_nothing(data: st.DataObject) -> None:
    release, (property, area) = data.draw(st.sampled_from(SETTABLE))
    hal = _hal(release)
    config = hal.configs[property]
    value = data.draw(_raws(config, config.areas[area]))
    before = hal.world.snapshot()
    try:
        hal.set(property, area, value, trusted=True)
    except VhalError:
        assert hal.world.snapshot() == before
        return
    after = hal.world.snapshot()
    hal.set(property, area, hal.peek(property, area), trusted=True)
    assert hal.world.snapshot() == after


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_what_the_car_holds_comes_back_from_its_property(data: st.DataObject) -> None:
    release, (property, area) = data.draw(st.sampled_from(HELD))
    hal, other = _hal(release), _hal(release)
    mirror = mirrors(release)[property, area]
    for path in mirror.groups[0]:
        hal.world.set(path, data.draw(_values(SCHEMA[INDEX[path]].prop)))
    raw = mirror.read(hal.world)
    try:
        other.set(property, area, raw, trusted=True)
    except VhalError as error:  # two units cannot say what neither of them holds
        pytest.fail(f"{hal.configs[property].name} {area}: {raw!r}: {error}")
    assert mirror.read(other.world) == raw


@pytest.mark.parametrize("release", RELEASES)
def test_every_fact_of_the_table_is_in_the_car_and_every_signal_is_mirrored(release: AndroidRelease) -> None:
    known = catalogue(release)
    held = mirrors(release)
    for fact in FACTS:
        if fact.property in known:
            assert any(key[0] == known[fact.property].id for key in held), fact.property
    for signal in SIGNALS.values():
        if signal.vhal and signal.vhal.property in known:
            prop = known[signal.vhal.property]
            area = prop.area(area_bits(prop.area_type).get(signal.vhal.area, 0))
            assert area is not None
            assert signal.world in held[prop.id, area].groups[0], signal.name


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_mirror_and_the_signal_table_say_the_same(data: st.DataObject) -> None:
    """What a client decodes by the table is what the car holds, wherever the table can say it."""
    release = data.draw(st.sampled_from(RELEASES))
    signal = data.draw(st.sampled_from([one for one in SIGNALS.values() if one.vhal and one.vhal.property in catalogue(release)]))
    assert signal.vhal
    hal = _hal(release)
    prop = catalogue(release)[signal.vhal.property]
    area = prop.area(area_bits(prop.area_type).get(signal.vhal.area, 0))
    assert area is not None
    wanted = data.draw(_values(SCHEMA[INDEX[signal.world]].prop))
    assert not isinstance(wanted, tuple)
    paths.write(hal.world, signal.world, wanted, ChangeCause("setup", "test"))
    coding = signal.vhal.coding
    if signal.vhal.property != "HVAC_POWER_ON":
        with suppress(ValueError):  # Android has no word for some values
            sayable = coding.decode(coding.encode(wanted))
            told = coding.decode(hal.get(prop.id, area))
            assert told == pytest.approx(sayable) if isinstance(sayable, float) else told == sayable


@pytest.mark.parametrize("release", RELEASES)
def test_one_property_moves_what_the_head_unit_shows_and_a_touch_moves_the_property(release: AndroidRelease) -> None:
    hal = _hal(release)
    unit = HeadUnit(hal.world)
    area = 49 if release == 13 else 1
    temperature = property_id("HVAC_TEMPERATURE_SET")
    hal.set(temperature, area, 24.5)
    shown = next(each for each in unit.elements() if each.resource_id.endswith("hvac_increase_button"))
    assert any("24.5" in each.text for each in unit.elements())
    unit.tap(*shown.box.center)
    assert hal.world.airConditioner.ac_states[DRIVER].temperature == hal.get(temperature, area) > 24.5


@pytest.mark.parametrize(("release", "area", "seats"), [(13, 49, (0, 2)), (13, 68, (1, 3)), (14, 1, (0,)), (15, 64, (3,))])
def test_an_area_is_all_its_seats(release: AndroidRelease, area: int, seats: tuple[int, ...]) -> None:
    hal = _hal(release)
    hal.set(property_id("HVAC_TEMPERATURE_SET"), area, 19.0)
    warm = [seat for seat, wanted in hal.world.airConditioner.each("ac_states.<seat>.temperature").items() if wanted == 19]
    assert warm == [SEATS[seat] for seat in seats]


def test_what_the_car_has_once_every_area_shows() -> None:
    hal = _hal(14)
    hal.set(property_id("HVAC_AUTO_ON"), 64, True)
    assert hal.world.airConditioner.auto_mode
    assert all(hal.get(property_id("HVAC_AUTO_ON"), area) is True for area in (1, 4, 16, 32, 64))


def test_a_seat_that_the_car_lacks_keeps_its_own_value() -> None:
    hal = _hal(14)
    before = hal.world.snapshot()
    hal.set(property_id("HVAC_TEMPERATURE_SET"), 32, 27.0)
    assert hal.world.snapshot() == before
    assert hal.get(property_id("HVAC_TEMPERATURE_SET"), 32) == 27


@cases(
    ("name", "area", "path", "held", "raw"),
    [
        ("PERF_VEHICLE_SPEED", 0, "road.speed", 90, 25.0),
        ("FUEL_LEVEL", 0, "road.fuel_level", 50, 7500.0),
        ("RANGE_REMAINING", 0, "road.fuel_level", 50, 320_000.0),
        ("GEAR_SELECTION", 0, "road.gear", "reverse", 2),
        ("CURRENT_GEAR", 0, "road.gear", "drive", 16),
        ("SEAT_FORE_AFT_POS", 1, f"seat.{DRIVER}.position.horizontal_position", 0, 10),
        ("SEAT_BACKREST_ANGLE_1_POS", 4, f"seat.{PASSENGER}.position.backrest_angle", 100, -10),
        ("SEAT_HEIGHT_POS", 1, f"seat.{DRIVER}.position.vertical_position", 75, 5),
        ("WINDOW_POS", 64, f"window.window_states.{PASSENGER}.open_degree", 40, 4),
        ("WINDOW_POS", 65536, "sunroof.open_degree_percentage", 50, 5),
        ("WINDOW_POS", 65536, "sunroof.state", "tilted", -10),
        ("DOOR_POS", 1, f"door.doors.{DRIVER}.status", "open", 1),
        ("DOOR_POS", 0x20000000, "trunk.state", "open", 1),
        ("DOOR_LOCK", 4, f"door.doors.{PASSENGER}.is_locked", True, True),
        ("MIRROR_Y_POS", 1, "rearviewMirror.left_mirror.horizontal_position", 100, -3),
        ("MIRROR_Y_POS", 2, "rearviewMirror.right_mirror.horizontal_position", 100, 3),
        ("HAZARD_LIGHTS_SWITCH", 0, "hazardLight.is_active", True, 1),
        ("HAZARD_LIGHTS_STATE", 0, "hazardLight.is_active", True, 1),
        ("READING_LIGHTS_STATE", 16, f"readingLight.{SEATS[2]}.is_on", True, 1),
        ("HEADLIGHTS_STATE", 0, "lowBeamHeadlight.mode", "on", 1),
        ("WINDSHIELD_WIPERS_STATE", 1, "wiper.front_wiper.is_on", True, 2),
        ("FUEL_DOOR_OPEN", 0, "fuelPort.is_open", True, True),
        ("NIGHT_MODE", 0, "road.light", "tunnel", True),
        ("VEHICLE_SPEED_DISPLAY_UNITS", 0, "environment.unit_system", "mile", 144),
        ("LANE_KEEP_ASSIST_STATE", 0, "assistance.lane_keeping", False, -2),
        ("BLIND_SPOT_WARNING_STATE", 2, "assistance.blind_spot_warning", True, 1),
        ("HVAC_FAN_DIRECTION", 1, f"airConditioner.ac_states.{DRIVER}.outlet_modes.feet and window", True, 6),
        ("HVAC_SIDE_MIRROR_HEAT", 3, "rearviewMirror.heating_enabled", True, 1),
    ],
)
def test_facts(name: str, area: int, path: str, held: StateValue, raw: RawPropertyValue) -> None:
    hal = _hal(15)
    hal.world.set(path, held)
    assert hal.get(property_id(name), area) == raw


def test_headlights_that_follow_the_light_shine_in_the_dark_and_in_bad_weather() -> None:
    hal = _hal(14)
    state = property_id("HEADLIGHTS_STATE")
    hal.world.lowBeamHeadlight.mode = "auto"
    assert hal.get(property_id("HEADLIGHTS_SWITCH"), 0) == 256
    assert hal.get(state, 0) == 0
    hal.world.road.weather = "rain"
    assert hal.get(state, 0) == 1
    hal.world.road.weather, hal.world.road.light = "cloudy", "night"
    assert hal.get(state, 0) == 1
    with pytest.raises(VhalError, match="follows"):
        hal.set(state, 0, 0, trusted=True)


def test_strengths_are_kept_where_a_property_says_them_already() -> None:
    hal = _hal(14)
    hal.world.set(f"seat.{DRIVER}.heater.temperature_level", 5)
    seat_heat = property_id("HVAC_SEAT_TEMPERATURE")
    hal.set(seat_heat, 1, 2)
    assert hal.world.get(f"seat.{DRIVER}.heater.is_on") is True
    assert hal.world.get(f"seat.{DRIVER}.heater.temperature_level") == 5
    hal.set(seat_heat, 1, 1)
    assert hal.world.get(f"seat.{DRIVER}.heater.temperature_level") == 1
    with pytest.raises(VhalError, match="only heats"):
        hal.set(seat_heat, 1, -1)


def test_the_fan_blows_where_android_points_it() -> None:
    hal = _hal(14)
    hal.set(property_id("HVAC_FAN_DIRECTION"), 1, 3)
    outlets = hal.world.airConditioner.ac_states[DRIVER].outlet_modes
    assert (outlets.face_and_feet, outlets.face) == (True, False)
    hal.set(property_id("HVAC_FAN_DIRECTION"), 1, 7)
    assert (outlets.random, outlets.window) == (True, True)
    with pytest.raises(VhalError):
        hal.set(property_id("HVAC_FAN_DIRECTION"), 1, 8)


def test_a_fact_is_written_as_a_set_up_in_one_change() -> None:
    hal = _hal(13)
    heard: list[tuple[ChangeCause, int]] = []
    hal.world.listeners.append(lambda cause, before: heard.append((cause, len(before))))
    hal.set(property_id("HVAC_TEMPERATURE_SET"), 49, 18.0)
    assert heard == [(ChangeCause("setup", "vhal"), 2)]


@pytest.mark.parametrize("release", RELEASES)
def test_the_measured_temperature_is_that_of_the_air_and_follows_with_time(release: AndroidRelease) -> None:
    hal = _hal(release)
    measured, wanted = property_id("HVAC_TEMPERATURE_CURRENT"), property_id("HVAC_TEMPERATURE_SET")
    hal.world.set("road.outside_temperature", -10)
    hal.world.set("cabin.air_temperature", 5)
    hal.set(wanted, next(iter(hal.configs[wanted].areas)), 28.0)
    (area, *_) = hal.configs[measured].areas
    assert hal.get(measured, area) == 5.0
    happen(hal.world, "time passes", seconds=120)
    warmed = hal.get(measured, area)
    assert isinstance(warmed, float)
    assert 6 < warmed < 28
    assert warmed == pytest.approx(hal.world.cabin.air_temperature, abs=0.001)
