import pytest

from automotive_env.car.core.device import SEATS

API = "readingLight.carcontrol_readingLight_"
DRIVER, REAR = "driver's seat", "second row left"


def of(seat, **values):
    return {f"{seat}.{path}": value for path, value in values.items()}


@pytest.mark.parametrize(
    ("start", "seat", "switch", "changed"),
    [
        ("default", DRIVER, True, {"is_on": True}),
        ("init1", DRIVER, True, {"is_on": True, "brightness_value": 40}),
        ("init2", REAR, True, {"is_on": True, "brightness_value": 4}),
        ("init2", DRIVER, True, {}),
        ("init2", DRIVER, False, {"is_on": False, "brightness_value": 0}),
        ("init1", DRIVER, False, {}),
    ],
)
def test_a_dark_lamp_comes_on_at_its_usual_brightness(call, start, seat, switch, changed):
    assert call(f"{API}switch", {"position": [seat], "switch": switch}, start=start)[1] == of(seat, **changed)


@pytest.mark.parametrize(
    ("seat", "verb", "arguments", "changed"),
    [
        (DRIVER, "increase", {"degree": "large"}, {"brightness_value": 3.5}),
        (DRIVER, "increase", {"value": 50, "unit": "percentage"}, {"brightness_value": 4.5}),
        (DRIVER, "decrease", {"degree": "little"}, {"brightness_value": 1.25}),
        (DRIVER, "decrease", {"value": 3, "unit": "gear"}, {"brightness_value": 0}),
        (DRIVER, "set", {"degree": "high"}, {"brightness_value": 4}),
        (DRIVER, "set", {"value": 200, "unit": "Nits"}, {"brightness_value": 200, "brightness_unit": "Nits"}),
        (DRIVER, "set", {"value": 75}, {"brightness_value": 75, "brightness_unit": "percentage"}),
        (REAR, "increase", {"degree": "tiny"}, {"is_on": True, "brightness_value": 4.25}),
        (REAR, "decrease", {"degree": "tiny"}, {}),
        (REAR, "set", {"degree": "min"}, {"is_on": True, "brightness_value": 1}),
    ],
)
def test_turning_a_lamp_up_or_to_a_value_lights_it_and_only_a_set_changes_the_unit(call, seat, verb, arguments, changed):
    result, after = call(f"{API}brightness_{verb}", {"position": [seat], **arguments}, start="init2")
    assert result.success
    assert after == of(seat, **changed)


def test_places(call):
    _, changed = call(f"{API}switch", {"position": ["all"], "switch": True}, start="init1")
    assert len(changed) == 2 * len(SEATS)
    _, changed = call(f"{API}switch", {"switch": True}, start="init1", **{"environment.speaker": REAR})
    assert changed == of(REAR, is_on=True, brightness_value=40)


def test_automatic_lamps_can_be_seen(call):
    assert call(f"{API}mode_auto", {"switch": True})[1] == {"auto_mode": True}


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"position": ["Passenger's seat"], "switch": True}),
        ("brightness_increase", {"position": [REAR], "degree": "medium"}),
        ("brightness_increase", {"position": [REAR], "value": -5}),
        ("brightness_set", {"position": [REAR], "value": 6, "unit": "gear"}),
        ("brightness_set", {"position": [DRIVER, REAR], "value": 101}),
        ("mode_auto", {}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(API + api, arguments, start="init2")
    assert not result.success
    assert changed == {}
