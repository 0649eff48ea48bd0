"""The repetitions of what was played: other seeds, further trials, or the same run again.

They differ in nothing but chance, so what differs between their rates is what chance does to one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum, sqrt
from typing import Any, NamedTuple

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.figures import TableCell, rate_cell
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.statistics import rate
from automotive_env.runs.tables.streams import in_stream

SEEDS = ("seed", "model_seed")
"""Options that say which repetition a run is."""


class RepetitionSpread(NamedTuple):
    """A mean over repetitions, and their standard deviation; None where there is one only."""

    mean: float
    deviation: float | None


def by_repetition(runs: Iterable[tuple[Mapping[str, Any], Sequence[EpisodeRecord]]]) -> list[list[EpisodeRecord]]:
    """The episodes of each repetition, in the order of its stream: of equal seeds and trial, and not twice the same one.

    Args:
        runs: the options of each run, and its episodes of one agent.
    """
    found: dict[tuple[object, ...], list[EpisodeRecord]] = {}
    times: Counter[tuple[object, ...]] = Counter()
    for options, records in runs:
        seeds = tuple(options.get(name) for name in SEEDS)
        for record in records:
            times[seeds, record.id] += 1
            found.setdefault((*seeds, record.trial, times[seeds, record.id]), []).append(record)
    return [in_stream(records, seed) for (seed, *_), records in found.items()]


def spread(values: Iterable[float]) -> RepetitionSpread | None:
    """The mean and the standard deviation (of a sample, with n - 1) of a figure of each repetition; None where there is none."""
    found = list(values)
    if not found:
        return None
    mean = fsum(found) / len(found)
    if len(found) == 1:
        return RepetitionSpread(mean, None)
    return RepetitionSpread(mean, sqrt(fsum((value - mean) ** 2 for value in found) / (len(found) - 1)))


def spread_cell(
    repetitions: Iterable[Sequence[EpisodeRecord]], figure: Callable[[Sequence[EpisodeRecord]], float | None]
) -> TableCell | None:
    """A figure of each repetition as a cell: mean and deviation; repetitions in which it is not known are left out."""
    found = spread(value for records in repetitions if (value := figure(records)) is not None)
    return found and TableCell(round(found.mean, 4), None, None if found.deviation is None else round(found.deviation, 4))


def success_cell(repetitions: Sequence[Sequence[EpisodeRecord]]) -> TableCell | None:
    """Success in percent over repetitions: mean and deviation, or the rate with its interval where there is one only."""
    played = [counted for records in repetitions if (counted := counted_items(records))]
    if len(played) == 1:
        return rate_cell(rate((record.task, record.success) for record in played[0]))
    return spread_cell(played, success)


def success(records: Iterable[EpisodeRecord]) -> float | None:
    """Success in percent of the items that count; None where there are none."""
    counted = [item.success for item in counted_items(records)]
    return 100 * sum(counted) / len(counted) if counted else None
