"""Roads by their kind: a spot near a position that lies on a road as it is told, and what is told of a road that is driven on."""

from __future__ import annotations

import math
from collections.abc import Iterator

from automotive_env.place.places import is_within
from automotive_env.place.town.cells import TownCell, borders, cell_at
from automotive_env.place.town.guidance import TripState, position
from automotive_env.place.town.plane import EAST_M, NORTH_M, PlanePoint, bent_point, on_plane, unbent
from automotive_env.place.town.quarter import kind_of, streets
from automotive_env.place.town.roads import is_ferry, is_motorway
from automotive_env.place.town.routing import StreetSpot
from automotive_env.place.town.waters import RIVER_WIDTH, river_distance

MOST_RINGS = 16
"""Quarters in each direction within which a road is looked for."""
OUT_OF_TOWN_M = 8_000.0
"""How far from the centre main roads are called rural, where nothing was told that fits them."""
BANK_M = 15.0
"""Metres from the water's edge within which nobody parks."""
SHARES = (0.5, 0.35, 0.65, 0.25, 0.75)
"""Where along a road the car may be; the first that no other street is mistaken for."""


def is_of_kind(spot: StreetSpot, kind: str) -> bool:
    """Whether a spot is on a road of a kind (`automotive_env.place.surroundings.ROAD_TYPES`); a car may park at any."""
    if kind == "parking":
        return True
    if kind == "residential" or spot.border is None:
        return kind == "residential" and spot.border is None
    return not is_ferry(spot.border) and is_motorway(spot.border) == (kind == "motorway")


def can_park(latitude: float, longitude: float) -> bool:
    """Whether a position is neither in a river nor in a park."""
    at = on_plane(latitude, longitude)
    return river_distance(*at) > RIVER_WIDTH / 2 + BANK_M and kind_of(cell_at(unbent(at))) != "park"


def kind_driven(going: TripState, told: str) -> str:
    """The kind of the road that the map draws under a car that moves: as was told where that fits it."""
    spot = position(going.latitude, going.longitude, going.bearing).spot
    ferry = spot.border is not None and is_ferry(spot.border)
    if ferry or (told != "parking" and is_of_kind(spot, told)):
        return told
    if spot.border is None:
        return "residential"
    if is_motorway(spot.border):
        return "motorway"
    town = going.town
    in_town = is_within(OUT_OF_TOWN_M, town.latitude, town.longitude, going.latitude, going.longitude)
    return "urban" if in_town else "rural"


def on_road(latitude: float, longitude: float, kind: str) -> tuple[float, float]:
    """A spot near a position on a road of a kind; the position itself where it is on one, or none is near.

    A parked car stays where it is on dry land, and is moved to a street from a river or a park.

    Args:
        latitude: of the position, degrees.
        longitude: likewise.
        kind: one of `automotive_env.place.surroundings.ROAD_TYPES`.
    """
    if can_park(latitude, longitude) if kind == "parking" else is_of_kind(position(latitude, longitude, 0.0).spot, kind):
        return latitude, longitude
    here = unbent(on_plane(latitude, longitude))
    middle = cell_at(here)
    for ring in range(MOST_RINGS):
        spots = {spot for cell in _ring(middle, ring) for spot in _spots(cell, kind)}
        for at in sorted(spots, key=lambda at: (math.dist(at, here), at)):
            x, y = bent_point(*at)
            found = round(y / NORTH_M, 5), round(x / (EAST_M * math.cos(math.radians(math.floor(latitude) + 0.5))), 5)
            fits = can_park(*found) if kind == "parking" else is_of_kind(position(*found, 0.0).spot, kind)
            if fits and math.floor(found[0]) == math.floor(latitude):
                return found
    return latitude, longitude


def _ring(middle: TownCell, ring: int) -> Iterator[TownCell]:
    """The quarters that are so many steps away."""
    for x in range(-ring, ring + 1):
        for y in range(-ring, ring + 1):
            if max(abs(x), abs(y)) == ring:
                yield middle[0] + x, middle[1] + y


def _spots(cell: TownCell, kind: str) -> Iterator[PlanePoint]:
    """Spots on the roads of a kind at a quarter."""
    if kind in ("residential", "parking"):
        ends = [(street.start, street.end) for street in streets(cell)]
    else:
        wanted = [border for border in borders(cell) if not is_ferry(border) and is_motorway(border) == (kind == "motorway")]
        ends = [(border.first, border.last) for border in wanted]
    for (x1, y1), (x2, y2) in ends:
        for share in SHARES:
            yield x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
