"""Every task as a parameter of tests: the first of each category at once, the others in the sweep."""

import pytest

from automotive_env.suites.automotive.proving.playing import instance
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.kit.task import Task, TaskInstance
from automotive_env.tasks.registry import TASKS

FIRST = tuple({task.category: name for name, task in reversed(TASKS.items())}.values())
"""The first task of each category."""
EACH_TASK = [pytest.param(name, marks=[] if name in FIRST else pytest.mark.sweep) for name in TASKS]
"""For tests that play a task in several ways, or on a device, and of which one task of a category shows the rule."""
SOME_AND_ALL = [
    pytest.param([TASKS[name] for name in FIRST], id="some"),
    *(
        pytest.param([task for task in TASKS.values() if task.category == category], id=category, marks=pytest.mark.sweep)
        for category in dict.fromkeys(task.category for task in TASKS.values())
    ),
]
"""Tasks for tests that go through many of them in one go: the first of each category at once, then category by category."""
HOME = "Paris"
"""A place that tests play in which are of no place: streets that one of them has laid out are there for the next."""


def near_home(task: Task) -> TaskInstance:
    """An instance of a task at home, or wherever it makes sense."""
    return instantiate(task, instance_seed(0, task.name, 0), HOME) or instance(task, 0)
