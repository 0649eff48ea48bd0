"""Positions of named destinations: at a pseudo-random bearing from the city centre, at a distance that depends on the name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from automotive_env.errors import UsageError
from automotive_env.geo.places import distance, place_by_name
from automotive_env.headunit.pictures.town.hash_noise import hash_noise
from automotive_env.headunit.pictures.town.plane import Point, on_plane

AWAY: Mapping[str, float] = {
    "Home": 4.6,
    "Work": 3.1,
    "Airport": 9.5,
    "Central Station": 1.8,
    "City Hospital": 2.6,
    "Fuel Station": 1.2,
    "Charging Station": 1.5,
    "Riverside Park": 2.2,
    "Museum of Technology": 2.9,
    "Grand Hotel": 1.4,
}
"""Kilometres from the centre of the city, as the crow flies; any other place is up to 8 km away."""
NEARBY_M = 60_000.0
"""How far from the centre of a city it still is the one that is meant."""


def _centre(latitude: float, longitude: float, city: str) -> tuple[float, float]:
    try:
        place = place_by_name(city)
    except UsageError:
        return round(latitude * 5) / 5, round(longitude * 5) / 5
    if distance(latitude, longitude, place.latitude, place.longitude) > NEARBY_M:
        return round(latitude * 5) / 5, round(longitude * 5) / 5
    return place.latitude, place.longitude


@lru_cache(maxsize=512)
def _around(centre: tuple[float, float], band: int, name: str) -> Point:
    x, y = on_plane(*centre, near=band)
    away = 1_000 * (AWAY[name] if name in AWAY else 1 + 7 * hash_noise(name, "away"))
    angle = 2 * math.pi * hash_noise(centre, name, "angle")
    return x + away * math.cos(angle), y + away * math.sin(angle)


def destination(name: str, latitude: float, longitude: float, city: str) -> Point:
    """Where a destination is in the town, for a car at a position in or near a city."""
    return _around(_centre(latitude, longitude, city), math.floor(latitude), name)


def street_distance(name: str, latitude: float, longitude: float, city: str) -> float:
    """Straight-line metres to a destination, plus 25 % for the detours of streets."""
    return 1.25 * math.dist(on_plane(latitude, longitude), destination(name, latitude, longitude, city))
