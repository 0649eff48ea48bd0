"""`automotive-env view`: look through runs in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from automotive_env.cli.options import PlayedSuite, PlayedTasks

if TYPE_CHECKING:
    from automotive_env.runs.viewer.run_list import RunList


RUNS = Path("runs")
"""Where runs are unless they were put elsewhere."""


def view(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Folders of runs, finished or not, or one folder that holds runs [default: ./runs].", metavar="[RUN]..."
        ),
    ] = None,
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1; 0 picks a free one.", min=0, max=65_535)] = 0,
    suite: PlayedSuite = "",
    tasks: PlayedTasks = "",
) -> None:
    """Look through runs in a browser: choose runs, filter and sort episodes, walk through their steps, compare agents.

    Pictures are drawn when you open them. Only this machine can reach the page, and only at the printed address.
    """
    from automotive_env.cli import load_tasks, out
    from automotive_env.runs.execution.garbage_collection import collect_seldom
    from automotive_env.runs.records.folder import RunFolder
    from automotive_env.runs.viewer.pages import ViewerPages
    from automotive_env.runs.viewer.server import Site, serve
    from automotive_env.runs.viewer.start import StartPages
    from automotive_env.runs.viewer.viewed_run import ViewedRun
    from automotive_env.suites.registry import summary_of

    def viewed(folder: RunFolder) -> ViewedRun:
        return ViewedRun(folder, summary_of(folder.manifest.suite, suite))

    collect_seldom()
    load_tasks(tasks)
    runs = _listed(folders or [])
    site: Site = StartPages(runs, viewed) if runs else ViewerPages([viewed(RunFolder.open(folder)) for folder in folders or []])
    serve(site, port, lambda address: out(f"Open {address}\nPress Ctrl+C to stop."))


def _listed(folders: list[Path]) -> RunList | None:
    """The list of the runs in the one folder that is named, else in ./runs; None where runs themselves are named.

    Raises:
        UsageError: there is no ./runs, and nothing else was named.
    """
    from automotive_env.errors import UsageError
    from automotive_env.runs.records.folder import MANIFEST
    from automotive_env.runs.viewer.run_list import RunList

    if not folders and not RUNS.is_dir():
        raise UsageError(
            "there is no folder 'runs' here; make a run with `automotive-env run`, or give the folder of an existing run"
        )
    if len(folders) > 1:
        return None
    (folder,) = folders or [RUNS]
    if not folder.is_dir() or (folder / MANIFEST).exists():
        return None
    runs = RunList(folder)
    return None if folders and runs.is_empty else runs
