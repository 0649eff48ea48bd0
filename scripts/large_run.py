"""Make a run of any size for measurements: played episodes, repeated as further trials.

Steps are those of the episodes that were played, by links; so pictures can be drawn of each, and the run takes little room.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Annotated

import typer

from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import now
from automotive_env.runs.records.records import EpisodeRecord, episode_id
from automotive_env.runs.records.step_files import find_steps, steps_file
from automotive_env.runs.viewer.viewed_run import ViewedRun
from automotive_env.suites.registry import summary_of


def trials(played: list[EpisodeRecord], seed: int) -> Iterator[tuple[EpisodeRecord, EpisodeRecord]]:
    """An episode that was played and one that is made of it, without end; outcomes and seconds differ from trial to trial."""
    rng = random.Random(seed)
    for trial in count():
        for record in played:
            name = episode_id(record.agent, record.model, record.task, record.instance, trial, record.face)
            fields = {"id": name, "trial": trial, "seconds": round(record.seconds * rng.uniform(0.5, 3), 3)}
            yield record, record.model_copy(update=fields)


def main(
    source: Annotated[Path, typer.Argument(help="Folder of a played run.")],
    target: Annotated[Path, typer.Argument(help="New folder.")],
    episodes: Annotated[int, typer.Option(help="Number of episodes.", min=1, max=10_000_000)] = 10_000,
    seed: Annotated[int, typer.Option(help="Draw what differs between trials from this seed.")] = 7,
    links: Annotated[bool, typer.Option(help="Link the steps of each episode; without them, only lists can be opened.")] = True,
) -> None:
    """Write a run of N episodes, copied from those of another run."""
    old = RunFolder.open(source)
    new = RunFolder.create(target, old.manifest)
    for part in ("parts", "images"):
        shutil.copytree(old.path / part, new.path / part, dirs_exist_ok=True)
    with (new.path / "episodes.jsonl").open("w", encoding="utf-8", newline="\n") as lines:
        for played, record in islice(trials(old.episodes(), seed), episodes):
            steps, linked = find_steps(old.files / "steps", played.id), steps_file(new.files / "steps", record.id)
            if links and steps.is_file():
                linked.parent.make_folder()
                os.link(steps.path, linked.path)
            lines.write(record.line() + "\n")
    new.finish(now(), ViewedRun(new, summary_of(new.manifest.suite)).summary())
    typer.echo(f"{episodes} episodes in {new.path}")


if __name__ == "__main__":
    typer.run(main)
