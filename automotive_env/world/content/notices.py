"""Notices of apps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from automotive_env.world.content.table import table


@dataclass(frozen=True, slots=True)
class Notice:
    """What an app tells the driver.

    Attributes:
        kind: of the notification, such as "parking".
    """

    kind: str
    title: str
    text: str


def draw_notices(rng: Random) -> tuple[Notice, ...]:
    """Some of the notices, those that matter and those that do not, latest first."""
    time = f"{rng.randrange(13, 19)}:{rng.choice(('00', '15', '30', '45'))}"
    details = {
        "zone": rng.randrange(1, 20),
        "time": time,
        "version": f"{rng.randrange(4, 9)}.{rng.randrange(10)}",
        "distance": rng.randrange(2, 16) * 100,
    }
    rows = rng.sample(table("notices"), rng.randint(4, 7))
    return tuple(Notice(row["kind"], row["title"].format(**details), row["text"].format(**details)) for row in rows)


@cache
def all_notices() -> tuple[Notice, ...]:
    """One notice of each kind."""
    details = {"zone": 7, "time": "14:30", "version": "5.2", "distance": 800}
    return tuple(Notice(row["kind"], row["title"].format(**details), row["text"].format(**details)) for row in table("notices"))
