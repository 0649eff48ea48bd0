from itertools import combinations

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.runs.tables.statistics import SuccessRate, design_effect, pass_at_k, pass_hat_k, rate, wilson

trials = st.integers(1, 5_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@cases(
    ("passed", "n", "low", "high"),
    [  # published values: Newcombe 1998, table I; the last two from the closed forms z²/(n+z²) and n/(n+z²)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (0, 10, 0.0000, 0.2775),
        (10, 10, 0.7225, 1.0000),
    ],
)
def test_known_intervals(passed, n, low, high):
    assert wilson(passed, n) == pytest.approx((low, high), abs=5e-5)


@given(trials)
def test_the_interval_holds_the_rate_and_stays_within_bounds(trial):
    passed, n = trial
    low, high = wilson(passed, n)
    assert 0 <= low <= passed / n <= high <= 1
    assert low < high


@given(trials)
def test_failures_mirror_successes(trial):
    passed, n = trial
    low, high = wilson(passed, n)
    assert wilson(n - passed, n) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(trials)
def test_more_trials_narrow_the_interval(trial):
    passed, n = trial
    low, high = wilson(passed, n)
    lower, higher = wilson(2 * passed, 2 * n)
    assert higher - lower < high - low


@given(trials)
def test_more_successes_raise_the_interval(trial):
    passed, n = trial
    if passed < n:
        assert wilson(passed + 1, n)[0] > wilson(passed, n)[0]


def test_of_no_trials_nothing_is_known():
    assert wilson(0, 0) == (0, 1)
    assert rate([]) == SuccessRate(n=0, passed=0, rate=0, low=0, high=1)


@pytest.mark.parametrize(("passed", "n"), [(2, 1), (-1, 5), (1, 0)])
def test_impossible_counts_are_refused(passed, n):
    with pytest.raises(ValueError, match="passed must be from 0 to"):
        wilson(passed, n)


def test_a_rate_counts_successes():
    counted = rate(enumerate([True, False, True, True]))
    assert (counted.n, counted.passed, counted.rate) == (4, 3, 0.75)
    assert (counted.low, counted.high) == wilson(3, 4)


clusters = st.lists(st.integers(1, 9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=1, max_size=12)


def trials_of(clusters):
    return [(name, number < passed) for name, (passed, n) in enumerate(clusters) for number in range(n)]


def test_a_known_design_effect():
    """By hand: p = 16/24, residuals 2.667, -0.667, -2, 3/2 * 11.556 / 24^2 over (2/9)/24."""
    squares = sum((passed - 8 * 16 / 24) ** 2 for passed in (8, 5, 3))
    assert design_effect([(8, 8), (5, 8), (3, 8)]) == pytest.approx(1.5 * squares / 24**2 / (2 / 9 / 24))
    assert design_effect([(8, 8), (5, 8), (3, 8)]) == pytest.approx(3.5625)


@given(clusters)
def test_clustering_never_narrows_an_interval(clusters):
    counted = rate(trials_of(clusters))
    low, high = wilson(counted.passed, counted.n)
    assert 0 <= counted.low <= low + 1e-12
    assert high - 1e-12 <= counted.high <= 1
    assert counted.low <= counted.rate <= counted.high


@given(clusters)
def test_one_trial_a_cluster_is_no_clustering(clusters):
    trials = [(number, success) for number, (_, success) in enumerate(trials_of(clusters))]
    counted = rate(trials)
    assert (counted.low, counted.high) == wilson(counted.passed, counted.n)


@given(st.lists(st.booleans(), min_size=1, max_size=30), st.integers(2, 20))
def test_playing_the_same_again_does_not_narrow_an_interval(successes, times):
    once, again = rate(enumerate(successes)), rate([*enumerate(successes)] * times)
    assert again.n == once.n * times
    assert (again.low, again.high) == pytest.approx((once.low, once.high))


@given(clusters, st.randoms())
def test_the_order_of_trials_does_not_matter(clusters, rng):
    trials = trials_of(clusters)
    counted = rate(rng.sample(trials, len(trials)))
    assert (counted.low, counted.high) == pytest.approx((rate(trials).low, rate(trials).high))


def test_different_instances_of_one_task_count_as_more_than_one_trial():
    mixed = rate(trials_of([(5, 10), (4, 10), (6, 10), (5, 10)]))
    assert (mixed.low, mixed.high) == wilson(20, 40)


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_pass_at_k_and_pass_hat_k_are_shares_of_all_draws(trial):
    n, passed, k = trial
    draws = list(combinations([True] * passed + [False] * (n - passed), k))
    assert pass_at_k(n, passed, k) == pytest.approx(sum(map(any, draws)) / len(draws))
    assert pass_hat_k(n, passed, k) == pytest.approx(sum(map(all, draws)) / len(draws))


@pytest.mark.parametrize("counts", [(3, 1, 4), (3, 4, 1), (3, -1, 1), (3, 1, 0)])
def test_draws_that_cannot_be_are_refused(counts):
    for estimate in (pass_at_k, pass_hat_k):
        with pytest.raises(ValueError, match="cannot be drawn"):
            estimate(*counts)
