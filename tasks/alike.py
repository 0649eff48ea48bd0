"""Places that no screen tells apart: what holds in one is drawn as often as what holds in another, so guessing does not help."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from automotive_env.geo.place import Place
from automotive_env.geo.places import PLACES
from automotive_env.geo.town.words import names_are_own
from automotive_env.world.content.cultures import culture_of

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)
ROUNDS = 60
"""How often weights are evened out; they hardly move after half of that."""


@cache
def alike(place: Place) -> tuple[Place, ...]:
    """The places whose names and words are as those of a place."""
    culture = culture_of(place.country)
    return tuple(one for one in PLACES if culture_of(one.country) == culture and names_are_own(one))


def evened(kinds: Sequence[Mapping[T, bool]]) -> list[dict[T, float]]:
    """How often to ask each thing in each kind of place, where all kinds are as likely, so that yes and no are.

    >>> evened([{"sticker": True, "horn": True}, {"sticker": False}, {"horn": False}])
    [{'sticker': 0.5, 'horn': 0.5}, {'sticker': 1.0}, {'horn': 1.0}]

    Args:
        kinds: what can be asked in each kind of place -> whether it is so there.

    Returns:
        Shares that add up to 1 in each kind.
    """
    weights = [dict.fromkeys(kind, 1.0) for kind in kinds]
    for _ in range(ROUNDS):
        for asked in {asked: None for kind in kinds for asked in kind}:
            sides = [[at for at, kind in enumerate(kinds) if kind.get(asked) is so] for so in (True, False)]
            sums = [sum(weights[at][asked] for at in side) for side in sides]
            for side, own in zip(sides, sums, strict=True):
                for at in side:
                    weights[at][asked] *= (sums[0] * sums[1]) ** 0.5 / own if own else 0.0
        weights = [_shares(row) for row in weights]
    return weights


def rungs(numbers: Iterable[int], apart: int) -> list[tuple[int, ...]]:
    """Numbers in groups that lie so far apart at least, in order.

    >>> rungs([97, 100, 80, 113, 110], 5)
    [(80,), (97, 100), (110, 113)]
    """
    found: list[tuple[int, ...]] = []
    for number in sorted(set(numbers)):
        if found and number - found[-1][-1] < apart:
            found[-1] += (number,)
        else:
            found.append((number,))
    return found


def _shares(row: dict[T, float]) -> dict[T, float]:
    total = sum(row.values())
    return {asked: weight / total if total else 1 / len(row) for asked, weight in row.items()}
