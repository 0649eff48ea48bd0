"""The benchmark's own tasks are as many as it says, of each kind."""

from collections import Counter

from automotive_env.tasks.registry import TASKS


def test_there_are_185_tasks() -> None:
    counts = Counter(str(task.dimension) for task in TASKS.values())
    assert counts == {"explicit_control": 75, "implicit_intent": 50, "driving_alignment": 30, "environment_alerts": 30}


def test_each_module_has_between_15_and_30() -> None:
    counts = Counter(str(task.category) for task in TASKS.values())
    assert len(counts) == 8
    assert min(counts.values()) >= 15
    assert max(counts.values()) <= 30
