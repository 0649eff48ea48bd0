import pytest
from cases import cases

from automotive_env.car.core.world import World

API = "overheadScreen.carcontrol_overheadScreen_"


@cases(
    ("verb", "arguments", "percentage", "gear", "nit"),
    [
        ("increase", {"degree": "tiny"}, 80, 4, 400),
        ("decrease", {"degree": "large"}, 55, 3, 275),
        ("decrease", {"value": 100, "unit": "nit"}, 55, 3, 275),
        ("increase", {"value": 40}, 100, 5, 500),
        ("set", {"value": 2, "unit": "gear"}, 40, 2, 200),
        ("set", {"degree": "min"}, 0, 0, 0),
        ("set", {"degree": "medium"}, 50, 3, 250),
    ],
)
def test_brightness_is_the_same_in_all_its_units(verb, arguments, percentage, gear, nit):
    car = World({"overheadScreen": "init2"})
    assert car.call(f"{API}brightness_{verb}", arguments).success
    screen = car.overheadScreen
    assert (screen.brightness_percentage, screen.brightness_gear, screen.brightness_nit) == (percentage, gear, nit)


@pytest.mark.parametrize("name", ["default", "init1", "init2"])
def test_a_start_agrees_with_the_environment(name):
    car = World({"overheadScreen": name})
    assert car.overheadScreen.language == car.environment.language
    assert car.overheadScreen.time_display_format == car.environment.time_display_format


@pytest.mark.parametrize(
    ("api", "path", "word"),
    [("language_set", "language", "Chinese"), ("timeDisplayFormat_set", "time_display_format", "12-hour format")],
)
def test_language_and_time_are_chosen_here_and_shared(call, api, path, word):
    assert call(API + api, {"mode": word})[1] == {path: word, f"environment.{path}": word}


def test_switch(call):
    assert call(f"{API}switch", {"action": "open"})[1] == {"state": "open"}
    assert call(f"{API}switch", {"action": "close"}, start="init1")[1] == {"state": "close"}


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"action": "pause"}),
        ("brightness_increase", {"degree": "medium"}),
        ("brightness_set", {"value": 501, "unit": "nit"}),
        ("brightness_set", {"value": 6, "unit": "gear"}),
        ("language_set", {"mode": "Latin"}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(API + api, arguments)
    assert not result.success
    assert changed == {}
