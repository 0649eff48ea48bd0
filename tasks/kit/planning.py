"""Planning: which instances of which tasks a run plays. The same arguments give the same plan, in every process."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from random import Random

from automotive_env.errors import UsageError
from automotive_env.place.cultures import culture_of
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES, resolve
from automotive_env.place.town.words import names_are_own
from automotive_env.tasks.kit.by_calls import takes_calls
from automotive_env.tasks.kit.scene import Draw, Ending, SceneImpossible
from automotive_env.tasks.kit.task import Dimension, Task, TaskInstance
from automotive_env.tasks.registry import TASKS, match_tasks

DRAWS = 40
"""How often an instance is drawn in one place: where the first draw happens to be impossible, another may not be."""
MAX_INSTANCES = 10_000
"""Of each task."""


def instance_seed(seed: int, task: str, number: int) -> int:
    """The seed of one instance, independent of all others and of their order."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{task}:{number}".encode()).digest()[:4])


def select(patterns: Sequence[str] = (), dimension: str | None = None) -> list[Task]:
    """The tasks that the patterns name, of one dimension if named.

    Args:
        patterns: "hvac.*", `module:name` and the like; all tasks of this benchmark without any, so that figures can be compared
            whatever is installed.
        dimension: one of `Dimension`; any without it.

    Raises:
        UsageError: a pattern or the dimension matches nothing.
    """
    if dimension and dimension not in set(Dimension):
        known = ", ".join(Dimension)
        raise UsageError(f"unknown dimension {dimension!r}; choose from {known}")
    named: dict[str, Task] = {} if patterns else dict(TASKS)
    for pattern in patterns:
        named |= match_tasks(pattern)
    chosen = [task for task in named.values() if dimension in (None, task.dimension)]
    if not chosen:
        raise UsageError(f"none of the chosen tasks has the dimension {dimension!r}")
    return chosen


def select_one(name: str) -> Task:
    """The task of a name.

    Raises:
        UsageError: there is none, or the name is that of several.
    """
    first, *others = select([name])
    if others:
        more = f" and {len(others)} more" if len(others) > 1 else f" and {others[0].name}"
        raise UsageError(f"{name!r:.60} names several tasks, {first.name}{more}; name one of them")
    return first


def by_calls(tasks: Sequence[Task], patterns: Sequence[str] = ()) -> list[Task]:
    """Those of some tasks that can be played by calls.

    Raises:
        UsageError: a task that is named itself is not among them, or none is.
    """
    playable = [task for task in tasks if takes_calls(task)]
    if named := [task.name for task in tasks if task.name in patterns and not takes_calls(task)]:
        why = "it needs controls that only the screen has"
        raise UsageError(
            f"{named[0]} cannot be played by calls: {why}; `automotive-env tasks list --face calls` lists the others"
        )
    if not playable:
        raise UsageError("none of the chosen tasks can be played by calls; `automotive-env tasks list --face calls` lists those")
    return playable


def instantiate(task: Task, seed: int, place: str = "random", ending: Ending | None = None) -> TaskInstance | None:
    """One instance of a task, drawn from a seed of its own; None where the place cannot have it.

    Args:
        task: what is drawn.
        seed: of this instance alone.
        place: as `--place` takes it.
        ending: which ending is to be right; the task's first by default.

    Raises:
        UsageError: the place is unknown.
    """
    ending = ending or task.endings[0]
    rng = Random(f"{seed}:{ending}")
    pair = f"{task.name}-{seed}" if len(task.endings) > 1 else ""
    for there in _anywhere(task, rng) if place == "random" else [resolve(place, rng)] * DRAWS:
        if task.suits(there, ending):
            with suppress(SceneImpossible):
                return task.sample(Draw(rng, there, ending, _displays(task, there, rng)), seed, pair)
    return None


