"""The gates of every task on a virtual device, through the whole of ADB: the same verdicts as in this process."""

from collections.abc import Iterator

import anyio
import pytest

from automotive_env.agent import Agent
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.android.controller import AndroidController
from automotive_env.controller import Controller
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.episode import Episode, play
from automotive_env.headless import HeadlessController
from automotive_env.limits import Limits
from automotive_env.suite import instance_seed, instantiate
from automotive_env.tasks.registry import TASKS


@pytest.fixture(scope="module")
def android() -> Iterator[AndroidController]:
    with VirtualHost(devices=1) as host:
        car = AndroidController.virtual(host, 0)
        yield car
        car.close()


def played(name: str, car: Controller, agent: Agent) -> Episode:
    instance = instantiate(TASKS[name], instance_seed(0, name, 0))
    assert instance is not None

    async def go() -> Episode:
        return await play(TASKS[name], instance, car, agent, limits=Limits(steps=80))

    return anyio.run(go)


@pytest.mark.parametrize("name", TASKS)
def test_verdicts_are_those_of_the_car_in_this_process(name: str, android: AndroidController) -> None:
    before = android.observe().elements
    verdicts = {}
    for car in (android, HeadlessController()):
        for agent in (OracleAgent(), OracleAgent(near_miss=True), NoopAgent()):
            episode = played(name, car, agent)
            actions = tuple(step.action for step in episode.steps)
            verdicts.setdefault(car.backend, []).append((episode.record.outcome, episode.record.error, actions))
    assert verdicts["virtual"] == verdicts["headless"]
    assert [outcome for outcome, _, _ in verdicts["virtual"]] == ["pass", "fail", "fail"]
    assert android.observe().elements == before
