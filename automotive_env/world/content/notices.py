"""Notices of apps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from automotive_env.world.content.profile import Profile
from automotive_env.world.content.table import table

SOON = 2_000
"""Kilometres to the next service from which on the driver is told of it."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What an app tells the driver.

    Attributes:
        kind: of the notification, such as "parking".
        title, text: what it says; "{time}" stands for a time of day that is still to come, "{celsius}" for degrees outside.
    """

    kind: str
    title: str
    text: str


def draw_notices(rng: Random, owner: Profile) -> tuple[Notice, ...]:
    """Some of the notices, those that matter and those that do not, latest first; service is due for cars that need it soon."""
    details = {
        "zone": rng.randrange(1, 20),
        "time": "{time}",
        "celsius": "{celsius}",
        "version": f"{rng.randrange(4, 9)}.{rng.randrange(10)}",
        "distance": owner.kilometres_to_service // 100 * 100,
    }
    due = owner.kilometres_to_service <= SOON
    known = [row for row in table("notices") if due or row["kind"] != "service"]
    rows = rng.sample(known, rng.randint(4, 7))
    return tuple(Notice(row["kind"], row["title"].format(**details), row["text"].format(**details)) for row in rows)


@cache
def all_notices() -> tuple[Notice, ...]:
    """One notice of each kind."""
    details = {"zone": 7, "time": "14:30", "version": "5.2", "distance": 800, "celsius": 11}
    return tuple(Notice(row["kind"], row["title"].format(**details), row["text"].format(**details)) for row in table("notices"))
