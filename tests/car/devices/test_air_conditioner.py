import pytest

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.world import World

DRIVER = "driver's seat"
TEMPERATURE, WIND = f"ac_states.{DRIVER}.temperature", f"ac_states.{DRIVER}.wind_speed"
CABIN = "environment.temperature"
RUNS = {f"airConditioner.ac_states.{DRIVER}.is_on": True}


@pytest.mark.parametrize(
    ("verb", "arguments", "celsius"),
    [
        ("increase", {"degree": "large"}, 24),
        ("increase", {"degree": "little"}, 23),
        ("increase", {"degree": "medium"}, 22.5),
        ("decrease", {"degree": "tiny"}, 21.5),
        ("decrease", {"value": 50}, 16),
        ("set", {"degree": "high"}, 26),
        ("set", {"value": 50, "unit": "percentage"}, 23),
    ],
)
def test_the_cabin_follows_the_temperature(call, verb, arguments, celsius):
    _, changed = call(f"airConditioner.temperature_{verb}", arguments, **RUNS)
    assert changed == {TEMPERATURE: celsius, CABIN: celsius}


@pytest.mark.parametrize(
    ("verb", "degree", "speed"),
    [
        ("increase", "large", 6),
        ("increase", "medium", 4),
        ("increase", "little", 5),
        ("decrease", "tiny", 2),
        ("decrease", "medium", 2),
        ("set", "max", 7),
    ],
)
def test_fan(call, verb, degree, speed):
    assert call(f"airConditioner.wind_speed_{verb}", {"degree": degree}, **RUNS)[1] == {WIND: speed}


@pytest.mark.parametrize(("mode", "cabin"), [("cool_mode", 18), ("heat_mode", 26)])
def test_the_coldest_seat_rules_when_cooling_and_the_warmest_when_heating(mode, cabin):
    car = World()
    assert car.airConditioner.switch(["all"], True).success
    assert getattr(car.airConditioner, f"{mode}_switch")(True).success
    assert car.airConditioner.temperature_set([DRIVER], 18).success
    assert car.airConditioner.temperature_set(["passenger seat"], 26).success
    assert car.environment.temperature == cabin


def test_heating_ends_cooling_and_the_other_way_round():
    car = World({"airConditioner": "init2"})
    assert car.airConditioner.cool_mode_switch(True).success
    assert (car.airConditioner.cool_mode, car.airConditioner.heat_mode) == (True, False)
    assert car.airConditioner.heat_mode_switch(True).success
    assert (car.airConditioner.cool_mode, car.airConditioner.heat_mode) == (False, True)


def test_only_units_that_run_are_turned(call):
    arguments = {"position": ["all"], "value": 20}
    assert call("airConditioner.temperature_set", arguments, **RUNS)[1] == {TEMPERATURE: 20, CABIN: 20}


@pytest.mark.parametrize("api", ["ac_mode_switch", "defrost_mode_switch", "auto_defog_switch", "heat_mode_switch"])
def test_modes_need_a_unit_that_runs(call, api):
    assert "switch one on" in call(f"airConditioner.{api}", {"switch": True})[0].message
    assert len(call(f"airConditioner.{api}", {"switch": True}, **RUNS)[1]) == 1


def test_outlets(call):
    arguments = {"switch": True, "mode": "all"}
    assert len(call("airConditioner.outlet_mode", arguments, **RUNS)[1]) == 7
    arguments = {"switch": True, "mode": "Smart Flow"}
    assert list(call("airConditioner.sweeping_mode", arguments, **RUNS)[1].values()) == ["Smart Flow"]
    arguments = {"position": ["all"], "direction": "down"}
    assert len(call("airConditioner.outlet_direction_switch", arguments, start="init2")[1]) == len(SEATS)


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("temperature_set", {"value": 31}),
        ("temperature_set", {"value": 20, "unit": "kelvin"}),
        ("temperature_increase", {"degree": "max"}),
        ("wind_speed_set", {"value": 8}),
        ("recycle_mode_switch", {"mode": "inside"}),
        ("switch", {"switch": "on"}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"airConditioner.{api}", arguments, start="init2")
    assert not result.success
    assert changed == {}
