"""Typical temperatures (a sine through the means of January and July) and seasons by hemisphere.

Monsoon and polar places stray from the sine by up to 5 °C; the weather of a day strays further.
"""

from __future__ import annotations

import math
from typing import Literal

from automotive_env.errors import UsageError
from automotive_env.geo.place import Place

Season = Literal["winter", "spring", "summer", "autumn", "warm all year"]

_SEASONS: tuple[Season, ...] = ("winter", "spring", "summer", "autumn")


def typical_temperature(place: Place, month: int) -> float | None:
    """Mean air temperature of a month (1..12) in °C, or None where it is not known.

    Raises:
        UsageError: there is no such month.
    """
    _check(month)
    if place.january is None or place.july is None:
        return None
    mean, swing = (place.july + place.january) / 2, (place.july - place.january) / 2
    return round(mean + swing * math.cos(math.tau * (month - 7) / 12), 1)


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
        raise UsageError(f"no month {month}; months are 1..12")
