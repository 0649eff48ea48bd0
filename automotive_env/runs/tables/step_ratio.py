"""The step ratio: how many times the steps of the shortest solution an agent takes where it passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.figures import Table, TableRow, mean_cell, table_of
from automotive_env.runs.tables.labels import by_agent, labelled
from automotive_env.runs.tables.means import clustered_amount


def step_ratio_table(records: Iterable[EpisodeRecord], shortest: Callable[[EpisodeRecord], int | None]) -> Table:
    """The step ratio of each agent: the mean over the episodes that passed, 1 where none is longer than it need be.

    Args:
        records: episodes; those that did not pass do not count.
        shortest: steps of the shortest solution of an episode's instance, or None where it is not known.
    """
    rows: list[TableRow] = []
    for agent, played in by_agent(labelled(records)).items():
        passed = [record for record in played if record.success]
        steps = [(record.task, record.steps, least) for record in passed if (least := shortest(record))]
        means = (
            clustered_amount((task, float(taken)) for task, taken, _ in steps),
            clustered_amount((task, float(least)) for task, _, least in steps),
            clustered_amount((task, taken / least) for task, taken, least in steps),
        )
        rows.append((agent, str(len(steps)), *map(mean_cell, means)))
    return table_of(
        "Steps against the shortest solution",
        ("agent", "passed", "steps", "shortest", "step ratio"),
        rows,
        "Of the episodes that passed: steps taken, those of the shortest declared solution of the instance, and their ratio.",
    )
