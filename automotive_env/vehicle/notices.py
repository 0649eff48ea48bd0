"""What apps tell of in the course of a day: a notice now and then, the same for the same life, place and time."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from automotive_env.world.content.content import content_for
from automotive_env.world.content.fill import FROST
from automotive_env.world.content.notices import draw_notices
from automotive_env.world.world import World

MINUTES = 15
"""The clock of the car comes by a time at which something may be told so often."""
SHARE = 0.4
"""Of these times, at which something is told."""
CALM = ("clear", "cloudy")
"""Weather of which nobody warns."""


def let_apps_tell(world: World, seconds: float) -> None:
    """The clock has run so far: apps tell what falls into that time. Those of the car as it always was (seed 0) are silent."""
    seed, road = world.system.content_seed, world.road
    if not seed:
        return
    now = datetime.fromisoformat(world.environment.timestamp)
    before = now - timedelta(seconds=seconds)
    slot = before.replace(minute=before.minute // MINUTES * MINUTES, second=0, microsecond=0) + timedelta(minutes=MINUTES)
    while slot <= now:
        rng = Random(f"told {seed} {road.country} {slot}")
        if rng.random() < SHARE:
            notice = draw_notices(rng, content_for(seed, road.country, road.city).owner)[0]
            if _fits(world, notice.kind):
                later = slot + timedelta(minutes=3 * MINUTES)
                words = {"time": f"{later:%H:%M}", "celsius": round(road.outside_temperature)}
                world.system.notify(notice.kind, notice.title.format(**words), notice.text.format(**words))
        slot += timedelta(minutes=MINUTES)


def _fits(world: World, kind: str) -> bool:
    """Whether the weather is as the notice says, where it is about the weather."""
    if kind == "weather warning":
        return world.road.weather not in CALM
    return kind != "weather" or world.road.outside_temperature > FROST
