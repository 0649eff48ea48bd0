"""A noisy model is right as often as it is said to be, and its samples are as alike."""

from itertools import combinations
from math import sqrt

import pytest
from cases import cases

from automotive_env.errors import UsageError
from automotive_env.scripts.noisy.noise import NoiseLevels

TIMES = 2_000


def said(noise: NoiseLevels, told: str = "", wrong: int = 4) -> list[tuple[int, ...]]:
    return [tuple(noise.draws(f"item:{number}", told, wrong, 4)) for number in range(TIMES)]


def share(draws: list[tuple[int, ...]]) -> float:
    return sum(one == 0 for four in draws for one in four) / (4 * len(draws))


@cases(
    ("noise", "told", "chance"),
    (
        (NoiseLevels(0.6), "", 0.6),
        (NoiseLevels(0.6, told_module=0.7), "module", 0.7),
        (NoiseLevels(0.6, told_module=0.7, told_answer=0.9), "answer", 0.9),
        (NoiseLevels(0.6, told_module=0.7), "answer", 0.7),
        (NoiseLevels(0.6, told_module=0.3), "module", 0.6),
        (NoiseLevels(0.6, correlation=0.5), "", 0.6),
    ),
)
def test_samples_are_right_as_often_as_is_said(noise: NoiseLevels, told: str, chance: float) -> None:
    independent = TIMES if noise.correlation else 4 * TIMES
    assert abs(share(said(noise, told)) - chance) < 4 * sqrt(chance * (1 - chance) / independent)


@cases("correlation", (0.0, 0.5, 1.0))
def test_being_right_is_correlated_by_the_square_of_the_chance_to_repeat(correlation: float) -> None:
    draws = said(NoiseLevels(0.6, correlation))
    mean = share(draws)
    pairs = [(one == 0) * (other == 0) for four in draws for one, other in combinations(four, 2)]
    found = (sum(pairs) / len(pairs) - mean**2) / (mean * (1 - mean))
    assert found == pytest.approx(correlation**2, abs=0.06)


def test_wrong_replies_are_equally_likely_and_a_step_without_any_is_right() -> None:
    draws = [one for four in said(NoiseLevels(0.5)) for one in four if one]
    assert all(draws.count(number) / len(draws) == pytest.approx(0.25, abs=0.03) for number in (1, 2, 3, 4))
    assert {one for four in said(NoiseLevels(0.0), wrong=0) for one in four} == {0}


def test_a_draw_depends_on_seed_request_and_number_alone() -> None:
    noise = NoiseLevels(0.6)
    assert list(noise.draws("a", "", 4, 6))[:2] == list(noise.draws("a", "", 4, 2))
    assert said(noise) == said(NoiseLevels(0.6)) != said(NoiseLevels(0.6, seed=1))


@cases("name", ("right", "correlation", "judge", "told_module", "told_answer"))
def test_what_is_no_chance_is_refused(name: str) -> None:
    for value in (-0.1, 1.1, float("nan")):
        with pytest.raises(UsageError, match=f"{name} is a chance"):
            NoiseLevels(**{name: value})
