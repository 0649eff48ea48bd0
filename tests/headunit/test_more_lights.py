"""The second page of the lights: each lamp and each wiper for itself."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.world.world import World

FLAGS = {
    "position_light": "positionLight.is_on",
    "tail_light": "tailLight.is_on",
    "headlight_delay": "highBeamHeadlight.delay_off_enabled",
    "front_wiper": "wiper.front_wiper.is_on",
    "rear_wiper": "wiper.rear_wiper.is_on",
}


@pytest.fixture
def more(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("lights")
    tap(head_unit, "lights_more")
    return head_unit


@pytest.mark.parametrize(("id", "path"), FLAGS.items())
def test_switches(more: HeadUnit, world: World, id: str, path: str) -> None:
    changes = heard(world)
    tap(more, id)
    assert (path, True, "touch") in changes
    assert {changed.rpartition(".")[0] for changed, _, _ in changes} == {path.rpartition(".")[0]}
    assert find(more, id).checked
    tap(more, id)
    assert world.get(path) is False


def test_the_hazard_light_is_one_touch_away(head_unit: HeadUnit, world: World) -> None:
    head_unit.open_app("lights")
    tap(head_unit, "hazard_light")
    assert (world.hazardLight.is_active, world.hazardLight.status) == (True, "ON")
    assert find(head_unit, "hazard_light").checked


def test_the_delay_of_the_headlights(more: HeadUnit, world: World) -> None:
    assert find(more, "headlight_delay_duration").text == "1:00"
    slide(more, "headlight_delay_duration", 1.0)
    assert world.get("highBeamHeadlight.delay_off_duration_seconds") == 300
    assert find(more, "headlight_delay_duration").range == (5, 300, 300)


@pytest.mark.parametrize("end", ["front", "rear"])
def test_each_wiper_has_a_speed_of_its_own(more: HeadUnit, world: World, end: str) -> None:
    changes = heard(world)
    slide(more, f"{end}_wiper_speed", 1.0)
    assert changes == [(f"wiper.{end}_wiper.speed_setting.value", 5, "touch")]


def test_a_wiper_that_goes_by_percent(more: HeadUnit, world: World) -> None:
    world.set("wiper.rear_wiper.speed_setting.value", 3)
    tap(more, "rear_wiper_percent")
    speed = world.wiper.wipers["rear_wiper"].speed_setting
    assert (speed.value, speed.unit) == (50, "percentage")
    slide(more, "rear_wiper_speed", 0.4)
    assert (speed.value, speed.unit) == (40, "percentage")
    assert find(more, "rear_wiper_speed").text == "40 %"
    assert world.wiper.wipers["front_wiper"].speed_setting.unit == "gear"


def test_works_while_the_car_moves(more: HeadUnit, world: World) -> None:
    drives(world)
    tap(more, "rear_wiper")
    assert world.get("wiper.rear_wiper.is_on") is True
