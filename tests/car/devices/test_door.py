import pytest

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import World

DRIVER = "driver's seat"
ANGLE, STATUS, UNIT, LOCK = (f"doors.{DRIVER}.{name}" for name in ("angle", "status", "angle_unit", "is_locked"))
MOVING = {"road.gear": "drive", "road.speed": 30}
OPEN = {f"door.{ANGLE}": 50}


@pytest.mark.parametrize(
    ("verb", "arguments", "angle"),
    [
        ("increase", {"degree": "tiny"}, 60),
        ("increase", {"degree": "little"}, 70),
        ("increase", {"degree": "large"}, 80),
        ("increase", {"value": 2, "unit": "gear"}, 70),
        ("increase", {"value": 90, "unit": "centimeter"}, 100),
        ("decrease", {"degree": "little"}, 30),
        ("decrease", {"value": 10}, 40),
        ("set", {"degree": "max"}, 100),
        ("set", {"degree": "medium"}, 60),
        ("set", {"value": 70, "unit": "percentage"}, 70),
    ],
)
def test_openings(call, verb, arguments, angle):
    result, changed = call(f"door.carcontrol_carDoor_angle_{verb}", arguments, **OPEN)
    assert result.success
    unit = arguments.get("unit", "percentage")
    given = {"percentage": angle, "gear": angle / 10, "centimeter": angle}[unit]
    assert changed.pop(UNIT, "percentage") == unit
    assert changed == {ANGLE: given}


def test_a_door_that_reaches_the_end_is_closed(call):
    _, changed = call("door.carcontrol_carDoor_angle_decrease", {"degree": "large"}, **{f"door.{ANGLE}": 20})
    assert changed == {ANGLE: 0, STATUS: "closed"}


@pytest.mark.parametrize(
    ("start", "action", "changed"),
    [
        ("default", "open", {STATUS: "open", ANGLE: 10}),
        ("default", "close", {}),
        ("init2", "open", {}),
        ("init2", "close", {STATUS: "closed", ANGLE: 0}),
    ],
)
def test_switch_opens_ajar_or_closes(call, start, action, changed):
    assert call("door.carcontrol_carDoor_switch", {"action": action}, start=start)[1] == changed


def test_places(call):
    api = "door.carcontrol_carDoor_lock_switch"
    assert len(call(api, {"switch": True, "position": ["all"]})[1]) == len(SEATS)
    speaker = {"environment.speaker": "second row right"}
    assert call(api, {"switch": True}, **speaker)[1] == {"doors.second row right.is_locked": True}
    both = {"switch": True, "position": ["second row left", "second row right"]}
    assert len(call("door.carcontrol_carDoor_mode_childSafetyLock", both)[1]) == 2


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"action": "open"}),
        ("angle_increase", {"degree": "tiny"}),
        ("angle_set", {"degree": "max"}),
    ],
)
@pytest.mark.parametrize(("before", "why"), [({f"door.{LOCK}": True}, "is locked"), (MOVING, "while the car moves")])
def test_a_locked_door_stays_shut_and_so_does_any_door_while_the_car_moves(call, api, arguments, before, why):
    result, changed = call(f"door.carcontrol_carDoor_{api}", arguments, **before)
    assert not result.success
    assert why in result.message
    assert changed == {}


@pytest.mark.parametrize("before", [{f"door.{LOCK}": True}, MOVING])
@pytest.mark.parametrize(
    ("api", "arguments"),
    [("switch", {"action": "close"}), ("angle_decrease", {"degree": "tiny"}), ("angle_set", {"degree": "min"})],
)
def test_an_open_door_may_always_be_pulled_shut(call, api, arguments, before):
    result, changed = call(f"door.carcontrol_carDoor_{api}", arguments, **OPEN, **before)
    assert result.success
    assert changed[ANGLE] < 50


def test_one_locked_door_keeps_all_as_they_were(call):
    locked = {"door.doors.third row left.is_locked": True}
    result, changed = call("door.carcontrol_carDoor_switch", {"action": "open", "position": ["all"]}, **locked)
    assert "third row left" in result.message
    assert changed == {}


@pytest.mark.parametrize(("gear", "speed"), [("drive", 0), ("park", 0)])
def test_a_car_that_stands_lets_people_out(call, gear, speed):
    before = {"road.gear": gear, "road.speed": speed}
    assert call("door.carcontrol_carDoor_switch", {"action": "open"}, **before)[0].success


def test_status_angle_and_unit_agree_however_they_are_written():
    car = World()
    car.set(f"door.{STATUS}", "open")
    assert car.get(f"door.{ANGLE}") == 10
    car.set(f"door.{UNIT}", "gear")
    assert car.get(f"door.{ANGLE}") == 1
    car.set(f"door.{ANGLE}", 0)
    assert car.get(f"door.{STATUS}") == "closed"


def test_locking_leaves_the_windows_alone(call):
    before = {"window.auto_close_on_lock": True, "window.window_states.passenger seat.open_degree": 40}
    _, changed = call("door.carcontrol_carDoor_lock_switch", {"switch": True, "position": ["all"]}, **before)
    assert all(path.endswith("is_locked") for path in changed)


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"action": "pause"}),
        ("switch", {"action": "open", "position": ["trunk"]}),
        ("lock_switch", {}),
        ("angle_increase", {"degree": "medium"}),
        ("angle_set", {"value": 11, "unit": "gear"}),
        ("angle_set", {"value": -1}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"door.carcontrol_carDoor_{api}", arguments, start="init2")
    assert not result.success
    assert changed == {}
