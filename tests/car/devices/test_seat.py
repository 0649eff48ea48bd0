import pytest

from automotive_env.car.core.device import SEATS

DRIVER = "driver's seat"
POSITIONS = {
    "carSeat_height": "vertical_position",
    "carSeatCushion_length": "cushion_length",
    "carSeatCushion_angle": "cushion_angle",
    "carSeatBackrest_angle": "backrest_angle",
    "carSeatLegRest_height": "leg_rest_height",
    "carSeatFeetRest_height": "feet_rest_height",
    "carSeatHeadRest_height": "headrest_height",
}
GEARED = {
    "heater": ("heater.is_on", "heater.temperature_level"),
    "massager": ("massager.is_on", "massager.intensity_level"),
    "ventilation": ("ventilation.is_on", "ventilation.airflow_level"),
}


@pytest.mark.parametrize("kind", GEARED)
@pytest.mark.parametrize(
    ("verb", "arguments", "level"),
    [
        ("increase", {"degree": "tiny"}, 2),
        ("increase", {"degree": "medium"}, 4),
        ("increase", {"degree": "large"}, 4),
        ("increase", {"value": 2}, 3),
        ("increase", {"value": 10, "unit": "percentage"}, 2),
        ("increase", {"value": 100}, 5),
        ("set", {"degree": "high"}, 4),
        ("set", {"value": 5, "unit": "gear"}, 5),
    ],
)
def test_gears_go_up_and_switch_on(call, kind, verb, arguments, level):
    is_on, gear = (f"{DRIVER}.{path}" for path in GEARED[kind])
    result, changed = call(f"seat.carcontrol_carSeat_{kind}_{verb}", arguments)
    assert result.success
    assert changed[is_on] is True
    assert changed[gear] == level


@pytest.mark.parametrize("kind", GEARED)
@pytest.mark.parametrize(
    ("degree", "level", "runs"), [("tiny", 2, True), ("little", 1, True), ("medium", 1, True), ("large", 1, False)]
)
def test_a_large_decrease_to_the_bottom_switches_off(call, kind, degree, level, runs):
    is_on, gear = (f"{DRIVER}.{path}" for path in GEARED[kind])
    before = {f"seat.{is_on}": True, f"seat.{gear}": 3}
    _, changed = call(f"seat.carcontrol_carSeat_{kind}_decrease", {"degree": degree}, **before)
    assert changed.pop(gear) == level
    assert changed == ({} if runs else {is_on: False})


def test_a_decrease_does_not_switch_on(call):
    _, changed = call("seat.carcontrol_carSeat_heater_decrease", {"value": 1}, start="init1")
    assert changed == {f"{DRIVER}.heater.temperature_level": 2}


@pytest.mark.parametrize(("verb", "value", "celsius"), [("set", 28, 28), ("increase", 2, 24), ("decrease", 1, 21)])
def test_degrees_celsius_are_the_heaters_temperature_not_its_gear(call, verb, value, celsius):
    _, changed = call(f"seat.carcontrol_carSeat_heater_{verb}", {"value": value, "unit": "celsius"}, start="init2")
    assert changed == {f"{DRIVER}.heater.temperature_value": celsius}


@pytest.mark.parametrize(("kind", "stem"), [("massager", "intensity"), ("ventilation", "airflow")])
def test_only_a_set_in_percent_is_kept_as_percent(call, kind, stem):
    _, changed = call(f"seat.carcontrol_carSeat_{kind}_set", {"value": 40, "unit": "percentage"})
    asked = {path.rsplit("_", 1)[-1]: value for path, value in changed.items() if stem in path}
    assert asked == {"level": 3, "value": 40, "unit": "percentage"}
    _, changed = call(f"seat.carcontrol_carSeat_{kind}_set", {"degree": "max"}, start="init1")
    assert changed == {f"{DRIVER}.{kind}.is_on": True, f"{DRIVER}.{kind}.{stem}_level": 5}


@pytest.mark.parametrize("api", POSITIONS)
@pytest.mark.parametrize(
    ("verb", "arguments", "value"),
    [
        ("increase", {"degree": "large"}, 60),
        ("increase", {"degree": "medium"}, 60),
        ("decrease", {"degree": "medium"}, 0),
        ("decrease", {"degree": "little"}, 10),
        ("decrease", {"degree": "tiny"}, 20),
        ("increase", {"value": 1, "unit": "gear"}, 40),
        ("increase", {"value": 90}, 100),
        ("decrease", {"value": 90, "unit": "percentage"}, 0),
        ("set", {"value": 4, "unit": "gear"}, 40),
        ("set", {"degree": "high"}, 75),
        ("set", {"degree": "min"}, 0),
    ],
)
def test_positions_move(call, api, verb, arguments, value):
    path = f"{DRIVER}.position.{POSITIONS[api]}"
    result, changed = call(f"seat.carcontrol_{api}_{verb}", arguments, **{f"seat.{path}": 30})
    assert result.success
    assert changed == {path: value}


