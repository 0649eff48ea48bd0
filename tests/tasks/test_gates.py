"""Every task passes every gate; what a gate is for shows on tasks that do not pass it."""

import pytest
from each_task import FIRST, near_home

from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.headless import HeadlessController
from automotive_env.suites.automotive.proving.gates import GATES, SEEDS, faults
from automotive_env.suites.automotive.proving.playing import played
from automotive_env.tasks.kit.task import Category, Dimension
from automotive_env.tasks.registry import TASKS


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


def test_every_task_is_filled_in(car: HeadlessController) -> None:
    assert [fault for task in TASKS.values() for fault in GATES["filled_in"](task, car)] == []


@pytest.mark.parametrize("name", TASKS)
def test_every_task_is_done_by_its_first_solution(name: str, car: HeadlessController) -> None:
    task, drawn = TASKS[name], near_home(TASKS[name])
    solved = played(task, drawn, car, OracleAgent(next(iter(task.solutions(drawn))))).record
    assert (solved.outcome, list(solved.harm)) == ("pass", []), solved.why


@pytest.mark.parametrize("name", list(TASKS)[::4])
def test_no_task_is_done_by_its_first_near_miss(name: str, car: HeadlessController) -> None:
    task, drawn = TASKS[name], near_home(TASKS[name])
    assert played(task, drawn, car, OracleAgent(next(iter(task.near_misses(drawn))))).record.outcome == "fail"


FIRST_INSTANCES = {
    "solutions_pass": {"seeds": SEEDS[:1]},
    "near_misses_fail": {"seeds": SEEDS[:1]},
    "no_fixed_row": {"rows": 1, "instances": 10},
    "no_pair_by_a_fixed_row": {"count": 2},
}
"""What the gates that play many instances begin with; only all of them decide, where these do not pass and in the sweep."""


@pytest.mark.parametrize("name", FIRST[::2])
@pytest.mark.at_once(4)
def test_the_first_task_of_each_category_passes_every_gate(name: str, car: HeadlessController) -> None:
    task = TASKS[name]
    doubtful = [gate for gate in GATES if any(GATES[gate](task, car, **FIRST_INSTANCES.get(gate, {})))]
    assert [f"{gate}: {fault}" for gate in doubtful for fault in GATES[gate](task, car)] == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", TASKS)
def test_every_task_passes_every_gate(name: str, car: HeadlessController) -> None:
    assert faults(TASKS[name], car) == []


def test_all_categories_and_dimensions_have_tasks() -> None:
    assert {task.category for task in TASKS.values()} == set(Category)
    assert {task.dimension for task in TASKS.values()} == set(Dimension)
