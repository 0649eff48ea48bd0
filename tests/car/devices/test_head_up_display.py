import pytest
from cases import cases

from automotive_env.car.core.documents import load
from automotive_env.car.core.world import World

API = "HUD.carcontrol_HUD_"


@cases(
    ("verb", "arguments", "said"),
    [
        ("brightness_increase", {"degree": "large"}, {"percentage": 95, "level": 10, "nits": 950, "current_unit": "Nits"}),
        (
            "brightness_decrease",
            {"value": 3, "unit": "level"},
            {"percentage": 45, "level": 5, "nits": 450, "current_unit": "level"},
        ),
        ("brightness_set", {"degree": "medium"}, {"percentage": 50, "level": 5, "nits": 500, "current_unit": "Nits"}),
        ("brightness_set", {"degree": "low"}, {"percentage": 25, "level": 3, "nits": 250, "current_unit": "Nits"}),
        ("brightness_set", {"value": 900, "unit": "Nits"}, {"percentage": 90, "level": 9, "nits": 900, "current_unit": "Nits"}),
        ("height_increase", {"value": 5, "unit": "centimeter"}, {"percentage": 50, "level": 5, "centimeter": 10}),
        ("height_decrease", {"value": 90}, {"percentage": 0, "level": 0, "centimeter": 0, "current_unit": "percentage"}),
        ("height_set", {"degree": "max"}, {"percentage": 100, "level": 10, "centimeter": 20}),
    ],
)
def test_a_quantity_is_the_same_in_all_its_units(verb, arguments, said):
    car = World({"HUD": "init2"})
    assert car.call(API + verb, arguments).success
    stem = verb.partition("_")[0]
    assert {path: car.get(f"HUD.{stem}.{path}") for path in said} == said


def test_an_edited_unit_carries_the_others():
    car = World()
    load(car, {"HUD.brightness.nits": 750})
    assert (car.HUD.brightness.percentage, car.HUD.brightness.level) == (75, 8)


def test_a_preset_that_is_there_already_changes_nothing(call):
    result, changed = call(f"{API}brightness_set", {"degree": "medium"})
    assert result.success
    assert changed == {}


def test_switch(call):
    assert call(f"{API}switch", {"switch": True})[1] == {"is_on": True}


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"switch": "on"}),
        ("brightness_set", {"value": 50, "degree": "max"}),
        ("brightness_set", {"value": 11, "unit": "level"}),
        ("brightness_increase", {"degree": "medium"}),
        ("height_increase", {"value": 5, "unit": "Nits"}),
        ("height_set", {"value": 21, "unit": "centimeter"}),
        ("height_set", {}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(API + api, arguments, start="init2")
    assert not result.success
    assert changed == {}
