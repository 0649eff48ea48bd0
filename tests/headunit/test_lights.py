"""Lights & wipers: each control moves its own part of the car."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit

FLAGS = {
    "high_beam": "highBeamHeadlight.high_beam_on",
    "auto_high_beam": "assistance.auto_high_beam",
    "front_fog_light": "fogLight.front_light.is_on",
    "rear_fog_light": "fogLight.rear_light.is_on",
    "wipers": "wiper.front_wiper.is_on",
    "rear_wiper": "wiper.rear_wiper.is_on",
    "position_light": "positionLight.is_on",
    "tail_light": "tailLight.is_on",
    "headlight_delay": "highBeamHeadlight.delay_off_enabled",
}


@pytest.fixture
def lights(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("Lights & wipers")
    return head_unit


@pytest.mark.parametrize(("id", "path"), FLAGS.items())
def test_switches(lights: HeadUnit, world: World, id: str, path: str) -> None:
    before = world.get(path)
    assert find(lights, id).checked is before
    assert find(lights, id).role == "Switch"
    changes = heard(world)
    tap(lights, id)
    assert (path, not before, "touch") in changes
    assert {changed for changed, _, _ in changes} <= {path, "fogLight.last_position", "positionLight.status"}
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


def test_the_aim_of_the_low_beam_in_all_its_units(lights: HeadUnit, world: World) -> None:
    slide(lights, "low_beam_height", 1.0)
    aim = {unit: world.get(f"lowBeamHeadlight.height_{unit}") for unit in ("level", "percentage", "centimeter")}
    assert aim == {"level": 10, "percentage": 100, "centimeter": 15}
    assert find(lights, "low_beam_height").text == "100 %"


def test_the_hazard_lights_are_one_touch_away(lights: HeadUnit, world: World) -> None:
    tap(lights, "hazard_light")
    assert (world.hazardLight.is_active, world.hazardLight.status) == (True, "ON")
    assert find(lights, "hazard_light").checked


def test_the_delay_of_the_headlights(lights: HeadUnit, world: World) -> None:
    assert find(lights, "headlight_delay_duration").text == "1:00"
    slide(lights, "headlight_delay_duration", 1.0)
    assert world.get("highBeamHeadlight.delay_off_duration_seconds") == 300
    assert find(lights, "headlight_delay_duration").range == (5, 300, 300)


@pytest.mark.parametrize(("end", "id"), [("front", "wiper_speed"), ("rear", "rear_wiper_speed")])
@pytest.mark.parametrize(("share", "gear"), [(0.0, 1), (0.5, 3), (1.0, 5)])
def test_each_wiper_has_a_speed_of_its_own(lights: HeadUnit, world: World, end: str, id: str, share: float, gear: int) -> None:
    world.set(f"wiper.{end}_wiper.speed_setting.value", 2)
    changes = heard(world)
    slide(lights, id, share)
    assert changes == [(f"wiper.{end}_wiper.speed_setting.value", gear, "touch")]
    assert find(lights, id).range == (1, 5, gear)


def test_a_speed_given_in_percent_shows_as_a_gear(lights: HeadUnit, world: World) -> None:
    world.call("wiper.carcontrol_wiperBlade_speed_set", {"value": 75, "unit": "percentage"})
    assert find(lights, "wiper_speed").range == (1, 5, 4)


@pytest.mark.parametrize("path", ["highBeamHeadlight.high_beam_on", "fogLight.front_light.is_on", "fogLight.rear_light.is_on"])
def test_the_picture_shines(lights: HeadUnit, world: World, path: str) -> None:
    before = lights.frame().copy()
    world.set(path, True)
    assert (lights.frame()[192:452, 480:916] != before[192:452, 480:916]).any()


def test_works_while_the_car_moves(lights: HeadUnit, world: World) -> None:
    drives(world)
    tap(lights, "front_fog_light")
    assert world.get("fogLight.front_light.is_on") is True
