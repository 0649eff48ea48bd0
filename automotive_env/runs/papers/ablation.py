"""Methods beside one another over seeds, in the layout of Table 1 of the KATE paper, and what an episode costs with each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import fsum
from types import MappingProxyType
from typing import TypeAlias

from automotive_env.runs.papers.quoted_kate import CATEGORIES, SUCCESS
from automotive_env.runs.papers.tables import method_of
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.figures import Table, TableCell, TableRow, table_of
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.repetitions import spread_cell, success, success_cell
from automotive_env.suites.vehicleworld.published import KINDS
from automotive_env.tasks.kit.task import Dimension

EpisodeCost: TypeAlias = Callable[[EpisodeRecord], float]
COSTS: Mapping[str, EpisodeCost] = MappingProxyType(
    {
        "tokens": lambda record: float(record.tokens),
        "requests": lambda record: float(record.model_calls),
        "seconds": lambda record: record.seconds,
    }
)
ORDER = (*Dimension, *KINDS, *CATEGORIES)
"""Groups in the order in which columns show them; others follow by name."""
QUOTED_SUITE = "bfcl"
_CAPTION = (
    "Mean and standard deviation over repetitions (seeds of the run and of its model, trials, the same run again); of a single "
    "one the 95 % interval, clustered by task. Average: the mean of the columns before it. Tokens, requests to the model and "
    "seconds: an episode on average."
)
_QUOTED = (
    " Rows in italics are quoted from Table 1 of the KATE paper, a run each. PS: parallel sampling; Exp: knowledge; r PS-Con.: "
    "self-consistency in place of aggregation by the model. Three of its averages are not the mean of their columns."
)


def groups_of(contestants: Sequence[ContestantGroup]) -> list[str]:
    """The kinds of tasks that were played, in the order of columns."""
    there = {group_of(record) for one in contestants for record in one.records}
    return [name for name in ORDER if name in there] + sorted(there - set(ORDER))


def group_of(record: EpisodeRecord) -> str:
    """The kind of task of an episode, such as "S-M" or "miss_func"."""
    return record.dimension


def group_cells(one: ContestantGroup, groups: Sequence[str]) -> list[TableCell | None]:
    """Success by kind of task over repetitions, and the mean of these, which is known where every kind was played."""
    cells = [
        success_cell([[record for record in records if group_of(record) == name] for records in one.repetitions])
        for name in groups
    ]
    return [*cells, spread_cell(one.repetitions, lambda records: _average(records, groups))]


def _average(records: Sequence[EpisodeRecord], groups: Sequence[str]) -> float | None:
    rates = [success(record for record in records if group_of(record) == name) for name in groups]
    known = [rate for rate in rates if rate is not None]
    return fsum(known) / len(groups) if groups and len(known) == len(groups) else None


def ablation_table(contestants: Sequence[ContestantGroup], *, quote: bool = True) -> Table:
    """The table.

    Args:
        contestants: rows of our own, with their repetitions.
        quote: whether the paper's rows follow, in tables of the suite that they are of.
    """
    groups = groups_of(contestants)
    ours: list[TableRow] = [_row(one, groups) for one in contestants]
    quoted: list[TableRow] = []
    if quote and {record.suite for one in contestants for record in one.records} == {QUOTED_SUITE}:
        groups = [*groups, *(name for name in CATEGORIES if name not in groups)]
        ours = [_row(one, groups) for one in contestants]
        quoted = [_quoted(*who, groups) for who in SUCCESS]
    return table_of(
        "Success by kind of task over repetitions, in percent, and what an episode costs",
        ("base model", "method", "n", "repetitions", *(name.replace("_", " ") for name in groups), "average", *COSTS),
        ours,
        _CAPTION + (_QUOTED if quoted else ""),
        quoted,
    )


def _row(one: ContestantGroup, groups: Sequence[str]) -> TableRow:
    counted = [[record for record in records if not record.interrupted] for records in one.repetitions]
    costs = [spread_cell(counted, partial(_mean, of=of)) for of in COSTS.values()]
    n = str(sum(len(counted_items(records)) for records in one.repetitions))
    return (one.model or "–", method_of(one), n, str(len(counted)), *group_cells(one, groups), *costs)


def _mean(records: Sequence[EpisodeRecord], of: EpisodeCost) -> float | None:
    return fsum(map(of, records)) / len(records) if records else None


def _quoted(model: str, method: str, groups: Sequence[str]) -> TableRow:
    *rates, average = SUCCESS[model, method]
    found = dict(zip(CATEGORIES, rates, strict=True))
    return (model, method, "", "1", *(found.get(name) for name in groups), f"{average:.2f}", *(None for _ in COSTS))


def repetition_table(contestants: Sequence[ContestantGroup]) -> Table | None:
    """The table for a report: rows of our own; None where nothing was repeated."""
    repeated = any(len(one.repetitions) > 1 for one in contestants)
    return ablation_table(contestants, quote=False) if repeated else None
