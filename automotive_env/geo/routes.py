"""GPS routes: a line over the ground, and the fix of a car that has come so far along it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from random import Random

from automotive_env.errors import UsageError
from automotive_env.geo.place import Place
from automotive_env.geo.places import EARTH_RADIUS_M, distance
from automotive_env.observation import GpsFix

LEG_M = (120.0, 600.0)
"""Shortest and longest street between two turns of a drive, in metres."""
TURNS = (-90.0, -45.0, -20.0, 0.0, 20.0, 45.0, 90.0)
"""Turns of a drive in degrees."""
START_M = 2_000.0
"""How far from the centre a drive begins, at most, in metres."""


class Route:
    """A line through points on the ground; distances along it are metres from its start.

    Raises:
        UsageError: there are fewer than two points, or they all are the same.
    """

    def __init__(self, points: Sequence[tuple[float, float]], altitude: float = 0.0) -> None:
        distinct = [point for index, point in enumerate(points) if index == 0 or point != points[index - 1]]
        if len(distinct) < 2:
            raise UsageError("a route needs two different points, each latitude and longitude in degrees")
        self.points = tuple(distinct)
        self.altitude = altitude
        legs = (distance(*start, *end) for start, end in pairwise(distinct))
        self._marks = tuple(accumulate(legs, initial=0.0))

    @property
    def length(self) -> float:
        """Metres from the first point to the last."""
        return self._marks[-1]

    def position_at(self, metres: float) -> GpsFix:
        """The fix after so many metres; before the start it is the start, beyond the end the end."""
        gone = min(max(metres, 0.0), self.length)
        leg = min(bisect_right(self._marks, gone), len(self.points) - 1) - 1
        start, end = self.points[leg], self.points[leg + 1]
        heading = bearing(*start, *end)
        latitude, longitude = moved(*start, heading, gone - self._marks[leg])
        return GpsFix(round(latitude, 7), round(longitude, 7), self.altitude, round(heading, 1) % 360)


def bearing(from_latitude: float, from_longitude: float, to_latitude: float, to_longitude: float) -> float:
    """The direction in which one sets out to get from one position to another, degrees clockwise from north, 0..360."""
    start, end = math.radians(from_latitude), math.radians(to_latitude)
    across = math.radians(to_longitude - from_longitude)
    east = math.sin(across) * math.cos(end)
    north = math.cos(start) * math.sin(end) - math.sin(start) * math.cos(end) * math.cos(across)
    return math.degrees(math.atan2(east, north)) % 360


def moved(latitude: float, longitude: float, heading: float, metres: float) -> tuple[float, float]:
    """Where one is after so many metres straight on: latitude and longitude in degrees."""
    north, direction, arc = math.radians(latitude), math.radians(heading), metres / EARTH_RADIUS_M
    sine = math.sin(north) * math.cos(arc) + math.cos(north) * math.sin(arc) * math.cos(direction)
    across = math.atan2(math.sin(direction) * math.sin(arc) * math.cos(north), math.cos(arc) - math.sin(north) * sine)
    east = (longitude + math.degrees(across) + 540) % 360 - 180
    return math.degrees(math.asin(max(-1.0, min(1.0, sine)))), east


def drive(place: Place, metres: float, rng: Random) -> Route:
    """A drive of that length around a place: straight legs with turns of streets, back towards the centre when it strays.

    It knows no map: a leg may cross a house or a river.

    Raises:
        UsageError: the length is not a positive number of metres.
    """
    if not 0 < metres < math.inf:
        raise UsageError(f"no drive of {metres:g} m; give a positive number of metres")
    points = [moved(place.latitude, place.longitude, rng.uniform(0, 360), rng.uniform(0, START_M))]
    heading, left = rng.uniform(0, 360), float(metres)
    while left > 0:
        leg = min(left, rng.uniform(*LEG_M))
        points.append(moved(*points[-1], heading, leg))
        left -= leg
        heading = _next_heading(place, points[-1], heading, rng)
    return Route(points, place.altitude)


def _next_heading(place: Place, here: tuple[float, float], heading: float, rng: Random) -> float:
    if distance(*here, place.latitude, place.longitude) > 2 * START_M:
        heading = bearing(*here, place.latitude, place.longitude)
    return (heading + rng.choice(TURNS)) % 360
