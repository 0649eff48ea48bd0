"""Routing in the generated town: the street that the car is on, and the quickest route from there to a destination."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from automotive_env.headunit.pictures.town.cells import Border, Cell, Crossing, borders, cell_at
from automotive_env.headunit.pictures.town.names import road_name, street_name
from automotive_env.headunit.pictures.town.plane import Point, Points, line, unbent
from automotive_env.headunit.pictures.town.quarter import streets

MAX_DETAILED_METRES = 9_000.0
"""Straight-line distance, in metres, up to which every street of a route is searched."""
DETOUR = 1.25
"""Assumed ratio of the length of a route to the straight line, beyond the detailed part."""
GREAT_SPEED, ROAD_SPEED, STREET_SPEED = 13.0, 10.0, 7.0
"""Speeds in metres per second on wide main roads, on other main roads, in streets."""
TURN_AROUND = 900.0
"""Metres added to a route that begins with a U-turn."""


class Spot(NamedTuple):
    """A place on a street.

    Attributes:
        at: where it is, in the plan.
        start, end: the ends of that street or road.
        border: the main road it is on, or None.
        name: of the street.
        cell: the quarter it is in.
    """

    at: Point
    start: Point
    end: Point
    border: Border | None
    name: str
    cell: Cell


class Leg(NamedTuple):
    """A part of a route along one street."""

    name: str
    start: Point
    end: Point


class Route(NamedTuple):
    """A route to a destination.

    Attributes:
        line: through the town, as far as it is known in detail.
        metres: its length.
        seconds: how long it takes.
        turn: which way the next turn goes: "left", "right", "slight left", "slight right", "straight" or
            "around", where the car has to turn back.
        turn_in: metres to that turn.
        turn_into: name of the street it leads into.
    """

    line: Points
    metres: float
    seconds: float
    turn: str
    turn_in: float
    turn_into: str


def snapped(point: Point, bearing: float) -> Spot:
    """Map matching: the nearest place on a street; streets across the bearing of the car are penalized."""
    here = unbent(point)
    cell = cell_at(here)
    found: list[tuple[float, Spot]] = []
    for border in borders(cell):
        spot = _foot(here, border.first, border.last)
        found.append((_misfit(here, spot, border.first, border.last, bearing),
                      Spot(spot, border.first, border.last, border, road_name(border), cell)))  # fmt: skip
    for street in streets(cell):
        spot = _foot(here, street.start, street.end)
        found.append((_misfit(here, spot, street.start, street.end, bearing),
                      Spot(spot, street.start, street.end, None, street_name(cell, street.number), cell)))  # fmt: skip
    return min(found, key=lambda one: one[0])[1]


def _foot(point: Point, start: Point, end: Point) -> Point:
    run, rise = end[0] - start[0], end[1] - start[1]
    square = run * run + rise * rise or 1.0
    share = min(1.0, max(0.0, ((point[0] - start[0]) * run + (point[1] - start[1]) * rise) / square))
    return start[0] + run * share, start[1] + rise * share


def _misfit(point: Point, spot: Point, start: Point, end: Point, bearing: float) -> float:
    across = abs(math.sin(math.radians(_heading(start, end) - bearing)))
    return math.dist(point, spot) + 30 * across


def _heading(start: Point, end: Point) -> float:
    return math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])) % 360


def _against(leg: Leg, bearing: float) -> bool:
    """Whether a leg begins with a U-turn."""
    return leg.start != leg.end and math.cos(math.radians(_heading(leg.start, leg.end) - bearing)) < -0.3


def _exits(spot: Spot) -> Iterator[tuple[Crossing, tuple[Leg, ...]]]:
    """The first crossings that can be reached, each with the legs that lead there."""
    if spot.border:
        yield spot.border.start, (Leg(spot.name, spot.at, spot.border.first),)
        yield spot.border.end, (Leg(spot.name, spot.at, spot.border.last),)
        return
    for gate in (spot.start, spot.end):
        border = min(borders(spot.cell), key=lambda border: math.dist(gate, _foot(gate, border.first, border.last)))
        leg, name = Leg(spot.name, spot.at, gate), road_name(border)
        yield border.start, (leg, Leg(name, gate, border.first))
        yield border.end, (leg, Leg(name, gate, border.last))


@lru_cache(maxsize=64)
def find_route(spot: Spot, bearing: float, target: Point) -> Route:
    """The quickest route from a place on a street to a point of the town."""
    here, there = spot.at, unbent(target)
    crow = math.dist(here, there)
    share = min(1.0, MAX_DETAILED_METRES / (crow or 1.0))
    near = here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share
    legs = _search(spot, bearing, near)
    beyond = crow * (1 - share) * DETOUR
    metres = sum(math.dist(leg.start, leg.end) for leg in legs)
    seconds = metres / ROAD_SPEED + beyond / (2 * GREAT_SPEED) + 20 * len(legs) / 3
    turn, turn_in, turn_into = ("around", 0.0, spot.name) if _against(legs[0], bearing) else _next_turn(legs)
    points = [line(leg.start, leg.end)[:-1] for leg in legs] + [line(legs[-1].start, legs[-1].end)[-1:]]
    return Route(np.concatenate(points), metres + beyond, seconds, turn, turn_in, turn_into)


def _search(spot: Spot, bearing: float, target: Point) -> list[Leg]:
    """A* over the crossings, to the one next to the target."""
    goal_cell = cell_at(target)
    goal = min(borders(goal_cell), key=lambda border: math.dist(border.first, target)).start
    queue: list[tuple[float, float, Crossing]] = []
    came: dict[Crossing, tuple[Crossing | None, tuple[Leg, ...]]] = {}
    costs: dict[Crossing, float] = {}

    def reach(crossing: Crossing, at: Point, cost: float, origin: Crossing | None, legs: tuple[Leg, ...]) -> None:
        if cost < costs.get(crossing, math.inf):
            costs[crossing], came[crossing] = cost, (origin, legs)
            heappush(queue, (cost + math.dist(at, target) / GREAT_SPEED, cost, crossing))

    for crossing, legs in _exits(spot):
        run = sum(math.dist(leg.start, leg.end) for leg in legs)
        reach(crossing, legs[-1].end, (run + TURN_AROUND * _against(legs[0], bearing)) / ROAD_SPEED, None, legs)
    while queue:
        _, cost, crossing = heappop(queue)
        if crossing == goal:
            break
        if cost > costs[crossing]:
            continue
        for border in {border.cells: border for cell in crossing for border in borders(cell)}.values():
            for start, end, first_at, last_at in (
                (border.start, border.end, border.first, border.last),
                (border.end, border.start, border.last, border.first),
            ):
                if start == crossing:
                    speed = GREAT_SPEED if border.wide else ROAD_SPEED
                    total = cost + (math.dist(first_at, last_at) / speed + 4)
                    if total < costs.get(end, math.inf):
                        reach(end, last_at, total, crossing, (Leg(road_name(border), first_at, last_at),))
    return _traced(came, goal if goal in came else min(costs, key=lambda one: costs[one]))


def _traced(came: dict[Crossing, tuple[Crossing | None, tuple[Leg, ...]]], goal: Crossing) -> list[Leg]:
    legs: list[Leg] = []
    at: Crossing | None = goal
    while at is not None:
        at, taken = came[at]
        legs = [*taken, *legs]
    return [leg for leg in legs if math.dist(leg.start, leg.end) > 0.5] or legs[-1:]


def _next_turn(legs: list[Leg]) -> tuple[str, float, str]:
    """Direction of the next turn, metres to it, and the name of the street that it leads into."""
    run = 0.0
    for leg, following in pairwise(legs):
        run += math.dist(leg.start, leg.end)
        angle = (_heading(following.start, following.end) - _heading(leg.start, leg.end) + 180) % 360 - 180
        if abs(angle) > 28 and following.name != leg.name:
            side = "right" if angle > 0 else "left"
            return (side if abs(angle) > 55 else f"slight {side}"), run, following.name
    return "straight", run + math.dist(legs[-1].start, legs[-1].end), legs[-1].name
