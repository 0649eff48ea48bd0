"""The verdict on a scenario: in each turn, what should have changed and is not as it should be, and what changed besides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count

from automotive_env.car.core.values import StateRecord, StateValue, record_to_json
from automotive_env.car.core.world import SCHEMA
from automotive_env.runs.tables.everyday_words import path_in_words
from automotive_env.suites.vehicleworld.noticing import TurnSnapshots, quantities
from automotive_env.suites.vehicleworld.score import TurnScore
from automotive_env.validators.criteria_builder import shown
from automotive_env.validators.criterion import Criterion, every, listed
from automotive_env.validators.signals import UNIT_SIGNS

MAX_PATHS = 20
"""Side effects of a turn that are named; the others are counted."""
MAX_VALUE = 60
"""Characters of a text, and of an entry of a list."""


def turn_verdict(score: TurnScore, cars: TurnSnapshots, left_open: Collection[int]) -> Criterion:
    """What a turn came to.

    Args:
        score: of the turn, as a user notices it.
        cars: the car of the right calls before and after the turn, and the player's own before and after it.
        left_open: slots of numbers whose amount the user left open.
    """
    before, right, _, found = map(quantities, cars)
    missed = [_missed(slot, before[slot], right[slot], found[slot], left_open) for slot in score.missed]
    if not missed:
        missed = [Criterion("changes", "the changes of the right calls", "those", met=True)]
    return every(*missed, _side_effects([SCHEMA[slot].path for slot in score.harmed]))


def scenario_verdict(turns: Sequence[Criterion], planned: int) -> Criterion:
    """What a scenario came to.

    Args:
        turns: the verdicts on the turns that were played, in order.
        planned: how many turns it has.
    """
    if planned == 1 and turns:
        return turns[0]
    left = [Criterion("turn", "reached", "not reached", met=False)] * (planned - len(turns))
    return listed(*(part.named(f"turn_{number}") for number, part in zip(count(1), (*turns, *left), strict=False)))


def _missed(slot: int, before: StateValue, right: StateValue, found: StateValue, left_open: Collection[int]) -> Criterion:
    path = SCHEMA[slot].path
    if isinstance(right, tuple) and isinstance(found, tuple):
        return _entries(slot, right, found)
    wanted = _text(slot, right)
    if slot in left_open and isinstance(before, int | float) and isinstance(right, int | float):
        wanted = f"{'higher' if right > before else 'lower'} than {_text(slot, before)}"
    return Criterion(path, f"{path} {wanted}", _text(slot, found), met=False)


def _entries(slot: int, right: tuple[StateRecord, ...], found: tuple[StateRecord, ...]) -> Criterion:
    """A list with other entries: the first that is missing, or that should not be there."""
    path, missing = path_in_words(SCHEMA[slot].path), [entry for entry in right if entry not in found]
    more = [entry for entry in found if entry not in right]
    if missing:
        return Criterion("entries", f"{_of_record(missing[0])} in {path}", "no such entry", met=False)
    if more:
        return Criterion("entries", f"{path} without {_of_record(more[0])}", "it there", met=False)
    return Criterion("entries", f"another order of {path}", "the order that it had", met=False)


def _side_effects(paths: Sequence[str]) -> Criterion:
    more = [f"{len(paths) - MAX_PATHS} more"] if len(paths) > MAX_PATHS else []
    found = ", ".join([*paths[:MAX_PATHS], *more]) or "nothing else changed"
    return Criterion("side_effects", "nothing else changed", found, not paths)


def _text(slot: int, value: StateValue) -> str:
    """A value as people write it, with its unit, unless that is in the name of the property already."""
    if isinstance(value, StateRecord):
        return _of_record(value)
    path, unit = SCHEMA[slot].path, SCHEMA[slot].prop.unit
    if not unit or isinstance(value, bool) or not isinstance(value, int | float) or path.endswith((f"_{unit}", f"_{unit}s")):
        unit = "%" if unit == "percentage" else None
    return _cut(f"{shown(value)} {UNIT_SIGNS.get(unit, unit)}" if unit else shown(value))


def _of_record(record: StateRecord) -> str:
    """What a record says in words, such as a title and an artist."""
    told = (value for value in record_to_json(record).values() if isinstance(value, str) and value)
    return f"“{_cut(', '.join(told))}”"


def _cut(text: str) -> str:
    return text if len(text) <= MAX_VALUE else f"{text[: MAX_VALUE - 1]}…"
