"""Scores of turns: the definitions of VehicleWorld's appendix B, by hand and as rules."""

from hypothesis import given
from hypothesis import strategies as st

from automotive_env.world.score import score_turn
from automotive_env.world.world import INDEX, World

START = (False, 50, "a", None, 3.5)
STATES = st.tuples(*[st.sampled_from(values) for values in ((False, True), (30, 50, 70), ("a", "b"), (None, "x"), (3.5, 4.0))])


def test_by_hand() -> None:
    gold = (True, 70, "a", None, 3.5)
    own = (True, 60, "b", None, 3.5)  # one right, one wrong value, one that should have stayed
    score = score_turn(START, gold, START, own)
    assert (score.missed, score.harmed, score.perfect) == ((1,), (2,), False)
    assert score.f1_positive == 2 * 2 / (3 + 2)
    assert score.f1_negative == 2 * 2 / (2 + 3)
    assert score.accuracy == 1 / 2
    assert score_turn(START, gold, START, own, by_trend={1}).accuracy == 1
    assert score_turn(START, gold, START, (True, 30, "a", None, 3.5), by_trend={1}).accuracy == 1 / 2


@given(STATES, STATES, STATES)
def test_the_gold_itself_is_perfect_and_scores_are_shares(before: tuple, after: tuple, other: tuple) -> None:
    best = score_turn(before, after, before, after)
    assert (best.f1_positive, best.f1_negative, best.accuracy, best.perfect) == (1, 1, 1, True)
    score = score_turn(before, after, before, other)
    assert all(0 <= value <= 1 for value in (score.f1_positive, score.f1_negative, score.accuracy))
    assert score.perfect == (other == after)


@given(STATES, STATES)
def test_doing_nothing_is_only_perfect_where_nothing_was_to_be_done(before: tuple, after: tuple) -> None:
    assert score_turn(before, after, before, before).perfect == (before == after)


def test_harm_in_another_module_counts() -> None:
    car = World()
    before = car.snapshot()
    car.set("system.wifi", False)
    gold = car.snapshot()
    car.set("fogLight.rear_light.is_on", True)
    assert score_turn(before, gold, before, car.snapshot()).harmed == (INDEX["fogLight.rear_light.is_on"],)
