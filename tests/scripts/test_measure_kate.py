"""The table and the picture of what sampling is worth."""

import anyio
import pytest

from automotive_env.errors import UsageError
from automotive_env.scripts.measure_kate import HEAD, numbers, picture, table
from automotive_env.scripts.noisy.comparing import ArmResult, arms, compare
from automotive_env.scripts.noisy.noise import NoiseLevels
from automotive_env.suites.registry import OURS
from automotive_env.suites.suite import Selection


@pytest.fixture(scope="module")
def rows() -> list[ArmResult]:
    suite = OURS["vehicleworld"]
    items = suite.plan(Selection(tasks=("vehicleworld.test.0[0-3]*",)))
    noises = [NoiseLevels(0.6), NoiseLevels(0.6, 0.5)]
    return [row for arm in arms(None)[:2] for row in anyio.run(compare, suite, "fc", items, arm, noises, (0,))]


def test_a_row_for_each_noise_after_one_without_a_mistake_and_one_sample_has_no_correlation(rows: list[ArmResult]) -> None:
    told = [(row.arm.samples, row.noise.right, row.noise.correlation) for row in rows]
    assert told == [(1, 1, 0), (1, 0.6, 0), (4, 1, 0), (4, 0.6, 0), (4, 0.6, 0.5)]
    assert [row.passed.rate for row in rows if row.noise.right == 1] == [1, 1]
    lines = table(rows).splitlines()
    assert len(lines) == 2 + len(rows)
    assert all(line.count("|") == 1 + len(HEAD) for line in lines)
    assert lines[2].startswith("| plain | 1 | 0 | 100.0 (")


@pytest.mark.sweep
def test_the_picture_names_who_played(rows: list[ArmResult]) -> None:
    pytest.importorskip("matplotlib")
    drawn = picture(rows).decode()
    assert all(row.arm.name in drawn for row in rows)
    assert picture(rows).decode() == drawn


def test_what_is_no_number_is_refused() -> None:
    assert numbers("0.6, 0.6,1", "--right") == [0.6, 1]
    for text in ("", "a", "0,1.5"):
        with pytest.raises(UsageError, match="--seeds takes whole numbers"):
            numbers(text, "--seeds", whole=True)
