import pytest

PERCENT, GEAR, CENTIMETER, STATE = "open_degree_percentage", "open_degree_gear", "open_degree_centimeter", "state"
SHUT = {STATE: "closed", PERCENT: 0, GEAR: 0, CENTIMETER: 0}


def opening(percent):
    return {PERCENT: percent, GEAR: round(percent / 10), CENTIMETER: percent / 2}


@pytest.mark.parametrize(
    ("verb", "arguments", "percent"),
    [
        ("increase", {"degree": "tiny"}, 60),
        ("increase", {"degree": "little"}, 70),
        ("increase", {"degree": "large"}, 100),
        ("increase", {"value": 2, "unit": "gear"}, 70),
        ("decrease", {"value": 5, "unit": "centimeter"}, 40),
        ("decrease", {"value": 10}, 40),
        ("set", {"degree": "high"}, 75),
        ("set", {"value": 9, "unit": "gear"}, 90),
    ],
)
def test_all_units_follow(call, verb, arguments, percent):
    result, changed = call(f"sunroof.carcontrol_sunroof_openDegree_{verb}", arguments, start="init1")
    assert result.success
    assert changed == opening(percent)


@pytest.mark.parametrize(
    ("start", "action", "changed"),
    [
        ("default", "open", {STATE: "open", **opening(100)}),
        ("default", "Tilt", {STATE: "tilted", **opening(15)}),
        ("default", "close", {}),
        ("init1", "close", SHUT),
        ("init1", "open", {}),
        ("init1", "pause", {STATE: "paused"}),
        ("init1", "Tilt", {STATE: "tilted", **opening(15)}),
        ("init2", "close", SHUT),
        ("init2", "Tilt", {}),
    ],
)
def test_switch(call, start, action, changed):
    result, now = call("sunroof.carcontrol_sunroof_switch", {"action": action}, start=start)
    assert result.success
    assert now == changed


def test_sliding_ends_the_tilt(call):
    _, changed = call("sunroof.carcontrol_sunroof_openDegree_set", {"value": 40}, start="init2")
    assert changed == {STATE: "open", **opening(40)}


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"action": "pause"}),
        ("switch", {"action": "tilt"}),
        ("openDegree_set", {"value": 51, "unit": "centimeter"}),
        ("openDegree_set", {"degree": "large"}),
        ("openDegree_increase", {"degree": "medium"}),
        ("openDegree_increase", {}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"sunroof.carcontrol_sunroof_{api}", arguments)
    assert not result.success
    assert changed == {}
