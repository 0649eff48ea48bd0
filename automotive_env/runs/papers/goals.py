"""Goals of AppWorld that were reached, in the layout of Table 2 of the KATE paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import fsum

from automotive_env.runs.papers.quoted_kate import DATASETS, GOALS
from automotive_env.runs.papers.tables import method_of
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.figures import Table, TableRow, table_of
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.repetitions import spread_cell, success

_CAPTION = (
    "TGC: tasks whose goal was reached; SGC: scenarios of which all tasks that were played passed. Mean and standard deviation "
    "over repetitions; average: the mean of the columns before it. Rows in italics are quoted from Table 2 of the KATE paper, a "
    "run each."
)


def goal_table(contestants: Sequence[ContestantGroup]) -> Table:
    """The table.

    Args:
        contestants: with their repetitions.
    """
    quoted: list[TableRow] = [
        (model, method, "", "1", *rates, f"{average:.2f}") for (model, method), (*rates, average) in GOALS.items()
    ]
    columns = [f"{name.replace('_', ' ')} {goal}" for name in DATASETS for goal in ("TGC", "SGC")]
    heads = ("base model", "method", "n", "repetitions", *columns, "average")
    return table_of("AppWorld: goals reached, in percent", heads, map(_row, contestants), _CAPTION, quoted)


def _row(one: ContestantGroup) -> TableRow:
    cells = [spread_cell(one.repetitions, partial(_goals, column=column)) for column in range(2 * len(DATASETS))]
    n = sum(len(counted_items(records)) for records in one.repetitions)
    return (one.model or "–", method_of(one), str(n), str(len(one.repetitions)), *cells, spread_cell(one.repetitions, _average))


def _goals(records: Sequence[EpisodeRecord], column: int) -> float | None:
    """A column: of each dataset first the tasks, then the scenarios."""
    of = [record for record in records if record.dimension == DATASETS[column // 2]]
    if column % 2 == 0:
        return success(of)
    scenarios: dict[str, bool] = {}
    for record in of:
        if not record.interrupted:
            name = record.task.rpartition("_")[0] or record.task
            scenarios[name] = scenarios.get(name, True) and record.success
    return 100 * sum(scenarios.values()) / len(scenarios) if scenarios else None


def _average(records: Sequence[EpisodeRecord]) -> float | None:
    found = [_goals(records, column) for column in range(2 * len(DATASETS))]
    known = [value for value in found if value is not None]
    return fsum(known) / len(found) if len(known) == len(found) else None
