"""Displays: the projection on the windscreen, the instruments, the ceiling screen and the centre screen."""

from __future__ import annotations

from typing import Any

from automotive_env.car.core.values import StateValue
from automotive_env.car.devices.instrument_panel import KILOMETERS_PER_MILE
from automotive_env.headunit.apps.displays.display_picture import DisplayPictureState, paint_display
from automotive_env.headunit.apps.maps.map_words import guided, turn_icon
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import call, switched
from automotive_env.headunit.kit.widgets.api_slider import ApiSlider
from automotive_env.headunit.kit.widgets.button import OptionButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import ListItem, SwitchRow
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.pills import choices, pills
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.wording import clock, speed, speed_unit
from automotive_env.headunit.pictures.town.journey import far
from automotive_env.headunit.shared.language_choice import language_choice

TABS = (
    ("hud", "Head-up", "display_hud"),
    ("panel", "Instruments", "display_panel"),
    ("ceiling", "Ceiling screen", "display_overhead"),
    ("centre", "Centre screen", "display_center"),
)
HUD, PANEL, CEILING, CENTRE = "HUD", "instrumentPanel", "overheadScreen", "centerInformationDisplay"
UNIT = "environment.unit_system"
SPEED = ("road.speed", UNIT, "assistance.speed_limit", "assistance.speed_limit_warning")
CLOCK = ("environment.timestamp", "environment.time_display_format")
TIME = "environment.time_display_format"
PERCENT = {"unit": "percentage"}


def _choice(title: str, *options: OptionButton) -> Row:
    return Row(Text(title, width=172), *options, gap=8, height=TARGET + 4)


def _option(path: str, value: StateValue, text: str, id: str, api: str = "") -> OptionButton:
    return OptionButton(path, value, text=text, id=id, on_tap=call(api, mode=value) if api else None)


def _time_and_language(module: str) -> tuple[Row, Grid]:
    """How a display writes; the choice holds for all displays."""
    time = f"{module}.carcontrol_{module}_timeDisplayFormat_set"
    return (
        _choice(
            "Time", _option(TIME, "12-hour format", "12 hours", "time_12h", time),
            _option(TIME, "24-hour format", "24 hours", "time_24h", time),
        ),
        language_choice(module),
    )  # fmt: skip


def _mileage(km: float, unit: str) -> str:
    return f"{km / KILOMETERS_PER_MILE:,.0f} miles" if unit == "Miles" else f"{km:,.0f} km"


def _told(now: float, unit: str, limit: float, warns: bool) -> dict[str, Any]:
    """What a preview shows of the speed."""
    return {"words": (speed(now, unit), speed_unit(unit)), "limit": speed(limit, unit) if warns else ""}


def _on_the_way(shown: Bind[DisplayPictureState]) -> Bind[DisplayPictureState]:
    """A preview with the next turn of the route that runs."""
    turn, away = guided(turn_icon), guided(lambda route, unit: far(route.turn_in, unit), UNIT)
    first, second = len(shown.slots), len(shown.slots) + len(turn.slots)

    def to(*values: Any) -> DisplayPictureState:
        return shown.to(*values[:first])._replace(turn=turn.to(*values[first:second]), away=away.to(*values[second:]))

    return Bind((*shown.slots, *turn.slots, *away.slots), to)


def _wide(picture: PictureWidget) -> PictureWidget:
    """A picture of something that is much wider than high."""
    picture.narrowest = 480
    return picture


