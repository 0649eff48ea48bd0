"""Main roads as a network: crossings, what a stretch is (motorway, toll, ferry), how long it takes, and its traffic."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from automotive_env.geo.town.cells import Border, Cell, Crossing, borders, cells_of, district
from automotive_env.geo.town.hash_noise import hash_noise
from automotive_env.geo.town.names import motorway_name, road_name
from automotive_env.geo.town.plane import Point, bent, bent_point
from automotive_env.geo.town.waters import RIVER_WIDTH, river_distance, river_distances

MOTORWAY_SPEED, GREAT_SPEED, ROAD_SPEED, STREET_SPEED, FERRY_SPEED = 23.0, 13.0, 10.0, 7.0, 4.0
"""Metres a second where traffic flows."""
CROSSING_SECONDS, BOARDING_SECONDS = 4.0, 240.0
"""How long a crossing takes, and to wait for a ferry."""
SLOW, JAMMED = 0.62, 0.86
"""`flow` from which on traffic is slow, and stands."""
MOTORWAYS, TOLLS, FERRIES = 0.34, 0.6, 0.4
"""Share of great roads that are motorways, of motorways that cost toll, of river crossings that are ferries."""


class Road(NamedTuple):
    """A main road from one crossing to the next, as it counts for routes; the same in both directions.

    Attributes:
        border: where it is.
        metres: its length.
        seconds: how long it takes in today's traffic, with the crossing at its end.
        motorway, toll, ferry: what it is.
    """

    border: Border
    metres: float
    seconds: float
    motorway: bool
    toll: bool
    ferry: bool


def flow(border: Border) -> float:
    """How well traffic flows on a main road: 0 (freely) to 1 (it stands)."""
    return hash_noise(border.cells, "flow")


def is_motorway(border: Border) -> bool:
    """Whether a main road is a motorway, from one end of its districts' border to the other."""
    return border.wide and _divides_by_motorway(_sides(border))


@lru_cache(maxsize=8192)
def _divides_by_motorway(sides: tuple[Cell, ...]) -> bool:
    return hash_noise(sides, "motorway") < MOTORWAYS


def is_toll(border: Border) -> bool:
    """Whether a main road costs toll."""
    return is_motorway(border) and hash_noise(_sides(border), "toll") < TOLLS


@lru_cache(maxsize=8192)
def is_ferry(border: Border) -> bool:
    """Whether a main road crosses a river by ferry."""
    if border.wide or hash_noise(border.cells, "ferry") > FERRIES or _is_dry(border):
        return False
    wet = river_distances(bent(np.linspace(border.first, border.last, 7))) < RIVER_WIDTH / 2
    return bool(wet.any()) and not wet[0] and not wet[-1]


def _is_dry(border: Border) -> bool:
    """Whether no river can be near a main road, told from its middle alone."""
    (x, y), (east, north) = border.first, border.last
    middle = bent_point((x + east) / 2, (y + north) / 2)
    return river_distance(*middle) > RIVER_WIDTH / 2 + math.dist(border.first, border.last)


def _sides(border: Border) -> tuple[Cell, ...]:
    """The districts that a main road divides."""
    return tuple(sorted(district(cell) for cell in border.cells))


def number_of(border: Border) -> str:
    """The number of a motorway."""
    return motorway_name(int(hash_noise(_sides(border), "number") * 1_000))


@lru_cache(maxsize=8192)
def name_of(border: Border) -> str:
    """The name of a main road; a motorway has a number."""
    return number_of(border) if is_motorway(border) else road_name(border)


def speed_on(border: Border) -> float:
    """Metres a second on a main road, in its traffic."""
    return _speed(border, is_motorway(border), is_ferry(border))


def _speed(border: Border, motorway: bool, ferry: bool) -> float:
    if ferry:
        return FERRY_SPEED
    speed = MOTORWAY_SPEED if motorway else GREAT_SPEED if border.wide else ROAD_SPEED
    load = flow(border)
    return speed / 2.2 if load >= JAMMED else speed / 1.35 if load >= SLOW else speed


@lru_cache(maxsize=16384)
def roads_at(crossing: Crossing) -> tuple[tuple[Road, Crossing, Point], ...]:
    """The main roads that lead away from a crossing, seen from the first of the two quarters on their sides.

    Each with the crossing at its other end, and where that is in the plan.
    """
    first, second, third = cells_of(crossing)
    after = _roads_after(first)
    found = after.get(second), after.get(third), _roads_after(second).get(third)
    return tuple([(road, *_other_end(road.border, crossing)) for road in found if road and crossing in road.border[:2]])


def _other_end(border: Border, crossing: Crossing) -> tuple[Crossing, Point]:
    return (border.end, border.last) if border.start == crossing else (border.start, border.first)


@lru_cache(maxsize=8192)
def _roads_after(cell: Cell) -> Mapping[Cell, Road]:
    """The main roads between a quarter and those that come after it: other quarter -> road."""
    return {border.cells[1]: _road(border) for border in borders(cell) if border.cells[0] == cell}


def _road(border: Border) -> Road:
    metres, ferry, motorway = math.dist(border.first, border.last), is_ferry(border), is_motorway(border)
    seconds = metres / _speed(border, motorway, ferry) + (BOARDING_SECONDS if ferry else CROSSING_SECONDS)
    return Road(border, metres, seconds, motorway, motorway and is_toll(border), ferry)
