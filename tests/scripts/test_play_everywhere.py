"""The script that plays everywhere tells what goes wrong, and nothing of a good task."""

import json
import subprocess
import sys

from automotive_env.headless import HeadlessController
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
