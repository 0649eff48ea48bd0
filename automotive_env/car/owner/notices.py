"""Notices that apps post in the course of a day; they follow from the life, the place and the time."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from automotive_env.car.content.notice_texts import fits, wording
from automotive_env.car.content.notices import draw_notices
from automotive_env.car.core.world import World

MINUTES = 15
"""Minutes between two times at which an app may post a notice."""
SHARE = 0.4
"""Share of these times at which one is posted."""


def let_apps_tell(world: World, seconds: float) -> None:
    """The clock has run so far: apps tell what falls into that time. Those of the default car (seed 0) are silent."""
    seed, road = world.system.content_seed, world.road
    if not seed:
        return
    clock = world.environment.timestamp
    if int(clock[14:16]) % MINUTES * 60 + int(clock[17:]) >= seconds:  # none of these times was passed
        return
    now = datetime.fromisoformat(clock)
    before = now - timedelta(seconds=seconds)
    slot = before.replace(minute=before.minute // MINUTES * MINUTES, second=0, microsecond=0) + timedelta(minutes=MINUTES)
    while slot <= now:
        rng = Random(f"told {seed} {road.country} {slot}")
        if rng.random() < SHARE:
            notice, later = draw_notices(rng)[0], slot + timedelta(minutes=3 * MINUTES)
            if fits(world, notice.kind, later):
                world.system.notify(notice.kind, *wording(world, notice, later))
        slot += timedelta(minutes=MINUTES)
