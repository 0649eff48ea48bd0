"""Settings: each control moves its own property, on every page."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit

SECTIONS = (
    "display", "sound", "network", "bluetooth", "units", "date", "notifications", "profile", "privacy", "apps",
)  # fmt: skip
BRIGHTNESS = "centerInformationDisplay.brightness_settings"
SWITCHES = {
    "auto_brightness": ("display", f"{BRIGHTNESS}.auto_brightness"),
    "mute_button": ("sound", "system.muted"),
    "do_not_disturb": ("sound", "system.do_not_disturb"),
    "wifi": ("network", "system.wifi"),
    "hotspot": ("network", "system.hotspot"),
    "mobile_data": ("network", "system.mobile_data"),
    "bluetooth": ("network", "bluetooth.is_enabled"),
    "airplane_mode": ("network", "system.airplane_mode"),
    "location": ("privacy", "system.location"),
}
CHOICES = {
    "night_mode_day": ("display", "system.night_mode", "day"),
    "night_mode_night": ("display", "system.night_mode", "night"),
    "distance_mile": ("units", "environment.unit_system", "mile"),
    "temperature_fahrenheit": ("units", "cabin.temperature_unit", "fahrenheit"),
    "time_12h": ("units", "environment.time_display_format", "12-hour format"),
    "language_chinese": ("units", "environment.language", "Chinese"),
}
FIRST_CHOICES = {
    "night_mode_auto": ("display", "system.night_mode", "auto"),
    "distance_kilometer": ("units", "environment.unit_system", "kilometer"),
    "temperature_celsius": ("units", "cabin.temperature_unit", "celsius"),
    "time_24h": ("units", "environment.time_display_format", "24-hour format"),
    "language_english": ("units", "environment.language", "English"),
}


@pytest.fixture
def settings(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("Settings")
    return head_unit


@pytest.mark.parametrize("moving", [False, True])
def test_sections_lead_to_their_pages(settings: HeadUnit, world: World, moving: bool) -> None:
    if moving:
        drives(world)
    for section in reversed(SECTIONS):
        tap(settings, f"section_{section}")
        assert world.system.foreground_screen == f"settings_{section}"
        assert [other for other in SECTIONS if find(settings, f"section_{other}").selected] == [section]
    settings.back()
    assert world.system.foreground_app == "home"


@pytest.mark.parametrize(("id", "section", "path"), [(id, *where) for id, where in SWITCHES.items()])
def test_switches(settings: HeadUnit, world: World, id: str, section: str, path: str) -> None:
    tap(settings, f"section_{section}")
    before = world.get(path)
    changes = heard(world)
    assert find(settings, id).checked is before
    tap(settings, id)
    assert (path, not before, "touch") in changes
    assert {changed for changed, _, _ in changes} <= {path, "bluetooth.connection_state"}
    assert find(settings, id).checked is not before
    tap(settings, id)
    assert world.get(path) is before


@pytest.mark.parametrize(("id", "section", "path", "value"), [(id, *what) for id, what in CHOICES.items()])
def test_choices(settings: HeadUnit, world: World, id: str, section: str, path: str, value: str) -> None:
    tap(settings, f"section_{section}")
    changes = heard(world)
    tap(settings, id)
    assert changes == [(path, value, "touch")]
    assert find(settings, id).checked
    back = next(other for other, (_, its, _) in FIRST_CHOICES.items() if its == path)
    tap(settings, back)
    assert world.get(path) == FIRST_CHOICES[back][2]
    assert not find(settings, id).checked


def test_brightness_by_hand_ends_the_automatic(settings: HeadUnit, world: World) -> None:
    world.set(f"{BRIGHTNESS}.auto_brightness", True)
    changes = heard(world)
    slide(settings, "brightness", 1.0)
    assert (f"{BRIGHTNESS}.brightness_level", 100, "touch") in changes
    assert (f"{BRIGHTNESS}.auto_brightness", False, "touch") in changes
    assert find(settings, "section_display").description == "Brightness 100 %"


def test_volume(settings: HeadUnit, world: World) -> None:
    tap(settings, "section_sound")
    changes = heard(world)
    slide(settings, "volume_seek_bar", 0.0)
    assert changes == [("environment.volume", 0, "touch")]


@pytest.mark.parametrize(
    ("channel", "path", "plays", "silent", "source"),
    [
        ("radio", "radio._is_playing", True, False, "Radio"),
        ("conversation", "conversation.call_state", "active", "idle", "Phone call"),
    ],
)
def test_sound_comes_from_what_is_heard(
    settings: HeadUnit, world: World, channel: str, path: str, plays: bool | str, silent: bool | str, source: str
) -> None:
    world.set("environment.sound_channel", channel)
    for now, told in ((plays, source), (silent, "Nothing is playing")):
        world.set(path, now)
        tap(settings, "section_sound")
        assert find(settings, "sound_source").description.endswith(told)


def test_screen_timeout(settings: HeadUnit, world: World) -> None:
    tap(settings, "section_apps")
    changes = heard(world)
    slide(settings, "screen_timeout", 1.0)
    assert changes == [("system.screen_timeout", 60, "touch")]
    tap(settings, "all_apps_button")
    assert (world.system.foreground_app, world.system.foreground_screen) == ("home", "apps")


def test_sections_say_how_things_are(settings: HeadUnit, world: World) -> None:
    world.set("system.airplane_mode", True)
    world.set("system.muted", True)
    world.set("environment.unit_system", "mile")
    said = {section: find(settings, f"section_{section}").description for section in SECTIONS}
    assert (said["network"], said["sound"], said["units"]) == ("Airplane mode", "Muted", "Miles, 24 h, English")


def test_the_status_bar_leads_to_the_network(head_unit: HeadUnit, world: World) -> None:
    tap(head_unit, "connectivity_panel_button")
    assert world.system.foreground_screen == "settings_network"


def test_bluetooth_says_whether_the_phone_is_there(settings: HeadUnit, world: World) -> None:
    tap(settings, "section_bluetooth")

    def phone() -> str:
        return next(one for one in settings.elements() if one.name == "device_item").description

    assert phone() == "Connected · Calls and audio"
    tap(settings, "bluetooth")
    assert phone() == "Not connected · Robin"
    tap(settings, "bluetooth")
    assert world.bluetooth.connection_state == "CONNECTED"


def test_the_clock_follows_the_format(settings: HeadUnit, world: World) -> None:
    world.environment.advance(3 * 3600)
    tap(settings, "section_date")
    assert find(settings, "clock_text").text == "15:00"
    changes = heard(world)
    tap(settings, "time_12h")
    assert changes == [("environment.time_display_format", "12-hour format", "touch")]
    assert find(settings, "clock_text").text == "3:00 PM"
    assert find(settings, "date_text").text == "Sunday, 13 April 2025"


def test_notifications_are_shown_and_cleared(settings: HeadUnit, world: World) -> None:
    tap(settings, "section_notifications")
    assert settings.tap(*find(settings, "clear_notifications_button").box.center) == "there are no notifications"
    world.system.notify("system", "Update", "Ready to install.")
    assert find(settings, "notification_count").description == "1 notification"
    tap(settings, "clear_notifications_button")
    tap(settings, "keep_notifications_button")
    tap(settings, "clear_notifications_button")
    tap(settings, "confirm_clear_notifications_button")
    assert world.system.notifications == ()
    tap(settings, "show_notifications_button")
    assert world.system.notification_center_open


def test_privacy(settings: HeadUnit, world: World) -> None:
    tap(settings, "section_privacy")
    tap(settings, "location")
    assert not world.system.location
    assert find(settings, "section_privacy").description == "Location is off"
