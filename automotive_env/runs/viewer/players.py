"""Two players of the page compared: an agent with its model and face, in one run or another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from automotive_env.episode.faces import Face
from automotive_env.runs.tables.comparison import PairedMean, compare
from automotive_env.runs.tables.episode import EpisodeRow
from automotive_env.runs.tables.paired import PairedRate
from automotive_env.runs.viewer.viewed_run import ViewedRun

GROUPS = ("level", "category", "dimension", "ending", "task")
"""What differences are told by."""
MAX_PLAYERS = 3
"""Players of a page that is a file, up to which it holds the comparison of any two."""
Player = tuple[str, str, Face]
"""Agent, model and face."""


def player_of(row: EpisodeRow) -> Player:
    """Who played an episode, within its run."""
    return row.agent, row.model, row.face


def compared(first: ViewedRun, one: Player, second: ViewedRun, other: Player) -> dict[str, Any]:
    """How the second player did against the first on what both played: of all items, by `GROUPS`, and each score.

    Raises:
        UsageError: the records are damaged.
    """
    found = compare(("A", "B"), _played(first, one), _played(second, other, face=one[2]))
    groups = {name: [_figures(group, of) for group, of in getattr(found, f"by_{name}").items()] for name in GROUPS}
    scores = [_score_figures(name, of) for name, of in found.scores.items()]
    return {"all": _figures("all", found.success), "by": {**groups, "score": scores}, "broken_off": found.broken_off}


def comparisons(run: ViewedRun) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and data of the comparison of any two players of a run; none where there are many.

    Raises:
        UsageError: the records are damaged.
    """
    first: dict[Player, str] = {}
    for row in run.episodes().rows():
        first.setdefault(player_of(row), row.id)
    for one, other in permutations(first, 2) if len(first) <= MAX_PLAYERS else ():
        yield f"compare/0/{first[one]}/0/{first[other]}", compared(run, one, run, other)


def _played(run: ViewedRun, player: Player, face: Face | None = None) -> Sequence[EpisodeRow]:
    """Its episodes; on another face they are compared as if they were played on that one."""
    rows = [row for row in run.episodes().rows() if player_of(row) == player]
    return [row.model_copy(update={"face": face}) for row in rows] if face else rows


def _figures(name: str, of: PairedRate) -> dict[str, Any]:
    shown = of.model_dump(mode="json", exclude={"first", "second"})
    return shown | {"name": name, "first": of.first.rate, "second": of.second.rate}


def _score_figures(name: str, of: PairedMean) -> dict[str, Any]:
    difference = of.difference.model_dump(mode="json", exclude={"mean"})
    return difference | {"name": name, "first": of.first.mean, "second": of.second.mean, "difference": of.difference.mean}
