"""Memory of one process over many episodes: does it reach a plateau? Linux only.

    python -m automotive_env.scripts.memory_of_episodes --agent t3a --instances 14

Prints one line of Markdown for each mark: episodes so far, MiB that the process holds of its own (`RssAnon`), and objects that
the garbage collector knows. With `--trace` it also prints the source lines whose allocations grew most since the last mark.
"""

from __future__ import annotations

import gc
import os
import tempfile
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import anyio
import typer

from automotive_env.runs.execution.garbage_collection import collect_seldom
from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import run
from automotive_env.runs.execution.worker import MissingSignals
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.scripts.memory_of_runs import held

MARKS = (100, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_500, 6_000, 9_000)
"""Episodes after which memory is measured."""
GREW_MOST = 25
"""Source lines that are printed."""


class MemoryMarks:
    """Follows a run and measures at each mark; see `automotive_env.runs.execution.run.RunListener`."""

    def __init__(self, *, trace: bool) -> None:
        self._trace = trace
        self._episodes = 0
        self._before: tracemalloc.Snapshot | None = None

    def planned(self, jobs: Sequence[EpisodeJob], folder: Path, missing: MissingSignals) -> None:
        """Print the heading."""
        typer.echo(f"{len(jobs):,} episodes\n\n| episodes | MiB | objects |\n|--:|--:|--:|")

    def warned(self, message: str) -> None:
        """Pass a warning on."""
        typer.echo(message, err=True)

    def started(self, job: EpisodeJob) -> None:
        """Nothing is measured before an episode ends."""

    def finished(self, record: EpisodeRecord) -> None:
        """Measure at a mark."""
        self._episodes += 1
        if self._episodes not in MARKS:
            return
        gc.collect()
        typer.echo(f"| {self._episodes:,} | {held(os.getpid()):.0f} | {len(gc.get_objects()):,} |")
        if self._trace:
            self._compare(tracemalloc.take_snapshot())

    def _compare(self, now: tracemalloc.Snapshot) -> None:
        for line in now.compare_to(self._before, "lineno")[:GREW_MOST] if self._before else ():
            typer.echo(f"    {line}", err=True)
        self._before = now


def main(
    agent: Annotated[str, typer.Option(help="Agent that plays.")] = "t3a",
    tasks: Annotated[str, typer.Option(help="Names or patterns, separated by commas.")] = "*",
    instances: Annotated[int, typer.Option(help="Instances of each task.")] = 14,
    trials: Annotated[int, typer.Option(help="Play each instance N times.")] = 1,
    backend: Annotated[str, typer.Option(help="Where the car is played: headless or virtual.")] = "headless",
    images: Annotated[bool, typer.Option(help="Keep pictures.")] = False,
    trace: Annotated[bool, typer.Option(help="Trace allocations; takes three times as long.")] = False,
) -> None:
    """Play, and print the memory held."""
    collect_seldom()
    if trace:
        tracemalloc.start(4)
    with tempfile.TemporaryDirectory() as folder:
        chosen: dict[str, Any] = {
            "agents": (agent,),
            "tasks": tuple(tasks.split(",")),
            "instances": instances,
            "backend": backend,
        }
        options = ResolvedOptions(**chosen, trials=trials, images=images, out=Path(folder) / "run")
        anyio.run(run, options, MemoryMarks(trace=trace))


if __name__ == "__main__":
    typer.run(main)
