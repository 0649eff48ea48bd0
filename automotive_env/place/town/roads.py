"""Main roads as a network: crossings, what a stretch is (motorway, toll, ferry), how long it takes, and its traffic."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from automotive_env.place.town.cells import CellBorder, CrossingNumber, TownCell, cells_of, district
from automotive_env.place.town.hash_noise import hash_noise, hash_noise_each
from automotive_env.place.town.plane import PlanePoint, bent_point
from automotive_env.place.town.street_names import motorway_name, road_name
from automotive_env.place.town.triangulation import border_between
from automotive_env.place.town.waters import RIVER_WIDTH, river_distance

MOTORWAY_SPEED, GREAT_SPEED, ROAD_SPEED, STREET_SPEED, FERRY_SPEED = 23.0, 13.0, 10.0, 7.0, 4.0
"""Metres a second where traffic flows."""
CROSSING_SECONDS, BOARDING_SECONDS = 4.0, 240.0
"""How long a crossing takes, and to wait for a ferry."""
SLOW_FLOW, JAMMED_FLOW = 0.62, 0.86
"""`flow` from which on traffic is slow, and stands."""
MOTORWAYS, TOLLS, FERRIES = 0.34, 0.6, 0.4
"""Share of great roads that are motorways, of motorways that cost toll, of river crossings that are ferries."""
_PARTS = 6
"""Parts of a main road at whose ends is looked whether a river is there."""


class MainRoad(NamedTuple):
    """A main road from one crossing to the next, as it counts for routes; the same in both directions.

    Attributes:
        border: where it is.
        metres: its length.
        seconds: how long it takes in today's traffic, with the crossing at its end.
        motorway, toll, ferry: what it is.
    """

    border: CellBorder
    metres: float
    seconds: float
    motorway: bool
    toll: bool
    ferry: bool


def flow(border: CellBorder) -> float:
    """How well traffic flows on a main road: 0 (freely) to 1 (it stands)."""
    return hash_noise(border.cells, "flow")


def is_motorway(border: CellBorder) -> bool:
    """Whether a main road is a motorway, from one end of its districts' border to the other."""
    return _motorway(*_sides(border))[0]


@lru_cache(maxsize=8192)
def _motorway(one: TownCell, other: TownCell) -> tuple[bool, bool]:
    """Whether a motorway divides two districts, the first before the second, and whether it costs toll."""
    motorway, toll = hash_noise_each((one, other), "motorway", "toll")
    return one != other and motorway < MOTORWAYS, one != other and motorway < MOTORWAYS and toll < TOLLS


def is_toll(border: CellBorder) -> bool:
    """Whether a main road costs toll."""
    return _motorway(*_sides(border))[1]


def is_ferry(border: CellBorder) -> bool:
    """Whether a main road crosses a river by ferry."""
    return not border.wide and hash_noise(border.cells, "ferry") <= FERRIES and _crosses_river(border)


def _crosses_river(border: CellBorder) -> bool:
    (x, y), (east, north) = border.first, border.last
    run, rise = (east - x) / _PARTS, (north - y) / _PARTS
    middle = river_distance(*bent_point((x + east) / 2, (y + north) / 2))
    if middle > RIVER_WIDTH / 2 + math.dist(border.first, border.last):
        return False  # no river can be near
    wet = [river_distance(*bent_point(x + run * part, y + rise * part)) < RIVER_WIDTH / 2 for part in range(_PARTS + 1)]
    return any(wet) and not wet[0] and not wet[-1]


def _sides(border: CellBorder) -> tuple[TownCell, TownCell]:
    """The districts that a main road divides, sorted; twice the same where it is in one."""
    one, other = district(border.cells[0]), district(border.cells[1])
    return (one, other) if one <= other else (other, one)


def number_of(border: CellBorder) -> str:
    """The number of a motorway."""
    return motorway_name(int(hash_noise(_sides(border), "number") * 1_000))


@lru_cache(maxsize=8192)
def name_of(border: CellBorder) -> str:
    """The name of a main road; a motorway has a number."""
    return number_of(border) if is_motorway(border) else road_name(border)


def speed_on(border: CellBorder) -> float:
    """Metres a second on a main road, in its traffic."""
    return _speed(flow(border), border.wide, is_motorway(border), is_ferry(border))


def _speed(load: float, wide: bool, motorway: bool, ferry: bool) -> float:
    if ferry:
        return FERRY_SPEED
    speed = MOTORWAY_SPEED if motorway else GREAT_SPEED if wide else ROAD_SPEED
    return speed / 2.2 if load >= JAMMED_FLOW else speed / 1.35 if load >= SLOW_FLOW else speed


@lru_cache(maxsize=4096)
def roads_at(crossing: CrossingNumber) -> tuple[tuple[MainRoad, CrossingNumber, PlanePoint], ...]:
    """The main roads that lead away from a crossing.

    Each with the crossing at its other end, and where that is in the plan.
    """
    a, b, c = cells_of(crossing)
    found = []
    for road in (_road(a, b), _road(a, c), _road(b, c)):
        start, end, first, last, _ = road.border
        if start == crossing:
            found.append((road, end, last))
        elif end == crossing:
            found.append((road, start, first))
    return tuple(found)


@lru_cache(maxsize=4096)
def _road(first: TownCell, second: TownCell) -> MainRoad:
    """The main road between two quarters, the first before the second."""
    border = border_between(first, second)
    (one, other), (load, ferry_luck) = _sides(border), hash_noise_each(border.cells, "flow", "ferry")
    wide, (motorway, toll) = one != other, _motorway(one, other)
    ferry = not wide and ferry_luck <= FERRIES and _crosses_river(border)
    metres = math.dist(border.first, border.last)
    seconds = metres / _speed(load, wide, motorway, ferry) + (BOARDING_SECONDS if ferry else CROSSING_SECONDS)
    return MainRoad(border, metres, seconds, motorway, toll, ferry)
