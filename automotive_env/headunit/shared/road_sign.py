"""What the car knows of the road and of its speed, as cards over a map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, Rgb, Theme
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Icon, Text
from automotive_env.headunit.kit.widgets.widget import WidgetState
from automotive_env.headunit.kit.widgets.wording import speed, speed_unit

UNIT = "environment.unit_system"
RED: Rgb = (200, 36, 32)
WHITE: Rgb = (255, 255, 255)

KINDS: Mapping[str, str] = {
    "parking": "Parking area",
    "residential": "Residential street",
    "urban": "Road in town",
    "rural": "Country road",
    "motorway": "Motorway",
}
"""Kinds of road (`automotive_env.place.surroundings.ROAD_TYPES`) in words."""
ICONS = {"parking": "local_parking"}


def kind_of_road(kind: str, light: str) -> str:
    """The kind of road in words; in a tunnel that is what counts."""
    return "Tunnel" if light == "tunnel" else KINDS[kind]


def icon_of_road(kind: str, light: str) -> str:
    """The icon beside the words."""
    return "road" if light == "tunnel" else ICONS.get(kind, "road")


def road_sign() -> LayoutNode:
    """What the map cannot show: the car is where its sensors say, on the kind of road that they tell."""
    words, icon = (bind("road.road_type", "road.light", to=told) for told in (kind_of_road, icon_of_road))
    return Card(
        Row(Icon(icon, size=36, ink="accent"), Text(words, id="road_kind", description="Kind of road", size=SECONDARY), gap=10),
        padding=(22, 14), width=300, height=64, radius=32, floats=True,
    )  # fmt: skip


class LimitSign(Text):
    """The speed above which the car warns, as a sign at the road; nothing while it does not warn."""

    def __init__(self) -> None:
        limit = bind(
            "assistance.speed_limit", "assistance.speed_limit_warning", UNIT,
            to=lambda limit, warns, unit: speed(limit, unit) if warns else "",
        )  # fmt: skip
        said = bind(
            "assistance.speed_limit", "assistance.speed_limit_warning", UNIT,
            to=lambda limit, warns, unit: f"Warns above {speed(limit, unit)} {speed_unit(unit)}" if warns else "",
        )  # fmt: skip
        super().__init__(limit, description=said, size=SECONDARY, weight="medium", align="center", width=56, height=56)

    def paint(self, state: WidgetState, brush: WidgetBrush) -> None:
        if state.text:
            brush.picture(_ring, None, radius=0)
            brush.text(state.text, size=SECONDARY, ink=(24, 28, 34), weight="medium", align="center", on=WHITE)


def _ring(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """The sign without its number."""
    board.ellipse((0, 0, width - 1, height - 1), fill=RED)
    edge = width * 0.09
    board.ellipse((edge, edge, width - 1 - edge, height - 1 - edge), fill=WHITE)


def pace() -> LayoutNode:
    """How fast the car is, and from where on it warns."""
    now = Text(bind("road.speed", UNIT, to=speed), size=40, weight="medium", align="right", width=72, height=56)
    unit = Text(bind(UNIT, to=speed_unit), size=SECONDARY, ink="quiet", width=64, height=32)
    return Card(Row(now, unit, LimitSign(), gap=8), padding=(18, 4), width=244, height=64, radius=32, floats=True)
