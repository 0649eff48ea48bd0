"""Conversations of a private seed: the same wishes with other words, all of which pass the gates."""

import random

import pytest

from automotive_env.suites.conversations.generation.gates import faults
from automotive_env.suites.conversations.generation.hidden import hidden_scenarios
from automotive_env.suites.conversations.scenario import DIMENSIONS
from automotive_env.suites.conversations.shipped import shipped_scenarios

SEED = 918273645546372819


@pytest.mark.sweep
def test_a_seed_draws_its_own_set_of_every_kind_and_whole_pairs():
    found = list(hidden_scenarios(SEED).values())
    assert {one.dimension for one in found} == set(DIMENSIONS)
    assert len(found) >= 100
    assert all(".hidden." in one.id for one in found)
    shipped = {one.pair: 0 for one in found if one.pair}
    for one in shipped_scenarios().values():
        if one.pair in shipped:
            shipped[one.pair] += 1
    for pair, number in shipped.items():
        assert not number or number == sum(one.pair == pair for one in found), "a pair is drawn whole"
    for one in random.Random(2).sample(found, 4):
        assert faults(one) == []


@pytest.mark.sweep
def test_another_seed_draws_another_set():
    assert set(hidden_scenarios(SEED)) != set(hidden_scenarios(SEED + 1))


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [10**9 + number for number in range(4)])
def test_all_that_seeds_draw_passes_the_gates(seed):
    assert [(one.id, faults(one)) for one in hidden_scenarios(seed).values() if faults(one)] == []
