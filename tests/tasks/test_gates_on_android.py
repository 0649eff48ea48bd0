"""The gates of every task on a virtual device, through the whole of ADB: the same verdicts as in this process."""

from collections.abc import Iterator

import pytest

from automotive_env.agents.oracle import OracleAgent
from automotive_env.android.controller import AndroidController
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.headless import HeadlessController
from automotive_env.proving.playing import instance, played
from automotive_env.tasks.registry import TASKS


@pytest.fixture(scope="module")
def android() -> Iterator[AndroidController]:
    with VirtualHost(devices=1) as host:
        car = AndroidController.virtual(host, 0)
        yield car
        car.close()


@pytest.mark.parametrize("name", TASKS)
def test_verdicts_are_those_of_the_car_in_this_process(name: str, android: AndroidController) -> None:
    task, before = TASKS[name], android.observe().elements
    verdicts = {}
    for ending in task.endings:
        drawn = instance(task, 0, ending)
        ways = [*list(task.solutions(drawn))[:1], *list(task.cheats(drawn))[:1]]
        for car in (android, HeadlessController()):
            for agent in map(OracleAgent, ways):
                episode = played(task, drawn, car, agent)
                actions = tuple(step.action for step in episode.steps)
                told = (episode.record.outcome, episode.record.error, episode.record.verdict, episode.record.harm, actions)
                verdicts.setdefault(car.backend, []).append(told)
    assert verdicts["virtual"] == verdicts["headless"]
    assert [told[0] for told in verdicts["virtual"]] == ["pass", "fail"] * len(task.endings)
    assert android.observe().elements == before
