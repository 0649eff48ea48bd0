"""Every task passes every gate; what a gate is for shows on tasks that do not pass it."""

import subprocess
import sys

import pytest
from each_task import FIRST

from automotive_env.headless import HeadlessController
from automotive_env.proving.gates import GATES, SEEDS
from automotive_env.proving.playing import instance
from automotive_env.task import Category, Dimension
from automotive_env.tasks.registry import TASKS


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


FIRST_INSTANCES = {
    "solutions_pass": {"seeds": SEEDS[:1]},
    "cheats_fail": {"seeds": SEEDS[:1]},
    "no_fixed_row": {"rows": 1, "instances": 10},
}
"""What the gates that play many instances begin with; only all of them decide, where these do not pass and in the sweep."""
FOR_EVERY_TASK = ("filled_in", "wording", "solutions_pass", "cheats_fail")
"""What every task is held to at once. The first task of each category passes all gates at once, the others in the sweep."""


@pytest.mark.parametrize("name", TASKS)
def test_every_task_passes_the_gates(name: str, car: HeadlessController) -> None:
    task = TASKS[name]
    asked = GATES if name in FIRST else FOR_EVERY_TASK
    doubtful = [gate for gate in asked if any(GATES[gate](task, car, **FIRST_INSTANCES.get(gate, {})))]
    assert [f"{gate}: {fault}" for gate in doubtful for fault in GATES[gate](task, car)] == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", TASKS)
def test_every_task_passes_every_gate_with_all_seeds_and_rows(name: str, car: HeadlessController) -> None:
    task = TASKS[name]
    begun = {"solutions_pass": {"seeds": SEEDS[1:]}, "cheats_fail": {"seeds": SEEDS[1:]}}
    passed = set() if name not in FIRST else set(GATES) - {*begun, "no_fixed_row"}
    asked = [gate for gate in GATES if gate not in {*passed, "filled_in", "wording"}]
    assert [f"{gate}: {fault}" for gate in asked for fault in GATES[gate](task, car, **begun.get(gate, {}))] == []


def test_the_same_seed_draws_the_same_instances_in_another_process() -> None:
    code = (
        "from automotive_env.proving.playing import instance\nfrom automotive_env.tasks.registry import TASKS\n"
        "print(*[instance(task, 1, ending).id for task in TASKS.values() for ending in task.endings])"
    )
    ids = [instance(task, 1, ending).id for task in TASKS.values() for ending in task.endings]
    environment = {"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(sys.path)}
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60, env=environment)
    assert told.stdout.split() == ids


def test_all_categories_and_dimensions_have_tasks() -> None:
    assert {task.category for task in TASKS.values()} == set(Category)
    assert {task.dimension for task in TASKS.values()} == set(Dimension)
