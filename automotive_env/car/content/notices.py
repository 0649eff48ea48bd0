"""Notices of apps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from automotive_env.car.content.table import table

TOLD = (4, 7)
"""How many notices there are at first, at least and at most, as far as so many fit."""


@dataclass(frozen=True, slots=True)
class AppNotice:
    """What an app tells the driver.

    Attributes:
        kind: of the notification, such as "parking".
        title, text: what it says; "{time}" stands for a time of day that is still to come, "{degrees}" for the temperature
            outside, "{version}" for the version of the car's software that is offered.
    """

    kind: str
    title: str
    text: str


def draw_notices(rng: Random) -> tuple[AppNotice, ...]:
    """One notice of each kind, those that matter and those that do not, in any order."""
    details = {"zone": rng.randrange(1, 20), "time": "{time}", "degrees": "{degrees}", "version": "{version}"}
    known = table("notices")
    rows = rng.sample(known, len(known))
    return tuple(AppNotice(row["kind"], row["title"].format(**details), row["text"].format(**details)) for row in rows)


@cache
def all_notices() -> tuple[AppNotice, ...]:
    """One notice of each kind."""
    details = {"zone": 7, "time": "14:30", "version": "6.2", "degrees": "11 °C"}
    return tuple(
        AppNotice(row["kind"], row["title"].format(**details), row["text"].format(**details)) for row in table("notices")
    )


def most_notices(life: int) -> int:
    """How many notices somebody's car shows at most, by the seed of their life."""
    return Random(f"notices {life}").randint(*TOLD)
