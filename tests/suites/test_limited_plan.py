"""`--limit N` keeps N items that are spread evenly over the plan of any suite."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.suites.grounding.item import GroundingItem
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import PlanItem, Selection, repeated
from automotive_env.tasks.kit.task import TaskInstance

ITEMS = st.integers(1, 600)


def plan_of(items: int) -> list[PlanItem]:
    """A plan in which every third item is a pair."""
    halves = ("a", "b")
    return [
        PlanItem(f"task{n}", f"{n}{half}", pair=f"pair{n}" if n % 3 == 0 else "")
        for n in range(items)
        for half in (halves if n % 3 == 0 else halves[:1])
    ]


def kept(items: int, limit: int | None, trials: int = 1) -> list[PlanItem]:
    return repeated(plan_of(items), Selection(limit=limit, trials=trials))


def positions(found: Sequence[PlanItem]) -> list[int]:
    return list(dict.fromkeys(int(one.task.removeprefix("task")) for one in found))


@given(ITEMS, ITEMS)
def test_as_many_items_are_kept_and_they_lie_evenly_apart(items: int, limit: int) -> None:
    found = positions(kept(items, limit))
    assert len(found) == min(items, limit)
    assert found == sorted(found)
    gaps = [after - before for before, after in zip([-1, *found], [*found, items], strict=True)]
    assert max(gaps) <= 3 * items / len(found) + 1


@given(ITEMS, st.integers(4, 600))
def test_a_pattern_in_the_plan_does_not_decide_what_is_kept(items: int, limit: int) -> None:
    found = positions(kept(items, limit))
    if len(found) < items:
        even = sum(position % 2 == 0 for position in found)
        assert abs(2 * even - len(found)) <= len(found) / 2


@given(ITEMS, ITEMS)
def test_a_lower_limit_keeps_part_of_what_a_higher_one_keeps(items: int, limit: int) -> None:
    assert set(kept(items, limit)) <= set(kept(items, limit + 1))


@given(ITEMS, ITEMS)
def test_pairs_stay_whole_and_every_trial_is_played(items: int, limit: int) -> None:
    found = kept(items, limit, trials=2)
    chosen = set(positions(found))
    whole = [one for one in plan_of(items) if int(one.task.removeprefix("task")) in chosen]
    assert [(one.instance, one.trial) for one in found] == [(one.instance, trial) for one in whole for trial in (0, 1)]


@given(ITEMS, st.integers(0, 50))
def test_a_limit_that_is_not_reached_changes_nothing(items: int, more: int) -> None:
    assert kept(items, items + more) == kept(items, None)


def kind_of(item: PlanItem) -> str:
    if isinstance(item.content, TaskInstance):
        return item.task.partition(".")[0]
    return str(item.content.kind if isinstance(item.content, GroundingItem) else item.content.dimension)


@pytest.mark.parametrize(
    ("suite", "groups"),
    [
        ("automotive", {"apps", "comms", "hvac", "maps", "media", "phenomenon", "road", "system"}),
        ("vehicleworld", {"S-S", "S-M", "M-S", "M-M"}),
        ("conversations", {"consent", "limits", "ambiguity", "duties"}),
        ("grounding", {"text", "icon"}),
    ],
)
def test_twenty_items_are_of_every_kind(suite: str, groups: set[str]) -> None:
    found = find_suite(suite).plan(Selection(limit=20))
    assert len({one.pair or one.instance for one in found}) == 20
    assert {kind_of(one) for one in found} == groups
