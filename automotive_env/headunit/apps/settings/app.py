"""Settings: the sections at the left, the page of one at the right."""

from __future__ import annotations

from automotive_env.car.driving.temperature import CELSIUS, FAHRENHEIT, UNIT, degrees
from automotive_env.car.systems.audio_focus import SOURCES
from automotive_env.car.systems.language import LANGUAGES
from automotive_env.headunit.apps.settings.bluetooth_device import BluetoothDeviceScreen, ForgetDeviceDialog
from automotive_env.headunit.apps.settings.bluetooth_pairing import ConfirmPairingDialog, PairDeviceScreen
from automotive_env.headunit.apps.settings.driver_screens import DeleteDriverDialog, DriverScreen, NameDriverScreen
from automotive_env.headunit.apps.settings.hotspot import HotspotNameDialog, HotspotPasswordDialog, HotspotScreen
from automotive_env.headunit.apps.settings.settings_bluetooth import BluetoothPage, CarNameDialog
from automotive_env.headunit.apps.settings.settings_drivers import ProfilePage
from automotive_env.headunit.apps.settings.settings_network import NetworkPage
from automotive_env.headunit.apps.settings.settings_notifications import (
    ClearNotificationsDialog,
    NotificationsPage,
    silence_switch,
)
from automotive_env.headunit.apps.settings.settings_page import SettingsPage, choice, option, switch
from automotive_env.headunit.apps.settings.settings_time_privacy import NOW, TIME, DatePage, PrivacyPage, time_choice
from automotive_env.headunit.apps.settings.software_page import SoftwareUpdateScreen, UpdateTimeDialog
from automotive_env.headunit.apps.settings.wifi_network import ForgetNetworkDialog, WifiNetworkScreen, WifiPasswordDialog
from automotive_env.headunit.apps.settings.wifi_networks import WifiNetworksScreen
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import App
from automotive_env.headunit.kit.touch import go, open_app
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.headunit.kit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.wording import clock, speed_unit
from automotive_env.headunit.registry import apps
from automotive_env.headunit.shared.language_choice import language_choice

SCREEN = "centerInformationDisplay"
SCREEN_API = f"{SCREEN}.carcontrol_{SCREEN}"
BRIGHTNESS = f"{SCREEN}.brightness_settings.brightness_level"
AUTO_BRIGHTNESS = f"{SCREEN}.brightness_settings.auto_brightness"


def _volume(volume: int, muted: bool) -> str:
    return "Muted" if muted else f"Volume {volume} %"


def _heard(channel: str, call: str, *plays: bool) -> str:
    """What has the loudspeakers, unless it is paused or has ended."""
    if not (dict(zip(SOURCES, plays, strict=True)) | {"conversation": call != "idle"}).get(channel, True):
        return "Nothing is playing"
    return "Phone call" if channel == "conversation" else channel.title()


def _units(unit: str, time: str, language: str) -> str:
    return f"{'Kilometres' if unit == 'kilometer' else 'Miles'}, {time[:2]} h, {LANGUAGES[language].own_name}"


class DisplayPage(SettingsPage):
    """Brightness and theme."""

    name = "settings_display"
    title = "Display"
    key = "display"
    icon = "brightness_6"
    line = bind(AUTO_BRIGHTNESS, BRIGHTNESS, to=lambda auto, level: f"{'Automatic' if auto else 'Brightness'} {level:.0f} %")

    def content(self) -> tuple[LayoutNode, ...]:
        api = "system.night_mode_set"
        themes = Row(
            option("system.night_mode", "auto", "Automatic", "night_mode_auto", "brightness_auto", api),
            option("system.night_mode", "day", "Day", "night_mode_day", "light_mode", api),
            option("system.night_mode", "night", "Night", "night_mode_night", "dark_mode", api),
            grow=1.0,
        )
        return (
            ApiSlider(
                BRIGHTNESS, "Brightness", f"{SCREEN_API}_brightness_set", {"unit": "percentage"}, id="brightness",
                icon="light_mode",
            ),
            switch(
                AUTO_BRIGHTNESS, "Automatic brightness", "Follows the light around the car", "auto_brightness",
                "brightness_auto", f"{SCREEN_API}_mode_autoBrightness",
            ),
            Text("Theme", size=SECONDARY, ink="quiet"),
            themes,
        )  # fmt: skip


