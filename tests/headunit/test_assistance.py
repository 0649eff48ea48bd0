"""Driver assistance: what warns and helps has a page of its own, found by its name."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, tap

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.headunit.head_unit import HeadUnit

HELPERS = ("lane_keeping", "speed_limit_warning", "forward_collision_warning", "blind_spot_warning")


@pytest.fixture
def assistance(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("Driver assistance")
    return head_unit


@pytest.mark.parametrize("name", ["assistance", "driving assistance", "lane keeping", "speed warning", "drive mode"])
def test_it_is_found_by_what_drivers_call_it(head_unit: HeadUnit, world: World, name: str) -> None:
    assert head_unit.open_app(name)
    assert world.system.foreground_app == "assistance"


@pytest.mark.parametrize("id", HELPERS)
def test_switches(assistance: HeadUnit, world: World, id: str) -> None:
    assert find(assistance, id).checked
    changes = heard(world)
    tap(assistance, id)
    assert changes == [(f"assistance.{id}", False, "touch")]
    assert not find(assistance, id).checked


@pytest.mark.parametrize("mode", ["eco", "sport", "snow", "comfort"])
def test_drive_mode(assistance: HeadUnit, world: World, mode: str) -> None:
    world.set("assistance.drive_mode", "eco" if mode != "eco" else "snow")
    changes = heard(world)
    tap(assistance, f"drive_mode_{mode}")
    assert changes == [("assistance.drive_mode", mode, "touch")]
    assert find(assistance, f"drive_mode_{mode}").checked


def test_the_speed_limit_goes_in_steps_of_five(assistance: HeadUnit, world: World) -> None:
    assert find(assistance, "speed_limit_value").text == "130 km/h"
    changes = heard(world)
    tap(assistance, "speed_limit_less")
    assert changes == [("assistance.speed_limit", 125, "touch")]
    tap(assistance, "speed_limit_more")
    tap(assistance, "speed_limit_more")
    assert find(assistance, "speed_limit_value").text == "135 km/h"


def test_the_speed_limit_can_be_chosen_before_the_warning_is_on(assistance: HeadUnit, world: World) -> None:
    world.set("assistance.speed_limit_warning", False)
    tap(assistance, "speed_limit_less")
    assert world.get("assistance.speed_limit") == 125
    assert world.get("assistance.speed_limit_warning") is False


def test_the_speed_limit_stops_at_its_ends(assistance: HeadUnit, world: World) -> None:
    world.set("assistance.speed_limit", 200)
    tap(assistance, "speed_limit_more")
    assert world.get("assistance.speed_limit") == 200


def test_a_speed_is_chosen_directly(assistance: HeadUnit, world: World) -> None:
    tap(assistance, "speed_limit_value")
    assert find(assistance, "pick_130").selected
    changes = heard(world)
    tap(assistance, "pick_60")
    assert changes == [("assistance.speed_limit", 60, "touch")]
    assert find(assistance, "speed_limit_value").text == "60 km/h"


def test_where_signs_are_in_miles_speeds_are_read_and_set_in_mph(assistance: HeadUnit, world: World) -> None:
    world.set("environment.unit_system", "mile")
    assert find(assistance, "speed_limit_value").text == "81 mph"
    shown = []
    for id in ("speed_limit_more", "speed_limit_more", "speed_limit_less", "speed_limit_less", "speed_limit_less"):
        tap(assistance, id)
        shown.append(find(assistance, "speed_limit_value").text)
    assert shown == ["85 mph", "90 mph", "85 mph", "80 mph", "75 mph"]
    tap(assistance, "speed_limit_value")
    assert find(assistance, "pick_75").selected
    for mph in range(5, 125, 5):
        if mph > 5:
            tap(assistance, "speed_limit_value")
        tap(assistance, f"pick_{mph}")
        assert world.get("assistance.speed_limit") == round(mph * 1.609344)
        assert find(assistance, "speed_limit_value").text == f"{mph} mph"
    happen(world, "speed above the limit", over=16)
    assert any("10 mph faster than 120 mph" in element.text for element in assistance.elements())


def test_works_while_the_car_moves(assistance: HeadUnit, world: World) -> None:
    drives(world)
    tap(assistance, "lane_keeping")
    assert world.get("assistance.lane_keeping") is False
