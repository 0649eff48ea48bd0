"""The service book of a used car: what was done when, and what is due. From the seed and the calendar, and what was reset."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from automotive_env.car.content.profile import SERVICE_DAYS, SERVICE_KILOMETRES, OwnerProfile
from automotive_env.car.driving.service import ITEMS, ServiceResetRecord

EPOCH = date(2020, 1, 1)
DAYS_PER_MONTH = 30.4375
SOON_DAYS, SOON_KM = 30, 1_000
"""How long before it is due a reminder is shown."""
LATE_DAYS = 45
"""How many days at most drivers are late."""


class ServiceDueDate(NamedTuple):
    """What is due when.

    Attributes:
        item: a name of `ITEMS`.
        done: when it was last done.
        done_km: kilometres driven by then.
        due: on which day at the latest.
        due_km: after how many kilometres at the latest; 0 where only time counts.
    """

    item: str
    done: date
    done_km: int
    due: date
    due_km: int

    def state(self, today: date, mileage: float) -> str:
        """How urgent it is: "overdue", "soon" or "fine"."""
        days = (self.due - today).days
        left = self.due_km - mileage if self.due_km else float(SOON_KM + 1)
        if days < 0 or left < 0:
            return "overdue"
        return "soon" if days <= SOON_DAYS or left <= SOON_KM else "fine"


class ServiceBookEntry(NamedTuple):
    """A line of the service book."""

    item: str
    done: date
    mileage: int


def services(owner: OwnerProfile, today: date) -> tuple[ServiceResetRecord, ...]:
    """What was done to the car of an owner by a day, the first handed over as new."""
    a_day = owner.kilometres / owner.days
    every = min(SERVICE_DAYS, round(SERVICE_KILOMETRES / a_day))
    ago = [owner.days, *range(owner.service_days, owner.days, every)[::-1]]
    return tuple(
        ServiceResetRecord(item, (today - timedelta(days)).isoformat(), round((owner.days - days) * a_day))
        for days in ago
        for item in ITEMS
    )


def _noise(*key: object) -> float:
    return crc32(repr(key).encode()) / 2**32


def built(seed: int) -> date:
    """When the car of a seed was first registered."""
    return EPOCH + timedelta(round(900 * _noise("built", seed)))


def mileage_on(seed: int, day: date) -> int:
    """Kilometres that the car of a seed has been driven by a day, if nobody says otherwise."""
    per_year = 8_000 + 7_000 * _noise("mileage", seed)
    return max(0, round(per_year * (day - built(seed)).days / 365))


def _last(seed: int, item: str, today: date) -> tuple[date, date]:
    """When something was last done before a day, and when it is due again."""
    period = round(ITEMS[item].months * DAYS_PER_MONTH)
    start = round(period * _noise("service", seed, item))
    turn = ((today - EPOCH).days - start) // period
    if today < _done(seed, item, turn):  # due, but the driver has not been there yet
        turn -= 1
    return _done(seed, item, turn), EPOCH + timedelta(start + (turn + 1) * period)


def _done(seed: int, item: str, turn: int) -> date:
    period = round(ITEMS[item].months * DAYS_PER_MONTH)
    start = round(period * _noise("service", seed, item))
    return EPOCH + timedelta(start + turn * period + round(LATE_DAYS * _noise("late", seed, item, turn)))


def reminder(seed: int, item: str, today: date, mileage: float, resets: Sequence[ServiceResetRecord] = ()) -> ServiceDueDate:
    """What is due of an item, in a car of a seed with a mileage in kilometres."""
    interval = ITEMS[item]
    reset = next((reset for reset in reversed(resets) if reset.item == item), None)
    if reset:
        done, km = date.fromisoformat(reset.day), reset.mileage
        due = done + timedelta(round(interval.months * DAYS_PER_MONTH))
    else:
        done, due = _last(seed, item, today)
        km = min(mileage_on(seed, done), int(mileage))
    return ServiceDueDate(item, done, km, due, km + interval.km if interval.km else 0)


def reminders(seed: int, today: date, mileage: float, resets: Sequence[ServiceResetRecord] = ()) -> list[ServiceDueDate]:
    """What is due, the most urgent first."""
    order = {"overdue": 0, "soon": 1, "fine": 2}
    found = [reminder(seed, item, today, mileage, resets) for item in ITEMS]
    return sorted(found, key=lambda each: (order[each.state(today, mileage)], each.due))


@lru_cache(maxsize=64)
def _book(seed: int, today: date) -> tuple[ServiceBookEntry, ...]:
    found = []
    for item in ITEMS:
        done = _last(seed, item, today)[0]
        while done > built(seed):
            found.append(ServiceBookEntry(item, done, mileage_on(seed, done)))
            done = _last(seed, item, done - timedelta(1))[0]
    return tuple(found)


def history(seed: int, today: date, mileage: float, resets: Sequence[ServiceResetRecord] = ()) -> list[ServiceBookEntry]:
    """What was done, the latest first; nothing beyond the mileage in kilometres."""
    told = [ServiceBookEntry(reset.item, date.fromisoformat(reset.day), reset.mileage) for reset in resets]
    drawn = seed != 0 and told  # the services of a car that was filled with a life are among those that are noted
    known = [] if drawn else [entry for entry in _book(seed, today) if entry.mileage <= mileage]
    return sorted([*told, *known], key=lambda entry: (entry.done, entry.mileage), reverse=True)
