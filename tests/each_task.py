"""Every task as a parameter of tests: the first of each category at once, the others in the sweep."""

import pytest

from automotive_env.tasks.registry import TASKS

FIRST = tuple({task.category: name for name, task in reversed(TASKS.items())}.values())
"""The first task of each category."""
EACH_TASK = [pytest.param(name, marks=[] if name in FIRST else pytest.mark.sweep) for name in TASKS]
"""For tests that play a task in several ways, or on a device, and of which one task of a category shows the rule."""
SOME_AND_ALL = [
    pytest.param([TASKS[name] for name in FIRST], id="some"),
    pytest.param(list(TASKS.values()), id="all", marks=pytest.mark.sweep),
]
"""Tasks for tests that go through all of them in one go."""
