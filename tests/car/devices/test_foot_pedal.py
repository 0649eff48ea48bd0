import pytest

API = "footPedal.carcontrol_pedals_switch"
DRIVER, PASSENGER = "pedals.driver's seat.state", "pedals.passenger seat.state"


@pytest.mark.parametrize(
    ("start", "arguments", "changed"),
    [
        ("default", {"switch": True}, {DRIVER: True}),
        ("default", {"switch": True, "position": ["all"]}, {DRIVER: True, PASSENGER: True}),
        ("default", {"switch": True, "position": ["driver's seat", "passenger seat"]}, {DRIVER: True, PASSENGER: True}),
        ("init2", {"switch": True, "position": ["passenger seat"]}, {PASSENGER: True}),
        ("init2", {"switch": False, "position": ["all"]}, {DRIVER: False}),
        ("init1", {"switch": False}, {}),
    ],
)
def test_each_front_seat_and_both(call, start, arguments, changed):
    result, now = call(API, arguments, start=start)
    assert result.success
    assert now == changed


@pytest.mark.parametrize("arguments", [{}, {"switch": "out"}, {"switch": True, "position": ["second row left"]}])
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, arguments):
    result, changed = call(API, arguments)
    assert not result.success
    assert changed == {}


def test_who_sits_behind_must_say_which_one_is_meant(call):
    result, changed = call(API, {"switch": True}, **{"environment.speaker": "second row left"})
    assert "driver's seat" in result.message
    assert changed == {}
