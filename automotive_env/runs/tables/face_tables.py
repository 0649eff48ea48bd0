"""The tables of a run on several faces: what each came to, and by how much they differ on the same instances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from automotive_env.episode.faces import FACES, Face
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.figures import Table, TableCell, mean_cell, rate_cell, table_of
from automotive_env.runs.tables.items import counted_items
from automotive_env.runs.tables.means import clustered_amount, clustered_mean
from automotive_env.runs.tables.measures import MEASURES
from automotive_env.runs.tables.statistics import rate

FaceEpisodeKey: TypeAlias = tuple[str, str, int]
"""Task, instance and trial of an item."""
EpisodesByFace: TypeAlias = Mapping[Face, Mapping[FaceEpisodeKey, EpisodeRecord]]
"""The items of an agent that count, by face."""


def face_tables(records: Iterable[EpisodeRecord]) -> tuple[Table, ...]:
    """The tables of episodes that were played on several faces; none where there is one face only."""
    agents: dict[str, dict[Face, dict[FaceEpisodeKey, EpisodeRecord]]] = {}
    for item in counted_items(sorted(records, key=lambda record: record.agent)):
        of = agents.setdefault(item.agent, {face: {} for face in FACES})
        of[item.face][item.task, item.instance, item.trial] = item
    if len({face for of in agents.values() for face, played in of.items() if played}) < 2:
        return ()
    return _by_face(agents), _differences(agents)


def _by_face(agents: Mapping[str, EpisodesByFace]) -> Table:
    rows = [
        (f"{agent}, {face}", str(len(played)), *_means(played))
        for agent, of in agents.items()
        for face, played in of.items()
        if played
    ]
    caption = "Means of an item. Without a screen an agent calls the vehicle's APIs; with both it may do either."
    return table_of("By face", ("agent and face", "n", *MEASURES), rows, caption)


def _means(played: Mapping[FaceEpisodeKey, EpisodeRecord]) -> Iterator[TableCell | None]:
    """Each measure on average; of what happens or does not, the rate."""
    for name, measure in MEASURES.items():
        found = [(key[0], value) for key, record in played.items() if (value := measure(record)) is not None]
        shares = rate((task, value > 0) for task, value in found) if name.endswith("%") else None
        yield rate_cell(shares) if shares else mean_cell(clustered_amount(found))


def _differences(agents: Mapping[str, EpisodesByFace]) -> Table:
    """Each pair of faces, on the instances that were played on both."""
    rows = [
        (f"{agent}, {other} less {one}", str(len(of[one].keys() & of[other].keys())), *_difference(of[one], of[other]))
        for agent, of in agents.items()
        for one, other in combinations(FACES, 2)
        if of[one].keys() & of[other].keys()
    ]
    caption = "The mean of the first face less that of the second; the interval takes tasks as what was sampled."
    return table_of("Difference between faces, on the same instances", ("agent and faces", "pairs", *MEASURES), rows, caption)


def _difference(
    base: Mapping[FaceEpisodeKey, EpisodeRecord], other: Mapping[FaceEpisodeKey, EpisodeRecord]
) -> Iterator[TableCell | None]:
    for measure in MEASURES.values():
        pairs = [(key[0], measure(other[key]), measure(base[key])) for key in sorted(base.keys() & other.keys())]
        known = [(task, new - old) for task, new, old in pairs if new is not None and old is not None]
        yield mean_cell(clustered_mean(known))
