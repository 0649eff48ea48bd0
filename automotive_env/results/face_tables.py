"""The tables of a run on several faces: what each came to, and by how much they differ on the same instances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from math import fsum
from types import MappingProxyType
from typing import TypeAlias

from automotive_env.faces import FACES, Face
from automotive_env.results.records import EpisodeRecord
from automotive_env.results.statistics import difference, rate
from automotive_env.results.summary import Table

Key: TypeAlias = tuple[str, str, int]
"""Task, instance and trial of an episode."""
Played: TypeAlias = Mapping[Face, Mapping[Key, EpisodeRecord]]
"""The episodes of an agent that count, by face."""

MEASURES: Mapping[str, Callable[[EpisodeRecord], float]] = MappingProxyType(
    {
        "success %": lambda record: 100.0 * record.success,
        "steps": lambda record: float(record.steps),
        "tokens": lambda record: float(record.tokens),
        "seconds": lambda record: record.seconds,
        "harm %": lambda record: 100.0 * bool(record.harm),
    }
)
"""What faces are compared by."""


def face_tables(records: Iterable[EpisodeRecord]) -> tuple[Table, ...]:
    """The tables of episodes that were played on several faces; none where there is one face only."""
    agents: dict[str, dict[Face, dict[Key, EpisodeRecord]]] = {}
    for record in sorted(records, key=lambda record: record.agent):
        if not record.interrupted:
            of = agents.setdefault(record.agent, {face: {} for face in FACES})
            of[record.face][record.task, record.instance, record.trial] = record
    if len({face for of in agents.values() for face, played in of.items() if played}) < 2:
        return ()
    return _by_face(agents), _differences(agents)


def _by_face(agents: Mapping[str, Played]) -> Table:
    rows: list[tuple[str | float | None, ...]] = []
    for agent, of in agents.items():
        for face, played in of.items():
            if played:
                found = list(played.values())
                success = rate((record.task, record.success) for record in found)
                interval = f"{100 * success.low:.1f} to {100 * success.high:.1f}"
                means = [_mean(measure(record) for record in found) for measure in MEASURES.values()]
                rows.append((f"{agent}, {face}", str(len(found)), means[0], interval, *means[1:]))
    first, *others = MEASURES
    return Table(
        title="By face",
        columns=("agent and face", "n", first, "95 % interval", *others),
        rows=tuple(rows),
        caption="On average an episode. Without a screen an agent calls the vehicle's APIs; on both it may do either.",
    )


def _differences(agents: Mapping[str, Played]) -> Table:
    """Each pair of faces, on the instances that were played on both."""
    rows = [
        _difference(agent, of, one, other)
        for agent, of in agents.items()
        for one, other in combinations(FACES, 2)
        if of[one].keys() & of[other].keys()
    ]
    first, *others = MEASURES
    return Table(
        title="Difference between faces, on the same instances",
        columns=("agent and faces", "pairs", first, "95 % interval", *others),
        rows=tuple(rows),
        caption="The mean of the first face less that of the second; the interval takes tasks as what was sampled.",
    )


def _difference(agent: str, of: Played, base: Face, other: Face) -> tuple[str | float | None, ...]:
    both = sorted(of[base].keys() & of[other].keys())
    found = [
        difference((key[0], measure(of[other][key]) - measure(of[base][key])) for key in both) for measure in MEASURES.values()
    ]
    low, high = found[0].low, found[0].high
    interval = "" if low is None or high is None else f"{low:+.1f} to {high:+.1f}"
    success, *others = (round(each.mean, 2) for each in found)
    return (f"{agent}, {other} less {base}", str(len(both)), success, interval, *others)


def _mean(figures: Iterable[float]) -> float:
    found = list(figures)
    return round(fsum(found) / len(found), 2)
