"""Settings: the sections at the left, the page of one at the right."""

from __future__ import annotations

from typing import ClassVar

from automotive_env.headunit.bind import Bind, Live, bind
from automotive_env.headunit.registry import apps
from automotive_env.headunit.rendering.node import Column, Node, Row
from automotive_env.headunit.rendering.theme import SECONDARY
from automotive_env.headunit.screen import App, Screen, View
from automotive_env.headunit.touch import Touch, open_app, switched
from automotive_env.headunit.widgets.api_slider import ApiSlider
from automotive_env.headunit.widgets.button import Button, Option
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import ListItem, SwitchRow
from automotive_env.headunit.widgets.page import page
from automotive_env.headunit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.widgets.text import Icon, Text
from automotive_env.headunit.widgets.wording import clock, speed_unit
from automotive_env.version import __version__
from automotive_env.world.values import Value

SCREEN = "centerInformationDisplay"
SCREEN_API = f"{SCREEN}.carcontrol_{SCREEN}"
BRIGHTNESS = f"{SCREEN}.brightness_settings.brightness_level"
AUTO_BRIGHTNESS = f"{SCREEN}.brightness_settings.auto_brightness"
RAIL = 452
"""Width of the list of sections."""


def _switch(path: str, title: str, subtitle: str | Bind[str], id: str, icon: str, api: str = "") -> SwitchRow:
    return SwitchRow(path, title, subtitle, id=id, icon=icon, on_tap=switched(path, api) if api else None, grow=1.0)


def _on_off(path: str, on: str = "On", off: str = "Off") -> Bind[str]:
    return bind(path, to=lambda now: on if now else off)


def _option(path: str, value: Value, text: str, id: str, icon: str = "", api: str = "") -> Option:
    option = Option(path, value, text=text, id=id, icon=icon, wide=False)
    if api:
        option.on_tap = lambda touch: touch.call(api, mode=value)
    return option


def _volume(volume: int, muted: bool) -> str:
    return "Muted" if muted else f"Volume {volume} %"


def _networks(wifi: bool, mobile: bool, bluetooth: bool, airplane: bool) -> str:
    if airplane:
        return "Airplane mode"
    names = [name for name, on in (("Wi-Fi", wifi), ("mobile data", mobile), ("Bluetooth", bluetooth)) if on]
    return ", ".join(names) or "All radios are off"


def _units(unit: str, time: str, language: str) -> str:
    return f"{'Kilometres' if unit == 'kilometer' else 'Miles'}, {time[:2]} h, {language}"


class Page(Screen):
    """A section: its line in the list (the id ends with `key`, `line` is what it says below the title), and its page."""

    key: ClassVar[str]
    icon: ClassVar[str]
    line: ClassVar[Bind[str]]

    def build(self, car: View) -> Node:
        rail = Column(*(kind.entry(chosen=kind is type(self)) for kind in PAGES), gap=8, width=RAIL)
        return page("Settings", Row(rail, Card(*self.content(), grow=1.0), grow=1.0))

    @classmethod
    def entry(cls, chosen: bool) -> ListItem:
        """Its line in the list of sections."""
        return ListItem(cls.title, cls.line, id=f"section_{cls.key}", icon=cls.icon, selected=chosen, on_tap=cls.show, grow=1.0)

    @classmethod
    def show(cls, touch: Touch) -> None:
        """Put the page in the place of the one that is shown."""
        if touch.entry.screen != cls.name:
            touch.back()
            touch.go(cls.name)

    def content(self) -> tuple[Node, ...]:
        """What is on its card."""
        raise NotImplementedError


class Display(Page):
    """Brightness and theme."""

    name = "settings_display"
    title = "Display"
    key = "display"
    icon = "brightness_6"
    line = bind(AUTO_BRIGHTNESS, BRIGHTNESS, to=lambda auto, level: f"{'Automatic' if auto else 'Brightness'} {level:.0f} %")

    def content(self) -> tuple[Node, ...]:
        api = "system.night_mode_set"
        themes = Row(
            _option("system.night_mode", "auto", "Automatic", "night_mode_auto", "brightness_auto", api),
            _option("system.night_mode", "day", "Day", "night_mode_day", "light_mode", api),
            _option("system.night_mode", "night", "Night", "night_mode_night", "dark_mode", api),
            grow=1.0,
        )
        return (
            ApiSlider(
                BRIGHTNESS, "Brightness", f"{SCREEN_API}_brightness_set", {"unit": "percentage"}, id="brightness",
                icon="light_mode",
            ),
            _switch(
                AUTO_BRIGHTNESS, "Automatic brightness", "Follows the light around the car", "auto_brightness",
                "brightness_auto", f"{SCREEN_API}_mode_autoBrightness",
            ),
            Text("Theme", size=SECONDARY, ink="quiet"),
            themes,
        )  # fmt: skip