@pytest.mark.parametrize(
    ("api", "unit", "value", "percent"),
    [
        ("carSeat_horizontal_set", "centimeter", 5, 20),
        ("carSeatBackrest_angle_set", "degree", 45, 50),
        ("carSeatCushion_angle_set", "degree", 20, 100),
        ("carSeatHeadRest_height_set", "centimeter", 2.5, 25),
    ],
)
def test_lengths_and_angles_convert(call, api, unit, value, percent):
    _, changed = call(f"seat.carcontrol_{api}", {"value": value, "unit": unit}, start="init1")
    assert list(changed.values()) == [percent]


@pytest.mark.parametrize(("verb", "to"), [("forward", 45), ("backward", 85)])
def test_backward_is_away_from_the_front_end(call, verb, to):
    _, changed = call(f"seat.carcontrol_carSeat_horizontal_{verb}", {"degree": "little"}, start="init1")
    assert changed == {f"{DRIVER}.position.horizontal_position": to}


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("heater_increase", {"degree": "max"}),
        ("heater_set", {"degree": "little"}),
        ("heater_set", {"degree": "large"}),
        ("heater_set", {"value": 6}),
        ("heater_set", {"value": 12, "unit": "celsius"}),
        ("heater_set", {"value": 3, "degree": "max"}),
        ("heater_set", {}),
        ("heater_set", {"value": 3, "unit": "kelvin"}),
        ("heater_set", {"value": float("nan")}),
        ("heater_set", {"value": 3, "position": ["the boot"]}),
        ("ventilation_increase", {"value": -1}),
        ("massager_decrease", {"value": 0}),
        ("massager_mode", {"switch": True, "mode": "lower back"}),
        ("heater_switch", {"switch": "banana"}),
        ("switch", {"action": "fold"}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"seat.carcontrol_carSeat_{api}", arguments)
    assert not result.success
    assert changed == {}


def test_places(call):
    api = "seat.carcontrol_carSeat_heater_switch"
    speaker = {"environment.speaker": "second row left"}
    assert list(call(api, {"switch": True}, **speaker)[1]) == ["second row left.heater.is_on"]
    assert len(call(api, {"switch": True, "position": ["all"]})[1]) == len(SEATS)
    several = {"switch": True, "position": ["passenger seat", "third row left"]}
    assert list(call(api, several)[1]) == ["passenger seat.heater.is_on", "third row left.heater.is_on"]


def test_an_answer_names_each_place_where_they_differ(call):
    arguments = {"position": ["driver's seat", "second row left"], "degree": "tiny"}
    result, _ = call("seat.carcontrol_carSeatBackrest_angle_increase", arguments, start="init2")
    assert "driver's seat 40" in result.message
    assert "second row left 70" in result.message


def test_massage_programmes(call):
    api = "seat.carcontrol_carSeat_massager_mode"
    _, changed = call(api, {"switch": True, "mode": "waist"})
    assert changed == {f"{DRIVER}.massager.is_on": True, f"{DRIVER}.massager.active_mode": "waist"}
    assert call(api, {"switch": False, "mode": "waist"}, start="init1")[1] == {}
    assert call(api, {"switch": False, "mode": "wave"}, start="init1")[1] == {f"{DRIVER}.massager.active_mode": None}


def test_folding(call):
    api = "seat.carcontrol_carSeat_switch"
    folded = {f"seat.{DRIVER}.position.is_folded": True}
    assert call(api, {"action": "close"})[1] == {f"{DRIVER}.position.is_folded": True}
    assert call(api, {"action": "open"}, **folded)[1] == {f"{DRIVER}.position.is_folded": False}
    assert call(api, {"action": "pause"}, **folded)[1] == {}


@pytest.mark.parametrize(
    ("api", "path"),
    [
        ("ventilation_switch", f"{DRIVER}.ventilation.is_on"),
        ("massager_switch", f"{DRIVER}.massager.is_on"),
        ("greetGuestMode", f"{DRIVER}.position.guest_welcome_mode"),
        ("view_switch", "view_page_open"),
    ],
)
def test_switches(call, api, path):
    assert call(f"seat.carcontrol_carSeat_{api}", {"switch": True})[1] == {path: True}
