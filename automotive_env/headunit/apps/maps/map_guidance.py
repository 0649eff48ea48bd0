"""The cards of the route that runs: the next turn, and where and when the car arrives."""

from __future__ import annotations

from typing import Any

from automotive_env.car.driving.trip import arrived
from automotive_env.headunit.apps.maps.end_route import end_route
from automotive_env.headunit.apps.maps.map_words import (
    arrives,
    guided,
    next_street,
    next_turn,
    remains,
    takes,
    turn_icon,
    written,
)
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import PRIMARY, SECONDARY
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Icon, Text

PROGRESS = ("navigation.is_active", "navigation.current_route", "navigation.waypoints", "maps.progress")
UNIT = "environment.unit_system"
ROOMY = 480
"""Width of a summary in which there is room for the distance."""


def _where(active: bool, route: Any, stops: Any, progress: Any) -> str:
    if arrived(active, route, stops, progress):
        return "You have arrived"
    return written(route.destination) if route and route.destination else "No destination"


def turn_card(*, compact: bool) -> LayoutNode:
    """The next thing to do."""
    size, icon = (28, 48) if compact else (PRIMARY, 64)
    street = Text(guided(next_street), id="next_street_text", size=28, ink="on_accent", grow=0.0)
    return Card(
        Row(
            Icon(guided(turn_icon), size=icon, ink="on_accent"),
            Column(
                Text(guided(next_turn, UNIT), id="next_turn_text", size=size, weight="medium", ink="on_accent", grow=0.0), street,
                gap=2, grow=1.0, height=77,
            ),
            gap=16, height=80,
        ),
        padding=(20, 12), ink="accent", floats=True,
    )  # fmt: skip


def route_card() -> LayoutNode:
    """Where the car goes, and when it is there."""
    end = Button(
        end_route, id="route_end_button", text="End", description="End route", look="danger", size=28, width=104, height=80
    )
    facts = (
        (arrives(), "Arrival", "route_arrival"),
        (takes(), "Duration", "route_duration"),
        (remains(), "Distance", "route_distance"),
    )
    name = Text(bind(*PROGRESS, to=_where), id="destination_text", weight="medium", lines=2, height=80)
    return Card(
        Row(Icon("flag", size=44, ink="accent"), name, end, gap=14),
        Row(*(_fact(*fact) for fact in facts), gap=8, height=74),
        padding=16, gap=10, floats=True,
    )  # fmt: skip


def _fact(value: Bind[str], what: str, id: str) -> LayoutNode:
    """A value with its label."""
    figure = Text(value, id=id, description=what, weight="medium", align="center", grow=0.0)
    figure.letters = 3
    return Column(figure, Text(what, size=SECONDARY, ink="quiet", align="center"), gap=2, grow=1.0)


def route_summary(width: int) -> LayoutNode:
    """The route that runs, on one card: the next turn, the destination, how far it is where there is room, and the arrival."""
    words = Column(
        Text(guided(next_turn, UNIT), id="next_turn_text", weight="medium", ink="on_accent", grow=0.0),
        Text(guided(next_street), id="next_street_text", size=SECONDARY, ink="on_accent", grow=0.0),
        gap=0, grow=1.0, height=70,
    )  # fmt: skip
    goal = Text(bind(*PROGRESS, to=_where), id="destination_text", size=SECONDARY, ink="on_accent", grow=1.0)
    distance = Text(
        remains(), id="route_distance", description="Distance", size=SECONDARY, ink="on_accent", align="right", width=120
    )
    last = Row(
        goal,
        distance if width >= ROOMY else None,
        Text(
            arrives(),
            id="route_arrival",
            description="Arrival",
            size=SECONDARY,
            weight="medium",
            ink="on_accent",
            align="right",
            width=112,
        ),
        gap=8,
        height=30,
    )
    return Card(
        Row(Icon(guided(turn_icon), size=56, ink="on_accent"), words, gap=16, height=70),
        last,
        padding=(24, 14),
        gap=6,
        width=width,
        height=134,
        ink="accent",
        floats=True,
    )
