"""The example tasks of CONTRIBUTING.md pass the gates."""

import re
from pathlib import Path

import pytest

from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.episode.headless import HeadlessController
from automotive_env.suites.automotive.proving.playing import instance, played
from automotive_env.tasks.kit.task import Task

GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"


def contributed() -> dict[str, Task]:
    block = re.search(r"<!-- task examples -->\n```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    names: dict[str, object] = {"__name__": "contributed"}
    exec(compile(block[1], "CONTRIBUTING.md", "exec"), names)
    kinds = [value for value in names.values() if isinstance(value, type) and issubclass(value, Task) and value is not Task]
    return {kind.name: kind() for kind in kinds}


TASKS = contributed()


def test_each_kind_of_judgement_has_its_example() -> None:
    assert {ending for task in TASKS.values() for ending in task.endings} == {"act", "refrain", "decline", "answer"}
    assert any(task.harm for task in TASKS.values())
    assert any(task.converses for task in TASKS.values())


@pytest.mark.parametrize("name", TASKS)
def test_solutions_pass_and_near_misses_fail(name: str) -> None:
    task, car = TASKS[name], HeadlessController()
    for seed in range(3):
        for ending in task.endings:
            drawn = instance(task, seed, ending)
            for way in task.solutions(drawn):
                record = played(task, drawn, car, OracleAgent(way)).record
                assert record.outcome == "pass", (record.error, record.verdict)
            for agent in (*map(OracleAgent, task.near_misses(drawn)), NoopAgent()):
                assert played(task, drawn, car, agent).record.outcome == "fail"
