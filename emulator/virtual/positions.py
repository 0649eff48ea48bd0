"""Positions as the console of an emulator takes them."""

from __future__ import annotations

import math
from typing import NamedTuple


class GeoFix(NamedTuple):
    """A position.

    Attributes:
        latitude: degrees north.
        longitude: degrees east.
        altitude: metres above sea level.
    """

    latitude: float
    longitude: float
    altitude: float


_DEFAULTS = ("", "", "0", "1", "0")


def parse_geo_fix(words: str) -> GeoFix:
    """Read "LONGITUDE LATITUDE [ALTITUDE [SATELLITES [KNOTS]]]": longitude first, and a speed that is not the car's.

    Raises:
        ValueError: a word is missing or no number.
    """
    given = words.split()
    if len(given) < 2:
        raise ValueError("not enough arguments: see 'help geo fix' for details")
    numbers = (_number(word) for word in (*given, *_DEFAULTS[len(given) :])[: len(_DEFAULTS)])
    longitude, latitude, altitude, satellites, _ = numbers
    if satellites not in range(1, 13):
        raise ValueError("invalid number of satellites. Must be an integer between 1 and 12")
    return GeoFix(latitude, longitude, altitude)


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"argument '{text}' is not a number")
    return value
