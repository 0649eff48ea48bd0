import pytest

API = "bluetooth.carcontrol_connection_bluetooth_switch"


@pytest.mark.parametrize(
    ("start", "switch", "changed"),
    [
        ("init2", True, {"is_enabled": True, "connection_state": "CONNECTED"}),
        ("default", True, {}),
        ("init1", False, {"is_enabled": False, "connection_state": "DISCONNECTED"}),
    ],
)
def test_the_phone_follows(call, start, switch, changed):
    result, now = call(API, {"switch": switch}, start=start)
    assert result.success
    assert now == changed


@pytest.mark.parametrize("arguments", [{}, {"switch": "on"}, {"switch": True, "device": "phone"}])
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, arguments):
    result, changed = call(API, arguments)
    assert not result.success
    assert changed == {}
