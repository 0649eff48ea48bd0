"""What theory says of votes, held against counting by hand and against draws."""

from itertools import product
from math import prod
from random import Random

import pytest
from cases import cases

from automotive_env.scripts.noisy.theory import chance_of_right


def by_hand(right: float, wrong: int, samples: int) -> float:
    """Every way in which samples can come, counted."""
    chances = (right, *[(1 - right) / wrong] * wrong)
    found = 0.0
    for said in product(range(1 + wrong), repeat=samples):
        most = max(map(said.count, said))
        if next(one for one in said if said.count(one) == most) == 0:
            found += prod(chances[one] for one in said)
    return found


@cases(("right", "wrong", "samples"), ((0.6, 4, 4), (0.6, 1, 4), (0.3, 2, 5), (0.9, 3, 3), (0.5, 1, 2), (0.6, 4, 1)))
def test_a_vote_is_what_counting_every_way_says(right: float, wrong: int, samples: int) -> None:
    assert chance_of_right(right, wrong, samples) == pytest.approx(by_hand(right, wrong, samples))


def test_the_ends_of_the_scale() -> None:
    assert chance_of_right(1.0, 4, 4, 0.5) == pytest.approx(1)
    assert chance_of_right(0.0, 4, 4) == pytest.approx(0)
    assert chance_of_right(0.6, 4, 4, correlation=1.0) == pytest.approx(0.6)
    assert chance_of_right(0.6, 4, 4, correlation=1.0, judge=0.1) == pytest.approx(0.6)
    assert chance_of_right(0.6, 4, 4, judge=1.0) == pytest.approx(1 - 0.4**4)
    assert chance_of_right(0.6, 4, 4, judge=0.0) == pytest.approx(0.6**4)


def test_samples_are_worth_less_the_more_they_are_alike_and_more_the_more_wrong_replies_there_are() -> None:
    by_correlation = [chance_of_right(0.6, 4, 4, rho / 10) for rho in range(11)]
    assert by_correlation == sorted(by_correlation, reverse=True)
    by_wrong = [chance_of_right(0.6, wrong, 4) for wrong in range(1, 6)]
    assert by_wrong == sorted(by_wrong)
    assert chance_of_right(0.6, 4, 4, 0.5) < chance_of_right(0.6, 4, 4, 0.5, ties="right")


def test_correlated_votes_are_what_draws_come_to() -> None:
    random, hits, times = Random(1), 0, 20_000
    for _ in range(times):
        shared = drawn(random)
        said = [shared if random.random() < 0.5 else drawn(random) for _ in range(4)]
        most = max(map(said.count, said))
        hits += next(one for one in said if said.count(one) == most) == 0
    assert hits / times == pytest.approx(chance_of_right(0.6, 3, 4, 0.5), abs=0.015)


def drawn(random: Random) -> int:
    return 0 if random.random() < 0.6 else random.randint(1, 3)
