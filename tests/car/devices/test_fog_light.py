import pytest

FRONT, REAR = "front_light.is_on", "rear_light.is_on"
API = "fogLight.carcontrol_fogLight_switch"


@pytest.mark.parametrize(
    ("start", "arguments", "changed"),
    [
        ("default", {"switch": True}, {FRONT: True, REAR: True}),
        ("default", {"switch": True, "position": "front"}, {FRONT: True, "last_position": "front"}),
        ("init2", {"switch": True, "position": "rear"}, {REAR: True, "last_position": "rear"}),
        ("init2", {"switch": False, "position": "all"}, {FRONT: False, "last_position": "all"}),
        ("init2", {"switch": False, "position": "rear"}, {"last_position": "rear"}),
    ],
)
def test_each_end_and_both(call, start, arguments, changed):
    assert call(API, arguments, start=start)[1] == changed


@pytest.mark.parametrize("arguments", [{}, {"switch": 1}, {"switch": True, "position": "left"}])
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, arguments):
    result, changed = call(API, arguments)
    assert not result.success
    assert changed == {}
