"""The learning curve: how many pass against the position in a stream, with and without what is learnt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.contestants import ContestantGroup
from automotive_env.runs.tables.figures import Table, TableRow, rate_cell, table_of
from automotive_env.runs.tables.items import items
from automotive_env.runs.tables.statistics import SuccessRate, rate

EpisodeStreams: TypeAlias = Sequence[Sequence[EpisodeRecord]]
"""The items of repetitions, each in the order in which they were played."""

MAX_PARTS = 10
MIN_PART = 10
"""Positions of a part, where there are so many."""
MAX_POINTS = 200
"""Of a curve."""
_CAPTION = (
    "Parts of the stream, whose order is drawn from the seed of the run: the same for all with that seed, also where nothing is "
    "learnt. 95 % intervals are clustered by task, over all repetitions."
)


class CurvePoint(NamedTuple):
    """A point of a rolling curve: the last position of the window, from 1, and the rate in it."""

    position: int
    rate: SuccessRate


def learns(contestants: Sequence[ContestantGroup]) -> bool:
    """Whether one of them learns."""
    return any(one.options.get("learn") for one in contestants)


def learning_table(contestants: Sequence[ContestantGroup]) -> Table | None:
    """Success by part of the stream; None where nobody learns, or too little was played.

    Args:
        contestants: with their repetitions.
    """
    streams = [streams_of(one) for one in contestants]
    longest = longest_of(streams)
    part = part_of(longest)
    if not learns(contestants) or longest < 2 * part:
        return None
    rows: list[TableRow] = []
    for first in range(0, longest, part):
        last = min(first + part, longest)
        rates = [_rate(of, first, last) for of in streams]
        rows.append((f"{first + 1} to {last}", *(rate_cell(found) for found in rates)))
    columns = ("position", *(one.name for one in contestants))
    table = table_of("Learning curve: passed by position in the stream, in percent", columns, rows, _CAPTION)
    return table.model_copy(update={"chart": "lines"})


def part_of(longest: int) -> int:
    """Positions of a part of a stream, and of the window of a rolling rate."""
    return max(MIN_PART, -(-longest // MAX_PARTS))


def streams_of(one: ContestantGroup) -> list[list[EpisodeRecord]]:
    """The items of each repetition in the order of its stream."""
    return [items(records) for records in one.repetitions]


def longest_of(streams: Iterable[EpisodeStreams]) -> int:
    """Positions of the longest stream."""
    return max((len(stream) for of in streams for stream in of), default=0)


def rolling(streams: EpisodeStreams, window: int) -> Iterator[CurvePoint]:
    """The rate of the last so many positions, after each of them; of a long stream after some of them."""
    longest = longest_of([streams])
    for last in range(window, longest + 1, max(1, longest // MAX_POINTS)):
        if (found := _rate(streams, last - window, last)).n:
            yield CurvePoint(last, found)


def _rate(streams: EpisodeStreams, first: int, last: int) -> SuccessRate:
    played = [item for stream in streams for item in stream[first:last]]
    return rate((item.task, item.success) for item in played if not item.interrupted)
