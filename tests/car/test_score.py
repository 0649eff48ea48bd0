"""Scores of turns: the definitions of VehicleWorld's appendix B, by hand and as rules."""

from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.world import INDEX, World
from automotive_env.suites.vehicleworld.score import changed_slots, score_turn

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


def test_f1_of_a_turn_that_had_nothing_to_change() -> None:
    score = score_turn(START, START, START, (True, 50, "a", None, 3.5))
    assert (score.f1_positive, score.f1_negative, score.accuracy) == (0, 2 * 4 / (4 + 5), 1)
    assert (score.missed, score.harmed) == ((), (0,))


def test_where_everything_changes_there_is_nothing_to_leave_alone() -> None:
    gold = (True, 70, "b", "x", 4.0)
    assert score_turn(START, gold, START, gold).f1_negative == 1
    nothing = score_turn(START, gold, START, START)
    assert (nothing.f1_positive, nothing.f1_negative, nothing.accuracy) == (0, 0, 0)
    assert (nothing.missed, nothing.harmed) == ((0, 1, 2, 3, 4), ())


@cases(
    ("gold", "own", "right"),
    [
        (70, 60, True),
        (70, 30, False),
        (30, 40, True),
        (30, 60, False),
        (30.5, 49.9, True),
        (70, "loud", False),
        ("loud", 70, False),
    ],
)
def test_an_open_amount_is_right_where_it_moves_the_same_way(gold: object, own: object, right: bool) -> None:
    for by_trend, expected in (((1,), right), ((), gold == own), ((2,), gold == own)):
        score = score_turn(START, (False, gold, "a", None, 3.5), START, (False, own, "a", None, 3.5), by_trend=by_trend)
        assert (score.accuracy, score.missed, score.harmed) == ((1, (), ()) if expected else (0, (1,), ()))


def test_a_trend_is_that_of_each_own_beginning() -> None:
    """A player may have come to another state in the turn before."""
    score = score_turn((50,), (60,), (90,), (80,), by_trend=(0,))
    assert not score.perfect
    assert score_turn((50,), (60,), (80,), (90,), by_trend=(0,)).perfect


def test_words_have_no_trend_but_count_by_their_value() -> None:
    """Two changes of a text are not alike because neither is a number."""
    assert score_turn(("a",), ("b",), ("a",), ("c",)).missed == (0,)
    assert score_turn(("a",), ("b",), ("x",), ("b",)).perfect


def test_equal_values_are_no_change_though_they_are_other_objects() -> None:
    one, other = ["x"], ["x"]
    assert changed_slots((one, 1.0, 5), (other, 1, 6)) == {2}  # type: ignore[arg-type]


def test_properties_that_do_not_count_are_neither_wanted_nor_harmed_nor_left_alone() -> None:
    gold, own = (True, 70, "a", None, 3.5), (True, 50, "b", None, 3.5)  # the second is missed, the third harmed
    score = score_turn(START, gold, START, own, within=frozenset({0, 3}))
    assert (score.f1_positive, score.f1_negative, score.accuracy, score.perfect) == (1, 1, 1, True)
    missed = score_turn(START, gold, START, own, within=frozenset({0, 1, 3}))
    assert (missed.accuracy, missed.missed, missed.harmed) == (1 / 2, (1,), ())
    harmed = score_turn(START, gold, START, own, within=frozenset({0, 2, 3, 4}))
    assert (harmed.f1_negative, harmed.missed, harmed.harmed) == (2 * 2 / (2 + 3), (), (2,))
