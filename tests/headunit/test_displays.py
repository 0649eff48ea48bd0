"""Displays: each control moves its own display."""

from __future__ import annotations

import pytest
from headunit_screens import layers
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.car.core.values import StateValue
from automotive_env.car.core.world import World
from automotive_env.headunit.apps.displays.preview import DisplayPictureState
from automotive_env.headunit.head_unit import HeadUnit

CENTRE = "centerInformationDisplay.brightness_settings"
SLIDERS = {
    "hud_brightness": ("hud", "HUD.brightness.percentage"),
    "hud_height": ("hud", "HUD.height.percentage"),
    "panel_brightness": ("panel", "instrumentPanel.brightness"),
    "overhead_brightness": ("overhead", "overheadScreen.brightness_percentage"),
    "brightness": ("center", f"{CENTRE}.brightness_level"),
}
CHOICES: dict[str, tuple[str, str, StateValue]] = {
    "panel_theme_map": ("panel", "instrumentPanel.theme", "Map"),
    "panel_miles": ("panel", "instrumentPanel.distance_unit", "Miles"),
    "overhead_open": ("overhead", "overheadScreen.state", "open"),
    "time_12h": ("overhead", "overheadScreen.time_display_format", "12-hour format"),
    "language_chinese": ("overhead", "overheadScreen.language", "Chinese"),
}


@pytest.fixture
def displays(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("HUD")
    return head_unit


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize(("id", "tab", "path"), [(id, *where) for id, where in SLIDERS.items()])
def test_sliders(displays: HeadUnit, world: World, id: str, tab: str, path: str, moving: bool) -> None:
    if moving:
        drives(world)
    tap(displays, f"display_{tab}")
    changes = heard(world)
    slide(displays, id, 1.0)
    assert (path, 100, "touch") in changes


@pytest.mark.parametrize(("id", "tab", "path", "value"), [(id, *what) for id, what in CHOICES.items()])
def test_choices(displays: HeadUnit, world: World, id: str, tab: str, path: str, value: StateValue) -> None:
    tap(displays, f"display_{tab}")
    changes = heard(world)
    tap(displays, id)
    assert (path, value, "touch") in changes
    assert find(displays, id).checked


def test_switches(displays: HeadUnit, world: World) -> None:
    tap(displays, "hud_switch")
    assert world.HUD.is_on
    tap(displays, "display_panel")
    tap(displays, "panel_auto_brightness")
    assert not world.instrumentPanel.auto_brightness
    tap(displays, "display_center")
    tap(displays, "auto_brightness")
    assert world.get(f"{CENTRE}.auto_brightness")


def test_brightness_by_hand_ends_the_automatic(displays: HeadUnit, world: World) -> None:
    tap(displays, "display_panel")
    slide(displays, "panel_brightness", 0.0)
    assert not find(displays, "panel_auto_brightness").checked


def test_the_centre_screen_sets_what_holds_for_all(displays: HeadUnit, world: World) -> None:
    tap(displays, "display_center")
    tap(displays, "time_12h")
    assert world.environment.time_display_format == "12-hour format"


def test_mileage_in_the_unit_of_the_panel(displays: HeadUnit, world: World) -> None:
    world.set("instrumentPanel.vehicle_mileage", 16093.44)
    tap(displays, "display_panel")
    assert find(displays, "mileage").description == "16,093 km"
    tap(displays, "panel_miles")
    assert find(displays, "mileage").description == "10,000 miles"


def preview(displays: HeadUnit) -> DisplayPictureState:
    layer = next(layer for layer in layers(displays) if layer.entry.app == "displays")
    (shown,) = (state.shown for state in layer.states if isinstance(state.shown, DisplayPictureState))
    return shown


@pytest.mark.parametrize("tab", ["hud", "panel"])
def test_speed_limit_and_the_next_turn_are_shown(displays: HeadUnit, world: World, tab: str) -> None:
    tap(displays, f"display_{tab}")
    drives(world)
    assert preview(displays)[4:8] == (("80", "km/h"), "130", "", "")
    world.call("navigation.navigation_route_plan", {"address": "Airport"})
    assert preview(displays).turn.startswith("turn_")
    assert preview(displays).away.endswith("m")
    world.call("assistance.speed_limit_warning_switch", {"switch": False})
    world.set("environment.unit_system", "mile")
    assert preview(displays).words == ("50", "mph")
    assert preview(displays).limit == ""
