"""`automotive-env report`: tables and the page of an earlier run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    folders: Annotated[list[Path], typer.Argument(help="Folder of a run; several are summed up together.", metavar="RUN...")],
    rows: Annotated[str, typer.Option(help="Further rows, with commas: place, trial, face, run.")] = "",
    paper: Annotated[
        Path | None, typer.Option(help="Write the papers' tables and figures into this folder, as Markdown, CSV, LaTeX and SVG.")
    ] = None,
    suite: Annotated[str, typer.Option(help="A suite of a module of yours that it played, as module:name.")] = "",
    labels: Annotated[
        Path | None, typer.Option(help="File of people's labels of VehicleWorld's turns: say how often evaluation errs.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON, as `run --json` does.")] = False,
) -> None:
    """Sum up a run again from its records, say why episodes failed, and write the report page anew.

    Several runs are summed up together: a row for each agent, model and options.
    """
    import json as encoder

    from rich.console import Console
    from rich.text import Text

    from automotive_env.cli import out
    from automotive_env.printable import printable
    from automotive_env.results.folder import RunFolder
    from automotive_env.results.report import write_report
    from automotive_env.results.table import print_failures, print_tables
    from automotive_env.suites.registry import summary_of
    from automotive_env.suites.vehicleworld.labels import errors_against, read_labels

    if len(folders) > 1 or rows or paper:
        from automotive_env.cli.merged_report import merged_report, show

        show(merged_report([RunFolder.open(folder) for folder in folders], rows, paper, suite), folders, json)
        return
    run = RunFolder.open(folders[0])
    if run.read_episodes().damaged:
        Console(stderr=True).print("the last line of episodes.jsonl is damaged and left out", style="yellow", soft_wrap=True)
    episodes = run.episodes()
    summarise = summary_of(run.manifest.suite, suite)
    summary = summarise(episodes)
    if labels:
        summary = summary.model_copy(update={"tables": (*summary.tables, errors_against(read_labels(labels), run))})
    page = write_report(run, summarise=summarise)
    if json:
        out(encoder.dumps({"run": str(run.path), **summary.model_dump(mode="json")}))
        return
    console = Console()
    print_tables(summary, console)
    print_failures(episodes, console)
    console.print(Text(f"report  {printable(page)}"), soft_wrap=True)
