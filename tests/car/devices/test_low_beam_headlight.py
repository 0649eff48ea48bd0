import pytest


def heights(level):
    return {"height_level": level, "height_percentage": level * 10, "height_centimeter": level * 1.5}


@pytest.mark.parametrize(
    ("verb", "arguments", "level"),
    [
        ("increase", {"value": 1, "unit": "level"}, 8.5),
        ("increase", {"degree": "large"}, 9.5),
        ("increase", {"value": 9}, 10),
        ("decrease", {"degree": "little"}, 6.5),
        ("decrease", {"degree": "tiny"}, 7),
        ("decrease", {"value": 25, "unit": "percentage"}, 5),
        ("decrease", {"value": 1.5, "unit": "centimeter"}, 6.5),
        ("set", {"degree": "low"}, 2.5),
        ("set", {"value": 4}, 4),
    ],
)
def test_height_is_the_same_in_all_units(call, verb, arguments, level):
    result, changed = call(f"lowBeamHeadlight.height_{verb}", arguments, start="init1")
    assert result.success
    assert changed == heights(level)


@pytest.mark.parametrize(("unit", "value"), [("percentage", 30), ("centimeter", 4.5)])
def test_a_set_in_another_unit_is_remembered(call, unit, value):
    _, changed = call("lowBeamHeadlight.height_set", {"value": value, "unit": unit})
    assert changed == heights(3) | {"current_unit": unit}


@pytest.mark.parametrize("action", ["on", "auto"])
def test_modes(call, action):
    assert call("lowBeamHeadlight.switch", {"action": action})[1] == {"mode": action}


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"action": "blink"}),
        ("switch", {"action": True}),
        ("height_set", {"value": 16, "unit": "centimeter"}),
        ("height_set", {"value": 5, "degree": "max"}),
        ("height_decrease", {"degree": "medium"}),
        ("height_decrease", {"value": -1}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"lowBeamHeadlight.{api}", arguments)
    assert not result.success
    assert changed == {}
