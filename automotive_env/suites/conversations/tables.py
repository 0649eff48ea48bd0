"""The table of a run of conversations: success by set and by what is right, and contrast pairs with all their halves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from automotive_env.results.figures import Row, Table, rate_cell, table_of
from automotive_env.results.records import EpisodeRecord
from automotive_env.results.statistics import rate
from automotive_env.scene import Ending
from automotive_env.suites.conversations.scenario import DIMENSIONS

Records = Sequence[EpisodeRecord]


def tables_of(records: Iterable[EpisodeRecord]) -> tuple[Table, ...]:
    """The table of the episodes that count; none where there are none."""
    counted = [record for record in records if not record.interrupted]
    by_agent = {agent: [one for one in counted if one.agent == agent] for agent in sorted({one.agent for one in counted})}
    rows = [row for name in DIMENSIONS for row in _rows(name, by_agent)]
    caption = "A pair passes where all of its halves do, in the same trial; halves begin with the same words."
    title, columns = "Success by set and what is right, in percent", ("scenarios", "n", *by_agent)
    return (table_of(title, columns, rows, caption),) if rows else ()


def _rows(dimension: str, by_agent: Mapping[str, Records]) -> list[Row]:
    """A row for the set, one for each ending that is right in it, and one for its pairs."""
    of_set = {agent: [one for one in records if one.dimension == dimension] for agent, records in by_agent.items()}
    groups = {dimension: of_set} | {
        f"{dimension}: {ending}": {agent: [one for one in records if one.ending == ending] for agent, records in of_set.items()}
        for ending in get_args(Ending)
    }
    found = [(title, [list(map(_success, records)) for records in group.values()]) for title, group in groups.items()]
    found.append((f"{dimension}: pairs", [_pairs(records) for records in of_set.values()]))
    return [(title, str(max(map(len, of))), *(rate_cell(rate(successes)) for successes in of)) for title, of in found if any(of)]


def _success(record: EpisodeRecord) -> tuple[str, bool]:
    return record.task, record.success


def _pairs(records: Records) -> list[tuple[str, bool]]:
    """For each pair of which several halves were played in a trial, its name and whether all passed."""
    halves: dict[tuple[str, int], list[bool]] = {}
    for one in records:
        if one.pair:
            halves.setdefault((one.pair, one.trial), []).append(one.success)
    return [(pair, all(passed)) for (pair, _), passed in halves.items() if len(passed) > 1]
