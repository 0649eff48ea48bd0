"""Means with clustered intervals: known values, rules, and that they hold as often as they say."""

import random
from math import sqrt
from statistics import fmean, stdev

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.runs.tables.means import (
    MeanEstimate,
    clustered_amount,
    clustered_mean,
    clustered_score,
    clustered_share,
    student,
)
from automotive_env.runs.tables.statistics import rate

values = st.lists(st.tuples(st.integers(0, 5), st.floats(-100, 100)), min_size=1, max_size=30)


@cases(
    ("freedom", "point"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (4, 2.7764),
        (6, 2.4469),
        (7, 2.3646),
        (10, 2.2281),
        (30, 2.0423),
        (120, 1.9799),
        (10**9, 1.95996),
    ],
)
def test_known_points_of_students_t(freedom, point):
    assert student(freedom) == pytest.approx(point, abs=2e-4)


@given(values)
def test_a_mean_lies_in_its_interval_and_playing_the_same_again_does_not_narrow_it(found):
    one, twice = clustered_mean(found), clustered_mean([*found, *found])
    assert (one.n, twice.n) == (len(found), 2 * len(found))
    assert one.mean == pytest.approx(twice.mean)
    if len({cluster for cluster, _ in found}) < 2:
        assert one.low is one.high is None
    else:
        assert one.low <= one.mean <= one.high
        assert one.high - one.low == pytest.approx(twice.high - twice.low, abs=1e-6)


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=30))
def test_of_one_value_a_cluster_it_is_the_interval_of_the_textbook(found):
    mean = clustered_mean(enumerate(found))
    half = student(len(found) - 1) * stdev(found) / sqrt(len(found))
    assert (mean.low, mean.high) == pytest.approx((fmean(found) - half, fmean(found) + half), abs=1e-6)


@cases(
    ("of", "bounds"),
    [
        ([0.0, 0.0, 90.0], (0.0, None)),
        ([0.0, 1.0, 1.0], (0.0, 1.0)),
        ([0.9, 1.0, 1.0], (None, 1.0)),
        ([-1.0, 0.0, 90.0], (None, None)),
    ],
)
def test_the_interval_of_a_score_stays_within_what_its_values_allow(of, bounds):
    values = list(enumerate(of))
    mean, score = clustered_mean(values), clustered_score(values)
    assert score.mean == mean.mean
    assert score.low == (mean.low if bounds[0] is None else bounds[0])
    assert score.high == (mean.high if bounds[1] is None else bounds[1])


def test_a_score_of_one_cluster_has_no_interval():
    assert clustered_score([("a", 2.0)]).low is None
    assert clustered_score([]).low is None


def test_the_interval_of_what_cannot_be_less_than_nothing_is_not_either():
    found = [("a", 0.0), ("b", 0.0), ("c", 90.0)]
    mean, amount = clustered_mean(found), clustered_amount(found)
    assert mean.low < amount.low == 0.0
    assert (amount.n, amount.mean, amount.high) == (mean.n, mean.mean, mean.high)
    assert clustered_amount([("a", 2.0)]).low is None


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=30))
def test_shares_that_are_all_or_nothing_have_the_interval_of_a_rate(found):
    share, counted = clustered_share(found), rate(found)
    assert (share.n, share.mean, share.low, share.high) == (counted.n, counted.rate, counted.low, counted.high)


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0, 1)), min_size=1, max_size=30))
def test_a_share_and_its_interval_stay_within_0_and_1(found):
    share = clustered_share(found)
    assert 0 <= share.low <= share.mean + 1e-9 <= share.high + 2e-9 <= 1 + 3e-9


def test_equal_values_are_sure_and_no_values_are_not():
    assert clustered_mean([("a", 2.0), ("b", 2.0)]) == MeanEstimate(n=2, mean=2.0, low=2.0, high=2.0)
    assert clustered_mean([]) == MeanEstimate(n=0, mean=0.0, low=None, high=None)


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    """Eight tasks of six alike instances: intervals that took each instance for itself would hold it in 60 % of the samples."""
    rng = random.Random(5)
    held = 0
    for _ in range(600):
        tasks = [rng.gauss(0, 1) for _ in range(8)]
        mean = clustered_mean((task, level + rng.gauss(0, 0.5)) for task, level in enumerate(tasks) for _ in range(6))
        held += mean.low <= 0 <= mean.high
    assert 0.92 <= held / 600 <= 0.98
