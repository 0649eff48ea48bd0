import pytest

from automotive_env.car.core.world import World

PERCENT, GEAR, CENTIMETER = "current_open_degree_percentage", "current_open_degree_gear", "current_open_degree_cm"
STATE, LOCK = "state", "is_locked"
UNLOCKED = {f"trunk.{LOCK}": False}
MOVING = {"road.gear": "drive", "road.speed": 30}


def opening(percent):
    return {PERCENT: percent, GEAR: round(percent / 10), CENTIMETER: percent}


@pytest.mark.parametrize(
    ("verb", "arguments", "percent"),
    [
        ("increase", {"degree": "tiny"}, 55),
        ("increase", {"degree": "little"}, 60),
        ("increase", {"degree": "large"}, 70),
        ("increase", {"value": 2, "unit": "gear"}, 70),
        ("decrease", {"value": 10, "unit": "centimeter"}, 40),
        ("set", {"degree": "min"}, 10),
        ("set", {"degree": "high"}, 75),
        ("set", {"value": 60, "unit": "percentage"}, 60),
    ],
)
def test_all_units_follow(call, verb, arguments, percent):
    before = {**UNLOCKED, f"trunk.{PERCENT}": 50}
    result, changed = call(f"trunk.carcontrol_trunk_openDegree_{verb}", arguments, **before)
    assert result.success
    assert {**opening(50), **changed} == opening(percent)


@pytest.mark.parametrize(
    ("verb", "arguments", "state"),
    [
        ("decrease", {"degree": "large"}, "paused"),
        ("decrease", {"value": 100}, "closed"),
        ("increase", {"value": 10}, "open"),
        ("set", {"degree": "medium"}, "paused"),
        ("set", {"value": 0}, "closed"),
    ],
)
def test_state_says_where_it_stands(call, verb, arguments, state):
    _, changed = call(f"trunk.carcontrol_trunk_openDegree_{verb}", arguments, start="init2")
    assert changed.get(STATE, "open") == state


@pytest.mark.parametrize(
    ("percent", "action", "changed"),
    [
        (0, "open", {STATE: "open", **opening(100)}),
        (0, "close", {}),
        (50, "open", {STATE: "open", **opening(100)}),
        (50, "close", {STATE: "closed", **opening(0)}),
        (50, "pause", {}),
        (100, "open", {}),
    ],
)
def test_switch(call, percent, action, changed):
    before = {**UNLOCKED, f"trunk.{PERCENT}": percent}
    result, now = call("trunk.carcontrol_trunk_switch", {"action": action}, **before)
    assert result.success
    assert now == changed


@pytest.mark.parametrize(
    ("api", "arguments"),
    [("switch", {"action": "open"}), ("openDegree_set", {"degree": "low"}), ("openDegree_increase", {"degree": "tiny"})],
)
@pytest.mark.parametrize(("before", "why"), [({}, "is locked"), ({**UNLOCKED, **MOVING}, "while the car moves")])
def test_it_stays_shut_when_locked_or_moving(call, api, arguments, before, why):
    result, changed = call(f"trunk.carcontrol_trunk_{api}", arguments, **before)
    assert why in result.message
    assert changed == {}


def test_it_may_be_closed_while_the_car_moves(call):
    assert call("trunk.carcontrol_trunk_switch", {"action": "close"}, start="init2", **MOVING)[0].success
    assert call("trunk.carcontrol_trunk_openDegree_set", {"degree": "low"}, start="init2", **MOVING)[0].success


def test_it_is_locked_only_when_shut():
    car = World({"trunk": "init2"})
    assert "close it" in car.trunk.carcontrol_trunk_lock_switch(True).message
    assert car.trunk.carcontrol_trunk_switch("close").success
    assert car.trunk.carcontrol_trunk_lock_switch(True).success
    assert car.trunk.is_locked


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"action": "pause"}),
        ("switch", {"action": "stop"}),
        ("openDegree_set", {"value": 101}),
        ("openDegree_decrease", {"degree": "medium"}),
        ("lock_switch", {"switch": "yes"}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"trunk.carcontrol_trunk_{api}", arguments, start="init2")
    assert not result.success
    assert changed == {}
