import pytest

from automotive_env.car.core.world import World

OPENED = {"is_open": True, "state": "OPEN"}
CLOSED = {"is_open": False, "state": "CLOSED"}


@pytest.mark.parametrize(
    ("start", "api", "switch", "changed"),
    [
        ("default", "switch", True, OPENED),
        ("init1", "switch", False, CLOSED),
        ("init1", "switch", True, {}),
        ("default", "lock_switch", True, {"is_locked": True, "lock_state": "LOCKED"}),
        ("init2", "lock_switch", False, {"is_locked": False, "lock_state": "UNLOCKED"}),
        ("init1", "lock_switch", False, {}),
    ],
)
def test_flap_and_lock(call, start, api, switch, changed):
    result, now = call(f"fuelPort.{api}", {"switch": switch}, start=start)
    assert result.success
    assert now == changed


@pytest.mark.parametrize(
    ("start", "api", "before", "why"),
    [
        ("init2", "switch", {}, "is locked"),
        ("default", "switch", {"road.gear": "drive", "road.speed": 5}, "while the car moves"),
        ("init1", "lock_switch", {}, "close it"),
    ],
)
def test_refusals(call, start, api, before, why):
    result, changed = call(f"fuelPort.{api}", {"switch": True}, start=start, **before)
    assert why in result.message
    assert changed == {}


@pytest.mark.parametrize("arguments", [{}, {"switch": "open"}, {"switch": 1}])
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, arguments):
    result, changed = call("fuelPort.switch", arguments)
    assert not result.success
    assert changed == {}


def test_words_and_flags_agree_however_they_are_written():
    car = World()
    car.fuelPort.state = "OPEN"
    assert car.fuelPort.is_open
    car.fuelPort.is_open = False
    assert car.fuelPort.state == "CLOSED"
    car.set("fuelPort.lock_state", "LOCKED")
    assert car.fuelPort.is_locked
