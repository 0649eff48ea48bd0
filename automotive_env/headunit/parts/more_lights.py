"""The second page of the lights: lamps of the standing car, headlights after it is left, each wiper for itself."""

from __future__ import annotations

from automotive_env.headunit.rendering.node import Node, Row, Spacer
from automotive_env.headunit.rendering.theme import SECONDARY
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.widgets.button import segmented
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import SwitchRow
from automotive_env.headunit.widgets.page import page
from automotive_env.headunit.widgets.slider import percent, plain
from automotive_env.headunit.widgets.slim_slider import SlimSlider
from automotive_env.headunit.widgets.text import Text
from automotive_env.headunit.widgets.wording import duration

DELAY = "highBeamHeadlight.delay_off"
ROW = 88


class MoreLightsScreen(Screen):
    """What is set less often."""

    name = "more_lights"
    title = "More lights & wipers"

    def build(self, car: View) -> Node:
        wipers = [self.wiper(car, end) for end in ("front", "rear")]
        return page(self.title, Row(self.lamps(), *wipers, grow=1.0), nested=True)

    def lamps(self) -> Node:
        """The lamps, and the headlights that light the way home."""
        return Card(
            SwitchRow("positionLight.is_on", "Position light", id="position_light", icon="backlight_low", height=ROW),
            SwitchRow("tailLight.is_on", "Tail light", id="tail_light", icon="light_mode", height=ROW),
            SwitchRow(f"{DELAY}_enabled", "Delayed off", "After you leave", id="headlight_delay", icon="timer", height=ROW),
            self.delay(),
            Spacer(),
            gap=8,
            padding=12,
            grow=1.0,
        )

    def delay(self) -> Node:
        """How long the headlights stay on."""
        slider = SlimSlider(
            f"{DELAY}_duration_seconds", "Off after (min)", id="headlight_delay_duration", step=5, says=duration, grow=1.0
        )
        return Row(slider, padding=(12, 0))

    def wiper(self, car: View, end: str) -> Node:
        """One wiper: whether it goes, how fast, and what its speed is given in."""
        at = f"wiper.{end}_wiper"
        unit = str(car.get(f"{at}.speed_setting.unit"))
        speed = SlimSlider(
            f"{at}.speed_setting.value",
            "Speed",
            id=f"{end}_wiper_speed",
            unit=unit,
            step=1 if unit == "gear" else 5,
            says=plain if unit == "gear" else percent,
            grow=1.0,
        )
        units = (("gear", "Steps 1 to 5", f"{end}_wiper_gears"), ("percentage", "Percent", f"{end}_wiper_percent"))
        return Card(
            SwitchRow(f"{at}.is_on", f"{end.capitalize()} wiper", id=f"{end}_wiper", icon="rainy", height=ROW),
            Row(speed, padding=(12, 0)),
            Row(Text("Speed in", size=SECONDARY, ink="quiet"), padding=(12, 0)),
            segmented(f"{at}.speed_setting.unit", units),
            Spacer(),
            gap=8,
            padding=12,
            grow=1.0,
        )
