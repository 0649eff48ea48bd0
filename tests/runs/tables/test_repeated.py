"""Reliability over trials, and what chance alone does."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from registered import PLAIN
from result_fakes import episode

from automotive_env.runs.tables.repeated import TrialCount, noise, repeated, trials_of

trials = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(1, 6)).flatmap(
        lambda of: st.builds(TrialCount, st.just(of[0]), st.just(of[1]), st.integers(0, of[1]))
    ),
    min_size=1,
    max_size=12,
)


@given(trials)
def test_reliability_stays_within_bounds_and_falls_or_rises_with_k(found):
    rows = repeated(found)
    assert [row.k for row in rows] == sorted({row.k for row in rows})
    assert bool(rows) == any(of.n > 1 for of in found)
    for row in rows:
        assert 0 <= row.pass_hat <= row.pass_at + 1e-9 <= 1 + 2e-9
        for share, interval in ((row.pass_at, row.pass_at_interval), (row.pass_hat, row.pass_hat_interval)):
            assert 0 <= interval[0] <= share + 1e-9 <= interval[1] + 2e-9 <= 1 + 3e-9


@given(trials)
def test_disagreement_is_the_share_of_pairs_of_trials_that_differ(found):
    several = [of for of in found if of.n > 1]
    if not several:
        assert noise(found) is None
        return
    shares = []
    for of in several:
        pairs = list(combinations([True] * of.passed + [False] * (of.n - of.passed), 2))
        shares.append(sum(one != other for one, other in pairs) / len(pairs))
    chance = noise(found)
    assert chance.instances == len(several)
    assert chance.disagreement.mean == pytest.approx(sum(shares) / len(shares))
    assert 0 <= chance.floor <= 1


def test_two_runs_differ_by_more_than_the_noise_floor_one_time_in_twenty():
    rng = random.Random(1)
    chances = [rng.random() for _ in range(120)]
    floor = noise(
        [TrialCount(str(number), 40, sum(rng.random() < chance for _ in range(40))) for number, chance in enumerate(chances)]
    )
    rates = [[sum(rng.random() < chance for chance in chances) / 120 for _ in range(2)] for _ in range(1500)]
    assert 0.03 <= sum(abs(one - other) > floor.floor for one, other in rates) / 1500 <= 0.07


def test_trials_of_different_faces_are_not_mixed():
    records = [episode("1", face="screen"), episode("2", "fail", face="calls"), episode("3", "fail", face="screen", trial=1)]
    assert trials_of(records) == [TrialCount(PLAIN, 2, 1), TrialCount(PLAIN, 1, 0)]
