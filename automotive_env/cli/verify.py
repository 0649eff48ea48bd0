"""`automotive-env verify`: score the episodes of a run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from automotive_env.cli.options import JsonOption, PlayedSuite, PlayedTasks

DIFFERENT = 1
"""Exit status where an episode's record is not what its steps make it."""


def verify(
    folder: Annotated[Path, typer.Argument(help="Run folder.")],
    tasks: PlayedTasks = "",
    suite: PlayedSuite = "",
    private_seed: Annotated[int | None, typer.Option(help="Check that a hidden set is what this seed draws.")] = None,
    knowledge_base: Annotated[
        Path | None, typer.Option(help="For a run that learnt: the folder of knowledge it started with.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Verify a run: score each episode again from its records, without a model, and generate the run's plan again.

    A run of a hidden set is verified without its seed. With the seed, its scenarios are checked, too.

    Exit status 0: no record differs. Exit status 1: a record differs, is not in the plan, or exists twice; each is listed with
    both verdicts. Planned episodes without a record, which a stopped run has, do not change the exit status.
    """
    import json as encoder

    from rich.console import Console
    from rich.text import Text

    from automotive_env.cli import load_tasks, out
    from automotive_env.runs.execution.checking import verified
    from automotive_env.runs.execution.resuming import check_hidden_set
    from automotive_env.runs.records.folder import RunFolder
    from automotive_env.runs.tables.table import verification_tables
    from automotive_env.suites.registry import find_played_suite
    from automotive_env.text.printable import printable

    load_tasks(tasks)
    run = RunFolder.open(folder)
    found = find_played_suite(run.manifest.suite, suite)
    if private_seed is not None:
        check_hidden_set(run, found, private_seed)
    result = verified(run, found, private_seed, knowledge_base)
    if json:
        out(encoder.dumps({"run": str(run.path), **result.model_dump(mode="json")}))
    else:
        console = Console()
        console.print(verification_tables(result))
        if result.missing:
            planned = "planned episode is" if len(result.missing) == 1 else "planned episodes are"
            told = f"{len(result.missing):,} {planned} missing, such as {printable(result.missing[0])}"
            console.print(Text(f"{told}: the run is incomplete", "yellow"), soft_wrap=True)
        for one in result.different:
            console.print(Text(f"{printable(one.id)}\n  recorded  {printable(one.recorded)}\n  found     {printable(one.found)}"))
    if result.different:
        raise typer.Exit(DIFFERENT)
