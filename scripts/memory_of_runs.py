"""Measure the memory of a run and its workers: does either grow with the number of episodes? Linux only.

    python -m automotive_env.scripts.memory_of_runs -- --agent oracle --tasks 'hvac.*' --instances 27 --trials 10 --workers 2

What stands behind `--` are options of `automotive-env run`. Prints one line of Markdown for each process: what it held at most in
each quarter of the episodes, in MiB that are its own (`RssAnon`).
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from automotive_env.scripts.kill_runs import WORKERS, descendants, recorded, running

EVERY = 1.0
"""Seconds between two looks."""


def held(process: int) -> float:
    """MiB that a process holds of its own; 0 where it has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) / 1024
    return 0.0


def looks(arguments: list[str], folder: Path) -> dict[str, list[tuple[int, float]]]:
    """Process -> episodes that were recorded, and what it held then."""
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    with running(arguments, folder) as process:
        while process.poll() is None:
            started = {one: command for one, command in descendants(process.pid).items() if any(n in command for n in WORKERS)}
            episodes = recorded(folder)
            for name, one in {"the run": process.pid, **{f"worker {one}": one for one in started}}.items():
                if episodes and (memory := held(one)):
                    found[name].append((episodes, memory))
            time.sleep(EVERY)
    return found


def main(
    arguments: Annotated[list[str], typer.Argument(help="Options of `automotive-env run`, after `--`.")],
) -> None:
    """Play, and print the memory held."""
    with tempfile.TemporaryDirectory() as folder:
        found = looks(arguments, Path(folder) / "run")
        total = recorded(Path(folder) / "run")
    for name, seen in found.items():
        quarters = [[memory for episodes, memory in seen if 4 * episodes // (total + 1) == part] for part in range(4)]
        told = " | ".join(f"{max(quarter):.0f}" if quarter else "" for quarter in quarters)
        typer.echo(f"| `{' '.join(arguments)}` | {total} | {name.split()[0] if 'worker' in name else name} | {told} |")


if __name__ == "__main__":
    typer.run(main)
