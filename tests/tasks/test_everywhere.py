"""Every task in five places that differ in rules, language, light and season, on three seeds that nothing else plays."""

import pytest

from automotive_env.headless import HeadlessController
from automotive_env.scripts.play_everywhere import cases, faults
from automotive_env.tasks.registry import TASKS

PLACES = ("Paris", "Tokyo", "Dubai", "Oslo", "Phoenix")
SEEDS = (41, 42, 43)


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


@pytest.mark.sweep
@pytest.mark.parametrize("name", TASKS)
def test_solutions_pass_and_what_is_wrong_fails(name: str, car: HeadlessController) -> None:
    task = TASKS[name]
    found = [(drawn.place, drawn.seed, fault) for drawn in cases(task, PLACES, SEEDS) for fault in faults(task, drawn, car)]
    assert found == []
