"""Where named places of a town are: on a main road, at a pseudo-random spot that follows from the name, or from a life."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from automotive_env.errors import UsageError
from automotive_env.place.places import is_within, place_by_name
from automotive_env.place.town.cells import SPACING, CellBorder, TownCell, borders
from automotive_env.place.town.hash_noise import hash_noise, pick
from automotive_env.place.town.plane import PlanePoint, bent_point, on_plane
from automotive_env.place.town.roads import is_ferry, is_motorway
from automotive_env.place.town.street_names import road_name
from automotive_env.place.town.words import words_at

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
OF_A_LIFE: Mapping[str, tuple[float, float]] = {"Home": (1.6, 6.4), "Work": (0.6, 5.6)}
"""Places that each life has its own of in a town -> kilometres from the centre, at least and at most."""
SIDE_BY_SIDE = 0.12
"""Share of the circle around the centre that is left free between the directions of those places."""
NEARBY_M = 60_000.0
"""How far from the centre of a city it still is the one that is meant."""
METRES_A_NUMBER = 12
"""How far apart house numbers are."""


class Town(NamedTuple):
    """A town as one life knows it: the same one has the same places; only `OF_A_LIFE` differ between lives.

    Attributes:
        latitude, longitude: of its centre, degrees.
        band: whole degrees of latitude that distances are true to scale in.
        life: the seed of the life; 0 is the default car.
    """

    latitude: float
    longitude: float
    band: int
    life: int = 0

    @property
    def centre(self) -> PlanePoint:
        """Its centre, metres east and north."""
        return on_plane(self.latitude, self.longitude, near=self.band)


class PlaceLocation(NamedTuple):
    """Where a place is.

    Attributes:
        at: the spot on its road, in the plan.
        border: that road.
        street: its name.
        number: of the house.
        cell: the quarter beside it.
    """

    at: PlanePoint
    border: CellBorder
    street: str
    number: int
    cell: TownCell

    @property
    def point(self) -> PlanePoint:
        """Metres east and north."""
        return bent_point(*self.at)

    @property
    def address(self) -> str:
        """Street and number as they are written there."""
        return words_at(self.cell).number.format(street=self.street, number=self.number)


def town_of(latitude: float, longitude: float, city: str, life: int = 0) -> Town:
    """The town that a car of a life is in at a position: the city, where it is near."""
    centre = round(latitude * 5) / 5, round(longitude * 5) / 5
    try:
        place = place_by_name(city) if city else None
    except UsageError:
        return Town(*centre, math.floor(latitude), life)
    if place and is_within(NEARBY_M, latitude, longitude, place.latitude, place.longitude):
        centre = place.latitude, place.longitude
    return Town(*centre, math.floor(latitude), life)


def cell_of(town: Town, name: str) -> TownCell:
    """The quarter that a name stands for where no table says otherwise."""
    (x, y), centre = town.centre, (town.latitude, town.longitude)
    if town.life and name in OF_A_LIFE:
        (least, most), apart = OF_A_LIFE[name], 0.0
        if name != "Home":
            apart = SIDE_BY_SIDE + (1 - 2 * SIDE_BY_SIDE) * hash_noise(centre, name, town.life, "apart")
        away = 1_000 * (least + (most - least) * hash_noise(centre, name, town.life, "away"))
        angle = 2 * math.pi * (hash_noise(centre, "Home", town.life, "angle") + apart)
    else:
        away = 1_000 * (AWAY[name] if name in AWAY else 1 + 7 * hash_noise(name, "away"))
        angle = 2 * math.pi * hash_noise(centre, name, "angle")
    return math.floor((x + away * math.cos(angle)) / SPACING), math.floor((y + away * math.sin(angle)) / SPACING)


@lru_cache(maxsize=4096)
def location(cell: TownCell, name: str) -> PlaceLocation:
    """Where a place of a name is in a quarter: on one of the roads around it."""
    around = [border for border in borders(cell) if not is_ferry(border) and not is_motorway(border)] or list(borders(cell))
    border = pick([each for each in around if math.dist(each.first, each.last) > 120] or around, name, cell)
    (x1, y1), (x2, y2), share = border.first, border.last, 0.2 + 0.6 * hash_noise(name, cell, "share")
    at = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
    return PlaceLocation(at, border, road_name(border), 1 + int(math.dist(border.first, at) / METRES_A_NUMBER), cell)