class SoundPage(SettingsPage):
    """Volume, and silence."""

    name = "settings_sound"
    title = "Sound"
    key = "sound"
    icon = "volume_up"
    line = bind("environment.volume", "system.muted", to=_volume)

    def content(self) -> tuple[LayoutNode, ...]:
        heard = bind("environment.sound_channel", "conversation.call_state", *SOURCES.values(), to=_heard)
        return (
            SlimSlider("environment.volume", "Volume", id="volume_seek_bar", icon="volume_up"),
            switch("system.muted", "Mute", "All sound is silent", "mute_button", "volume_off", "system.mute_switch"),
            silence_switch(),
            ListItem("Sound comes from", heard, id="sound_source", icon="speaker", grow=1.0),
        )  # fmt: skip


class UnitsPage(SettingsPage):
    """How the car writes what it says."""

    name = "settings_units"
    title = "Units & language"
    key = "units"
    icon = "straighten"
    gap = 8
    line = bind("environment.unit_system", TIME, "environment.language", to=_units)

    def content(self) -> tuple[LayoutNode, ...]:
        unit, outside = "environment.unit_system", bind("road.outside_temperature", UNIT, to=degrees)
        return (
            choice(
                "Distance", bind(unit, to=lambda unit: f"Speeds in {speed_unit(unit)}"), "straighten",
                option(unit, "kilometer", "Kilometres", "distance_kilometer"), option(unit, "mile", "Miles", "distance_mile"),
            ),
            choice(
                "Temperature", outside, "thermostat",
                option(UNIT, CELSIUS, "Celsius", "temperature_celsius"),
                option(UNIT, FAHRENHEIT, "Fahrenheit", "temperature_fahrenheit"),
            ),
            time_choice(bind(NOW, TIME, to=lambda now, form: f"It is {clock(now, form)}")),
            language_choice(SCREEN),
        )  # fmt: skip


def _count() -> int:
    return sum(app.in_grid for app in apps().values())


class AppsPage(SettingsPage):
    """Which apps there are, and when the screen sleeps."""

    name = "settings_apps"
    title = "Apps"
    key = "apps"
    icon = "apps"
    line = bind("system.screen_timeout", to=lambda _: f"{_count()} apps")

    def content(self) -> tuple[LayoutNode, ...]:
        show = Button(open_app("home", "apps"), id="all_apps_button", text="Show apps", size=28, width=220)
        return (
            SlimSlider(
                "system.screen_timeout", "Screen sleeps when parked after", id="screen_timeout", icon="schedule",
                says=lambda minutes: f"{minutes:.0f} min",
            ),
            Row(ListItem(f"{_count()} apps", "are installed", id="app_count", icon="apps", grow=1.0), show, grow=1.0),
            ListItem(
                "Software update", bind("software.version", to=lambda version: f"Version {version}"), id="software_version",
                icon="update", trailing_icon="chevron_right", on_tap=go("software"), grow=1.0,
            ),
        )  # fmt: skip


PAGES: tuple[type[SettingsPage], ...] = (
    DisplayPage, SoundPage, NetworkPage, BluetoothPage, UnitsPage, DatePage, NotificationsPage, ProfilePage, PrivacyPage,
    AppsPage,
)  # fmt: skip

DETAILS = (
    WifiNetworksScreen, WifiNetworkScreen, WifiPasswordDialog, ForgetNetworkDialog, HotspotScreen, HotspotNameDialog,
    HotspotPasswordDialog, PairDeviceScreen, ConfirmPairingDialog,
    BluetoothDeviceScreen, ForgetDeviceDialog, CarNameDialog, DriverScreen, NameDriverScreen, DeleteDriverDialog,
    ClearNotificationsDialog,
)  # fmt: skip
"""What the pages lead to."""

APP = App(
    name="settings",
    title="Settings",
    icon="settings",
    package="com.android.car.settings",
    screens=(*PAGES, *DETAILS, SoftwareUpdateScreen, UpdateTimeDialog),
    aliases=("system settings", "preferences", "com.android.car.settings"),
    order=90,
)

__all__ = ["APP", "PAGES"]
