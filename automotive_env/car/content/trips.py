"""The last trips of a car, from the seed, the calendar and the way to work: the same day always has the same trips."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from random import Random
from typing import NamedTuple

TO_WORK_AND_BACK, OUTINGS = ((7, 8), (17, 18)), ((10, 16),)
"""Hours, from and to, in which trips of a day begin."""
OUTING_SHARE = 0.7
"""Share of the days without work on which there is a trip."""
DAYS_BACK = 14
USUAL_KWH = 21.0
"""Kilowatt hours for 100 km on a mild day."""


class PastTrip(NamedTuple):
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


def _of_day(seed: int, day: date, commute: float) -> list[PastTrip]:
    rng, works = Random(f"trips {seed} {day.isoformat()}"), commute and day.weekday() < 5
    hours = TO_WORK_AND_BACK if works else OUTINGS if rng.random() < OUTING_SHARE else ()
    cold = abs(day.timetuple().tm_yday - 196) / 183
    found = []
    for early, late in hours:
        km = round(commute * rng.uniform(1, 1.06) if works else rng.choice((rng.uniform(4, 25), rng.uniform(40, 180))), 1)
        minutes = round(km / rng.uniform(28, 75) * 60 + 3)
        began = f"{day.isoformat()} {rng.randint(early, late):02}:{rng.randrange(60):02}:00"
        found.append(PastTrip(began, km, minutes, round(USUAL_KWH * rng.uniform(0.8, 1.15) * (1 + 0.25 * cold), 1)))
    return found


@lru_cache(maxsize=64)
def last_trips(seed: int, today: date, commute: float) -> tuple[PastTrip, ...]:
    """The trips of the days before a day, the latest first.

    Args:
        seed: of the life.
        today: the day.
        commute: kilometres by road to the place of work; 0 where there is none.
    """
    days = [today - timedelta(back) for back in range(1, DAYS_BACK + 1)]
    return tuple(trip for day in days for trip in sorted(_of_day(seed, day, commute), reverse=True))
