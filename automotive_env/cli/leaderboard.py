"""`automotive-env leaderboard`: a page of verified runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from automotive_env.cli.options import PlayedSuite, PlayedTasks


def leaderboard(
    runs: Annotated[
        list[Path], typer.Argument(help="Run folders, archives of runs, or folders that hold them.", metavar="DIR...")
    ],
    out: Annotated[Path, typer.Option(help="Page to write; an existing one is replaced.")] = Path("leaderboard.html"),
    suite: PlayedSuite = "",
    tasks: PlayedTasks = "",
    knowledge_base: Annotated[
        Path | None, typer.Option(help="For runs that learnt: the folder of knowledge they started with.")
    ] = None,
) -> None:
    """Write a leaderboard page of runs, best first. Each run is verified by scoring its episodes again.

    Runs with the same tasks, seed, judging code and track share a table. A run is left out, and
    the reason is printed, if it has not ended, if its episodes differ from its plan, or if a record contradicts its steps.
    """
    from rich.console import Console
    from rich.text import Text

    from automotive_env.cli import load_tasks
    from automotive_env.cli import out as say
    from automotive_env.errors import UsageError
    from automotive_env.runs.execution.checking import verified
    from automotive_env.runs.records.files import write_atomically
    from automotive_env.runs.records.folder import RunFolder
    from automotive_env.runs.records.verification import RunVerification
    from automotive_env.runs.sharing.leaderboard import leaderboard as boards_of
    from automotive_env.runs.sharing.leaderboard_page import leaderboard_page
    from automotive_env.suites.registry import find_suite
    from automotive_env.text.printable import printable

    load_tasks(tasks)
    errors = Console(stderr=True)

    def verify(run: RunFolder) -> RunVerification:
        played = run.manifest.suite
        if ":" in played and played != suite:  # no module is loaded because a folder, which may be a stranger's, names it
            raise UsageError(f"it played the suite {played[:80]!r}; add --suite {played[:80]} to load it")
        errors.print(Text(f"verifying {printable(run.path.name)}", "dim"), soft_wrap=True)
        return verified(run, find_suite(played), knowledge_base=knowledge_base)

    found = boards_of(runs, verify)
    write_atomically(out, leaderboard_page(found).encode("utf-8", "replace"))
    for run, why in found.left_out.items():
        errors.print(Text(f"not listed: {printable(run)}: {why}", "yellow"), soft_wrap=True)
    say(printable(out))
