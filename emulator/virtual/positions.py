"""Positions as the console of an emulator takes them."""

from __future__ import annotations

import math
from typing import NamedTuple


class Fix(NamedTuple):
    """What a text says of the position; None where it says nothing.

    Attributes:
        latitude: degrees north.
        longitude: degrees east.
        altitude: metres above sea level.
        bearing: degrees clockwise from north.
    """

    latitude: float | None = None
    longitude: float | None = None
    altitude: float | None = None
    bearing: float | None = None


_USUAL = ("", "", "0", "1", "0")


def from_words(words: str) -> Fix:
    """Read "LONGITUDE LATITUDE [ALTITUDE [SATELLITES [KNOTS]]]": longitude first, and a speed that is not the car's.

    Raises:
        ValueError: a word is missing or no number.
    """
    given = words.split()
    if len(given) < 2:
        raise ValueError("not enough arguments: see 'help geo fix' for details")
    longitude, latitude, altitude, satellites, _ = (_number(word) for word in (*given, *_USUAL[len(given) :])[: len(_USUAL)])
    if satellites not in range(1, 13):
        raise ValueError("invalid number of satellites. Must be an integer between 1 and 12")
    return Fix(latitude, longitude, altitude)


def from_nmea(sentence: str) -> Fix:
    """Read a $GPGGA or $GPRMC sentence; one without a valid position says nothing.

    Raises:
        ValueError: it is another one, or it is broken.
    """
    kind, *fields = sentence.partition("*")[0].split(",")
    match kind, fields:
        case "$GPGGA", [_, north, ns, east, ew, quality, _, _, altitude, *_]:
            return Fix(*_place(north, ns, east, ew), _optional(altitude)) if quality not in ("", "0") else Fix()
        case "$GPRMC", [_, valid, north, ns, east, ew, _, course, *_]:
            return Fix(*_place(north, ns, east, ew), None, _optional(course)) if valid == "A" else Fix()
    raise ValueError("bad NMEA sentence: $GPGGA and $GPRMC are understood")


def _place(north: str, ns: str, east: str, ew: str) -> tuple[float, float]:
    if ns not in ("N", "S") or ew not in ("E", "W"):
        raise ValueError("bad NMEA sentence: no hemisphere")
    return _degrees(north) * (1 if ns == "N" else -1), _degrees(east) * (1 if ew == "E" else -1)


def _degrees(text: str) -> float:
    """Degrees from "dddmm.mmmm"."""
    whole, minutes = divmod(_number(text), 100)
    return whole + minutes / 60


def _optional(text: str) -> float | None:
    return _number(text) if text else None


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"argument '{text}' is not a number")
    return value
