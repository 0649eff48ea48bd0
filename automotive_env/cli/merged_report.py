"""What `automotive-env report` does with several runs, with rows of one's own, and for papers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from rich.console import Console
from rich.text import Text

from automotive_env.cli import out
from automotive_env.cli.judging import judged_by
from automotive_env.cli.step_ratio import with_step_ratio
from automotive_env.errors import UsageError
from automotive_env.runs.error_types.runs import RunErrorTypes
from automotive_env.runs.error_types.table import error_table, judged_table
from automotive_env.runs.papers.ablation import repetition_table
from automotive_env.runs.papers.writing import write_paper
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.tables.contestants import SPLITS, ContestantSplit, contestants
from automotive_env.runs.tables.labels import labelled
from automotive_env.runs.tables.learning_curve import learning_table
from automotive_env.runs.tables.run_comparison import different_episodes
from automotive_env.runs.tables.summary import RunSummary, with_tables
from automotive_env.runs.tables.table import print_tables
from automotive_env.runs.tables.track_table import track_table
from automotive_env.suites.registry import summary_of
from automotive_env.text.option import words
from automotive_env.text.printable import printable


def merged_report(
    runs: Sequence[RunFolder], rows: str, paper: Path | None, suite: str, judge: str = "", *, shortest: bool
) -> RunSummary:
    """Sum up several runs together, and write the papers' tables and figures of them where that is asked for.

    Args:
        runs: folders of runs of one suite.
        rows: what makes further rows, separated by commas.
        paper: where tables and figures go, or None.
        suite: a suite of another package that they played, or empty.
        judge: a model that says how episodes failed, or empty.
        shortest: whether steps are compared with those of the shortest solution.

    Raises:
        UsageError: the runs are of several suites, or rows are asked for that there are not.
    """
    names = words(rows, "--rows")
    if strange := [name for name in names if name not in SPLITS]:
        raise UsageError(f"cannot split rows by {strange[0][:40]!r}; choose from {', '.join(SPLITS)}")
    suites = {run.manifest.suite for run in runs}
    if len(suites) > 1:
        raise UsageError(f"only runs of one suite can be summarised together; these are of {' and '.join(sorted(suites))}")
    found = contestants(runs, cast("list[ContestantSplit]", names))
    repeated = contestants(runs, over_seeds=True)
    if warning := different_episodes({one.name: one.records for one in repeated}):
        Console(stderr=True).print(Text(printable(warning), "yellow"), soft_wrap=True)
    type_of = RunErrorTypes(runs)
    records = [record for one in found for record in one.labelled]
    summary = summary_of(suites.pop(), suite)(records)
    judged = judged_by(judge, runs) if judge else None
    summary = with_tables(
        summary,
        repetition_table(repeated),
        learning_table(repeated),
        error_table(labelled(records), type_of),
        judged_table(labelled(records), judged[1], judged[0], type_of) if judged else None,
        track_table(run.manifest for run in runs),
    )
    if shortest:
        summary = with_step_ratio(summary, records, *runs)
    if paper:
        for file in write_paper(found, paper, repeated, type_of, judged):
            Console(stderr=True).print(Text(f"wrote {printable(file)}"), soft_wrap=True)
    return summary


def show(summary: RunSummary, runs: Sequence[Path], json: bool) -> None:
    """Print a summary of several runs."""
    if json:
        import json as encoder

        out(encoder.dumps({"runs": list(map(str, runs)), **summary.model_dump(mode="json")}))
    else:
        print_tables(summary, Console())
