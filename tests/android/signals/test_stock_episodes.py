"""Episodes through ADB on a device that is like a stock emulator: nothing but what the platform has."""

from collections.abc import Iterator

import anyio
import pytest
from registered import DEGREES, MUSIC, PAIR, TWO_TURNS

from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.android.controller import AndroidController
from automotive_env.android.vendor import SCHEMA_PROPERTY
from automotive_env.emulator.console_client import Console, console_token
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.episode import play
from automotive_env.limits import Limits
from automotive_env.planning import instance_seed, instantiate
from automotive_env.tasks.registry import TASKS

PLAYED = (PAIR, DEGREES, MUSIC, TWO_TURNS)


@pytest.fixture(scope="module")
def car() -> Iterator[AndroidController]:
    with VirtualHost(release=14) as host:
        host.call(lambda: host.devices[0].properties.pop(SCHEMA_PROPERTY))
        serial = host.serials[0]
        console = Console(int(serial.rpartition("-")[2]), console_token(host.home))
        controller = AndroidController(serial, adb_port=host.adb_port, backend="emulator", console=console)
        yield controller
        controller.close()


@pytest.mark.parametrize("name", [PLAYED[0], *(pytest.param(name, marks=pytest.mark.sweep) for name in PLAYED[1:])])
def test_a_solution_passes_and_a_near_miss_and_doing_nothing_fail(name: str, car: AndroidController) -> None:
    task, instance = TASKS[name], instantiate(TASKS[name], instance_seed(0, name, 0))
    assert instance is not None
    outcomes = []
    for agent in (OracleAgent(), OracleAgent(next(iter(task.near_misses(instance)))), NoopAgent()):
        record = anyio.run(lambda agent=agent: play(task, instance, car, agent, limits=Limits(steps=80))).record  # type: ignore[arg-type, misc]
        outcomes.append((record.outcome, record.error))
    assert [outcome for outcome, _ in outcomes] == ["pass", "fail", "fail"], outcomes
