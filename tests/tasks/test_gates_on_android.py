"""The gates of every task on a virtual device, through the whole of ADB: the same verdicts as in this process."""

import pytest
from each_task import FIRST
from registered import TWO_TURNS

from automotive_env.agents.oracle import OracleAgent
from automotive_env.android.controller import AndroidController
from automotive_env.episode.headless import HeadlessController
from automotive_env.suites.automotive.proving.playing import instance, played
from automotive_env.tasks.kit.scene import Ending
from automotive_env.tasks.registry import TASKS

PLAYED = {FIRST[0], TWO_TURNS}
ENDINGS = [
    pytest.param(name, ending, id=f"{name}-{ending}", marks=pytest.mark.sweep if number or name not in PLAYED else [])
    for name, task in TASKS.items()
    for number, ending in enumerate(task.endings)
]
"""Every task with each of its endings; all but the first of `PLAYED`, of which one is a conversation, are for the sweep."""


@pytest.mark.parametrize(("name", "ending"), ENDINGS)
@pytest.mark.at_once(1)
def test_verdicts_are_those_of_the_car_in_this_process(name: str, ending: Ending, virtual_car: AndroidController) -> None:
    task, before = TASKS[name], virtual_car.observe().elements
    drawn = instance(task, 0, ending)
    ways = [*list(task.solutions(drawn))[:1], *list(task.near_misses(drawn))[:1]]
    verdicts: dict[str, list[tuple[object, ...]]] = {}
    for car in (virtual_car, HeadlessController()):
        for agent in map(OracleAgent, ways):
            episode = played(task, drawn, car, agent, keep_steps=True)
            actions = tuple(step.action for step in episode.steps)
            told = (episode.record.outcome, episode.record.error, episode.record.verdict, episode.record.harm, actions)
            verdicts.setdefault(car.backend, []).append(told)
    assert verdicts["virtual"] == verdicts["headless"]
    assert [told[0] for told in verdicts["virtual"]] == ["pass", "fail"]
    assert virtual_car.observe().elements == before
