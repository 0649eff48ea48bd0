"""The last trips of a car, from the seed and the calendar: the same day always has the same trips."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from random import Random
from typing import NamedTuple

DAYS_BACK = 14
USUAL_KWH = 21.0
"""Kilowatt hours for 100 km on a mild day."""


class LastTrip(NamedTuple):
    """A trip that is over.

    Attributes:
        began: local date and time.
        km: its length.
        minutes: how long it took.
        consumption: kilowatt hours for 100 km.
    """

    began: str
    km: float
    minutes: int
    consumption: float


def _of_day(seed: int, day: date) -> list[LastTrip]:
    rng = Random(f"trips {seed} {day.isoformat()}")
    hours = [(7, 8), (17, 18)] if day.weekday() < 5 else [(10, 16)] if rng.random() < 0.7 else []
    cold = abs(day.timetuple().tm_yday - 196) / 183
    found = []
    for early, late in hours:
        km = round(rng.choice((rng.uniform(4, 25), rng.uniform(8, 40), rng.uniform(40, 180) if day.weekday() > 4 else 12.4)), 1)
        minutes = round(km / rng.uniform(28, 75) * 60 + 3)
        began = f"{day.isoformat()} {rng.randint(early, late):02}:{rng.randrange(60):02}:00"
        found.append(LastTrip(began, km, minutes, round(USUAL_KWH * rng.uniform(0.8, 1.15) * (1 + 0.25 * cold), 1)))
    return found


@lru_cache(maxsize=64)
def last_trips(seed: int, today: date) -> tuple[LastTrip, ...]:
    """The trips of the days before a day, the latest first."""
    days = [today - timedelta(back) for back in range(1, DAYS_BACK + 1)]
    return tuple(trip for day in days for trip in sorted(_of_day(seed, day), reverse=True))
