"""What `automotive-env report --shortest` adds to a summary."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.errors import UsageError
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import source_hashes
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.step_ratio import step_ratio_table
from automotive_env.runs.tables.summary import RunSummary
from automotive_env.suites.automotive.proving.shortest import ShortestSolutions


def with_step_ratio(summary: RunSummary, records: Iterable[EpisodeRecord], *runs: RunFolder) -> RunSummary:
    """A summary with the table of step ratios.

    Raises:
        UsageError: the suite has no declared solutions that are played, the tasks have changed since, or the runs differ in how
            apps may be opened.
    """
    if {run.manifest.suite for run in runs} != {"automotive"}:
        raise UsageError("--shortest needs runs of the suite automotive, whose solutions are steps on the screen")
    tasks = source_hashes("headless")["tasks"]
    if other := [run.path for run in runs if run.manifest.hashes.get("tasks") != tasks]:
        raise UsageError(f"{other[0]} was played on tasks of another version, whose solutions may differ")
    shortcuts = {run.manifest.options.get("shortcuts", True) is True for run in runs}
    if len(shortcuts) > 1:
        raise UsageError("--shortest cannot mix runs with and without shortcuts; report them separately")
    solutions = ShortestSolutions(shortcuts=shortcuts.pop())
    return summary.model_copy(update={"tables": (*summary.tables, step_ratio_table(records, solutions.steps))})
