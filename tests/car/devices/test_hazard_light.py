import pytest

from automotive_env.car.core.world import World

API = "hazardLight.switch"
ON, OFF = {"is_active": True, "status": "ON"}, {"is_active": False, "status": "OFF"}


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


def test_word_and_flag_agree_however_they_are_written():
    car = World()
    car.set("hazardLight.status", "ON")
    assert car.get("hazardLight.is_active") is True
    car.set("hazardLight.is_active", False)
    assert car.get("hazardLight.status") == "OFF"
