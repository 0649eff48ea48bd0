"""The kind of road that the car is on, as a card over a map."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Icon, Text

KINDS: Mapping[str, str] = {
    "parking": "Parking area",
    "residential": "Residential street",
    "urban": "Road in town",
    "rural": "Country road",
    "motorway": "Motorway",
}
"""Kinds of road (`automotive_env.car.driving.road.ROAD_TYPES`) in words."""
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
