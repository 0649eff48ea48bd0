"""What stands and grows at a place: its climate, its season, how hilly it is, what the paint on its roads looks like."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from automotive_env.errors import UsageError
from automotive_env.place.climate import Season, season
from automotive_env.place.country import Side, country
from automotive_env.place.place import Climate, Place
from automotive_env.place.places import place_by_name
from automotive_env.windscreen.light import DUSTY_BELOW, LinearColour
from automotive_env.windscreen.outside import OutsideScene

YELLOW_CENTRE = ("US", "CA", "MX", "BR", "AR", "CL", "CO", "PE", "CN", "KR", "JP", "TH", "PH", "NO")
"""Countries whose opposing lanes are parted by yellow lines."""
YELLOW_EDGE = ("ZA", "IE", "AE", "SA")
"""Countries whose roads end at a yellow line."""
MOUNTAINS = ("CH", "AT", "NO", "IS", "CL", "PE", "NZ", "CO")
HILLY_METRES = 350.0
"""Altitude above which a place is taken to lie among hills."""
GRASS: dict[Season, LinearColour] = {
    "spring": (98, 142, 66),
    "summer": (96, 128, 58),
    "autumn": (130, 124, 70),
    "winter": (112, 112, 82),
    "warm all year": (76, 132, 58),
}
DRY_GRASS: LinearColour = (164, 150, 92)
SAND: LinearColour = (208, 180, 132)
SNOW: LinearColour = (232, 237, 244)


@dataclass(frozen=True, slots=True)
class RoadScenery:
    """What is around a road.

    Attributes:
        place: the nearest city; None where it is not known.
        climate: broad climate.
        season: of the year.
        side: 1 where traffic keeps right, -1 where it keeps left.
        hills: how high the horizon is, 0..1.
        dusty: whether the air carries dust.
        snowy: whether snow lies.
        ground: colour beside the road.
        yellow_centre, yellow_edge: lines that are yellow rather than white.
    """

    place: Place | None
    climate: Climate
    season: Season
    side: int
    hills: float
    dusty: bool
    snowy: bool
    ground: LinearColour
    yellow_centre: bool
    yellow_edge: bool


def scenery_of(outside: OutsideScene) -> RoadScenery:
    """What is around a car."""
    place = _place(outside.city, outside.country)
    climate: Climate = place.climate if place else "temperate"
    when: Season = season(place, outside.month) if place else "summer"
    fair = outside.weather in ("clear", "cloudy")
    snowy = outside.weather == "snow" and outside.freezing
    ground = SAND if climate == "arid" else DRY_GRASS if climate == "mediterranean" and when == "summer" else GRASS[when]
    hills = 0.25 + 0.75 * (outside.country in MOUNTAINS or (place is not None and place.altitude > HILLY_METRES))
    return RoadScenery(
        place=place,
        climate=climate,
        season=when,
        side=1 if _side(outside.country) == "right" else -1,
        hills=hills,
        dusty=climate == "arid" and fair and outside.visibility < DUSTY_BELOW,
        snowy=snowy,
        ground=SNOW if snowy else ground,
        yellow_centre=outside.country in YELLOW_CENTRE,
        yellow_edge=outside.country in YELLOW_EDGE,
    )


@lru_cache(maxsize=64)
def _place(city: str, code: str) -> Place | None:
    try:
        found = place_by_name(city)
    except UsageError:
        return None
    return found if found.country == code else None


@lru_cache(maxsize=64)
def _side(code: str) -> Side:
    try:
        return country(code).general.driving_side
    except UsageError:
        return "right"
