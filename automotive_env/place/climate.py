"""Typical temperatures (two harmonics through the means of January, April, July and October) and seasons by hemisphere.

The means of four months make monsoons and cold springs come right: the others are within 4 °C; a day's weather strays further.
"""

from __future__ import annotations

import math
from typing import Literal

from automotive_env.errors import UsageError
from automotive_env.place.place import Place

Season = Literal["winter", "spring", "summer", "autumn", "warm all year"]

_SEASONS: tuple[Season, ...] = ("winter", "spring", "summer", "autumn")


def typical_temperature(place: Place, month: int) -> float | None:
    """Mean air temperature of a month (1..12) in °C, or None where it is not known.

    Raises:
        UsageError: there is no such month.
    """
    _check(month)
    known = place.january, place.april, place.july, place.october
    if None in known:
        return None
    january, april, july, october = (mean for mean in known if mean is not None)
    mean, halves = (january + april + july + october) / 4, (january + july - april - october) / 4
    angle = math.tau * (month - 1) / 12
    year = (january - july) / 2 * math.cos(angle) + (april - october) / 2 * math.sin(angle)
    return round(mean + year + halves * math.cos(2 * angle), 1)


def season(place: Place, month: int) -> Season:
    """The season of a month (1..12) by calendar and hemisphere; tropical places have none.

    Raises:
        UsageError: there is no such month.
    """
    _check(month)
    if place.climate == "tropical":
        return "warm all year"
    northern = month if place.latitude >= 0 else month + 6
    return _SEASONS[northern % 12 // 3]


def _check(month: int) -> None:
    if not 1 <= month <= 12:
        raise UsageError(f"there is no month {month}; use 1 to 12")
