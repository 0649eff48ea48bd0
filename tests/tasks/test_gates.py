"""The gates of every task: solutions pass and do no harm, cheats and doing nothing fail, no fixed row of actions is enough."""

import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest
from tasks_gates import FixedScript, Touch, instance, played, recorded

from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.headless import HeadlessController
from automotive_env.headunit.head_unit import SIZES
from automotive_env.task import Category, Dimension, Task
from automotive_env.tasks.registry import TASKS

SEEDS = (0, 1, 2)
MANY = 24
"""Instances of a template over which the fixed scripts and the variety are counted."""
BLIND = 0.6
"""Share of a template's instances that one fixed row of actions may pass."""
SCRIPTS = 5
"""Fixed rows that are tried on a template, taken from its solutions of several instances."""
DISTINCT = 20


@pytest.fixture(scope="module")
def car() -> HeadlessController:
    return HeadlessController()


def cases(task: Task) -> Iterator[tuple[int, str]]:
    return ((seed, ending) for seed in SEEDS for ending in task.endings)


@pytest.mark.parametrize("name", TASKS)
def test_every_solution_passes_without_harm_in_the_steps_declared(name: str, car: HeadlessController) -> None:
    task = TASKS[name]
    for seed, ending in cases(task):
        drawn = instance(task, seed, ending)
        ways = list(task.solutions(drawn))
        assert ways
        for way in ways:
            record = played(task, drawn, car, OracleAgent(way)).record
            assert record.outcome == "pass", (record.error, record.verdict)
            assert record.harm == ()
            assert record.steps <= task.steps + 1  # and the end


@pytest.mark.parametrize("name", TASKS)
def test_every_cheat_and_doing_nothing_fail_by_the_verdict(name: str, car: HeadlessController) -> None:
    task = TASKS[name]
    for seed, ending in cases(task):
        drawn = instance(task, seed, ending)
        ways = list(task.cheats(drawn))
        assert ways
        for agent in (*map(OracleAgent, ways), NoopAgent()):
            episode = played(task, drawn, car, agent)
            assert episode.record.outcome == "fail", (episode.record.error, drawn.params)
            assert episode.record.verdict["met"] is False
            refused = [step for step in episode.steps if step.outcome is not None and not step.outcome.done]
            assert all(step.action["action_type"] == "scroll" for step in refused), "a cheat must be carried out, to a list's end"


@pytest.fixture(scope="module", params=SIZES[1:], ids="{0[0]}x{0[1]}".format)
def smaller_car(request: pytest.FixtureRequest) -> HeadlessController:
    return HeadlessController(size=request.param)


@pytest.mark.parametrize("name", TASKS)
def test_the_solution_passes_on_smaller_displays(name: str, smaller_car: HeadlessController) -> None:
    record = played(TASKS[name], instance(TASKS[name], 0), smaller_car, OracleAgent()).record
    assert record.outcome == "pass", (record.error, record.verdict)


@cache
def many(name: str) -> list:
    task = TASKS[name]
    return [instance(task, number, task.endings[number % len(task.endings)]) for number in range(MANY)]


@pytest.mark.parametrize("name", TASKS)
def test_no_fixed_row_of_actions_is_enough(name: str, car: HeadlessController) -> None:
    task, drawn = TASKS[name], many(name)
    ways = [(number, inst, way) for inst in drawn[:6] for number, way in enumerate(task.solutions(inst))]
    firsts = sorted(ways, key=lambda row: row[0])  # the most natural way of each instance first
    scripts: dict[tuple[Touch, ...], str] = {}
    for _, inst, way in firsts:
        if len(scripts) < SCRIPTS:
            scripts.setdefault(recorded(task, inst, car, way), inst.ending)
    needed = len(drawn) - int(BLIND * len(drawn))
    for script, ending in scripts.items():
        failed = 0
        for inst in sorted(drawn, key=lambda one: one.ending == ending):  # those that it was not made for first
            failed += played(task, inst, car, FixedScript(script)).record.outcome != "pass"
            if failed == needed:
                break  # however the others end, it passes too few
        assert failed == needed, f"only {failed} of {len(drawn)} instances stand {script}"


@pytest.mark.parametrize("name", TASKS)
def test_instances_are_many_and_their_scenes_fit_together(name: str) -> None:
    drawn = many(name)
    assert len({(one.goal, str(one.params), str(one.scene)) for one in drawn}) >= DISTINCT
    for one in drawn:
        assert "{" not in one.goal
        scene = one.scene
        assert scene.weather != "snow" or scene.outside <= 1
        assert scene.light == "tunnel" or scene.moving or scene.road == "parking"
    assert len(set(TASKS[name].says)) >= 3


@pytest.mark.parametrize("name", TASKS)
def test_everything_is_put_back(name: str, car: HeadlessController) -> None:
    before, elements = car.world.snapshot(), car.observe().elements
    played(TASKS[name], instance(TASKS[name], 0), car, OracleAgent())
    assert car.world.snapshot() == before
    assert car.observe().elements == elements


def test_the_same_seed_draws_the_same_instances_in_another_process() -> None:
    code = (
        "from tasks_gates import instance\nfrom automotive_env.tasks.registry import TASKS\n"
        "print(*[instance(task, 1, ending).id for task in TASKS.values() for ending in task.endings])"
    )
    ids = [instance(task, 1, ending).id for task in TASKS.values() for ending in task.endings]
    environment = {"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(sys.path)}
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60, env=environment)
    assert told.stdout.split() == ids


def test_all_categories_and_dimensions_have_tasks() -> None:
    assert {task.category for task in TASKS.values()} == set(Category)
    assert {task.dimension for task in TASKS.values()} == set(Dimension)
