"""The gates that every task passes: false before, true after the solution, false after a near miss, nothing else changed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode import Episode, play
from automotive_env.headless import HeadlessController
from automotive_env.headunit.head_unit import SIZES
from automotive_env.limits import Limits
from automotive_env.suite import instance_seed, instantiate
from automotive_env.task import Category, Dimension, Task, TaskInstance
from automotive_env.tasks.registry import TASKS

SEEDS = (0, 1, 2)


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


def instance(task: Task, seed: int) -> TaskInstance:
    drawn = instantiate(task, instance_seed(seed, task.name, 0))
    assert drawn is not None
    return drawn


def played(task: Task, seed: int, car: HeadlessController, agent: object) -> Episode:
    async def go() -> Episode:
        return await play(task, instance(task, seed), car, agent, limits=Limits(steps=80))  # type: ignore[arg-type]

    return anyio.run(go)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", TASKS)
def test_the_solution_passes_in_time_and_everything_is_put_back(name: str, seed: int, car: HeadlessController) -> None:
    before, elements = car.world.snapshot(), car.observe().elements
    record = played(TASKS[name], seed, car, OracleAgent()).record
    assert record.outcome == "pass", (record.error, record.side_effects)
    assert record.steps <= TASKS[name].steps + 1  # and the end
    assert car.world.snapshot() == before
    assert car.observe().elements == elements


@pytest.fixture(scope="module", params=SIZES[1:], ids="{0[0]}x{0[1]}".format)
def smaller_car(request: pytest.FixtureRequest) -> HeadlessController:
    return HeadlessController(size=request.param)


@pytest.mark.parametrize("name", TASKS)
def test_the_solution_passes_on_smaller_displays(name: str, smaller_car: HeadlessController) -> None:
    record = played(TASKS[name], 0, smaller_car, OracleAgent()).record
    assert record.outcome == "pass", (record.error, record.side_effects)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", TASKS)
def test_the_near_miss_and_doing_nothing_fail(name: str, seed: int, car: HeadlessController) -> None:
    near_miss = played(TASKS[name], seed, car, OracleAgent(near_miss=True))
    assert near_miss.record.outcome == "fail", near_miss.record.error
    assert all(step.outcome is None or step.outcome.done for step in near_miss.steps), "the near miss must be carried out"
    assert played(TASKS[name], seed, car, NoopAgent()).record.outcome == "fail"


def drawn() -> dict[str, list[str]]:
    """Task -> ids of its instances; an id is a hash of all that was drawn."""
    return {name: [instance(task, seed).id for seed in SEEDS] for name, task in TASKS.items()}


def test_the_same_seed_draws_the_same_instance_in_every_process() -> None:
    """Also where strings hash otherwise and the global random generator begins elsewhere."""
    code = "import json, random, test_gates\nrandom.seed(5)\nprint(json.dumps(test_gates.drawn()))"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout
    assert json.loads(said) == drawn()


@pytest.mark.parametrize("name", TASKS)
def test_no_parameter_is_empty(name: str) -> None:
    assert [key for seed in SEEDS for key, value in instance(TASKS[name], seed).params.items() if str(value) == ""] == []


@pytest.mark.parametrize("name", TASKS)
def test_several_phrasings_are_filled_in(name: str) -> None:
    task = TASKS[name]
    assert len(set(task.says)) >= 2
    for seed in range(12):
        goal = instance(task, seed).goal
        assert "{" not in goal
        assert goal.strip() == goal


def test_all_categories_and_dimensions_have_tasks() -> None:
    assert {task.category for task in TASKS.values()} == set(Category)
    assert {task.dimension for task in TASKS.values()} == set(Dimension)
    assert len(TASKS) >= 32
