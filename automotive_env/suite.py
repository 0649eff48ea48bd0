"""Planning: which instances of which tasks a run plays. The same arguments give the same plan, in every process."""

from __future__ import annotations

import fnmatch
import hashlib
from collections.abc import Sequence
from random import Random

from automotive_env.errors import UsageError
from automotive_env.geo.places import PLACES, resolve
from automotive_env.task import Dimension, Task, TaskInstance
from automotive_env.tasks.registry import TASKS
from automotive_env.world.errors import suggest


def instance_seed(seed: int, task: str, number: int) -> int:
    """The seed of one instance, independent of all others and of their order."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{task}:{number}".encode()).digest()[:4])


def select(patterns: Sequence[str] = (), dimension: str | None = None) -> list[Task]:
    """The tasks whose names match one of the patterns ("hvac.*"), all of them without patterns, of one dimension if named.

    Raises:
        UsageError: a pattern or the dimension matches nothing.
    """
    if dimension and dimension not in set(Dimension):
        known = ", ".join(Dimension)
        raise UsageError(f"there is no dimension {dimension!r}; there are: {known}")
    names: dict[str, None] = {}
    for pattern in patterns or ["*"]:
        matching = fnmatch.filter(TASKS, pattern)
        if not matching:
            hint = suggest(pattern, TASKS) or "; `automotive-env tasks` lists them"
            raise UsageError(f"no task matches {pattern!r}{hint}")
        names |= dict.fromkeys(matching)
    chosen = [TASKS[name] for name in names if dimension in (None, TASKS[name].dimension)]
    if not chosen:
        raise UsageError(f"none of the chosen tasks is of the dimension {dimension!r}")
    return chosen


def instantiate(task: Task, seed: int, place: str = "random") -> TaskInstance | None:
    """One instance of a task, drawn from a seed of its own; None where the task makes no sense in the place.

    Raises:
        UsageError: the place is unknown.
    """
    rng = Random(seed)
    if place == "random":
        there = rng.choice([candidate for candidate in PLACES if task.suits(candidate)])
    else:
        there = resolve(place, rng)
        if not task.suits(there):
            return None
    return task.sample(rng, there, seed)


def plan(tasks: Sequence[Task], *, instances: int = 1, seed: int = 0, place: str = "random") -> list[TaskInstance]:
    """All instances of a run, task by task; tasks that make no sense in the place are left out.

    Raises:
        UsageError: there are less than one instance a task, the place is unknown, or no task suits it.
    """
    if not 1 <= instances <= 10_000:
        raise UsageError(f"instances must be from 1 to 10000, not {instances}")
    drawn = [instantiate(task, instance_seed(seed, task.name, number), place) for task in tasks for number in range(instances)]
    planned = [instance for instance in drawn if instance is not None]
    if not planned:
        raise UsageError(f"none of the chosen tasks makes sense in {place}")
    return planned
