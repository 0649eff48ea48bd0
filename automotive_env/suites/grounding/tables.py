"""The tables of a run of grounding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.figures import Table, TableCell, TableRow, mean_cell, rate_cell, table_of
from automotive_env.runs.tables.means import clustered_amount
from automotive_env.runs.tables.statistics import rate
from automotive_env.runs.tables.target_sizes import SIZE_NAMES, size_name

Group: TypeAlias = Callable[[EpisodeRecord], str]
"""Name of the group that an episode belongs to."""


def tables_of(records: Iterable[EpisodeRecord]) -> tuple[Table, ...]:
    """The tables of the episodes that count; none where there are none."""
    by_agent: dict[str, list[EpisodeRecord]] = {}
    for one in records:
        if not one.interrupted and one.params:
            by_agent.setdefault(one.agent, []).append(one)
    if not by_agent:
        return ()
    agents = dict(sorted(by_agent.items()))
    return (
        _like_published_sets(agents),
        _hits("Hits by the shorter side of the target, in percent", "side", agents, _size, SIZE_NAMES),
        _hits("Hits by app, in percent", "app", agents, lambda one: one.category),
        _hits("Hits by language of the display, in percent", "language", agents, _param("language")),
        _hits("Hits by size of the display, in percent", "display", agents, _param("display")),
        _hits("Hits by theme, in percent", "theme", agents, _param("theme")),
        _hits("Hits by wording of the wish, in percent", "wording", agents, _param("wording")),
        _hits("Hits by split, in percent", "split", agents, lambda one: one.task.partition(".")[0], ("train", "dev", "test")),
        _distances(agents),
    )


def _param(name: str) -> Group:
    return lambda one: str(one.params.get(name))


def _size(one: EpisodeRecord) -> str:
    width, height = one.params["millimetres"]
    return size_name(min(width, height))


def _like_published_sets(agents: Mapping[str, Sequence[EpisodeRecord]]) -> Table:
    """Text and icon targets, on displays in English and in other languages, as ScreenSpot and its like show them."""
    columns: dict[str, Callable[[EpisodeRecord], bool]] = {
        "English: text": lambda one: _is(one, "text", english=True),
        "English: icon": lambda one: _is(one, "icon", english=True),
        "other languages: text": lambda one: _is(one, "text", english=False),
        "other languages: icon": lambda one: _is(one, "icon", english=False),
        "all": lambda one: True,
    }
    rows: list[TableRow] = []
    for agent, episodes in agents.items():
        chosen = [[one for one in episodes if belongs(one)] for belongs in columns.values()]
        rows.append((agent, str(len(episodes)), *map(_rate, chosen)))
    caption = "A hit is a point from which a touch reaches the target, or something that does the same."
    return table_of("Grounding by kind of target, in percent", ("agent", "n", *columns), rows, caption)


def _is(one: EpisodeRecord, kind: str, *, english: bool) -> bool:
    return one.dimension == kind and (one.params.get("language") == "English") == english


def _hits(title: str, what: str, agents: Mapping[str, Sequence[EpisodeRecord]], group: Group, order: Sequence[str] = ()) -> Table:
    there = {group(one) for episodes in agents.values() for one in episodes}
    names = [name for name in order if name in there] + sorted(there.difference(order))
    rows: list[TableRow] = []
    for name in names:
        of_group = [[one for one in episodes if group(one) == name] for episodes in agents.values()]
        rows.append((name, str(max(map(len, of_group))), *map(_rate, of_group)))
    return table_of(title, (what, "n", *agents), rows)


def _rate(episodes: Sequence[EpisodeRecord]) -> TableCell | None:
    return rate_cell(rate((one.task, one.success) for one in episodes))


def _distances(agents: Mapping[str, Sequence[EpisodeRecord]]) -> Table:
    rows: list[TableRow] = []
    for agent, episodes in agents.items():
        pointed = [(one.task, one.scores["distance_mm"]) for one in episodes if "distance_mm" in one.scores]
        missed = [(one.task, one.scores["distance_mm"]) for one in episodes if "distance_mm" in one.scores and not one.success]
        rows.append((agent, str(len(pointed)), *(mean_cell(clustered_amount(found)) for found in (pointed, missed))))
    caption = "From the point to the nearest edge of the target; 0 on it. Answers without a point have no distance."
    return table_of("Distance from the target, in millimetres", ("agent", "points", "all points", "misses"), rows, caption)
