"""Lights & driving: each control moves its own part of the car."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.world.world import World

FLAGS = {
    "high_beam": "highBeamHeadlight.high_beam_on",
    "auto_high_beam": "assistance.auto_high_beam",
    "front_fog_light": "fogLight.front_light.is_on",
    "rear_fog_light": "fogLight.rear_light.is_on",
    "wipers": "wiper.front_wiper.is_on",
    "lane_keeping": "assistance.lane_keeping",
    "speed_limit_warning": "assistance.speed_limit_warning",
    "forward_collision_warning": "assistance.forward_collision_warning",
    "blind_spot_warning": "assistance.blind_spot_warning",
}


@pytest.fixture
def lights(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("Lights & driving")
    return head_unit


@pytest.mark.parametrize(("id", "path"), FLAGS.items())
def test_switches(lights: HeadUnit, world: World, id: str, path: str) -> None:
    before = world.get(path)
    assert find(lights, id).checked is before
    assert find(lights, id).role == "Switch"
    changes = heard(world)
    tap(lights, id)
    assert (path, not before, "touch") in changes
    assert {changed for changed, _, _ in changes} <= {path, "fogLight.last_position"}
    assert find(lights, id).checked is not before
    tap(lights, id)
    assert world.get(path) is before


@pytest.mark.parametrize("mode", ["on", "auto", "off"])
def test_low_beam(lights: HeadUnit, world: World, mode: str) -> None:
    world.set("lowBeamHeadlight.mode", "off" if mode != "off" else "on")
    changes = heard(world)
    tap(lights, f"low_beam_{mode}")
    assert changes == [("lowBeamHeadlight.mode", mode, "touch")]
    assert [other for other in ("on", "auto", "off") if find(lights, f"low_beam_{other}").checked] == [mode]


@pytest.mark.parametrize("mode", ["eco", "sport", "snow", "comfort"])
def test_drive_mode(lights: HeadUnit, world: World, mode: str) -> None:
    world.set("assistance.drive_mode", "eco" if mode != "eco" else "snow")
    changes = heard(world)
    tap(lights, f"drive_mode_{mode}")
    assert changes == [("assistance.drive_mode", mode, "touch")]
    assert find(lights, f"drive_mode_{mode}").checked


def test_the_aim_of_the_low_beam_in_all_its_units(lights: HeadUnit, world: World) -> None:
    slide(lights, "low_beam_height", 1.0)
    aim = {unit: world.get(f"lowBeamHeadlight.height_{unit}") for unit in ("level", "percentage", "centimeter")}
    assert aim == {"level": 10, "percentage": 100, "centimeter": 15}
    assert find(lights, "low_beam_height").text == "100 %"


@pytest.mark.parametrize(("share", "gear"), [(0.0, 1), (0.5, 3), (1.0, 5)])
def test_both_wipers_go_at_one_speed(lights: HeadUnit, world: World, share: float, gear: int) -> None:
    world.set("wiper.front_wiper.speed_setting.value", 2)
    slide(lights, "wiper_speed", share)
    assert [world.get(f"wiper.{end}_wiper.speed_setting.value") for end in ("front", "rear")] == [gear, gear]
    assert find(lights, "wiper_speed").range == (1, 5, gear)


def test_a_speed_given_in_percent_shows_as_a_gear(lights: HeadUnit, world: World) -> None:
    world.call("wiper.carcontrol_wiperBlade_speed_set", {"value": 75, "unit": "percentage"})
    assert find(lights, "wiper_speed").range == (1, 5, 4)


def test_the_speed_limit_goes_in_steps_of_five(lights: HeadUnit, world: World) -> None:
    assert find(lights, "speed_limit_value").text == "130 km/h"
    changes = heard(world)
    tap(lights, "speed_limit_less")
    assert changes == [("assistance.speed_limit", 125, "touch")]
    tap(lights, "speed_limit_more")
    tap(lights, "speed_limit_more")
    assert find(lights, "speed_limit_value").text == "135 km/h"


def test_the_speed_limit_can_be_chosen_before_the_warning_is_on(lights: HeadUnit, world: World) -> None:
    world.set("assistance.speed_limit_warning", False)
    tap(lights, "speed_limit_less")
    assert world.get("assistance.speed_limit") == 125
    assert world.get("assistance.speed_limit_warning") is False


def test_the_speed_limit_stops_at_its_ends(lights: HeadUnit, world: World) -> None:
    world.set("assistance.speed_limit", 200)
    tap(lights, "speed_limit_more")
    assert world.get("assistance.speed_limit") == 200


@pytest.mark.parametrize("path", ["highBeamHeadlight.high_beam_on", "fogLight.front_light.is_on", "fogLight.rear_light.is_on"])
def test_the_picture_shines(lights: HeadUnit, world: World, path: str) -> None:
    before = lights.frame().copy()
    world.set(path, True)
    assert (lights.frame()[192:452, 480:916] != before[192:452, 480:916]).any()


def test_works_while_the_car_moves(lights: HeadUnit, world: World) -> None:
    drives(world)
    tap(lights, "front_fog_light")
    assert world.get("fogLight.front_light.is_on") is True
