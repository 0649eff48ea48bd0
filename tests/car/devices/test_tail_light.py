import pytest

API = "tailLight.switch"
ON, OFF = {"is_on": True}, {"is_on": False}


@pytest.mark.parametrize(
    ("start", "switch", "changed"),
    [("default", True, ON), ("init1", False, {}), ("init2", True, {}), ("init2", False, OFF)],
)
def test_switch(call, start, switch, changed):
    result, now = call(API, {"switch": switch}, start=start)
    assert result.success
    assert now == changed


@pytest.mark.parametrize("arguments", [{}, {"switch": "on"}, {"switch": 1}, {"switch": True, "position": "all"}])
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, arguments):
    result, changed = call(API, arguments)
    assert not result.success
    assert changed == {}
