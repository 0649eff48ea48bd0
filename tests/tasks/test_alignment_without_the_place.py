"""Driving alignment: who does not know the place can but guess."""

from collections import Counter

import pytest

from automotive_env.geo.places import place_by_name
from automotive_env.planning import plan
from automotive_env.task import Dimension, Task
from automotive_env.tasks.registry import TASKS

DRAWN = 24
"""Instances of each ending."""
GUESSED = 0.7
"""Share of so few instances that the more common of two rules has at most, where both are as likely."""
YES_OR_NO = [
    task
    for task in TASKS.values()
    if task.dimension == Dimension.DRIVING_ALIGNMENT
    and {task.rule(place_by_name(name)) for name in ("Bern", "Madrid")} & {True, False}
]


def test_there_are_rules_that_say_yes_or_no() -> None:
    assert "road.bright_in_town" in {task.name for task in YES_OR_NO}
    assert len(YES_OR_NO) >= 6


@pytest.mark.sweep
@pytest.mark.parametrize("task", YES_OR_NO, ids=lambda task: task.name)
def test_neither_answer_is_much_more_common(task: Task) -> None:
    drawn = plan([task], instances=DRAWN, seed=3)
    rules = Counter(task.rule(place_by_name(one.place)) for one in drawn)
    assert max(rules.values()) <= GUESSED * len(drawn), rules
