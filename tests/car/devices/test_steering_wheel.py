import pytest
from cases import cases

from automotive_env.car.core.world import World

API = "steeringWheel.carcontrol_steeringWheel_"


@cases(
    ("verb", "arguments", "level", "celsius", "percentage"),
    [
        ("increase", {"degree": "large"}, 8, 44, 80),
        ("decrease", {"degree": "tiny"}, 4, 32, 40),
        ("decrease", {"value": 60, "unit": "percentage"}, 0, 20, 0),
        ("increase", {"value": 6, "unit": "celsius"}, 7, 41, 70),
        ("set", {"value": 30, "unit": "celsius"}, 3.3333, 30, 33.3333),
        ("set", {"value": 2}, 2, 26, 20),
        ("set", {"degree": "high"}, 8, 44, 80),
    ],
)
def test_the_heating_is_the_same_in_all_its_units(verb, arguments, level, celsius, percentage):
    car = World({"steeringWheel": "init1"})
    assert car.call(f"{API}heater_{verb}", arguments).success
    wheel = car.steeringWheel
    assert (wheel.heater_level, wheel.heater_celsius) == pytest.approx((level, celsius), abs=1e-3)
    assert wheel.heater_percentage == pytest.approx(percentage, abs=1e-3)
    assert wheel.is_heater_on


def test_switches(call):
    assert call(f"{API}heater_switch", {"switch": False}, start="init1")[1] == {"is_heater_on": False}
    assert call(f"{API}view_switch", {"switch": True})[1] == {"is_view_open": True}


@pytest.mark.parametrize(
    "arguments",
    [{"value": 11}, {"value": 15, "unit": "celsius"}, {"value": 5, "unit": "gear"}, {"value": 5, "degree": "max"}, {}],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, arguments):
    result, changed = call(f"{API}heater_set", arguments, start="init1")
    assert not result.success
    assert changed == {}
