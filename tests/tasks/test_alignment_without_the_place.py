"""Driving alignment: who does not know the place can but guess."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.geo.places import place_by_name
from automotive_env.planning import plan
from automotive_env.task import Dimension, Task, TaskInstance
from automotive_env.tasks.alike import evened, rungs
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


def _guessed(drawn: list[TaskInstance], seen: Callable[[TaskInstance], Hashable]) -> float:
    """Share of instances that the best constant for what is seen gets right."""
    endings: dict[Hashable, Counter[str]] = defaultdict(Counter)
    for one in drawn:
        endings[seen(one)][one.ending] += 1
    return sum(max(counted.values()) for counted in endings.values()) / len(drawn)


@pytest.mark.sweep
def test_neither_a_question_nor_a_speed_tells_what_is_right() -> None:
    asked = plan([TASKS["comms.asked_about_the_law"]], instances=150, seed=3)
    assert _guessed(asked, lambda one: one.params["question"].partition(" tall. ")[2]) <= 0.6
    driven = plan([TASKS["media.no_music_for_speeders"]], instances=150, seed=3)
    assert _guessed(driven, lambda one: one.params["speed"] // 5) <= 0.62


@given(st.lists(st.dictionaries(st.sampled_from("abcd"), st.booleans(), min_size=1), min_size=2, max_size=6))
def test_shares_are_shares_and_nothing_is_asked_that_is_not_known(kinds: list[dict[str, bool]]) -> None:
    for kind, shares in zip(kinds, evened(kinds), strict=True):
        assert shares.keys() == kind.keys()
        assert sum(shares.values()) == pytest.approx(1)


def test_yes_is_as_likely_as_no_where_that_can_be() -> None:
    kinds = [{"a": True, "b": False}, {"a": False, "b": True}, {"a": True, "b": True}]
    shares = evened(kinds)
    for asked in "ab":
        yes = sum(row[asked] for row, kind in zip(shares, kinds, strict=True) if kind[asked])
        assert yes == pytest.approx(sum(row[asked] for row in shares) / 2, abs=0.1)


@given(st.lists(st.integers(30, 130), min_size=1), st.integers(1, 20))
def test_rungs_lie_apart(numbers: list[int], apart: int) -> None:
    found = rungs(numbers, apart)
    assert [one for rung in found for one in rung] == sorted(set(numbers))
    assert all(above[0] - below[-1] >= apart for below, above in pairwise(found))
