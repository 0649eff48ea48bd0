import pytest

from automotive_env.car.core.world import World

API = "instrumentPanel.carcontrol_instrumentPanel_"


@pytest.mark.parametrize(
    ("verb", "arguments", "changed"),
    [
        ("increase", {"degree": "tiny"}, {"brightness": 80}),
        ("decrease", {"value": 200, "unit": "nit"}, {"brightness": 550, "brightness_unit": "nit"}),
        ("set", {"value": 9, "unit": "gear"}, {"brightness": 9, "brightness_unit": "gear"}),
        ("set", {"degree": "low"}, {"brightness": 25}),
    ],
)
def test_brightness_by_hand_is_kept_in_the_unit_asked_for_and_ends_the_automatic(call, verb, arguments, changed):
    assert call(f"{API}brightness_{verb}", arguments, start="init2")[1] == {**changed, "auto_brightness": False}


def test_steps_keep_to_the_unit_in_use():
    car = World()
    assert car.call(f"{API}brightness_set", {"value": 5, "unit": "gear"}).success
    assert car.call(f"{API}brightness_increase", {"degree": "large"}).success
    assert (car.instrumentPanel.brightness, car.instrumentPanel.brightness_unit) == (7, "gear")


def test_mileage_is_told_in_the_unit_of_the_panel():
    car = World()
    car.instrumentPanel.vehicle_mileage = 1609.344
    view = f"{API}vehicleMileage_view"
    assert car.call(view, {}).data == {"mileage": 1609.3, "unit": "Kilometers"}
    assert car.call(f"{API}meter_unit", {"mode": "Miles"}).success
    assert car.call(view, {}).data == {"mileage": 1000.0, "unit": "Miles"}
    assert car.instrumentPanel.vehicle_mileage == 1609.344


def test_theme_and_automatic_brightness(call):
    assert call("instrumentPanel.carcontrol_display_theme_set", {"mode": "Map"})[1] == {"theme": "Map"}
    assert call(f"{API}mode_autoBrightness", {"switch": False})[1] == {"auto_brightness": False}


def test_language_and_time_are_shared(call):
    assert call(f"{API}language_set", {"mode": "Chinese"})[1] == {"environment.language": "Chinese"}
    changed = {"environment.time_display_format": "12-hour format"}
    assert call(f"{API}timeDisplayFormat_set", {"mode": "12-hour format"})[1] == changed


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("brightness_set", {"value": 101}),
        ("brightness_set", {"degree": "large"}),
        ("meter_unit", {"mode": "Leagues"}),
        ("timeDisplayFormat_set", {"mode": "24-hour-format"}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(API + api, arguments)
    assert not result.success
    assert changed == {}
