"""The shipped places: found by name, by position, by country, or drawn."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any

from automotive_env.errors import UsageError
from automotive_env.place.borders import check_position, countries_of, zone_of
from automotive_env.place.place import Place
from automotive_env.place.table import load

if TYPE_CHECKING:
    from random import Random

    from geopy.distance import great_circle

PLACES: tuple[Place, ...]
"""All shipped places, in the order of the table; read from it when first asked for."""

REACH_KM = 100.0
"""How far from a city what only it and its region say is still taken to hold, in kilometres."""
EARTH_RADIUS_KM = 6_371.0
"""Mean radius of the earth in kilometres."""

_OF_THE_LAND = ("altitude", "climate", "january", "april", "july", "october", "daily_range")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "ı": "i"})


def __getattr__(name: str) -> Any:
    if name == "PLACES":
        return _all()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@cache
def _table() -> dict[str, tuple[Place, Mapping[str, Any]]]:
    """Key of the name -> place and its overrides."""
    rows = ((row.pop("overrides", {}), Place(**row)) for row in load("places"))
    return {_key(place.name): (place, overrides) for overrides, place in rows}


@cache
def _inland() -> Mapping[str, int]:
    """Name of a place -> kilometres around it within which nothing belongs to another country (scripts/measure_inland.py)."""
    table: Mapping[str, int] = load("inland")
    return table


@cache
def _native() -> Mapping[str, Place]:
    """Key of the name as people there write it -> place."""
    return {_key(place.native_name): place for place in _all()}


@cache
def _all() -> tuple[Place, ...]:
    return tuple(place for place, _ in _table().values())


def _key(name: str) -> str:
    """A name without case, accents and surrounding space, so that "sao paulo" is "São Paulo"."""
    import unicodedata

    letters = unicodedata.normalize("NFKD", name.strip().casefold().translate(_LETTERS))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def overrides(place: Place) -> Mapping[str, Any]:
    """The facts in which a place differs from its country: group -> fact -> value; none far from the city of that name."""
    shipped, facts = _table().get(_key(place.name), (place, {}))
    return facts if (shipped.country, shipped.region) == (place.country, place.region) and _reaches(shipped, place) else {}


def _reaches(city: Place, place: Place) -> bool:
    return is_within(REACH_KM * 1_000, city.latitude, city.longitude, place.latitude, place.longitude)


def place_by_name(name: str) -> Place:
    """A shipped place by its English or its native name; case and accents do not matter.

    Raises:
        UsageError: there is none of that name; the message suggests some.
    """
    key = _key(name)
    if key in _table():
        return _table()[key][0]
    found = _native().get(key)
    if found is None:
        raise UsageError(f"unknown place {name[:60]!r}; try {', '.join(_similar(name))}")
    return found


def _similar(name: str) -> list[str]:
    from difflib import get_close_matches

    table = _table()
    keys = get_close_matches(_key(name[:60]), table, 3, 0.6) or list(table)[:: len(table) // 8]
    return [table[key][0].name for key in keys]


@cache
def _sphere() -> great_circle:
    """The earth as geopy's sphere; its ellipsoid takes 12 times as long and differs by at most 0.6 %.

    Imported when it is needed: geopy loads its geocoders with their HTTP clients, which takes 0.25 s of CPU time.
    """
    from geopy.distance import great_circle

    return great_circle(radius=EARTH_RADIUS_KM)


def distance(from_latitude: float, from_longitude: float, to_latitude: float, to_longitude: float) -> float:
    """Metres between two positions along the great circle; a latitude beyond a pole counts as the pole."""
    start, end = (_to_pole(from_latitude), from_longitude), (_to_pole(to_latitude), to_longitude)
    return float(1_000 * _sphere().measure(start, end))


def is_within(metres: float, from_latitude: float, from_longitude: float, to_latitude: float, to_longitude: float) -> bool:
    """Whether the `distance` between two positions is at most so many metres; comparing chords does not load geopy."""
    chord = math.dist(_direction(from_latitude, from_longitude), _direction(to_latitude, to_longitude))
    return chord <= 2 * math.sin(metres / (2_000 * EARTH_RADIUS_KM))


def _to_pole(latitude: float) -> float:
    return max(-90.0, min(90.0, latitude))


def displaced(latitude: float, longitude: float, metres: float, bearing: float) -> tuple[float, float]:
    """The position so many metres from another one, in a direction in degrees clockwise from north: latitude, longitude."""
    there = _sphere().destination((_to_pole(latitude), longitude), bearing, distance=metres / 1_000)
    return float(there.latitude), float(there.longitude)


@lru_cache(maxsize=1024)
def nearest_place(latitude: float, longitude: float) -> Place:
    """The shipped place whose centre is nearest: of the position's own country where it has one, else of any.

    Raises:
        UsageError: there is no such position on earth.
    """
    check_position(latitude, longitude)
    nearest = _nearest(latitude, longitude, _all())
    if is_within(_inland()[nearest.name] * 1_000, latitude, longitude, nearest.latitude, nearest.longitude):
        return nearest  # without the outlines of countries, which take 33 MB and 0.1 s
    countries = countries_of(latitude, longitude)
    return _nearest(latitude, longitude, [place for place in _all() if place.country in countries] or [nearest])


def _nearest(latitude: float, longitude: float, among: Sequence[Place]) -> Place:
    there = _directions() if among is _all() else [_direction(place.latitude, place.longitude) for place in among]
    away = list(map(math.dist, there, repeat(_direction(latitude, longitude))))
    return among[away.index(min(away))]


@cache
def _directions() -> list[tuple[float, float, float]]:
    """The direction of each shipped place."""
    return [_direction(place.latitude, place.longitude) for place in _all()]


def _direction(latitude: float, longitude: float) -> tuple[float, float, float]:
    """The unit vector from the centre of the earth to a position."""
    north, east = math.radians(_to_pole(latitude)), math.radians(longitude)
    return math.cos(north) * math.cos(east), math.cos(north) * math.sin(east), math.sin(north)


def place_at(latitude: float, longitude: float) -> Place:
    """The nearest city of the position's country, moved there.

    More than `REACH_KM` away only what holds in the whole country comes along, and the climate is that of the nearest city.

    Raises:
        UsageError: there is no such position on earth, it is at sea, or nothing is known of its country.
    """
    city, countries = nearest_place(latitude, longitude), countries_of(latitude, longitude)
    if city.country not in countries:
        where = f"in a country that nothing is known of ({countries[0]})" if countries else "at sea"
        raise UsageError(f"{latitude:g},{longitude:g} is {where}; the nearest known place is {city.name}")
    moved = dataclasses.replace(city, latitude=latitude, longitude=longitude, timezone=zone_of(latitude, longitude))
    if _reaches(city, moved):
        return moved
    near = _nearest(latitude, longitude, _all())
    return dataclasses.replace(moved, region="", **{name: getattr(near, name) for name in _OF_THE_LAND})


def resolve(spec: str, rng: Random) -> Place:
    """The place that `--place CITY|lat,lon|random` means.

    A position is as `place_at` has it.

    Raises:
        UsageError: nothing is known of it; the message says what is.
    """
    if spec.strip().casefold() == "random":
        return rng.choice(_all())
    position = _position(spec)
    if position is None:
        return place_by_name(spec)
    return place_at(*position)


def _position(spec: str) -> tuple[float, float] | None:
    latitude, comma, longitude = spec.partition(",")
    try:
        return (float(latitude), float(longitude)) if comma else None
    except ValueError:
        return None
