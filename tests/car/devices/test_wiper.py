import pytest
from cases import cases

from automotive_env.car.core.world import World

FRONT, REAR = "front_wiper", "rear_wiper"


@pytest.mark.parametrize(
    ("arguments", "ends"),
    [
        ({}, (FRONT, REAR)),
        ({"position": "all"}, (FRONT, REAR)),
        ({"position": "front"}, (FRONT,)),
        ({"position": "rear"}, (REAR,)),
    ],
)
def test_switch(call, arguments, ends):
    _, changed = call("wiper.carcontrol_wiperBlade_switch", {"switch": True, **arguments})
    assert changed == {f"{end}.is_on": True for end in ends}


@cases(
    ("verb", "arguments", "front", "rear"),
    [
        ("set", {"value": 4}, (4, "gear"), (4, "gear")),
        ("set", {"value": 40, "unit": "percentage"}, (40, "percentage"), (40, "percentage")),
        ("set", {"degree": "max"}, (100, "percentage"), (5, "gear")),
        ("increase", {"degree": "tiny"}, (100, "percentage"), (3, "gear")),
        ("decrease", {"value": 50, "unit": "percentage"}, (25, "percentage"), (1, "gear")),
        ("decrease", {"value": 1, "unit": "gear"}, (50, "percentage"), (1, "gear")),
    ],
)
def test_speed_keeps_the_unit_that_it_was_set_in(verb, arguments, front, rear):
    car = World({"wiper": "init2"})
    assert car.call(f"wiper.carcontrol_wiperBlade_speed_{verb}", arguments).success
    speeds = [wiper.speed_setting for wiper in car.wiper.wipers.values()]
    assert [(speed.value, speed.unit) for speed in speeds] == [front, rear]


def test_another_unit_says_the_same_speed():
    car = World({"wiper": "init1"})
    car.set("wiper.front_wiper.speed_setting.unit", "percentage")
    assert car.get("wiper.front_wiper.speed_setting.value") == 50


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"switch": True, "position": "left"}),
        ("speed_set", {"value": 6}),
        ("speed_set", {"value": 2, "degree": "low"}),
        ("speed_increase", {"value": -2}),
        ("speed_increase", {"degree": "max"}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"wiper.carcontrol_wiperBlade_{api}", arguments, start="init2")
    assert not result.success
    assert changed == {}
