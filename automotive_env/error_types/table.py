"""The table of the types of error, agent by agent."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.error_types.rule import ERROR_TYPES
from automotive_env.error_types.runs import TypeOf
from automotive_env.results.figures import Row, Table, rate_cell, table_of
from automotive_env.results.labels import by_agent
from automotive_env.results.records import EpisodeRecord
from automotive_env.results.statistics import Rate, rate

TITLE = "Failed episodes by primary type of error, in percent"
CAPTION = (
    "Of the episodes that failed and whose records tell how, the share of each type, by the rule in docs/statistics.md; "
    "untold: the agent raised an exception, or steps were not kept."
)


def error_table(records: Iterable[EpisodeRecord], type_of: TypeOf) -> Table | None:
    """The table; None where no episode failed.

    Args:
        records: named as the rows are to be.
        type_of: tells types.
    """
    rows: list[Row] = []
    for agent, played in by_agent(records).items():
        failed = [record for record in played if not record.success and not record.interrupted]
        if failed:
            rates = error_rates(failed, type_of)
            told = next(iter(rates.values())).n
            rows.append((agent, str(told), *map(rate_cell, rates.values()), str(len(failed) - told)))
    return table_of(TITLE, ("agent", "failed", *ERROR_TYPES, "untold"), rows, CAPTION) if rows else None


def error_rates(failed: Iterable[EpisodeRecord], type_of: TypeOf) -> dict[str, Rate]:
    """Type -> its share of the episodes that have one."""
    told = [(record.task, kind) for record in failed if (kind := type_of(record))]
    return {name: rate((task, kind == name) for task, kind in told) for name in ERROR_TYPES}
