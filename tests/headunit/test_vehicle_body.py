"""Vehicle: roof, doors, lids, mirrors, steering wheel and pedals, reading lamps; every control, and what is refused."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.shared.vehicle_view import car_view
from automotive_env.headunit.ui_state import UiState

IDS = ("driver", "passenger", "second_left", "second_right", "third_left", "third_right")
PLACES = list(zip(IDS, SEATS, strict=True))
MIRROR = "rearviewMirror"


def section(unit: HeadUnit, name: str) -> HeadUnit:
    assert unit.open_app("vehicle")
    tap(unit, f"vehicle_{name}")
    assert find(unit, f"vehicle_{name}").selected
    return unit


def refusal(unit: HeadUnit, name: str) -> str:
    return unit.tap(*find(unit, name).box.center)


FLAGS = [
    *[("windows", f"window_child_lock_{id}", f"window.window_states.{seat}.child_safety_lock") for id, seat in PLACES],
    ("windows", "auto_close_on_lock", "window.auto_close_on_lock"),
    ("roof", "sunshade_front", "sunshade.front_row_status.is_open"),
    ("roof", "sunshade_rear", "sunshade.rear_row_status.is_open"),
    ("roof", "sunshade_auto_close", "sunshade.leave_and_lock_auto_close_enabled"),
    ("lids", "front_trunk_lock", "frontTrunk.is_locked"),
    ("lids", "trunk_lock", "trunk.is_locked"),
    ("lids", "fuel_port_open", "fuelPort.is_open"),
    ("lids", "fuel_port_lock", "fuelPort.is_locked"),
    ("mirrors", "mirror_left", f"{MIRROR}.left_mirror.is_open"),
    ("mirrors", "mirror_right", f"{MIRROR}.right_mirror.is_open"),
    ("mirrors", "mirror_auto_flip", f"{MIRROR}.auto_flip_enabled"),
    ("mirrors", "mirror_auto_fold", f"{MIRROR}.auto_fold_enabled"),
    ("mirrors", "mirror_auto_adjust", f"{MIRROR}.auto_adjust_enabled"),
    ("mirrors", "mirror_heating", f"{MIRROR}.heating_enabled"),
    ("mirrors", "mirror_auxiliary_view", f"{MIRROR}.auxiliary_view_enabled"),
    ("mirrors", "mirror_page", f"{MIRROR}.view_page_open"),
    ("wheel", "steering_wheel_heater", "steeringWheel.is_heater_on"),
    ("wheel", "steering_wheel_view", "steeringWheel.is_view_open"),
    ("wheel", "foot_pedal_driver", "footPedal.pedals.driver's seat.state"),
    ("wheel", "foot_pedal_passenger", "footPedal.pedals.passenger seat.state"),
    ("lamps", "reading_light_auto", "readingLight.auto_mode"),
    *[("lamps", f"reading_light_{id}", f"readingLight.{seat}.is_on") for id, seat in PLACES],
]
QUANTITIES = [
    ("roof", "sunroof_opening", "sunroof.open_degree_percentage", 100),
    ("roof", "sunshade_front_opening", "sunshade.front_row_status.open_degree_value", 100),
    ("roof", "sunshade_rear_opening", "sunshade.rear_row_status.open_degree_value", 100),
    ("lids", "front_trunk_opening", "frontTrunk.open_degree_value", 100),
    ("lids", "trunk_opening", "trunk.current_open_degree_percentage", 100),
    ("mirrors", "mirror_left_height", f"{MIRROR}.left_mirror.height", 100),
    ("mirrors", "mirror_right_height", f"{MIRROR}.right_mirror.height", 100),
    ("mirrors", "mirror_left_horizontal", f"{MIRROR}.left_mirror.horizontal_position", 100),
    ("mirrors", "mirror_right_horizontal", f"{MIRROR}.right_mirror.horizontal_position", 100),
    ("wheel", "steering_wheel_heater_level", "steeringWheel.heater_level", 10),
    *[("lamps", f"reading_light_{id}_brightness", f"readingLight.{seat}.brightness_value", 100) for id, seat in PLACES],
]
WORDS = [
    ("roof", "sunroof_open", "sunroof.state", "open"),
    ("roof", "sunroof_tilt", "sunroof.state", "tilted"),
    ("lids", "front_trunk_open", "frontTrunk.state", "open"),
    ("lids", "trunk_open", "trunk.state", "open"),
    ("wheel", "steering_wheel_heater_medium", "steeringWheel.heater_level", 5),
    ("wheel", "steering_wheel_heater_high", "steeringWheel.heater_level", 8),
]


@pytest.mark.parametrize(("where", "id", "path"), FLAGS, ids=[id for _, id, _ in FLAGS])
def test_a_switch_turns_its_flag_over_and_back(head_unit: HeadUnit, world: World, where: str, id: str, path: str) -> None:
    section(head_unit, where)
    before = world.get(path)
    changes = heard(world)
    tap(head_unit, id)
    assert world.get(path) is not before
    assert find(head_unit, id).checked is world.get(path)
    assert {cause for _, _, cause in changes} == {"touch"}
    tap(head_unit, id)
    assert world.get(path) is before


@pytest.mark.parametrize(("where", "id", "path", "top"), QUANTITIES, ids=[id for _, id, _, _ in QUANTITIES])
def test_a_slider_sets_its_quantity(head_unit: HeadUnit, world: World, where: str, id: str, path: str, top: float) -> None:
    world.set("trunk.is_locked", False)
    section(head_unit, where)
    changes = heard(world)
    slide(head_unit, id, 1.0)
    assert world.get(path) == top
    slide(head_unit, id, 0.25)
    assert world.get(path) == pytest.approx(top / 4, abs=top / 20)
    slide(head_unit, id, 0.0)
    assert world.get(path) == 0
    assert {cause for _, _, cause in changes} == {"touch"}


@pytest.mark.parametrize(("where", "id", "path", "word"), WORDS, ids=[id for _, id, _, _ in WORDS])
def test_a_choice_is_made(head_unit: HeadUnit, world: World, where: str, id: str, path: str, word: object) -> None:
    world.set("trunk.is_locked", False)
    section(head_unit, where)
    tap(head_unit, id)
    assert world.get(path) == word
    assert find(head_unit, id).checked or find(head_unit, id).selected


def test_a_step_of_the_steering_wheel_switches_its_heating_on(head_unit: HeadUnit, world: World) -> None:
    section(head_unit, "wheel")
    tap(head_unit, "steering_wheel_heater_low")
    assert world.get("steeringWheel.is_heater_on") is True
    assert find(head_unit, "steering_wheel_temperature").text == "26 °C"


@pytest.mark.parametrize(("id", "seat"), PLACES)
def test_each_door(head_unit: HeadUnit, world: World, id: str, seat: str) -> None:
    section(head_unit, "doors")
    at = f"door.doors.{seat}"
    for name, path in (("door_lock", "is_locked"), ("door_child_lock", "child_safety_lock_enabled")):
        tap(head_unit, f"{name}_{id}")
        assert world.get(f"{at}.{path}") is True
        tap(head_unit, f"{name}_{id}")
        assert world.get(f"{at}.{path}") is False
    tap(head_unit, f"door_open_{id}")
    assert world.get(f"{at}.status") == "open"
    slide(head_unit, f"door_angle_{id}", 1.0)
    assert world.get(f"{at}.angle") == 100
    tap(head_unit, f"door_open_{id}")
    assert world.get(f"{at}.angle") == 0


def test_all_doors_are_locked_and_unlocked(head_unit: HeadUnit, world: World) -> None:
    section(head_unit, "doors")
    tap(head_unit, "doors_lock_all")
    assert all(world.get(f"door.doors.{seat}.is_locked") for seat in SEATS)
    assert "locked" in refusal(head_unit, "door_open_passenger")
    tap(head_unit, "doors_unlock_all")
    assert not any(world.get(f"door.doors.{seat}.is_locked") for seat in SEATS)


@pytest.mark.parametrize(
    ("where", "id"),
    [
        ("doors", "door_open_driver"),
        ("doors", "door_angle_driver"),
        ("lids", "front_trunk_open"),
        ("lids", "front_trunk_opening"),
        ("lids", "trunk_open"),
        ("lids", "trunk_opening"),
        ("lids", "fuel_port_open"),
    ],
)
def test_nothing_opens_while_the_car_moves(head_unit: HeadUnit, world: World, where: str, id: str) -> None:
    world.set("trunk.is_locked", False)
    drives(world)
    section(head_unit, where)
    changes = heard(world)
    assert "stop first" in refusal(head_unit, id)
    assert changes == []


def test_what_is_locked_stays_shut_and_what_is_open_is_not_locked(head_unit: HeadUnit, world: World) -> None:
    section(head_unit, "lids")
    assert "unlock it first" in refusal(head_unit, "trunk_open")
    tap(head_unit, "fuel_port_open")
    assert "close it before" in refusal(head_unit, "fuel_port_lock")


def test_holding_what_moves(head_unit: HeadUnit, world: World) -> None:
    section(head_unit, "roof")
    assert "nothing to hold" in refusal(head_unit, "sunroof_pause")
    assert "nothing to hold" in refusal(head_unit, "sunshade_front_hold")
    slide(head_unit, "sunshade_front_opening", 0.5)
    tap(head_unit, "sunshade_front_hold")
    assert world.get("sunshade.front_row_status.is_paused") is True
    tap(head_unit, "sunshade_front_hold")
    assert world.get("sunshade.front_row_status.is_paused") is False
    slide(head_unit, "sunroof_opening", 0.5)
    tap(head_unit, "sunroof_pause")
    assert world.get("sunroof.state") == "paused"
    tap(head_unit, "sunroof_close")
    assert world.get("sunroof.open_degree_percentage") == 0


def test_all_reading_lamps(head_unit: HeadUnit, world: World) -> None:
    section(head_unit, "lamps")
    tap(head_unit, "reading_lights_on")
    assert all(world.get(f"readingLight.{seat}.is_on") for seat in SEATS)
    tap(head_unit, "reading_lights_off")
    assert not any(world.get(f"readingLight.{seat}.is_on") for seat in SEATS)


@pytest.mark.parametrize(
    ("where", "path", "value"),
    [
        *[("windows", f"window.window_states.{seat}.open_degree", 40) for seat in SEATS],
        *[("doors", f"door.doors.{seat}.angle", 40) for seat in SEATS],
        ("lids", "frontTrunk.open_degree_value", 40),
        ("lids", "trunk.current_open_degree_percentage", 40),
        ("lids", "fuelPort.is_open", True),
        ("mirrors", f"{MIRROR}.right_mirror.is_open", False),
        ("roof", "sunroof.open_degree_percentage", 40),
        ("roof", "sunroof.state", "tilted"),
        ("roof", "sunshade.rear_row_status.open_degree_value", 40),
        ("wheel", "steeringWheel.is_heater_on", True),
        *[("lamps", f"readingLight.{seat}.is_on", True) for seat in SEATS],
    ],
)
def test_the_picture_shows_it(head_unit: HeadUnit, world: World, where: str, path: str, value: object) -> None:
    world.set("steeringWheel.heater_level", 6)
    head_unit.restore(UiState((ScreenEntry("vehicle", "vehicle", (where,)),)))
    before = head_unit.frame().copy()
    world.set(path, value)
    assert (head_unit.frame()[192:664, 554:854] != before[192:664, 554:854]).any()


@pytest.mark.parametrize(("country", "driver_at"), [("DE", 0), ("GB", 1)])
@pytest.mark.parametrize(("where", "id"), [("doors", "door_lock"), ("windows", "window_child_lock")])
def test_the_driver_sits_by_the_middle_of_the_road(
    head_unit: HeadUnit, world: World, country: str, driver_at: int, where: str, id: str
) -> None:
    world.set("road.country", country)
    section(head_unit, where)
    front = [find(head_unit, f"{id}_{seat}").box.left for seat in IDS[:2]]
    assert front.index(min(front)) == driver_at
    world.set("window.window_states.driver's seat.open_degree", 50)
    assert car_view().now(world.values).windows.index(50) == driver_at
