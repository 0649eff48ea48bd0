"""Two agents on the same instances: against brute force and known values, and that intervals hold as often as they say."""

import random
from itertools import product
from math import comb

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.runs.tables.paired import bootstrap_interval, mcnemar, paired_rate

pairs = st.lists(st.tuples(st.sampled_from("abcde"), st.booleans(), st.booleans()), max_size=30)


@cases(("first", "second", "p"), [(10, 2, 0.0385742), (9, 1, 0.0214844), (0, 5, 0.0625), (3, 3, 1.0), (0, 0, 1.0), (59, 6, 0)])
def test_known_values(first, second, p):
    assert mcnemar(first, second) == pytest.approx(p, abs=1e-7)


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_test_is_exact(first, second):
    n, fewer = first + second, min(first, second)
    exact = min(1.0, 2 * sum(comb(n, i) for i in range(fewer + 1)) / 2**n) if first != second else 1.0
    assert mcnemar(first, second) == mcnemar(second, first) == pytest.approx(exact, rel=1e-9)


def test_a_large_count_takes_no_longer_than_it_must():
    assert 0 < mcnemar(49_000, 51_000) < 1e-9


def test_impossible_counts_are_refused():
    with pytest.raises(ValueError, match="cannot be"):
        mcnemar(-1, 3)


def test_few_clusters_are_resampled_as_all_ways_to_draw_them_say():
    values = [("a", 0.0), ("b", 1.0), ("c", 4.0), ("d", 2.0)]
    means = sorted(sum(drawn) / 4 for drawn in product((0.0, 1.0, 4.0, 2.0), repeat=4))
    wider = (4 / 3) ** 0.5
    low, high = bootstrap_interval(values)
    assert low == pytest.approx(1.75 - wider * (1.75 - means[int(0.025 * len(means))]), abs=0.31)
    assert high == pytest.approx(1.75 + wider * (means[int(0.975 * len(means))] - 1.75), abs=0.31)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.floats(-1, 1)), max_size=20), st.randoms())
def test_the_interval_is_the_same_in_any_order_and_holds_the_mean(values, rng):
    interval = bootstrap_interval(values)
    assert bootstrap_interval(rng.sample(values, len(values))) == interval
    if len({cluster for cluster, _ in values}) < 2:
        assert interval is None
    else:
        mean = sum(value for _, value in values) / len(values)
        assert interval[0] - 1e-6 <= mean <= interval[1] + 1e-6


@given(pairs)
def test_rates_differ_by_the_pairs_that_do(found):
    rates = paired_rate(found)
    assert rates.difference == pytest.approx(rates.second.rate - rates.first.rate, abs=1e-12)
    assert rates.first.passed - rates.second.passed == rates.only_first - rates.only_second
    turned = paired_rate([(task, second, first) for task, first, second in found])
    assert (turned.difference, turned.p) == (-rates.difference, rates.p)
    if rates.low is not None:
        assert -1.5 <= rates.low <= rates.difference <= rates.high <= 1.5


def test_agents_that_never_differ_might_on_other_tasks():
    rates = paired_rate([(str(number), True, True) for number in range(30)])
    assert rates.difference == 0
    assert rates.high == -rates.low == pytest.approx(0.1135, abs=1e-4)
    better = paired_rate([(str(number), False, True) for number in range(30)])
    assert (better.difference, better.high) == (1, 1)
    assert better.low == pytest.approx(1 - 2 * 0.1135, abs=1e-4)
    assert paired_rate([("a", True, False)] * 9).low is None


def test_the_interval_holds_the_truth_about_as_often_as_it_says(monkeypatch):
    monkeypatch.setattr("automotive_env.runs.tables.paired.RESAMPLES", 500)
    rng, held = random.Random(3), 0
    for _ in range(120):
        found = []
        for task in range(25):
            skill = rng.random()
            found += [(task, rng.random() < skill, rng.random() < min(1.0, skill + 0.1)) for _ in range(4)]
        rates = paired_rate(found)
        held += rates.low <= 0.095 <= rates.high  # the mean of min(1, skill + 0.1) - skill
    assert 0.9 <= held / 120 <= 0.99