class DisplaysScreen(Screen):
    """One of the displays: how it looks, and what can be set; opened with its key where it is not the first."""

    name = "displays"
    title = "Displays"
    samples = ((), ("panel",), ("ceiling",), ("centre",))

    def build(self, car: BuildContext) -> LayoutNode:
        tab = car.local("tab", car.args[0] if car.args else "hud")
        picture, *controls = {"hud": self.hud, "panel": self.instruments, "ceiling": self.ceiling, "centre": self.centre}[tab]()
        content = Row(Card(picture, padding=20, grow=1.0), Card(*controls, gap=8, width=640), gap=24, grow=1.0)
        return page("Displays", content, actions=(pills(*choices("tab", tab, TABS), width=860),))

    def hud(self) -> tuple[LayoutNode, ...]:
        """The projection on the windscreen."""
        shown = bind(
            f"{HUD}.is_on", f"{HUD}.brightness.percentage", f"{HUD}.height.percentage", *SPEED,
            to=lambda on, bright, high, *told: DisplayPictureState("hud", on, bright, high, **_told(*told)),
        )  # fmt: skip
        api = f"{HUD}.carcontrol_HUD"
        return (
            PictureWidget(paint_display, _on_the_way(shown), grow=1.0),
            SwitchRow(
                f"{HUD}.is_on", "Head-up display", "On the windscreen", id="hud_switch", icon="flip",
                on_tap=switched(f"{HUD}.is_on", f"{api}_switch"), grow=1.0,
            ),
            ApiSlider(f"{HUD}.brightness.percentage", "Brightness", f"{api}_brightness_set", PERCENT, id="hud_brightness",
                      icon="light_mode", grow=1.0),
            ApiSlider(f"{HUD}.height.percentage", "Height", f"{api}_height_set", PERCENT, id="hud_height", icon="height",
                      grow=1.0),
        )  # fmt: skip

    def instruments(self) -> tuple[LayoutNode, ...]:
        """The instruments behind the steering wheel."""
        level, auto, unit, theme = (f"{PANEL}.{name}" for name in ("brightness", "auto_brightness", "distance_unit", "theme"))
        mileage = (f"{PANEL}.vehicle_mileage", unit)
        shown = bind(
            level, f"{PANEL}.brightness_unit", theme, "road.gear", "road.fuel_level", *mileage, *SPEED,
            to=lambda bright, of, look, gear, fuel, km, unit, *told: DisplayPictureState(
                "panel", True, bright / {"gear": 0.1, "nit": 10.0}.get(of, 1.0), map=look == "Map", gear=gear[0].upper(),
                level=fuel, driven=_mileage(km, unit), **_told(*told),
            ),
        )  # fmt: skip
        api = f"{PANEL}.carcontrol_instrumentPanel"
        driven = bind(*mileage, to=_mileage)
        themes = (("Scene", "Road", "panel_theme_scene"), ("Map", "Map", "panel_theme_map"))
        units = (("Kilometers", "Kilometres", "panel_kilometers"), ("Miles", "Miles", "panel_miles"))
        return (
            Column(
                _wide(PictureWidget(paint_display, _on_the_way(shown), grow=1.0)),
                ListItem("Mileage", trailing=driven, id="mileage", icon="speed", height=84),
                gap=14, grow=1.0,
            ),
            _choice("Shows", *(_option(theme, *option, f"{PANEL}.carcontrol_display_theme_set") for option in themes)),
            _choice("Distance", *(_option(unit, *option, f"{api}_meter_unit") for option in units)),
            ApiSlider(level, "Brightness", f"{api}_brightness_set", PERCENT, id="panel_brightness", icon="light_mode", grow=1.0),
            SwitchRow(auto, "Automatic brightness", id="panel_auto_brightness", icon="brightness_auto",
                      on_tap=switched(auto, f"{api}_mode_autoBrightness"), height=88),
        )  # fmt: skip

    def ceiling(self) -> tuple[LayoutNode, ...]:
        """The screen that folds down from the ceiling."""
        state, level = f"{CEILING}.state", f"{CEILING}.brightness_percentage"
        shown = bind(
            state, level, *CLOCK,
            to=lambda now, bright, time, form: DisplayPictureState("ceiling", now == "open", bright, 50, (clock(time, form), "")),
        )  # fmt: skip
        api = f"{CEILING}.carcontrol_overheadScreen"

        def fold(action: str, text: str, id: str) -> OptionButton:
            return OptionButton(state, action, text=text, id=id, on_tap=call(f"{api}_switch", action=action))

        return (
            PictureWidget(paint_display, shown, grow=1.0),
            _choice("Screen", fold("open", "Fold down", "overhead_open"), fold("close", "Fold up", "overhead_close")),
            ApiSlider(
                level, "Brightness", f"{api}_brightness_set", PERCENT, id="overhead_brightness", icon="light_mode", grow=1.0
            ),
            *_time_and_language(CEILING),
        )

    def centre(self) -> tuple[LayoutNode, ...]:
        """The screen that shows all of this."""
        level, auto = (f"{CENTRE}.brightness_settings.{name}" for name in ("brightness_level", "auto_brightness"))
        shown = bind(
            level, *CLOCK, to=lambda bright, time, form: DisplayPictureState("centre", True, bright, 50, (clock(time, form), ""))
        )
        api = f"{CENTRE}.carcontrol_{CENTRE}"
        return (
            _wide(PictureWidget(paint_display, shown, grow=1.0)),
            ApiSlider(level, "Brightness", f"{api}_brightness_set", PERCENT, id="brightness", icon="light_mode", grow=1.0),
            SwitchRow(auto, "Automatic brightness", id="auto_brightness", icon="brightness_auto",
                      on_tap=switched(auto, f"{api}_mode_autoBrightness"), height=80),
            *_time_and_language(CENTRE),
        )  # fmt: skip


APP = App(
    name="displays",
    title="Displays",
    icon="display_settings",
    package="com.android.car.displays",
    screens=(DisplaysScreen,),
    aliases=("display", "head-up display", "hud", "instrument panel", "screens", "overhead screen"),
    order=60,
)

__all__ = ["APP", "DisplaysScreen"]
