"""`automotive-env leaderboard`: a page of verified runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from automotive_env.cli.options import PlayedSuite, PlayedTasks


def leaderboard(
    runs: Annotated[list[Path], typer.Argument(help="Run folders, their archives, or folders that hold such.", metavar="DIR...")],
    out: Annotated[Path, typer.Option(help="The page; one that is there is written anew.")] = Path("leaderboard.html"),
    suite: PlayedSuite = "",
    tasks: PlayedTasks = "",
    knowledge_base: Annotated[Path | None, typer.Option(help="Of runs that learnt: the folder of what they knew before.")] = None,
) -> None:
    """Write a page of runs, the best first; each is verified by scoring its episodes again before it is listed.

    Runs of the same tasks, seed and judgement stand together. A run that has not ended, that lacks episodes of its plan or has
    others, or of which a record is not what its steps make it, is named with the reason and not listed.
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
