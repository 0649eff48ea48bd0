"""The tables of a run of conversations: success by set and by what is right with pairs apart, and rules broken by kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.figures import Table, TableCell, TableRow, rate_cell, table_of
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.statistics import rate
from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.rules.rule import RuleKind
from automotive_env.suites.conversations.scenario import DIMENSIONS
from automotive_env.tasks.kit.scene import Ending

EpisodeRecords = Sequence[EpisodeRecord]


def tables_of(records: Iterable[EpisodeRecord]) -> tuple[Table, ...]:
    """The tables of the items that count; none where there are none."""
    found = list(records)
    by_agent = {agent: [one for one in found if one.agent == agent] for agent in sorted({one.agent for one in found})}
    rows = [row for name in DIMENSIONS for row in _rows(name, by_agent)]
    caption = "A pair counts as one item and passes when all its halves pass; an ending counts the halves in which it is right."
    title, columns = "Success by set and what is right, in percent", ("scenarios", "n", *by_agent)
    return (table_of(title, columns, rows, caption), _broken_rules(by_agent)) if rows else ()


def _broken_rules(by_agent: Mapping[str, EpisodeRecords]) -> Table:
    """The share of episodes that broke a rule of each kind."""
    kinds = {rule.name: rule.kind for rule in RULES}
    rows = [(kind, *(_share_with(kind, kinds, records) for records in by_agent.values())) for kind in get_args(RuleKind)]
    return table_of("Episodes in which a rule was broken, by kind of rule, in percent", ("kind", *by_agent), rows)


def _share_with(kind: RuleKind, kinds: Mapping[str, RuleKind], records: EpisodeRecords) -> TableCell | None:
    """The share of episodes in which a rule of a kind was broken."""
    return rate_cell(rate((one.task, any(kinds.get(harm.name) == kind for harm in one.harm)) for one in records))


def _rows(dimension: str, by_agent: Mapping[str, EpisodeRecords]) -> list[TableRow]:
    """A row for the set, one for each ending that is right in it, and one for its pairs."""
    of_set = [[one for one in records if one.dimension == dimension] for records in by_agent.values()]
    of_endings = {
        f"{dimension}: {ending}": [counted_items(one for one in records if one.ending == ending) for records in of_set]
        for ending in get_args(Ending)
    }
    whole = list(map(counted_items, of_set))
    pairs = [[item for item in of if item.pair] for of in whole]
    found: dict[str, Sequence[EpisodeRecords]] = {dimension: whole, **of_endings, f"{dimension}: pairs": pairs}
    return [(title, str(max(map(len, of))), *map(_success, of)) for title, of in found.items() if any(of)]


def _success(items: EpisodeRecords) -> TableCell | None:
    return rate_cell(rate((item.task, item.success) for item in items))
