"""Driver assistance: what warns and helps the driver, and the character of the car."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.headunit.bind import bind
from automotive_env.headunit.parts.drive_modes import drive_modes
from automotive_env.headunit.parts.picker import Picker
from automotive_env.headunit.rendering.node import Column, Node, Row
from automotive_env.headunit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.screen import App, Screen, View
from automotive_env.headunit.touch import Touch, go
from automotive_env.headunit.widgets.card import Card
from automotive_env.headunit.widgets.list_view import SwitchRow
from automotive_env.headunit.widgets.page import page
from automotive_env.headunit.widgets.slider import step_buttons
from automotive_env.headunit.widgets.text import Text

HELP = "assistance"
LIMIT = f"{HELP}.speed_limit"
HELPERS = (
    ("lane_keeping", "Lane keeping", "Helps you to stay in your lane", "lane_keeping"),
    ("forward_collision_warning", "Collision warning", "Warns before you run into something", "collision"),
    ("blind_spot_warning", "Blind spot warning", "Warns of cars beside you", "blind_spot"),
)
"""Flag and resource id, title, what it does, icon."""


class SpeedPicker(Picker):
    """The speed above which the car warns, in tens of km/h."""

    name = "pick_speed"
    title = "Speed warning"

    def heading(self, car: View) -> str:
        return "Warn above (km/h)"

    def values(self) -> Sequence[int]:
        return range(10, 201, 10)

    def now(self, car: View) -> float:
        return float(car.get(LIMIT))

    def write(self, touch: Touch, value: int) -> str | None:
        touch.set(LIMIT, value)
        return None


class AssistanceScreen(Screen):
    """Helpers at the left; the speed warning and the drive mode at the right."""

    name = "assistance"
    title = "Driver assistance"

    def build(self, car: View) -> Node:
        rows = [SwitchRow(f"{HELP}.{id}", title, line, id=id, icon=icon, grow=1.0) for id, title, line, icon in HELPERS]
        helpers = Card(*rows, gap=12, padding=16, grow=1.0)
        return page(self.title, Row(helpers, Column(self.speed(), drive_modes(), grow=1.0), grow=1.0))

    def speed(self) -> Node:
        """The warning above a speed."""
        lower, value, higher = step_buttons(
            LIMIT, "speed limit", ids=("speed_limit_less", "speed_limit_value", "speed_limit_more"), step=5,
            says=lambda speed: f"{speed:.0f} km/h", on_pick=go(SpeedPicker.name), size=40,
        )  # fmt: skip
        lower.width = higher.width = 128
        value.grow = 1.0
        line = bind(LIMIT, to=lambda speed: f"Warns above {speed} km/h")
        warns = SwitchRow(
            f"{HELP}.speed_limit_warning", "Speed warning", line, id="speed_limit_warning", icon="speed_warning", grow=1.0
        )
        return Card(
            warns, Text("Warn above", size=SECONDARY, ink="quiet"), Row(lower, value, higher, gap=8, height=TARGET + 8), gap=12,
            padding=16, grow=1.0,
        )  # fmt: skip


APP = App(
    name="assistance",
    title="Driver assistance",
    icon="lane_keeping",
    package="com.android.car.assistance",
    screens=(AssistanceScreen, SpeedPicker),
    aliases=("driving assistance", "driver assist", "driving", "drive mode", "drive modes", "lane keeping", "speed warning"),
    order=42,
)
