"""Every task in five places that differ in rules, language, light and season, on seeds that nothing else plays."""

import pytest

from automotive_env.episode.headless import HeadlessController
from automotive_env.scripts.play_everywhere import cases, faults
from automotive_env.tasks.registry import TASKS

WHERE = {"Paris": 41, "Tokyo": 42, "Dubai": 43, "Oslo": 44, "Phoenix": 45}
"""Place -> the seed that is played there."""


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


@pytest.mark.sweep
@pytest.mark.parametrize("name", TASKS)
def test_solutions_pass_and_what_is_wrong_fails(name: str, car: HeadlessController) -> None:
    task = TASKS[name]
    drawn = (one for place, seed in WHERE.items() for one in cases(task, [place], [seed]))
    found = [(one.place, one.seed, fault) for one in drawn for fault in faults(task, one, car)]
    assert found == []
