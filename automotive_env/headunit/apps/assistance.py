"""Driver assistance: what warns and helps the driver, and the character of the car."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET
from automotive_env.headunit.kit.screen import App, BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, go
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.list_view import SwitchRow
from automotive_env.headunit.kit.widgets.page import page
from automotive_env.headunit.kit.widgets.slider import step_buttons
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.wording import kmh_of, speed, speed_unit
from automotive_env.headunit.shared.drive_modes import drive_modes
from automotive_env.headunit.shared.picker import PickerDialog

HELP = "assistance"
LIMIT = f"{HELP}.speed_limit"
UNIT = "environment.unit_system"
LOWEST, HIGHEST, STEP = 5, 200, 5
"""Limits that the car takes, km/h; how far a touch goes, in the driver's unit."""
HELPERS = (
    ("lane_keeping", "Lane keeping", "Helps you to stay in your lane", "lane_keeping"),
    ("forward_collision_warning", "Collision warning", "Warns before you run into something", "collision"),
    ("blind_spot_warning", "Blind spot warning", "Warns of cars beside you", "blind_spot"),
)
"""Flag and resource id, title, what it does, icon."""


def _limit(speed: float, unit_system: str) -> int:
    """A speed in the driver's unit as a limit in km/h, which is what the car counts in."""
    return min(HIGHEST, max(LOWEST, round(kmh_of(speed, unit_system))))


class SpeedPickerDialog(PickerDialog):
    """The speed above which the car warns, in tens of km/h or in fives of mph."""

    name = "pick_speed"
    title = "Speed warning"

    def heading(self, car: BuildContext) -> str:
        return f"Warn above ({speed_unit(car.get(UNIT))})"

    def values(self, car: BuildContext) -> Sequence[int]:
        return range(5, 125, 5) if car.get(UNIT) == "mile" else range(10, 201, 10)

    def now(self, car: BuildContext) -> float:
        return float(speed(car.get(LIMIT), car.get(UNIT)))

    def write(self, touch: TouchEvent, value: int) -> str | None:
        touch.set(LIMIT, _limit(value, touch.get(UNIT)))
        return None


def _step(touch: TouchEvent, kmh: float) -> None:
    """Go on to the next multiple of five of the driver's unit."""
    unit = touch.get(UNIT)
    touch.set(LIMIT, _limit(STEP * round(kmh / kmh_of(STEP, unit)), unit))


class AssistanceScreen(Screen):
    """Helpers at the left; the speed warning and the drive mode at the right."""

    name = "assistance"
    title = "Driver assistance"

    def build(self, car: BuildContext) -> LayoutNode:
        rows = [SwitchRow(f"{HELP}.{id}", title, line, id=id, icon=icon, grow=1.0) for id, title, line, icon in HELPERS]
        helpers = Card(*rows, gap=12, padding=16, grow=1.0)
        return page(self.title, Row(helpers, Column(self.speed(car), drive_modes(), grow=1.0), grow=1.0))

    def speed(self, car: BuildContext) -> LayoutNode:
        """The warning above a speed."""
        unit = car.get(UNIT)
        lower, value, higher = step_buttons(
            LIMIT, "speed limit", ids=("speed_limit_less", "speed_limit_value", "speed_limit_more"), step=kmh_of(STEP, unit),
            says=lambda limit: f"{speed(limit, unit)} {speed_unit(unit)}", on_step=_step, on_pick=go(SpeedPickerDialog.name),
            size=40,
        )  # fmt: skip
        lower.width = higher.width = 128
        value.grow = 1.0
        line = bind(LIMIT, to=lambda limit: f"Warns above {speed(limit, unit)} {speed_unit(unit)}")
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
    screens=(AssistanceScreen, SpeedPickerDialog),
    aliases=("driving assistance", "driver assist", "driving", "drive mode", "drive modes", "lane keeping", "speed warning"),
    order=42,
)
