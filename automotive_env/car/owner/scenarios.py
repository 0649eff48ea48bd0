"""Named start scenarios: pseudo-random but fixed combinations of the devices' start states, each in the car of another driver."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from random import Random

from automotive_env.car.core.errors import suggest
from automotive_env.car.core.world import World
from automotive_env.car.devices import DEVICES
from automotive_env.car.owner.life import live
from automotive_env.errors import UsageError
from automotive_env.place.place import Place

COUNT = 320
"""How many there are beside "default" (VehicleWorld speaks of 302)."""


@cache
def scenarios() -> Mapping[str, Mapping[str, str]]:
    """Name -> (module -> start state); "default" and COUNT different others, "start-001" and so on."""
    choices = {kind.module: ["default", *kind.starts] for kind in DEVICES if kind.starts}
    found: dict[tuple[tuple[str, str], ...], None] = {}
    rng = Random("automotive-env start scenarios 1")
    while len(found) < COUNT:
        share = rng.choice([0.15, 0.3, 0.6])  # some scenarios differ from the default a little, some a lot
        drawn = {name: rng.choice(names[1:]) for name, names in choices.items() if rng.random() < share}
        if drawn:
            found[tuple(sorted(drawn.items()))] = None
    named = {f"start-{number:03d}": dict(starts) for number, starts in enumerate(found, start=1)}
    return {"default": {}, **named}


def life_of(scenario: str) -> int:
    """The seed of the life in a scenario: its number, 0 for the default car."""
    return int(scenario.rpartition("-")[2]) if scenario != "default" else 0


def world_of(scenario: str, place: Place | None = None) -> World:
    """A new car in a named scenario: devices with a start state stand as that says, all else is of a driver who lives there.

    Args:
        scenario: its name.
        place: where the car is and its driver lives; where all cars begin by default.

    Raises:
        UsageError: there is none of that name.
    """
    known = scenarios()
    if scenario not in known:
        guess = "" if re.fullmatch(r"start-\d{3}", scenario) else suggest(scenario[:60], known)  # the range says enough
        raise UsageError(f"unknown scenario {scenario[:60]!r}{guess or ';'} choose default, or start-001 to start-{COUNT}")
    starts = known[scenario]
    world = World(starts)
    if place is not None:
        for name, value in (("country", place.country), ("city", place.name)):
            world.set(f"road.{name}", value)
        for name in ("latitude", "longitude", "altitude"):
            world.set(f"road.gps.{name}", getattr(place, name))
    live(world, life_of(scenario), keep=starts)
    return world
