"""How long starting takes: fresh interpreters, CPU time of the child."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator

STARTS = 7
COMMANDS = {
    "interpreter": ["-c", "pass"],
    "import_automotive_env": ["-c", "import automotive_env"],
    "import_world": ["-c", "import automotive_env.car.core.world"],
    "import_headless": ["-c", "import automotive_env.episode.headless"],
    "help": ["-m", "automotive_env", "--help"],
    "run_help": ["-m", "automotive_env.run", "--help"],
}


def measure() -> Iterator[tuple[str, float]]:
    """Median CPU microseconds of a whole process, the interpreter's own start included."""
    for name, command in COMMANDS.items():
        yield name, round(statistics.median(_cpu_us(command) for _ in range(STARTS)), 1)


def _cpu_us(command: list[str]) -> float:
    before = os.times()
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent * 1e6
