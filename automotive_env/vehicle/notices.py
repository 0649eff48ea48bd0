"""What apps tell of in the course of a day: a notice now and then, the same for the same life, place and time."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from automotive_env.world.content.notices import draw_notices
from automotive_env.world.content.telling import fits, wording
from automotive_env.world.world import World

MINUTES = 15
"""The clock of the car comes by a time at which something may be told so often."""
SHARE = 0.4
"""Of these times, at which something is told."""


def let_apps_tell(world: World, seconds: float) -> None:
    """The clock has run so far: apps tell what falls into that time. Those of the car as it always was (seed 0) are silent."""
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
