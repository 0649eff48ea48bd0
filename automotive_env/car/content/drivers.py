"""The people who share a car: how they sit, what they like, and whom and what they keep at hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from automotive_env.car.content.people import PhoneBookPerson
from automotive_env.car.content.profile import OwnerProfile
from automotive_env.car.content.table import table
from automotive_env.car.systems.drivers import GUEST, Driver, DriverFavorite
from automotive_env.car.systems.system import NIGHT_MODES


def draw_names(rng: Random, owner: OwnerProfile) -> list[str]:
    """Given names of those who share a car: the owner, and one or two more with different names of their culture."""
    others = [name for name in table("names")[owner.culture]["given"] if name != owner.given_name]
    return [owner.given_name, *rng.sample(others, rng.choice((1, 2)))]


def draw_drivers(rng: Random, owner: OwnerProfile, like: Driver) -> tuple[Driver, ...]:
    """The owner, one or two more with different names of their culture, and the guest; what is not drawn is as `like` has it."""
    names = draw_names(rng, owner)
    return (*(_driver(rng, like.but(name=name)) for name in names), like.but(name=GUEST))


def draw_favorites(rng: Random, drivers: Sequence[Driver], people: Sequence[PhoneBookPerson]) -> tuple[DriverFavorite, ...]:
    """What those keep at hand who do not drive, the guest aside."""
    kept: list[DriverFavorite] = []
    for driver in drivers:
        if driver.name != GUEST:
            kept.append(DriverFavorite(driver.name, "place", "Home"))
            kept += [DriverFavorite(driver.name, "person", person.name) for person in rng.sample(people, 2)]
    return tuple(kept)


def _driver(rng: Random, profile: Driver) -> Driver:
    """How somebody of a size sits: who is tall sits low, far back, and sees the mirrors from above."""
    size = rng.randrange(20, 85, 5)

    def near(value: int) -> int:
        return min(95, max(5, value + rng.choice((-10, -5, 0, 5, 10))))

    return profile.but(
        seat_distance=near(size),
        seat_height=near(100 - size),
        backrest=near(50),
        headrest=near(size),
        left_mirror_height=near(size),
        left_mirror_turn=near(50),
        right_mirror_height=near(size),
        right_mirror_turn=near(50),
        temperature=rng.randrange(38, 50) / 2,
        theme=rng.choice(NIGHT_MODES),
    )
