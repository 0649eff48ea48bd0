import pytest

from automotive_env.car.core.world import World

APIS = ["positionLight.switch", "positionLight.carcontrol_positionLight_switch"]
ON, OFF = {"is_on": True, "status": "ON"}, {"is_on": False, "status": "OFF"}


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize(
    ("start", "switch", "changed"),
    [("default", True, ON), ("init1", False, {}), ("init2", True, {}), ("init2", False, OFF)],
)
def test_switch(call, api, start, switch, changed):
    result, now = call(api, {"switch": switch}, start=start)
    assert result.success
    assert now == changed


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("arguments", [{}, {"switch": "on"}, {"switch": 1}, {"switch": True, "position": "all"}])
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(api, arguments)
    assert not result.success
    assert changed == {}


def test_word_and_flag_agree_however_they_are_written():
    car = World()
    car.set("positionLight.status", "ON")
    assert car.get("positionLight.is_on") is True
    car.set("positionLight.is_on", False)
    assert car.get("positionLight.status") == "OFF"
