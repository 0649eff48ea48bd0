"""Scoring one turn of VehicleWorld: what should have changed and did, and what should not have and did not.

The definitions are those of VehicleWorld (appendix B): F1 positive and F1 negative are about the act of changing, accuracy is
about the values. They are taken in two ways. `paper` is how the published figures were made: a number counts by its trend,
whatever was asked for, and only some modules count. `strict` mends both: a number counts by its trend only where the request
leaves the amount open, and what a user notices of the whole car counts: see `automotive_env.suites.vehicleworld.noticing`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import compress, count
from operator import is_not

from automotive_env.car.core.values import StateValue


@dataclass(frozen=True, slots=True)
class TurnScore:
    """How close a turn came to its gold.

    Attributes:
        f1_positive: how well the properties that should change were found, 0..1; whatever their values.
        f1_negative: how well the others were left alone, 0..1.
        accuracy: share of the properties that should change that were changed to the right value, 0..1; 1 where none should.
        missed: slots that should have changed and did not, or not to the right value.
        harmed: slots that changed and should not have.
    """

    f1_positive: float
    f1_negative: float
    accuracy: float
    missed: tuple[int, ...]
    harmed: tuple[int, ...]

    @property
    def perfect(self) -> bool:
        """Whether exactly the right things changed, to the right values."""
        return not self.missed and not self.harmed


def score_turn(
    gold_before: Sequence[StateValue],
    gold_after: Sequence[StateValue],
    own_before: Sequence[StateValue],
    own_after: Sequence[StateValue],
    *,
    by_trend: Collection[int] = (),
    within: frozenset[int] | None = None,
) -> TurnScore:
    """Score a turn from four snapshots of one schema: what the right calls made of the car, and what was made of it.

    Args:
        gold_before: before the right calls.
        gold_after: after them.
        own_before: before what is scored.
        own_after: after it.
        by_trend: slots of numbers that the request left open ("louder"): right if they moved in the same direction.
        within: slots that count; all where it is None.
    """
    wanted, changed = changed_slots(gold_before, gold_after), changed_slots(own_before, own_after)
    return score_changes(wanted, changed, (gold_before, gold_after, own_before, own_after), by_trend=by_trend, within=within)


def score_changes(
    wanted: frozenset[int],
    changed: frozenset[int],
    cars: tuple[Sequence[StateValue], Sequence[StateValue], Sequence[StateValue], Sequence[StateValue]],
    *,
    by_trend: Collection[int] = (),
    within: frozenset[int] | None = None,
) -> TurnScore:
    """Score a turn of which it is known already which slots should have changed and which did; see `score_turn`."""
    gold_before, gold_after, own_before, own_after = cars
    if within is not None:
        wanted, changed = wanted & within, changed & within
    touched = wanted & changed
    right = {slot for slot in touched if own_after[slot] == gold_after[slot]}
    for slot in touched.intersection(by_trend):
        if _trend(gold_before[slot], gold_after[slot]) == _trend(own_before[slot], own_after[slot]):
            right.add(slot)
    harmed = changed - wanted
    unchanged = len(gold_before if within is None else within) - len(wanted)
    kept = unchanged - len(harmed)
    return TurnScore(
        f1_positive=_f1(len(touched), len(changed), len(wanted)),
        f1_negative=_f1(kept, kept + len(wanted - changed), unchanged),
        accuracy=len(right) / len(wanted) if wanted else 1.0,
        missed=tuple(sorted(wanted - right)),
        harmed=tuple(sorted(harmed)),
    )


def changed_slots(before: Sequence[StateValue], after: Sequence[StateValue]) -> frozenset[int]:
    """The slots that differ between two snapshots; values that are the same object are not compared."""
    return frozenset([slot for slot in compress(count(), map(is_not, before, after)) if before[slot] != after[slot]])


def _trend(before: StateValue, after: StateValue) -> int | None:
    if isinstance(before, (int, float)) and isinstance(after, (int, float)):
        return (after > before) - (after < before)
    return None


def _f1(true: int, claimed: int, wanted: int) -> float:
    """F1: harmonic mean of precision and recall; 1 where both sets are empty."""
    return 2 * true / (claimed + wanted) if claimed or wanted else 1.0
