import pytest

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import World

DRIVER = "driver's seat"
OPENING = f"window_states.{DRIVER}.open_degree"
IS_OPEN = f"window_states.{DRIVER}.is_open"


@pytest.mark.parametrize(
    ("verb", "arguments", "opening"),
    [
        ("decrease", {"degree": "tiny"}, 45),
        ("decrease", {"degree": "medium"}, 50),
        ("increase", {"degree": "medium"}, 30),
        ("decrease", {"degree": "little"}, 55),
        ("decrease", {"degree": "large"}, 70),
        ("increase", {"degree": "large"}, 10),
        ("increase", {"value": 90}, 0),
        ("decrease", {"value": 10, "unit": "percentage"}, 50),
        ("decrease", {"value": 2, "unit": "gear"}, 60),
        ("increase", {"value": 5, "unit": "centimeter"}, 30),
        ("set", {"value": 20, "unit": "percentage"}, 80),
        ("set", {"value": 3, "unit": "gear"}, 70),
        ("set", {"value": 50, "unit": "centimeter"}, 0),
        ("set", {"degree": "low"}, 25),
        ("set", {"degree": "max"}, 100),
    ],
)
def test_values_are_heights_of_the_glass_and_presets_are_openings(call, verb, arguments, opening):
    before = {f"window.{OPENING}": 40}
    result, changed = call(f"window.carcontrol_window_height_{verb}", {"position": [DRIVER], **arguments}, **before)
    assert result.success
    assert changed == {OPENING: opening} | ({IS_OPEN: False} if opening == 0 else {})


@pytest.mark.parametrize(
    ("start", "switch", "changed"),
    [
        ("default", True, {IS_OPEN: True, OPENING: 10}),
        ("default", False, {}),
        ("init2", True, {}),
        ("init2", False, {IS_OPEN: False, OPENING: 0}),
    ],
)
def test_switch_opens_a_crack_or_closes(call, start, switch, changed):
    assert call("window.carcontrol_window_switch", {"position": [DRIVER], "switch": switch}, start=start)[1] == changed


def test_open_and_opening_agree_however_they_are_written():
    car = World()
    window = car.window.window_states[DRIVER]
    window.open_degree = 35
    assert window.is_open
    window.is_open = False
    assert window.open_degree == 0
    car.set(f"window.{IS_OPEN}", True)
    assert window.open_degree == 10


@pytest.mark.parametrize(
    "arguments",
    [
        {"value": 50},
        {"position": [DRIVER], "value": 101},
        {"position": [DRIVER], "value": -10},
        {"position": [DRIVER], "degree": "little"},
        {"position": [DRIVER], "degree": "low", "value": 10},
        {"position": ["roof"], "degree": "low"},
        {"position": [], "degree": "low"},
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, arguments):
    result, changed = call("window.carcontrol_window_height_set", arguments)
    assert not result.success
    assert changed == {}


def test_places_and_locks(call):
    _, changed = call("window.carcontrol_window_height_decrease", {"position": ["all"], "degree": "large"})
    assert len(changed) == 2 * len(SEATS)
    lock = "window.carcontrol_window_mode_childSafetyLock"
    assert len(call(lock, {"switch": True})[1]) == len(SEATS)
    assert call(lock, {"switch": True, "position": [DRIVER]})[1] == {f"window_states.{DRIVER}.child_safety_lock": True}
    _, changed = call("window.carcontrol_window_mode_leaveAndLockAutoCloseWindow", {"switch": True})
    assert changed == {"auto_close_on_lock": True}
