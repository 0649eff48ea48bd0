import pytest

from automotive_env.car.core.world import World

API = "centerInformationDisplay.carcontrol_centerInformationDisplay_"
LEVEL, AUTO = "brightness_settings.brightness_level", "brightness_settings.auto_brightness"


@pytest.mark.parametrize(
    ("verb", "arguments", "level"),
    [
        ("increase", {"degree": "large"}, 45),
        ("decrease", {"degree": "tiny"}, 20),
        ("decrease", {"value": 40}, 0),
        ("increase", {"value": 100, "unit": "nit"}, 35),
        ("set", {"value": 8, "unit": "gear"}, 80),
        ("set", {"value": 700, "unit": "nit"}, 70),
        ("set", {"degree": "high"}, 75),
    ],
)
def test_brightness_by_hand_ends_automatic_brightness(call, verb, arguments, level):
    result, changed = call(f"{API}brightness_{verb}", arguments, start="init2")
    assert result.success
    assert changed == {LEVEL: level, AUTO: False}


@pytest.mark.parametrize(
    ("api", "path", "word"),
    [("language_set", "language", "Chinese"), ("timeDisplayFormat_set", "time_display_format", "12-hour format")],
)
def test_language_and_time_are_shared(api, path, word):
    car = World()
    assert car.call(API + api, {"mode": word}).success
    assert car.get(f"environment.{path}") == word


def test_automatic_brightness(call):
    assert call(f"{API}mode_autoBrightness", {"switch": True})[1] == {AUTO: True}


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("brightness_set", {"value": 101}),
        ("brightness_set", {"value": 11, "unit": "gear"}),
        ("brightness_set", {"value": 10, "degree": "max"}),
        ("brightness_increase", {"value": -5}),
        ("brightness_increase", {"degree": "high"}),
        ("language_set", {"mode": "Latin"}),
        ("timeDisplayFormat_set", {"mode": "24-hour-format"}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(API + api, arguments, start="init2")
    assert not result.success
    assert changed == {}
