"""The script that plays everywhere tells what goes wrong, and nothing of a good task."""

import json
import subprocess
import sys

import pytest

from automotive_env.headless import HeadlessController
from automotive_env.scripts import play_everywhere
from automotive_env.scripts.play_everywhere import cases, faults
from automotive_env.tasks.registry import TASKS


def test_a_cheat_that_stands_as_a_solution_is_told() -> None:
    task = TASKS["hvac.fan_speed_max"]

    class Wrong(type(task), category=task.category, dimension=task.dimension):  # type: ignore[misc]
        """Its solutions and its cheats have changed places."""

        solutions, cheats = type(task).cheats, type(task).solutions

    wrong = Wrong()
    [drawn] = cases(wrong, ["Paris"], [0])
    told = [fault.partition(":")[0] for fault in faults(wrong, drawn, HeadlessController())]
    assert {"solution 1", "cheat 1"} <= set(told)


def test_it_prints_counts_and_nothing_else_for_good_tasks() -> None:
    command = [sys.executable, "-m", "automotive_env.scripts.play_everywhere", "--tasks", "hvac.fan_speed_max"]
    done = subprocess.run([*command, "--places", "Oslo", "--workers", "1"], capture_output=True, text=True, check=True)
    counts = json.loads(done.stdout)
    assert (counts["instances"], counts["faults"], counts["fewest"]) == (1, 0, 1)


def test_processes_are_replaced_after_some_visits_and_all_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_everywhere, "VISITS", 1)
    jobs = [("Oslo", seed, {"hvac.fan_speed_max": "0" * 64}, False) for seed in range(3)]
    assert [(one.seed, one.cells[0].instances) for one in play_everywhere._visits(jobs, 1)] == [(0, 1), (1, 1), (2, 1)]