class Sound(Page):
    """Volume, and silence."""

    name = "settings_sound"
    title = "Sound"
    key = "sound"
    icon = "volume_up"
    line = bind("environment.volume", "system.muted", to=_volume)

    def content(self) -> tuple[Node, ...]:
        heard = bind("environment.sound_channel", to=lambda source: "Phone call" if source == "conversation" else source.title())
        return (
            SlimSlider("environment.volume", "Volume", id="volume_seek_bar", icon="volume_up"),
            _switch("system.muted", "Mute", "All sound is silent", "mute_button", "volume_off", "system.mute_switch"),
            _switch(
                "system.do_not_disturb", "Do not disturb", "Notifications stay silent", "do_not_disturb", "do_not_disturb_on",
                "system.do_not_disturb_switch",
            ),
            ListItem("Sound comes from", heard, id="sound_source", icon="speaker", grow=1.0),
        )  # fmt: skip


class Network(Page):
    """Radios."""

    name = "settings_network"
    title = "Network"
    key = "network"
    icon = "wifi"
    line = bind("system.wifi", "system.mobile_data", "bluetooth.is_enabled", "system.airplane_mode", to=_networks)

    def content(self) -> tuple[Node, ...]:
        return (
            Row(
                _switch("system.wifi", "Wi-Fi", _on_off("system.wifi"), "wifi", "wifi", "system.wifi_switch"),
                _switch("system.mobile_data", "Mobile data", _on_off("system.mobile_data"), "mobile_data", "signal_cellular_alt"),
                grow=1.0,
            ),
            Row(
                _switch(
                    "system.hotspot", "Hotspot", _on_off("system.hotspot", "Shares internet"), "hotspot", "wifi_tethering",
                    "system.hotspot_switch",
                ),
                _switch(
                    "bluetooth.is_enabled", "Bluetooth", _on_off("bluetooth.is_enabled"), "bluetooth", "bluetooth",
                    "bluetooth.carcontrol_connection_bluetooth_switch",
                ),
                grow=1.0,
            ),
            _switch("system.airplane_mode", "Airplane mode", "Turns all radios off", "airplane_mode", "flight"),
        )  # fmt: skip


def _choice(title: str, line: Live[str], icon: str, *options: Option) -> Row:
    words = Column(Text(title), Text(line, size=SECONDARY, ink="quiet", grow=0.0), gap=2, grow=1.0, height=72)
    return Row(Icon(icon, ink="accent"), words, Row(*options, gap=8, width=400, height=96), gap=24, grow=1.0)


class Units(Page):
    """How the car writes what it says."""

    name = "settings_units"
    title = "Units & language"
    key = "units"
    icon = "straighten"
    line = bind("environment.unit_system", "environment.time_display_format", "environment.language", to=_units)

    def content(self) -> tuple[Node, ...]:
        unit, time, language = "environment.unit_system", "environment.time_display_format", "environment.language"
        time_api, language_api = f"{SCREEN_API}_timeDisplayFormat_set", f"{SCREEN_API}_language_set"
        return (
            _choice(
                "Distance", bind(unit, to=lambda unit: f"Speeds in {speed_unit(unit)}"), "straighten",
                _option(unit, "kilometer", "Kilometres", "distance_kilometer"), _option(unit, "mile", "Miles", "distance_mile"),
            ),
            _choice(
                "Time of day", bind("environment.timestamp", time, to=lambda now, form: f"It is {clock(now, form)}"), "schedule",
                _option(time, "12-hour format", "12 hours", "time_12h", api=time_api),
                _option(time, "24-hour format", "24 hours", "time_24h", api=time_api),
            ),
            _choice(
                "Language", "Displays and voice", "translate",
                _option(language, "English", "English", "language_english", api=language_api),
                _option(language, "Chinese", "Chinese", "language_chinese", api=language_api),
            ),
        )  # fmt: skip


class Apps(Page):
    """What apps may know, and when the screen sleeps."""

    name = "settings_apps"
    title = "Apps & privacy"
    key = "apps"
    icon = "apps"
    line = _on_off("system.location", "Location is on", "Location is off")

    def content(self) -> tuple[Node, ...]:
        count = sum(app.in_grid for app in apps().values())
        show = Button(open_app("home", "apps"), id="all_apps_button", text="Show apps", size=28, width=220, height=96)
        return (
            _switch("system.location", "Location", "Apps may know where the car is", "location", "place"),
            SlimSlider(
                "system.screen_timeout", "Screen sleeps when parked after", id="screen_timeout", icon="schedule",
                says=lambda minutes: f"{minutes:.0f} min",
            ),
            Row(ListItem(f"{count} apps", "are installed", id="app_count", icon="apps", grow=1.0, height=96), show, grow=1.0),
            ListItem("Software", f"Automotive-ENV {__version__}", id="software_version", icon="info", grow=1.0),
        )  # fmt: skip


PAGES: tuple[type[Page], ...] = (Display, Sound, Network, Units, Apps)

APP = App(
    name="settings",
    title="Settings",
    icon="settings",
    package="com.android.car.settings",
    screens=PAGES,
    aliases=("system settings", "preferences", "com.android.car.settings"),
    order=90,
)

__all__ = ["APP", "PAGES"]
