"""Items: what makes one, and what it says."""

import itertools

import pytest
from result_fakes import episode

from automotive_env.runs.records.records import INTERRUPTED, OUTCOMES
from automotive_env.runs.tables.items import DECIDING, counted_items, items


def halves(first, second, **fields):
    given = {"pair": "p", **fields}
    return [
        episode("a", first, instance="1", ending="act", **given),
        episode("b", second, instance="2", ending="refrain", goal="Other words.", **given),
    ]


@pytest.mark.parametrize(("first", "second"), list(itertools.product(OUTCOMES, OUTCOMES)))
def test_a_pair_passes_with_both_halves_and_is_broken_off_with_one(first, second):
    for played in (halves(first, second), halves(first, second)[::-1]):
        (item,) = items(played)
        assert item.success == (first == second == "pass")
        assert item.interrupted == bool({first, second} & INTERRUPTED)
        assert item.outcome in (first, second)
        assert (item.instance, item.pair) == ("1", "p")
        assert len(counted_items(played)) == (not item.interrupted)
    assert sorted(DECIDING) == sorted(OUTCOMES)


def test_an_item_is_the_half_that_decided_with_the_costs_of_both():
    harm = ({"name": "stranger_contacted", "step": 1, "wanted": "nobody", "found": "Bob"},)
    (item,) = items(halves("pass", "fail", steps=2, tokens=10, seconds=0.5, price=0.25, harm=harm))
    assert (item.id, item.goal, item.ending) == ("b", "Other words.", "refrain")
    assert (item.steps, item.tokens, item.seconds, item.price, len(item.harm)) == (4, 20, 1.0, 0.5, 2)
    one, other = halves("pass", "pass", price=0.25)
    assert items([one, other.model_copy(update={"price": None})])[0].price is None


def test_what_is_no_pair_stays_as_it_is():
    single = episode("x")
    assert items([single]) == [single]
    (alone,) = items(halves("pass", "fail")[:1])
    assert (alone.success, alone.pair) == (True, "")


@pytest.mark.parametrize("name", ["agent", "model", "face", "trial", "pair", "suite"])
def test_halves_of_different_players_faces_and_trials_are_no_pair(name):
    one, other = halves("pass", "pass")
    changed = {"trial": 1, "face": "calls"}.get(name, "other")
    assert len(items([one, other.model_copy(update={name: changed})])) == 2


def test_the_same_run_twice_has_every_item_twice():
    assert [item.success for item in items(halves("pass", "fail") + halves("pass", "pass"))] == [False, True]


def test_an_item_stands_where_its_last_episode_does():
    one, other = halves("pass", "fail")
    assert [item.id for item in items([one, episode("x"), other, episode("y")])] == ["x", "b", "y"]
