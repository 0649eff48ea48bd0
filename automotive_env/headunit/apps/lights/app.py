"""Lights & wipers: every lamp outside the car, and the wipers."""

from __future__ import annotations

from automotive_env.car.devices.high_beam_headlight import is_lit as high_beam_is_lit
from automotive_env.car.devices.low_beam_headlight import is_lit as low_beam_is_lit
from automotive_env.headunit.apps.lights.beam_picture import BeamPictureState, paint_beams
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.button import SWITCH, OptionButton, ToggleButton
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.wording import duration

BEAM = "lowBeamHeadlight"
FOG = "fogLight"
DELAY = "highBeamHeadlight.delay_off"


def _lamp(path: str, id: str, icon: str, text: str, on_tap: TouchHandler | None = None) -> ToggleButton:
    return ToggleButton(path, id=id, icon=icon, text=text, on_tap=on_tap, role=SWITCH, icon_size=44)


def _beams() -> Bind[BeamPictureState]:
    low = (f"{BEAM}.mode", "road.light", "road.weather")
    high = ("highBeamHeadlight.high_beam_on", "assistance.auto_high_beam", "road.phenomena.dazzled_oncoming")
    lamps = (f"{FOG}.front_light.is_on", f"{FOG}.rear_light.is_on", f"{BEAM}.height_percentage")
    return bind(*low, *high, *lamps, to=_lit)


def _lit(
    mode: str, light: str, weather: str, high: bool, automatic: bool, oncoming: bool, front: bool, rear: bool, height: float
) -> BeamPictureState:
    return BeamPictureState(
        low_beam_is_lit(mode, light, weather), high_beam_is_lit(high, automatic, oncoming), front, rear, height
    )


def _fog(end: str) -> TouchHandler:
    def act(touch: TouchEvent) -> str | None:
        lit = touch.get(f"{FOG}.{end}_light.is_on")
        return touch.call(f"{FOG}.carcontrol_fogLight_switch", switch=not lit, position=end)

    return act


class LightsScreen(Screen):
    """Headlights at the left, the other lamps and the car in the middle, the wipers at the right."""

    name = "lights"
    title = "Lights & wipers"

    def build(self, car: BuildContext) -> LayoutNode:
        middle = Column(Card(PictureWidget(paint_beams, _beams(), grow=1.0), padding=12, grow=1.0), self.afterwards(), grow=1.0)
        wipers = Column(self.wiper("front", "wipers"), self.wiper("rear", "rear_wiper"), width=440)
        hazard = _lamp("hazardLight.is_active", "hazard_light", "hazard", "Hazard lights")
        hazard.wide, hazard.warms, hazard.height = True, True, TARGET + 4
        return page(self.title, Row(self.lights(), middle, wipers, grow=1.0), actions=(hazard,))

    def lights(self) -> LayoutNode:
        """The headlights and the other lamps."""
        modes = [
            OptionButton(f"{BEAM}.mode", mode, id=f"low_beam_{mode}", text=text, description=f"Low beam {mode}", height=TARGET)
            for mode, text in (("off", "Off"), ("auto", "Auto"), ("on", "On"))
        ]
        lamps = Grid(
            _lamp("highBeamHeadlight.high_beam_on", "high_beam", "high_beam", "High beam"),
            _lamp("assistance.auto_high_beam", "auto_high_beam", "auto_high_beam", "Auto high beam"),
            _lamp(f"{FOG}.front_light.is_on", "front_fog_light", "front_fog", "Front fog light", _fog("front")),
            _lamp(f"{FOG}.rear_light.is_on", "rear_fog_light", "rear_fog", "Rear fog light", _fog("rear")),
            _lamp("positionLight.is_on", "position_light", "position_lamps", "Position light"),
            _lamp("tailLight.is_on", "tail_light", "tail_lamps", "Tail light"),
            columns=2, gap=8, grow=1.0,
        )  # fmt: skip
        return Card(
            Row(Text("Low beam", size=SECONDARY, ink="quiet"), padding=(12, 0)), Row(*modes, gap=8), lamps, gap=8, padding=16,
            width=432,
        )  # fmt: skip

    def afterwards(self) -> LayoutNode:
        """How high the low beam shines, and how long the headlights light the way home."""
        height = SlimSlider(f"{BEAM}.height_percentage", "Low beam height", id="low_beam_height")
        delay = SlimSlider(f"{DELAY}_duration_seconds", "Stay on for (min)", id="headlight_delay_duration", step=5, says=duration)
        switch = SwitchRow(f"{DELAY}_enabled", "Follow me home", "Headlights stay on", id="headlight_delay", height=84)
        return Card(Row(height, padding=(12, 0)), switch, Row(delay, padding=(12, 0)), gap=8, padding=12)

    def wiper(self, end: str, id: str) -> LayoutNode:
        """One wiper: whether it goes, and how fast."""
        at = f"wiper.{end}_wiper"
        name = f"{end.capitalize()} wiper"
        switch = SwitchRow(f"{at}.is_on", name, id=id, icon=f"{end}_wiper", grow=1.0)
        speed = SlimSlider(
            f"{at}.speed_setting.value", f"{name} speed", id="wiper_speed" if end == "front" else "rear_wiper_speed",
            says=lambda gear: f"{gear:.0f} of 5",
        )  # fmt: skip
        return Card(switch, Row(speed, padding=(12, 0)), gap=16, padding=16, grow=1.0)


APP = App(
    name="lights",
    title="Lights & wipers",
    icon="low_beam",
    package="com.android.car.lights",
    screens=(LightsScreen,),
    aliases=("lights & driving", "lights and driving", "lights and wipers", "light", "headlights", "wipers", "fog lights"),
    order=40,
)
