"""Car care, its manual and the software page: what is told follows the car, and nothing is reset without a question."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, tap

from automotive_env.car.core.world import World
from automotive_env.car.driving.service import ServiceResetRecord
from automotive_env.car.driving.warning_lamps import LAMPS, SHOWN_ON_TOP, is_lit
from automotive_env.car.owner.events import happen
from automotive_env.car.systems.software import STATES
from automotive_env.headunit.apps.care.manual import found
from automotive_env.headunit.head_unit import SIZES, HeadUnit
from automotive_env.headunit.kit.rendering.tell_tales import TELL_TALES
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.shared.manual_texts import MANUAL


@pytest.fixture
def care(head_unit: HeadUnit, world: World) -> HeadUnit:
    world.set("instrumentPanel.vehicle_mileage", 48_000)
    assert head_unit.open_app("car care")
    return head_unit


def named(unit: HeadUnit, name: str) -> list[str]:
    return [element.text for element in unit.elements() if element.name == name]


@pytest.mark.parametrize(("unit", "text"), [("bar", "1.8 bar"), ("psi", "26 psi"), ("kPa", "180 kPa")])
def test_pressures_are_written_as_the_place_does(care: HeadUnit, world: World, unit: str, text: str) -> None:
    world.set("road.tyres.rear_left", 1.8)
    world.set("tyres.pressure_unit", unit)
    assert find(care, "tyre_rear_left").text == text
    assert find(care, "tyre_state").text == "Low pressure: inflate now"
    assert text.split()[1] in find(care, "tyre_recommended").text


def test_more_load_needs_more_air(care: HeadUnit, world: World) -> None:
    assert find(care, "tyre_state").text == "All tyres are fine"
    changes = heard(world)
    tap(care, "load_full")
    assert changes == [("tyres.load", "full", "touch")]
    assert find(care, "tyre_state").text == "Inflate at the next stop"


def test_the_tyres_are_reset_after_a_question_and_not_without_air(care: HeadUnit, world: World) -> None:
    tap(care, "reset_tyres_button")
    tap(care, "reset_tyres_cancel")
    assert world.tyres.reset_at == ""
    tap(care, "reset_tyres_button")
    tap(care, "reset_tyres_confirm")
    assert world.tyres.reset_at == "2025-04-13 12:00:00"
    world.set("road.tyres.front_right", 1.5)
    world.environment.advance(60)
    tap(care, "reset_tyres_button")
    assert "front right" in care.tap(*find(care, "reset_tyres_confirm").box.center)
    assert world.tyres.reset_at == "2025-04-13 12:00:00"


def test_a_reminder_is_reset_after_a_question(care: HeadUnit, world: World) -> None:
    world.set("service.resets", (ServiceResetRecord("oil", "2023-02-01", 30_000),))
    first = next(element for element in care.elements() if element.name == "service_item")
    assert (first.text, first.description) == ("Oil and filter", "Overdue since 31 January 2025")
    care.tap(*first.box.center)
    tap(care, "reset_service_cancel")
    assert len(world.service.resets) == 1
    care.tap(*first.box.center)
    tap(care, "reset_service_confirm")
    assert [reset.item for reset in world.service.resets] == ["oil", "oil"]
    assert named(care, "service_item")[0] != "Oil and filter"
    tap(care, "history_button")
    assert named(care, "history_item")[0] == "Oil and filter"


def test_a_workshop_is_found_on_the_map(care: HeadUnit, world: World) -> None:
    tap(care, "workshop_button")
    assert (world.system.foreground_app, world.system.foreground_screen) == ("maps", "results")
    assert named(care, "result_item")


def test_the_manual_has_a_page_for_every_lamp_that_is_drawn_or_driven() -> None:
    assert set(MANUAL) == set(LAMPS)
    assert {lamp.icon for lamp in LAMPS.values()} >= set(TELL_TALES)
    for name, text in MANUAL.items():
        assert LAMPS[name].warns or text.drive.startswith("Yes"), f"{name} is only switched on"


@pytest.mark.parametrize(
    ("query", "names"),
    [("fog light", ["rear_fog", "front_fog"]), ("TYRE", ["tyre_pressure"]), ("胎压", ["tyre_pressure"]), ("qwerty", [])],
)
def test_the_manual_is_searched_by_the_beginnings_of_words(query: str, names: list[str]) -> None:
    assert found(query, "electric") == names


def test_the_search_field_leads_to_pages(care: HeadUnit) -> None:
    tap(care, "manual_button")
    tap(care, "manual_edit_text")
    care.type_text("belt")
    care.enter()
    assert named(care, "lamp_item") == ["Seat belt"]
    tap(care, "lamp_item")
    assert find(care, "lamp_drive").text == "No. Stop where it is safe."
    assert find(care, "lamp_state").text == "It is off now."


EVENTS = {
    ("low tyre pressure", "tyre_pressure", "electric"),
    ("low fuel", "low_charge", "electric"),
    ("low fuel", "low_fuel", "combustion"),
    ("seat belt", "seat_belt", "electric"),
    ("door ajar", "door", "electric"),
    ("ice warning", "ice", "electric"),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("event", "lamp", "powertrain"), sorted(EVENTS))
def test_a_lit_lamp_opens_its_page_also_while_driving(
    world: World, event: str, lamp: str, powertrain: str, size: tuple[int, int]
) -> None:
    world.set("energy.powertrain", powertrain)
    unit = HeadUnit(world, size)
    assert not any(element.name.startswith("lamp_") for element in unit.elements())
    drives(world)
    happen(world, event)
    world.call("system.safety_alert_dismiss", {"id": world.system.alert_shown})
    assert is_lit(lamp, world.get)
    tap(unit, f"lamp_{lamp}")
    assert find(unit, "lamp_state").text == "It is on now."
    assert {lamp for _, lamp, _ in EVENTS} == set(SHOWN_ON_TOP)


def test_the_software_page_follows_the_clock(care: HeadUnit, world: World) -> None:
    tap(care, "software_button")
    tap(care, "search_update_button")
    assert find(care, "update_state").text == "Searching…"
    happen(world, "time passes", seconds=5)
    assert find(care, "update_state").text == "Version 6.2 is available."
    tap(care, "schedule_update_button")
    tap(care, "update_hour_2")
    assert world.software.scheduled_for == "2025-04-14 02:00:00"
    assert find(care, "update_state").text == "Planned for Tomorrow, 02:00"
    tap(care, "cancel_update_button")
    assert world.software.scheduled_for == ""
    drives(world)
    assert care.tap(*find(care, "install_button").box.center) == "park the car first"
    world.set("road.gear", "park")
    world.set("road.fuel_level", 12)
    tap(care, "install_button")
    assert "battery is low" in find(care, "update_state").text
    tap(care, "search_update_button")
    happen(world, "time passes", seconds=5)
    tap(care, "later_button")
    assert world.system.foreground_screen == "care"
    assert world.software.remind_at > world.environment.timestamp


ACTIONS = ("search_update_button", "install_button", "schedule_update_button", "later_button", "cancel_update_button")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("planned", ["", "2025-04-14 02:00:00"])
def test_the_software_page_can_be_touched_in_every_state(world: World, size: tuple[int, int], planned: str) -> None:
    unit = HeadUnit(world, size)
    unit.open_app("care")
    tap(unit, "software_button")
    world.set("software.scheduled_for", planned)
    for state in STATES:
        world.set("software.state", state)
        while not unit.scroll("down"):
            pass
        actions = [element for element in unit.elements() if element.name in ACTIONS]
        assert bool(actions) is (bool(planned) or state not in ("searching", "installing"))
        assert all(min(action.box.width, action.box.height) >= TARGET for action in actions[-1:])


def test_the_heating_of_the_wheel_begins_with_some_strength(head_unit: HeadUnit, world: World) -> None:
    assert head_unit.open_app("seats")
    tap(head_unit, "steering_wheel_heater")
    assert (world.steeringWheel.is_heater_on, world.steeringWheel.heater_level) == (True, 5)
    world.call("steeringWheel.carcontrol_steeringWheel_heater_set", {"value": 8, "unit": "level"})
    tap(head_unit, "steering_wheel_heater")
    tap(head_unit, "steering_wheel_heater")
    assert world.steeringWheel.heater_level == 8
