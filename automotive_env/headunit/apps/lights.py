"""Lights & driving: lamps, wipers, drive mode and driver assistance."""

from __future__ import annotations

from automotive_env.headunit.bind import Bind, bind
from automotive_env.headunit.parts.more_lights import MoreLightsScreen
from automotive_env.headunit.pictures.beam_picture import Beams, paint_beams
from automotive_env.headunit.rendering.node import Column, Grid, Node, Row, Stack
from automotive_env.headunit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.screen import App, Screen, View
from automotive_env.headunit.touch import Handler, Touch, go
from automotive_env.headunit.widgets.button import Button, Option, Toggle
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import SwitchRow
from automotive_env.headunit.widgets.page import page
from automotive_env.headunit.widgets.picture import Picture
from automotive_env.headunit.widgets.pills import pills
from automotive_env.headunit.widgets.slider import step_buttons
from automotive_env.headunit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.widgets.text import Text
from automotive_env.world.devices.wiper import WIPERS

BEAM = "lowBeamHeadlight"
FOG = "fogLight"
HELP = "assistance"
DRIVE_MODES = (
    ("eco", "Eco", "eco"),
    ("comfort", "Comfort", "weekend"),
    ("sport", "Sport", "speed"),
    ("snow", "Snow", "snowflake"),
)


def _heading(text: str) -> Text:
    return Text(text, size=SECONDARY, ink="quiet")


def _lamp(path: str, id: str, icon: str, text: str, on_tap: Handler | None = None, description: str = "") -> Toggle:
    lamp = Toggle(path, id=id, icon=icon, text=text, description=description, on_tap=on_tap, icon_size=40)
    lamp.role = "android.widget.Switch"
    return lamp


def _beams() -> Bind[Beams]:
    lamps = ("highBeamHeadlight.high_beam_on", f"{FOG}.front_light.is_on", f"{FOG}.rear_light.is_on", f"{BEAM}.height_percentage")
    return bind(f"{BEAM}.mode", "road.light", *lamps, to=_lit)


def _lit(mode: str, light: str, high: bool, front: bool, rear: bool, height: float) -> Beams:
    return Beams(mode == "on" or (mode == "auto" and light != "day"), high, front, rear, height)


def _fog(end: str) -> Handler:
    def act(touch: Touch) -> str | None:
        lit = touch.get(f"{FOG}.{end}_light.is_on")
        return touch.call(f"{FOG}.carcontrol_fogLight_switch", switch=not lit, position=end)

    return act


class LightsScreen(Screen):
    """Lights, wipers, the character of the car, assistance."""

    name = "lights"
    title = "Lights & driving"

    def build(self, car: View) -> Node:
        modes = [
            Option(f"{HELP}.drive_mode", mode, id=f"drive_mode_{mode}", text=text, icon=icon, description=f"Drive mode {mode}")
            for mode, text, icon in DRIVE_MODES
        ]
        middle = Column(Card(Picture(paint_beams, _beams(), grow=1.0), padding=12, grow=1.0), self.wipers(), grow=1.0)
        columns = Row(self.lights(), middle, self.assistance(), grow=1.0)
        hazard = _lamp("hazardLight.is_active", "hazard_light", "warning", "", description="Hazard light")
        hazard.width, hazard.warms = 84, True
        more = Button(go(MoreLightsScreen.name), id="lights_more", text="More", width=118)
        return page(self.title, columns, actions=(pills(*modes, width=780), hazard, more))

    def lights(self) -> Node:
        """The headlights and the fog lamps."""
        modes = [
            Option(f"{BEAM}.mode", mode, id=f"low_beam_{mode}", text=text, description=f"Low beam {mode}", height=TARGET)
            for mode, text in (("off", "Off"), ("on", "On"), ("auto", "Auto"))
        ]
        lamps = Grid(
            _lamp("highBeamHeadlight.high_beam_on", "high_beam", "backlight_high", "High beam"),
            _lamp(f"{HELP}.auto_high_beam", "auto_high_beam", "auto_mode", "Auto high beam"),
            _lamp(f"{FOG}.front_light.is_on", "front_fog_light", "foggy", "Front fog light", _fog("front")),
            _lamp(f"{FOG}.rear_light.is_on", "rear_fog_light", "foggy", "Rear fog light", _fog("rear")),
            columns=2, gap=8, grow=1.0,
        )  # fmt: skip
        height = SlimSlider(f"{BEAM}.height_percentage", "Low beam height", id="low_beam_height")
        return Card(
            Row(_heading("Low beam"), padding=(12, 0)),
            Row(*modes, gap=8),
            lamps,
            Row(height, padding=(12, 0)),
            gap=10,
            padding=16,
            width=432,
        )

    def wipers(self) -> Node:
        """The wipers; both go at one speed."""
        speeds = [f"wiper.{wiper}.speed_setting.value" for wiper in WIPERS]
        speed = SlimSlider(speeds[0], "Wiper speed", id="wiper_speed", says=lambda gear: f"{gear:.0f}", writes=speeds)
        switch = SwitchRow(f"wiper.{WIPERS[0]}.is_on", "Wipers", id="wipers", icon="rainy", height=84)
        return Card(switch, Row(speed, padding=(12, 0)), gap=8, padding=12)

    def assistance(self) -> Node:
        """What warns and helps the driver."""
        lower, value, higher = step_buttons(
            f"{HELP}.speed_limit", "speed limit", ids=("speed_limit_less", "speed_limit_value", "speed_limit_more"),
            step=5, says=lambda speed: f"{speed:.0f} km/h",
        )  # fmt: skip
        lower.width = higher.width = 96
        value.grow = 1.0
        stepper: Stack = Row(lower, value, higher, gap=8, height=TARGET)
        rows: list[Node] = [
            SwitchRow(f"{HELP}.{id}", title, line, id=id, icon=icon, grow=1.0)
            for id, title, line, icon in (
                ("lane_keeping", "Lane keeping", "Helps to steer", "road"),
                ("forward_collision_warning", "Collision", "Warns ahead", "minor_crash"),
                ("blind_spot_warning", "Blind spot", "Warns beside", "sensors"),
                ("speed_limit_warning", "Speed limit", "Warns above", "speed"),
            )
        ]
        return Card(*rows, stepper, gap=8, padding=12, width=444)


APP = App(
    name="lights",
    title="Lights & driving",
    icon="backlight_high",
    package="com.android.car.lights",
    screens=(LightsScreen, MoreLightsScreen),
    aliases=("lights and driving", "light", "headlights", "driving", "driving assistance", "assistance", "wipers", "drive mode"),
    order=40,
)
