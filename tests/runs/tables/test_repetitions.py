"""Repetitions: which episodes belong to which, and mean and deviation over them."""

from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from result_fakes import episode

from automotive_env.runs.tables.repetitions import by_repetition, spread, spread_cell, success, success_cell


def ids(*runs):
    return [[record.id for record in records] for records in by_repetition(runs)]


def test_parts_of_a_run_are_one_repetition_and_seeds_trials_and_the_same_again_are_others():
    one, other, again = episode("1"), episode("2"), episode("3", trial=1)
    assert ids(({"seed": 1}, [one]), ({"seed": 1}, [other])) == [["1", "2"]]
    assert ids(({"seed": 1}, [one]), ({"seed": 2}, [other])) == [["1"], ["2"]]
    assert ids(({"model_seed": 1}, [one]), ({"model_seed": 2}, [one])) == [["1"], ["1"]]
    assert ids(({}, [one, again])) == [["1"], ["3"]]
    assert ids(({}, [one, other]), ({}, [one])) == [["1", "2"], ["1"]]


@given(st.lists(st.floats(0, 100), min_size=2, max_size=9))
def test_the_deviation_is_that_of_a_sample(values):
    found = spread(values)
    assert found.mean == pytest.approx(fmean(values))
    assert found.deviation == pytest.approx(stdev(values), abs=1e-6)


def test_of_one_repetition_there_is_no_deviation_and_of_none_nothing():
    assert spread([5.0]) == (5.0, None)
    assert spread([]) is None
    assert spread_cell([], success) is None
    assert success_cell([[episode("1", "env_error")]]) is None
    alone = success_cell([[episode("1"), episode("2", "fail")]])
    assert (alone.value, alone.deviation) == (50.0, None)
    assert alone.interval
    both = success_cell([[episode("1"), episode("2", "env_error")], [episode("1", "fail")]])
    assert (both.value, both.interval) == (50.0, None)
    assert both.deviation == pytest.approx(stdev([100, 0]), abs=1e-3)