def _anywhere(task: Task, rng: Random) -> list[Place]:
    """All places in a random order: first those where no screen settles what is right, last those whose names mislead.

    Of the first, each culture is as likely as the others, and in it each rule, however many places have it: whoever knows a
    place by its names alone can but guess.
    """
    first, rules, kinds = contested(task), _rules(task), _kinds(task)
    order = rng.sample(PLACES, len(PLACES))
    cultures = {culture: rng.random() for culture, _ in dict.fromkeys(kinds.values())}
    ranks = {kind: rng.random() for kind in dict.fromkeys(kinds.values())}

    def comes_late(there: Place) -> tuple[bool, bool, float, float]:
        misleads = rules[there.name] is not None and not names_are_own(there)
        kind = kinds.get(there.name, ("", None))
        return misleads, there.country not in first, cultures.get(kind[0], 0.0), ranks.get(kind, 0.0)

    return sorted(order, key=comes_late)


def _displays(task: Task, there: Place, rng: Random) -> Place:
    """The place as whose people the displays count: in a contested one anybody's with such names: they tell nothing."""
    if task.dimension != Dimension.DRIVING_ALIGNMENT or there.country not in contested(task):
        return there
    return rng.choice(_own_by_culture()[culture_of(there.country)])


@cache
def _rules(task: Task) -> Mapping[str, Hashable]:
    """Name of each place -> its rule for a task."""
    return {place.name: task.rule(place) for place in PLACES}


@cache
def _kinds(task: Task) -> Mapping[str, tuple[str, Hashable]]:
    """Name of each place -> its culture and its rule for a task that is contested; empty for others."""
    return {place.name: (culture_of(place.country), _rules(task)[place.name]) for place in PLACES} if contested(task) else {}


@cache
def contested(task: Task) -> frozenset[str]:
    """Countries that share names and words with others of another rule for a task: no screen settles there what is right.

    Each ending of the task can be right among those that share them. Countries that borrow the words of another one's streets
    are none of them: there the screen speaks for the wrong country.
    """
    found = [places for places in _own_by_culture().values() if _is_contested(task, places)]
    return frozenset(place.country for places in found for place in places)


@cache
def _own_by_culture() -> Mapping[str, Sequence[Place]]:
    """Culture -> its places, of those whose names are their own."""
    alike: dict[str, list[Place]] = {}
    for place in filter(names_are_own, PLACES):
        alike.setdefault(culture_of(place.country), []).append(place)
    return alike


def _is_contested(task: Task, places: Sequence[Place]) -> bool:
    """Whether places differ in their rule, and each ending can be right in one of them."""
    rules = _rules(task)
    differ = len({rules[place.name] for place in places} - {None}) > 1
    return differ and all(any(task.suits(place, ending) for place in places) for ending in task.endings)


def drafts(tasks: Sequence[Task], *, instances: int = 1, seed: int = 0) -> list[tuple[Task, int, Ending]]:
    """What all instances of a run are drawn from, task by task, both halves of a pair one after the other: task, seed, ending.

    Raises:
        UsageError: there are less than one instance a task, or too many.
    """
    if not 1 <= instances <= MAX_INSTANCES:
        raise UsageError(f"the number of instances must be from 1 to {MAX_INSTANCES}, not {instances}")
    seeds = ((task, instance_seed(seed, task.name, number)) for task in tasks for number in range(instances))
    return [(task, own, ending) for task, own in seeds for ending in task.endings]


def plan(tasks: Sequence[Task], *, instances: int = 1, seed: int = 0, place: str = "random") -> list[TaskInstance]:
    """All instances of a run, in the order of their drafts; what a place cannot have is left out.

    Raises:
        UsageError: there are less than one instance a task, the place is unknown, or no task suits it.
    """
    drawn = [instantiate(task, own, place, ending) for task, own, ending in drafts(tasks, instances=instances, seed=seed)]
    planned = [instance for instance in drawn if instance is not None]
    if not planned:
        raise UsageError(f"none of the chosen tasks applies in {place}; choose another place")
    return planned
