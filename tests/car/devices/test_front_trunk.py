import pytest

from automotive_env.car.core.world import World

VALUE, UNIT, STATE, LOCK = "open_degree_value", "open_degree_unit", "state", "is_locked"
MOVING = {"road.gear": "drive", "road.speed": 30}


@pytest.mark.parametrize(
    ("verb", "arguments", "changed"),
    [
        ("increase", {"degree": "tiny"}, {VALUE: 2.75}),
        ("increase", {"degree": "large"}, {VALUE: 4}),
        ("increase", {"value": 30, "unit": "percentage"}, {VALUE: 4}),
        ("increase", {"value": 15, "unit": "centimeter"}, {VALUE: 4}),
        ("decrease", {"degree": "little"}, {VALUE: 1.75}),
        ("decrease", {"degree": "medium"}, {VALUE: 0, STATE: "closed"}),
        ("set", {"degree": "min"}, {VALUE: 0.5}),
        ("set", {"value": 4, "unit": "gear"}, {VALUE: 4}),
        ("set", {"value": 25, "unit": "centimeter"}, {VALUE: 25, UNIT: "centimeter"}),
        ("set", {"value": 0}, {VALUE: 0, UNIT: "percentage", STATE: "closed"}),
    ],
)
def test_openings_are_kept_in_the_unit_last_set(call, verb, arguments, changed):
    result, now = call(f"frontTrunk.carcontrol_frontTrunk_openDegree_{verb}", arguments, start="init2")
    assert result.success
    assert now == changed


@pytest.mark.parametrize(
    ("start", "action", "changed"),
    [
        ("default", "open", {STATE: "open", VALUE: 10}),
        ("default", "close", {}),
        ("init2", "open", {}),
        ("init2", "close", {STATE: "closed", VALUE: 0}),
    ],
)
def test_switch_opens_a_crack_or_closes(call, start, action, changed):
    assert call("frontTrunk.carcontrol_frontTrunk_switch", {"action": action}, start=start)[1] == changed


@pytest.mark.parametrize(
    ("api", "arguments"),
    [("switch", {"action": "open"}), ("openDegree_set", {"degree": "max"}), ("openDegree_increase", {"value": 5})],
)
@pytest.mark.parametrize(("before", "why"), [({f"frontTrunk.{LOCK}": True}, "is locked"), (MOVING, "while the car moves")])
def test_it_stays_shut_when_locked_or_moving(call, api, arguments, before, why):
    result, changed = call(f"frontTrunk.carcontrol_frontTrunk_{api}", arguments, **before)
    assert why in result.message
    assert changed == {}


def test_it_may_be_closed_while_the_car_moves(call):
    result, _ = call("frontTrunk.carcontrol_frontTrunk_openDegree_decrease", {"degree": "tiny"}, start="init2", **MOVING)
    assert result.success
    assert call("frontTrunk.carcontrol_frontTrunk_switch", {"action": "close"}, start="init2", **MOVING)[0].success


def test_it_is_locked_only_when_shut():
    car = World({"frontTrunk": "init2"})
    assert "close it" in car.frontTrunk.carcontrol_frontTrunk_lock_switch(True).message
    assert car.frontTrunk.carcontrol_frontTrunk_switch("close").success
    assert car.frontTrunk.carcontrol_frontTrunk_lock_switch(True).success
    assert car.frontTrunk.is_locked
    assert not car.frontTrunk.carcontrol_frontTrunk_switch("open").success
    assert car.frontTrunk.carcontrol_frontTrunk_lock_switch(False).success
    assert car.frontTrunk.carcontrol_frontTrunk_switch("open").success


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"action": "pause"}),
        ("openDegree_set", {"value": 6, "unit": "gear"}),
        ("openDegree_increase", {"degree": "max"}),
        ("openDegree_increase", {"degree": "tiny", "value": 5}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"frontTrunk.carcontrol_frontTrunk_{api}", arguments)
    assert not result.success
    assert changed == {}
