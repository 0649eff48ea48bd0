import pytest

FRONT, REAR = "front_row_status", "rear_row_status"


def rows(name, value):
    return {f"{row}.{name}": value for row in (FRONT, REAR)}


@pytest.mark.parametrize(
    ("verb", "arguments", "changed"),
    [
        ("increase", {"degree": "tiny"}, {f"{FRONT}.open_degree_value": 55}),
        ("increase", {"degree": "large", "position": "front row"}, {f"{FRONT}.open_degree_value": 70}),
        ("decrease", {"degree": "little"}, {f"{FRONT}.open_degree_value": 40, f"{REAR}.open_degree_value": 90}),
        ("decrease", {"value": 60, "position": "front row"}, {f"{FRONT}.open_degree_value": 0, f"{FRONT}.is_open": False}),
        ("set", {"value": 25, "unit": "percentage", "position": "rear row"}, {f"{REAR}.open_degree_value": 25}),
        ("set", {"value": 5, "unit": "gear"}, {**rows("open_degree_value", 5), **rows("open_degree_unit", "gear")}),
        ("set", {"degree": "max"}, {f"{FRONT}.open_degree_value": 100}),
    ],
)
def test_openings(call, verb, arguments, changed):
    result, now = call(f"sunshade.carcontrol_sunshade_openDegree_{verb}", arguments, start="init2")
    assert result.success
    assert now == changed


@pytest.mark.parametrize(
    ("start", "arguments", "changed"),
    [
        ("default", {"action": "open"}, {**rows("is_open", True), **rows("open_degree_value", 100)}),
        ("default", {"action": "open", "position": "rear row"}, {f"{REAR}.is_open": True, f"{REAR}.open_degree_value": 100}),
        ("default", {"action": "close"}, {}),
        ("init2", {"action": "open"}, {}),
        ("init2", {"action": "close", "position": "front row"}, {f"{FRONT}.is_open": False, f"{FRONT}.open_degree_value": 0}),
        ("init2", {"action": "pause"}, rows("is_paused", True)),
    ],
)
def test_switch(call, start, arguments, changed):
    result, now = call("sunshade.carcontrol_sunshade_switch", arguments, start=start)
    assert result.success
    assert now == changed


def test_only_an_open_one_is_held(call):
    before = {f"sunshade.{REAR}.open_degree_value": 0}
    api = "sunshade.carcontrol_sunshade_switch"
    assert call(api, {"action": "pause"}, start="init2", **before)[1] == {f"{FRONT}.is_paused": True}


@pytest.mark.parametrize(("api", "arguments"), [("switch", {"action": "open"}), ("openDegree_decrease", {"degree": "tiny"})])
def test_a_held_one_that_moves_is_held_no_longer(call, api, arguments):
    before = {f"sunshade.{FRONT}.is_paused": True}
    _, changed = call(f"sunshade.carcontrol_sunshade_{api}", {**arguments, "position": "front row"}, start="init2", **before)
    assert changed[f"{FRONT}.is_paused"] is False


def test_answers_name_the_rows(call):
    result, _ = call("sunshade.carcontrol_sunshade_openDegree_set", {"degree": "low", "position": "rear row"})
    assert "rear row: 25" in result.message


def test_closing_when_left_and_locked(call):
    api = "sunshade.carcontrol_sunshade_mode_leaveAndLockAutoCloseCurtain"
    assert call(api, {"switch": True})[1] == {"leave_and_lock_auto_close_enabled": True}
    assert call(api, {"switch": False}, start="init2")[1] == {"leave_and_lock_auto_close_enabled": False}


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"action": "pause"}),
        ("switch", {"action": "tilt"}),
        ("switch", {"action": "open", "position": "third row"}),
        ("openDegree_set", {"value": 101}),
        ("openDegree_set", {"value": 1, "degree": "low"}),
        ("openDegree_increase", {"degree": "medium"}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"sunshade.carcontrol_sunshade_{api}", arguments)
    assert not result.success
    assert changed == {}
