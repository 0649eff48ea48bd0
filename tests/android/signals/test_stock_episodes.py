"""Episodes through ADB on a device that is like a stock emulator: nothing but what the platform has."""

import anyio
import pytest
from registered import DEGREES, MUSIC, PAIR, TWO_TURNS

from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.android.controller import AndroidController
from automotive_env.episode.limits import Limits
from automotive_env.suites.automotive.play import play
from automotive_env.tasks.kit.planning import instance_seed, instantiate
from automotive_env.tasks.registry import TASKS

PLAYED = (PAIR, DEGREES, MUSIC, TWO_TURNS)


@pytest.mark.parametrize("name", [PLAYED[0], *(pytest.param(name, marks=pytest.mark.sweep) for name in PLAYED[1:])])
def test_a_solution_passes_and_a_near_miss_and_doing_nothing_fail(name: str, stock_car: AndroidController) -> None:
    task, instance = TASKS[name], instantiate(TASKS[name], instance_seed(0, name, 0))
    assert instance is not None
    outcomes = []
    for agent in (OracleAgent(), OracleAgent(next(iter(task.near_misses(instance)))), NoopAgent()):
        record = anyio.run(
            lambda agent=agent: play(task, instance, stock_car, agent, limits=Limits(steps=80), privileged=True)  # type: ignore[arg-type, misc]
        ).record
        outcomes.append((record.outcome, record.error))
    assert [outcome for outcome, _ in outcomes] == ["pass", "fail", "fail"], outcomes
