"""Putting a life into a car: who owns it, what they have in it, and where they go in the town that the car is in."""

from __future__ import annotations

import math
from collections.abc import Collection
from contextlib import suppress
from random import Random

from automotive_env.car.content.content import CarContent
from automotive_env.car.content.fill import fill
from automotive_env.car.content.profile import Household, OwnerProfile, profile_for
from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.world import World
from automotive_env.car.driving.temperature import UNIT as TEMPERATURE_UNIT
from automotive_env.car.systems.maps_app_state import SavedPlace
from automotive_env.errors import UsageError
from automotive_env.place.places import place_by_name
from automotive_env.place.rules import units
from automotive_env.place.town.cells import TownCell
from automotive_env.place.town.geocoding import OF_A_LIFE, Town, cell_of, town_of
from automotive_env.place.town.points_of_interest import (
    CATEGORIES,
    LANDMARKS,
    PointOfInterest,
    drawn_place,
    find_place,
    quarter_of,
)
from automotive_env.place.town.routing import find_route, spot_of

NEAREST_OF = 3
"""Places of a category among which the one nearest to the home is kept."""
KEPT: dict[Household, tuple[str, ...]] = {
    "alone": ("coffee", "cinema", "food", "supermarket", "museum"),
    "couple": ("food", "museum", "coffee", "supermarket", "hotel"),
    "family": ("school", "supermarket", "pharmacy", "cinema", "station"),
}
"""Household -> categories of places that it comes back to."""
VISITED = ("food", "coffee", "supermarket", "parking", "pharmacy", "bank", "station", "museum", "hotel", "car wash")
"""Categories of places that anybody may have driven to."""


def live(world: World, seed: int, keep: Collection[str] = (), powertrain: str = "") -> CarContent:
    """Let a car be that of another driver who lives where it is. Returns what it offers.

    The clock and the place are to be set before: calls, messages and the like come before the one, and are of the other.
    Seed 0 is the default car: nothing changes but the seed.

    Args:
        world: the car.
        seed: of the life.
        keep: modules that stay as they are, such as those that have a start state of their own.
        powertrain: what the car runs on (default: as the owner's profile says).

    Raises:
        StateError: it is no seed, or the clock is too early for a past; nothing was changed.
    """
    with world.changing(ChangeCause("setup", "life")):
        if seed and "environment" not in keep:
            _measure_as_usual(world)
        content = fill(world, seed, keep, powertrain)
        if content.seed:
            gps = world.road.gps
            favorites, recents = places_of(content.owner, town_of(gps.latitude, gps.longitude, content.city, content.seed))
            world.set("maps.favorites", tuple(map(SavedPlace, favorites)))
            world.set("maps.recents", tuple(map(SavedPlace, recents)))
    return content


def _measure_as_usual(world: World) -> None:
    """Set units and clock as they are usual where the car is, if that is known."""
    with suppress(UsageError):
        usual = units(place_by_name(world.road.city)).value
        world.set("environment.unit_system", usual.distance)
        world.set("environment.time_display_format", usual.clock)
        world.set(TEMPERATURE_UNIT, usual.temperature)


def places_of(owner: OwnerProfile, town: Town) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The places that somebody keeps, the home first, and those they went to, the last one first; all are in the town."""
    rng = Random(f"places {owner.seed} {town.latitude} {town.longitude}")
    home = cell_of(town, "Home")
    kept = [_near(rng, town, category, home).name for category in rng.sample(KEPT[owner.household], rng.randint(1, 2))]
    visited = [_near(rng, town, category, home).name for category in rng.sample(VISITED, rng.randint(1, 2))]
    landmarks = [name for name in LANDMARKS if name not in OF_A_LIFE]
    favorites = tuple(dict.fromkeys(["Home", *["Work"] * owner.works, *kept]))
    went = [*visited, rng.choice(landmarks), *rng.sample(favorites, 1)]
    rng.shuffle(went)
    return favorites, tuple(dict.fromkeys(went))


def commute(town: Town, country: str) -> float:
    """Kilometres by road from the home of a town's life to its place of work; 0 where there is none."""
    if not profile_for(town.life, country).works:
        return 0.0
    home, work = (find_place(name, town).location for name in OF_A_LIFE)
    return find_route(spot_of(home), 0.0, (work,)).metres / 1_000


def _near(rng: Random, town: Town, category: str, home: TownCell) -> PointOfInterest:
    """A place of a category, rather one near the home."""
    kind = CATEGORIES[category]
    numbers = rng.sample(range(kind.number), NEAREST_OF)
    return drawn_place(town, kind, min(numbers, key=lambda number: math.dist(quarter_of(town, kind, number), home)))
