"""`automotive-env compare`: two runs, or two agents of a run, on the instances that both played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from automotive_env.cli.options import JsonOption

if TYPE_CHECKING:
    from rich.console import Console

    from automotive_env.runs.tables.comparison import DifferingItem


MAX_TOLD = 500
"""Differing instances that are printed."""


def compare(
    runs: Annotated[list[Path], typer.Argument(help="Folders of two runs, or of one with --agents.")],
    agents: Annotated[
        str,
        typer.Option(
            help="Two agents, separated by a comma: both of one run, or one of each run. "
            "If an agent played with several models, put the model in brackets after the agent: 't3a (Rules),t3a (openai:x)'."
        ),
    ] = "",
    common: Annotated[
        bool, typer.Option("--common", help="Compare the instances that both runs played, even if the runs differ.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Compare two runs, or two agents of one run: how much rates and costs differ, how certain that is, and on which instances
    they differ.

    Runs with different tasks, seeds or checks are refused; --common compares the instances that both played.
    """
    import json as encoder

    from rich.console import Console
    from rich.text import Text

    from automotive_env.cli import out
    from automotive_env.errors import UsageError
    from automotive_env.runs.error_types.runs import RunErrorTypes
    from automotive_env.runs.records.folder import RunFolder
    from automotive_env.runs.tables.comparison_tables import comparison_tables
    from automotive_env.runs.tables.run_comparison import compare_runs
    from automotive_env.runs.tables.table import suite_table
    from automotive_env.text.lists import all_of
    from automotive_env.text.option import words
    from automotive_env.text.printable import printable

    if len(runs) > 2:
        raise UsageError(f"compare takes one run or two, not {len(runs)}")
    first, *second = map(RunFolder.open, runs)
    type_of = RunErrorTypes([first, *second])
    asked = words(agents, "--agents")
    found = compare_runs(first, second[0] if second else None, asked, common=common, type_of=type_of)
    if json:
        out(encoder.dumps({"runs": list(map(str, runs)), **found.model_dump(mode="json")}))
        return
    console = Console()
    configuration = [f"the runs differ in {all_of(found.configuration)}"] if found.configuration else []
    for line, style in [*((line, "yellow") for line in found.warnings), *((line, "dim") for line in configuration)]:
        console.print(Text(printable(line), style), soft_wrap=True)
    for one in found.comparisons:
        for table in comparison_tables(one):
            console.print(suite_table(table))
            console.print()
        for pair in one.differing[:MAX_TOLD]:
            _show(pair, console)
        if len(one.differing) > MAX_TOLD:
            console.print(f"and {len(one.differing) - MAX_TOLD:,} more; --json has all of them")


def _show(pair: DifferingItem, console: Console) -> None:
    """Print an instance that one agent passed and the other did not, and why not."""
    from rich.padding import Padding
    from rich.text import Text

    from automotive_env.runs.tables.table import words
    from automotive_env.text.printable import printable

    more = [f"trial {pair.trial}"] * bool(pair.trial) + [pair.face] * (pair.face != "screen")
    told = " · ".join([*more, f"{words(pair.first)}, then {words(pair.second)}", f"“{printable(pair.goal)}”"])
    console.print(Text.assemble((printable(pair.task), "bold"), f" · {told}"), soft_wrap=True)
    for line, style in ((pair.plainly, ""), (pair.why, "dim")):
        console.print(Padding(Text(printable(line), style), (0, 0, 0, 2)))
