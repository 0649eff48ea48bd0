"""`automotive-env report`: tables and the page of an earlier run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from automotive_env.cli.options import PlayedSuite

if TYPE_CHECKING:
    from automotive_env.runs.viewer.viewed_run import ViewedRun

MEGABYTE = 10**6
MAX_TOLD = 500
"""Failures that are printed."""


def report(
    folders: Annotated[list[Path], typer.Argument(help="Folder of a run; several are summarised together.", metavar="RUN...")],
    rows: Annotated[
        str, typer.Option(help="Also show a row for each of these, separated by commas: place, trial, face, run.")
    ] = "",
    paper: Annotated[
        Path | None, typer.Option(help="Write the papers' tables and figures into this folder, as Markdown, CSV, LaTeX and SVG.")
    ] = None,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Also compare the agents' steps with the steps of the declared solutions.")
    ] = False,
    single_file: Annotated[bool, typer.Option("--single-file", help="Write the page as one file instead of a folder.")] = False,
    to: Annotated[
        Path | None, typer.Option(help="Where to write the page: a folder, or with --single-file a file.", show_default=False)
    ] = None,
    pictures: Annotated[
        int,
        typer.Option(
            help="Include up to N megabytes of pictures, failed episodes first; the page draws other steps from their elements.",
            min=0,
        ),
    ] = 24,
    suite: PlayedSuite = "",
    judge: Annotated[str, typer.Option(help="Let this model classify how episodes failed; written as in `run --model`.")] = "",
    labels: Annotated[
        Path | None,
        typer.Option(
            help="File in which people labelled VehicleWorld's turns; the report then says how often the evaluation is wrong."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON, as `run --json` does.")] = False,
) -> None:
    """Summarise a run from its records, list why episodes failed, and write a report page that you can keep or send.

    The page is a folder, RUN/report, or one file, RUN/report.html; `automotive-env view` shows the same without writing anything.
    Several runs are summarised together, with a row for each agent, model and set of options.
    """
    import json as encoder
    from itertools import islice

    from rich.console import Console
    from rich.text import Text

    from automotive_env.cli import out
    from automotive_env.cli.judging import judged_by
    from automotive_env.cli.step_ratio import with_step_ratio
    from automotive_env.errors import UsageError
    from automotive_env.runs.records.folder import RunFolder
    from automotive_env.runs.tables.table import print_failures, print_tables
    from automotive_env.runs.viewer.viewed_run import ViewedRun
    from automotive_env.suites.registry import summary_of
    from automotive_env.suites.vehicleworld.labels import errors_against, read_labels
    from automotive_env.text.printable import printable

    if len(folders) > 1 or rows or paper:
        from automotive_env.cli.merged_report import merged_report, show

        if single_file or to:
            raise UsageError("a page is written of one run, without --rows and --paper; `automotive-env view` shows several")
        merged = merged_report([RunFolder.open(folder) for folder in folders], rows, paper, suite, judge, shortest=shortest)
        show(merged, folders, json)
        return
    run = RunFolder.open(folders[0])
    judged = judged_by(judge, [run]) if judge else None
    viewed = ViewedRun(run, summary_of(run.manifest.suite, suite), judged)
    episodes = viewed.episodes()
    if episodes.damaged:
        Console(stderr=True).print("the last line of episodes.jsonl is damaged and left out", style="yellow", soft_wrap=True)
    labelled = (errors_against(read_labels(labels), run),) if labels else ()
    page = _write(viewed, to, single_file, pictures * MEGABYTE)
    summary = viewed.summary()  # after the page, which reads the steps
    summary = summary.model_copy(update={"tables": (*summary.tables, *labelled)})
    if shortest:
        summary = with_step_ratio(summary, episodes, run)
    if json:
        out(encoder.dumps({"run": str(run.path), **summary.model_dump(mode="json")}))
        return
    console = Console()
    print_tables(summary, console)
    print_failures(islice(episodes.failures(), MAX_TOLD), console)
    if episodes.failed > MAX_TOLD:
        console.print(f"and {episodes.failed - MAX_TOLD:,} more; `automotive-env view` lists all of them")
    if page:
        console.print(Text(f"report  {printable(page)}"), soft_wrap=True)


def _write(run: ViewedRun, to: Path | None, single_file: bool, room: int) -> Path | None:
    """Write the page with a bar of progress; returns where it is, or None where the folder of the run is read-only.

    Raises:
        RecordsFault: the place that was asked for cannot be written.
    """
    from rich.console import Console
    from rich.progress import Progress

    from automotive_env.errors import RecordsFault
    from automotive_env.runs.viewer.report import write_folder, write_single_file
    from automotive_env.text.printable import printable

    write = write_single_file if single_file else write_folder
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        written = progress.add_task("page", total=len(run.episodes()))
        path = to or run.folder.files / ("report.html" if single_file else "report")
        try:
            return write(run, path, room, lambda: progress.advance(written))
        except RecordsFault as fault:
            if to:
                raise
            progress.console.print(f"no page: {printable(fault)}; name another place with --to", style="yellow", soft_wrap=True)
            return None
