import pytest

LEFT, RIGHT = "left_mirror", "right_mirror"


@pytest.mark.parametrize(
    ("api", "arguments", "path", "value"),
    [
        ("height_increase", {"degree": "little"}, "height", 35),
        ("height_decrease", {"value": 30}, "height", 0),
        ("height_set", {"degree": "max"}, "height", 100),
        ("height_set", {"value": 4, "unit": "gear"}, "height", 40),
        ("adjustment_outside", {"degree": "large"}, "horizontal_position", 45),
        ("adjustment_inside", {"value": 1, "unit": "centimeter"}, "horizontal_position", 15),
        ("switch", {"switch": True}, "is_open", True),
    ],
)
def test_one_mirror_or_both(call, api, arguments, path, value):
    both = {f"{LEFT}.{path}": value, f"{RIGHT}.{path}": value}
    assert call(f"rearviewMirror.{api}", arguments, start="init2")[1] == both
    assert call(f"rearviewMirror.{api}", {**arguments, "position": "all"}, start="init2")[1] == both
    right = {f"{RIGHT}.{path}": value}
    assert call(f"rearviewMirror.{api}", {**arguments, "position": "right side"}, start="init2")[1] == right


@pytest.mark.parametrize(
    ("api", "path"),
    [
        ("view_switch", "view_page_open"),
        ("mode_autoFlip", "auto_flip_enabled"),
        ("mode_autoFold", "auto_fold_enabled"),
        ("mode_autoAdjust", "auto_adjust_enabled"),
        ("mode_heating", "heating_enabled"),
        ("mode_assist", "auxiliary_view_enabled"),
    ],
)
def test_modes(call, api, path):
    assert call(f"rearviewMirror.{api}", {"switch": True})[1] == {path: True}


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("switch", {"switch": True, "position": "left_mirror"}),
        ("height_set", {"value": 120}),
        ("height_set", {"value": 50, "degree": "low"}),
        ("adjustment_outside", {"degree": "max"}),
        ("adjustment_set", {"value": 50}),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(call, api, arguments):
    result, changed = call(f"rearviewMirror.{api}", arguments, start="init2")
    assert not result.success
    assert changed == {}
