"""The second page of the climate: the unit of each seat, and the air of the whole cabin."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from headunit_touch import drives, find, heard, tap

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import World
from automotive_env.car.devices.air_conditioner import DIRECTIONS, OUTLETS, SWEEPS
from automotive_env.car.driving.temperature import FAHRENHEIT, UNIT
from automotive_env.headunit.gallery import entries
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.shared.vehicle_view import PLACES
from automotive_env.headunit.ui_state import UiState

SEAT = SEATS[4]
AT = f"airConditioner.ac_states.{SEAT}"


@pytest.fixture
def air(head_unit: HeadUnit, world: World) -> HeadUnit:
    """The page of a seat whose unit runs."""
    world.set(f"{AT}.is_on", True)
    assert head_unit.open_app("climate")
    tap(head_unit, "hvac_more_button")
    tap(head_unit, "air_third_left")
    return head_unit


@pytest.fixture
def cabin(air: HeadUnit) -> HeadUnit:
    tap(air, "air_cabin")
    return air


@pytest.mark.parametrize(("seat", "id"), [(seat, f"air_{id}") for seat, _, id in PLACES])
def test_every_seat_has_a_unit(head_unit: HeadUnit, world: World, seat: str, id: str) -> None:
    world.set(f"airConditioner.ac_states.{seat}.is_on", False)
    head_unit.open_app("climate")
    tap(head_unit, "hvac_more_button")
    tap(head_unit, id)
    assert find(head_unit, id).selected
    changes = heard(world)
    tap(head_unit, "seat_power")
    assert changes == [(f"airConditioner.ac_states.{seat}.is_on", True, "touch")]
    assert find(head_unit, "seat_power").checked


def test_the_temperature_at_a_seat(air: HeadUnit, world: World) -> None:
    tap(air, "seat_temperature_more")
    assert world.get(f"{AT}.temperature") == 22.5
    assert find(air, "seat_temperature_value").text == "22.5°"
    assert world.get(f"airConditioner.ac_states.{SEATS[0]}.temperature") == 22


def test_fahrenheit_is_shown_wherever_a_temperature_is(air: HeadUnit, world: World) -> None:
    world.set(UNIT, FAHRENHEIT)
    tap(air, "seat_temperature_more")
    assert (world.get(f"{AT}.temperature"), find(air, "seat_temperature_value").text) == (22.5, "73°")
    tap(air, "seat_temperature_value")
    assert find(air, "pick_73").selected
    tap(air, "pick_88")
    assert (world.get(f"{AT}.temperature"), find(air, "seat_temperature_value").text) == (30, "88°")
    world.set("road.outside_temperature", -40)
    assert (find(air, "outside_temperature").text, find(air, "outside_temperature").description) == (
        "-40 °F", "Outside temperature -40 degrees",
    )  # fmt: skip
    for entry in entries():
        air.restore(UiState(stack=(entry,)))
        texts = [text for element in air.elements() for text in (element.text, element.description)]
        assert not [text for text in texts if "°C" in text], entry


def test_the_fan_at_a_seat(air: HeadUnit, world: World) -> None:
    changes = heard(world)
    tap(air, "seat_fan_less")
    assert changes == [(f"{AT}.wind_speed", 2, "touch")]
    assert find(air, "seat_fan_value").text == "Fan 2"


def test_the_fan_rests_with_its_unit(air: HeadUnit, world: World) -> None:
    world.set(f"{AT}.is_on", False)
    assert not find(air, "seat_fan_more").enabled
    assert not find(air, "outlet_face").enabled


def test_the_child_lock(air: HeadUnit, world: World) -> None:
    changes = heard(world)
    tap(air, "child_lock")
    assert changes == [(f"{AT}.child_safety_lock", True, "touch")]


def opened(world: World) -> set[str]:
    return {outlet for outlet in OUTLETS if world.get(f"{AT}.outlet_modes.{outlet}")}


def test_vents_are_opened_and_closed_one_by_one(air: HeadUnit, world: World) -> None:
    """The car has a flag for each combination; the driver only sees three vents."""
    for outlet in OUTLETS:
        world.set(f"{AT}.outlet_modes.{outlet}", False)
    steps = (("face", {"face"}), ("feet", {"face and feet"}), ("face", {"feet"}), ("window", {"feet and window"}))
    for vent, wanted in steps:
        tap(air, f"outlet_{vent}")
        assert opened(world) == wanted
        assert find(air, f"outlet_{vent}").checked is any(vent in outlet for outlet in wanted)
    tap(air, "outlet_face")
    assert {vent for vent in ("face", "feet", "window") if find(air, f"outlet_{vent}").checked} == {"face", "feet", "window"}
    tap(air, "outlet_random")
    assert opened(world) == {"random"}
    tap(air, "outlet_random")
    assert opened(world) == set()


def test_air_everywhere(air: HeadUnit, world: World) -> None:
    tap(air, "outlet_all")
    assert all(world.get(f"{AT}.outlet_modes.{outlet}") for outlet in OUTLETS)
    tap(air, "outlet_all")
    assert not any(world.get(f"{AT}.outlet_modes.{outlet}") for outlet in OUTLETS)


@pytest.mark.parametrize("mode", ["Sweeping", "Blow to Me", "Avoid People Blow"])
def test_the_vents_move_in_three_ways(air: HeadUnit, world: World, mode: str) -> None:
    id = f"sweep_{mode.lower().replace(' ', '_')}"
    tap(air, id)
    assert world.get(f"{AT}.sweeping_mode") == mode
    assert find(air, id).selected
    tap(air, id)
    assert world.get(f"{AT}.sweeping_mode") is None


@pytest.mark.parametrize("mode", SWEEPS)
def test_every_pattern_of_the_car_counts_as_one_of_them(air: HeadUnit, world: World, mode: str) -> None:
    world.set(f"{AT}.sweeping_mode", mode)
    chosen = [element.name for element in air.elements() if element.name.startswith("sweep_") and element.selected]
    assert len(chosen) == 1
    tap(air, chosen[0])
    assert world.get(f"{AT}.sweeping_mode") is None


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_vents(air: HeadUnit, world: World, direction: str) -> None:
    changes = heard(world)
    tap(air, f"vent_{direction}")
    assert changes == [(f"{AT}.outlet_direction", direction, "touch")]


@pytest.mark.parametrize(
    ("id", "path", "value"),
    [
        ("recirculation_internal", "circulation_mode", "internal circulation"),
        ("recirculation_external", "circulation_mode", "external circulation"),
        ("recirculation_automatic", "circulation_mode", "automatic circulation"),
        ("recirculation_off", "circulation_mode", "off"),
        ("purification_air", "purification_mode", "air purification"),
        ("purification_ion", "purification_mode", "ion purification"),
        ("purification_off", "purification_mode", "off"),
    ],
)
def test_kinds(cabin: HeadUnit, world: World, id: str, path: str, value: str) -> None:
    tap(cabin, "recirculation_internal" if id != "recirculation_internal" else "recirculation_off")
    tap(cabin, "purification_air" if id != "purification_air" else "purification_off")
    changes = heard(world)
    tap(cabin, id)
    assert changes == [(f"airConditioner.{path}", value, "touch")]
    assert find(cabin, id).checked


@pytest.mark.parametrize(
    ("id", "flag"),
    [
        ("defrost_mode", "defrost_mode"),
        ("parking_ventilation", "parking_ventilation_mode"),
        ("auto_defog", "auto_defog_mode"),
        ("energy_saving", "energy_saving_mode"),
    ],
)
def test_switches_of_the_cabin(cabin: HeadUnit, world: World, id: str, flag: str) -> None:
    changes = heard(world)
    tap(cabin, id)
    assert changes == [(f"airConditioner.{flag}", True, "touch")]
    assert find(cabin, id).checked
    tap(cabin, id)
    assert world.get(f"airConditioner.{flag}") is False


@pytest.mark.parametrize("leave", [lambda air: tap(air, "car_ui_toolbar_nav_icon_container"), HeadUnit.back])
def test_the_arrow_and_back_lead_to_the_panel(air: HeadUnit, world: World, leave: Callable[[HeadUnit], object]) -> None:
    leave(air)
    assert world.airConditioner.ac_view_open
    assert (world.system.foreground_app, world.system.foreground_screen) == ("climate", "climate")
    assert air.back() == ""
    assert world.system.foreground_app == "home"


def test_works_while_the_car_moves(air: HeadUnit, world: World) -> None:
    drives(world)
    tap(air, "child_lock")
    assert world.get(f"{AT}.child_safety_lock") is True


@pytest.mark.parametrize("panel", [True, False])
def test_both_sides_are_four_degrees_cooler_in_four_taps(panel: bool) -> None:
    """A value opens a picker with direct choice; from the climate panel it goes back there."""
    world = World()
    world.set("airConditioner.ac_view_open", panel)
    sides = (SEATS[0], SEATS[1])
    for seat in sides:
        world.set(f"airConditioner.ac_states.{seat}.temperature", 27)
    unit = HeadUnit(world)
    for side in ("Driver temperature", "Passenger temperature"):
        value = [e for e in unit.elements() if e.description == side and e.clickable][-1]
        assert value.text == "27.0°"
        assert unit.tap(*value.box.center) == ""
        tap(unit, "pick_23")
    assert [world.get(f"airConditioner.ac_states.{seat}.temperature") for seat in sides] == [23, 23]
    assert bool(world.get("airConditioner.ac_view_open")) is panel
    assert world.get("system.foreground_screen") == ("climate" if panel else "home")


def test_a_picker_that_is_closed_changes_nothing() -> None:
    world = World()
    unit = HeadUnit(world)
    before = world.values[:]
    value = next(e for e in unit.elements() if e.description == "Driver temperature")
    unit.tap(*value.box.center)
    assert find(unit, "pick_22").selected
    tap(unit, "pick_close")
    assert [now for now, then in zip(world.values, before, strict=True) if now != then] == []


@pytest.mark.parametrize(("country", "driver_at"), [("DE", 0), ("GB", 1), ("JP", 1)])
def test_the_controls_of_the_driver_are_where_the_driver_sits(
    head_unit: HeadUnit, world: World, country: str, driver_at: int
) -> None:
    def front(*labels: str) -> int:
        return min(range(2), key=lambda place: min(e.box.left for e in head_unit.elements() if labels[place] == e.label))

    world.set("road.country", country)
    sides = ("left", "right")
    assert front("Raise driver temperature", "Raise passenger temperature") == driver_at, "in the lower bar"
    head_unit.open_app("seats")
    assert front("Driver", "Passenger") == driver_at, "of the seats"
    head_unit.open_app("climate")
    assert front("Driver", "Passenger") == driver_at, "in the climate"
    tap(head_unit, f"seat_heat_level_button_{sides[driver_at]}")
    assert (world.get(f"seat.{SEATS[0]}.heater.is_on"), world.get(f"seat.{SEATS[1]}.heater.is_on")) == (True, False)
    tap(head_unit, "hvac_more_button")
    assert front("Driver", "Passenger") == driver_at, "of the air at the seats"


@pytest.mark.parametrize(("place", "text"), [("driver", "Windscreen"), ("second_left", "Window"), ("third_right", "Window")])
def test_only_the_front_seats_blow_at_the_windscreen(air: HeadUnit, place: str, text: str) -> None:
    tap(air, f"air_{place}")
    assert find(air, "outlet_window").text == text
