"""The table of the types of error, agent by agent."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.runs.error_types.rule import ERROR_TYPES
from automotive_env.runs.error_types.runs import ErrorTypeOf
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.figures import Table, TableRow, rate_cell, table_of
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.labels import by_agent
from automotive_env.runs.tables.statistics import SuccessRate, rate

TITLE = "Failed items by primary error type, in percent"
CAPTION = (
    "Percentages are shares of the failed items whose records show an error type; docs/statistics.md has the rule. Unknown: "
    "the agent raised an exception, or its steps were not kept."
)


def error_table(
    records: Iterable[EpisodeRecord], type_of: ErrorTypeOf, title: str = TITLE, caption: str = CAPTION
) -> Table | None:
    """The table; None where nothing failed.

    Args:
        records: episodes, whose agents are named as the rows are to be.
        type_of: tells types.
        title: what it shows.
        caption: what is to be known to read it.
    """
    rows: list[TableRow] = []
    for agent, played in by_agent(records).items():
        failed = [item for item in counted_items(played) if not item.success]
        if failed:
            rates = error_rates(failed, type_of)
            told = next(iter(rates.values())).n
            rows.append((agent, str(told), *map(rate_cell, rates.values()), str(len(failed) - told)))
    return table_of(title, ("agent", "failed", *ERROR_TYPES, "unknown"), rows, caption) if rows else None


def judged_table(records: Iterable[EpisodeRecord], judged: ErrorTypeOf, judge: str, by_rule: ErrorTypeOf) -> Table | None:
    """The same as a model judges, with how often the rule says so, too; None where nothing failed.

    Args:
        records: episodes, whose agents are named as the rows are to be.
        judged: tells types as the model does.
        judge: name of the model.
        by_rule: tells types by the rule.
    """
    found = list(records)
    both = [(item.task, judged(item), by_rule(item)) for item in counted_items(found)]
    same = rate((task, one == other) for task, one, other in both if one and other)
    agreement = f" The rule agrees in {100 * same.rate:.1f} % of {same.n}." if same.n else ""
    caption = f"Judged by {judge}; Unknown: it gave no usable reply, or steps were not kept.{agreement}"
    return error_table(found, judged, f"{TITLE}, as {judge} judges", caption)


def error_rates(failed: Iterable[EpisodeRecord], type_of: ErrorTypeOf) -> dict[str, SuccessRate]:
    """Type -> its share of the items that have one."""
    told = [(record.task, kind) for record in failed if (kind := type_of(record))]
    return {name: rate((task, kind == name) for task, kind in told) for name in ERROR_TYPES}
