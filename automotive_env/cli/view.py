"""`automotive-env view`: look through runs in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from automotive_env.cli.options import PlayedSuite, PlayedTasks


def view(
    folders: Annotated[list[Path], typer.Argument(help="Folders of runs, finished or not.", metavar="RUN...")],
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1; 0 picks a free one.", min=0, max=65_535)] = 0,
    suite: PlayedSuite = "",
    tasks: PlayedTasks = "",
) -> None:
    """Look through runs in a browser: filter and sort episodes, walk through their steps, compare agents.

    Pictures are drawn when you open them. Only this machine can reach the page, and only at the printed address.
    """
    from automotive_env.cli import load_tasks, out
    from automotive_env.runs.execution.garbage_collection import collect_seldom
    from automotive_env.runs.records.folder import RunFolder
    from automotive_env.runs.viewer.server import serve
    from automotive_env.runs.viewer.viewed_run import ViewedRun
    from automotive_env.suites.registry import summary_of

    collect_seldom()
    load_tasks(tasks)
    opened = [RunFolder.open(folder) for folder in folders]
    runs = [ViewedRun(folder, summary_of(folder.manifest.suite, suite)) for folder in opened]
    serve(runs, port, lambda address: out(f"Open {address}\nPress Ctrl+C to stop."))
