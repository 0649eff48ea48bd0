"""The table of a run of BFCL: success by category."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.figures import Table, TableRow, rate_cell, table_of
from automotive_env.runs.tables.statistics import rate
from automotive_env.suites.bfcl.scenario import CATEGORIES


def tables_of(records: Iterable[EpisodeRecord]) -> tuple[Table, ...]:
    """The table of the episodes that count; none where there are none."""
    counted = [record for record in records if not record.interrupted]
    agents = sorted({record.agent for record in counted})
    played = [name for name in CATEGORIES if any(record.dimension == name for record in counted)]
    if not played:
        return ()
    rates = {
        (name, agent): rate([(one.task, one.success) for one in counted if (one.dimension, one.agent) == (name, agent)])
        for name in played
        for agent in agents
    }
    rows: list[TableRow] = []
    for name in played:
        most = max(rates[name, agent].n for agent in agents)
        rows.append((name, str(most), *(rate_cell(rates[name, agent]) for agent in agents)))
    caption = "An entry passes where every turn does, by the rules of BFCL's checker."
    return (table_of("BFCL-V3 multi-turn, in percent", ("category", "n", *agents), rows, caption),)
