"""`automotive-env render`: the pictures of an earlier run, drawn again from its records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from automotive_env.cli.options import PlayedTasks

DIFFERENT = 1
"""Exit status where pictures of an episode cannot be drawn as they were."""


def render(
    folder: Annotated[Path, typer.Argument(help="Run folder.")],
    tasks: PlayedTasks = "",
) -> None:
    """Write the pictures of a headless or virtual run by playing its episodes again from their records.

    Exit status 0: all pictures were written. Exit status 1: this version draws some episodes differently
    from the run; they are listed.
    """
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text

    from automotive_env.cli import load_tasks
    from automotive_env.runs.records.folder import RunFolder
    from automotive_env.runs.records.records import EpisodeRecord
    from automotive_env.runs.run_pictures import render as render_run
    from automotive_env.text.printable import printable

    load_tasks(tasks)
    run, number, console, errors = RunFolder.open(folder), 0, Console(), Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        episodes = progress.add_task("episodes", total=len(run.episodes()))

        def drawn(record: EpisodeRecord, pictures: int) -> None:
            nonlocal number
            number += pictures
            progress.advance(episodes)

        failed = render_run(run, drawn)
    pictures = run.path / "images"
    why = "" if number or failed else _why_none(pictures)
    console.print(Text(f"{number} pictures drawn{why}  {printable(pictures)}"), soft_wrap=True)
    for one in failed:
        console.print(Text(f"{printable(one.id)}\n  {printable(one.why)}"), soft_wrap=True)
    if failed:
        raise typer.Exit(DIFFERENT)


def _why_none(pictures: Path) -> str:
    """Why there was nothing to draw."""
    there = any(one.is_file() for one in pictures.rglob("*"))
    return "; all of them exist already" if there else "; no step of this run has a picture"
