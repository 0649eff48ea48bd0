"""Vehicle: windows one by one and all at once, locks, and facts."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit

IDS = ("driver", "passenger", "second_left", "second_right", "third_left", "third_right")
WINDOWS = {f"window_{id}": seat for id, seat in zip(IDS, SEATS, strict=True)}


def state(seat: str) -> str:
    return f"window.window_states.{seat}"


@pytest.fixture
def vehicle(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("vehicle")
    return head_unit


@pytest.mark.parametrize(("id", "seat"), WINDOWS.items())
def test_a_slider_opens_its_window(vehicle: HeadUnit, world: World, id: str, seat: str) -> None:
    assert find(vehicle, id).text == "Closed"
    changes = heard(world)
    slide(vehicle, id, 1.0)
    assert sorted(changes) == [(f"{state(seat)}.is_open", True, "touch"), (f"{state(seat)}.open_degree", 100, "touch")]
    assert find(vehicle, id).text == "Opened"
    slide(vehicle, id, 0.5)
    assert world.get(f"{state(seat)}.open_degree") == pytest.approx(50, abs=1)
    slide(vehicle, id, 0.0)
    assert world.get(f"{state(seat)}.is_open") is False


def test_all_windows_at_once(vehicle: HeadUnit, world: World) -> None:
    changes = heard(world)
    tap(vehicle, "windows_open_all")
    assert all(world.get(f"{state(seat)}.open_degree") == 100 for seat in SEATS)
    assert {cause for _, _, cause in changes} == {"touch"}
    tap(vehicle, "windows_close_all")
    assert all(world.get(f"{state(seat)}.is_open") is False for seat in SEATS)


def test_the_child_lock_holds_for_the_rear(vehicle: HeadUnit, world: World) -> None:
    tap(vehicle, "window_child_lock")
    assert find(vehicle, "window_child_lock").checked
    assert [world.get(f"{state(seat)}.child_safety_lock") for seat in SEATS] == [False, False, True, True, True, True]
    tap(vehicle, "window_child_lock")
    assert not any(world.get(f"{state(seat)}.child_safety_lock") for seat in SEATS)


def test_closing_when_locked(vehicle: HeadUnit, world: World) -> None:
    changes = heard(world)
    tap(vehicle, "auto_close_on_lock")
    assert changes == [("window.auto_close_on_lock", True, "touch")]


def test_facts(vehicle: HeadUnit, world: World) -> None:
    world.set("road.fuel_level", 8)
    world.set("road.outside_temperature", -3.5)
    assert find(vehicle, "fuel_level_value").text == "8 %"
    assert find(vehicle, "outside_temperature_value").text == "-3.5 °C"


def test_works_while_the_car_moves(vehicle: HeadUnit, world: World) -> None:
    drives(world)
    tap(vehicle, "windows_open_all")
    assert world.get(f"{state(SEATS[0])}.open_degree") == 100
