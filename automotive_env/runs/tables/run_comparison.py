"""Comparing the folders of two runs, or two agents of one: what may be compared, with what, and what that comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias

from automotive_env.agents.comparison_tracks import AgentTrack
from automotive_env.errors import UsageError
from automotive_env.runs.index.episode_index import MAX_TYPED, EpisodeIndex
from automotive_env.runs.records.fields import FrozenRecord
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.comparability import configuration, differences
from automotive_env.runs.tables.comparison import AgentComparison, EpisodeKey, RowWithTexts, TypeOf, compare, key_of
from automotive_env.runs.tables.episode import EpisodeRow, SummedEpisode
from automotive_env.runs.tables.labels import by_agent, labelled
from automotive_env.text.lists import all_of

MAX_SHARED_SCORES = 10_000
"""Different scores of which one object is kept."""
EpisodesByAgent: TypeAlias = Mapping[str, Sequence[EpisodeRow]]
"""Agent -> its episodes."""


class RunComparison(FrozenRecord):
    """What came of comparing runs.

    Attributes:
        configuration: in what the runs differ that they are compared for, in words.
        warnings: what limits the comparison, in words.
        comparisons: one for each pair of agents.
    """

    configuration: tuple[str, ...]
    warnings: tuple[str, ...]
    comparisons: tuple[AgentComparison, ...]


def compare_runs(
    first: RunFolder,
    second: RunFolder | None,
    agents: Sequence[str] = (),
    *,
    common: bool = False,
    type_of: Callable[[EpisodeRecord], str | None] | None = None,
) -> RunComparison:
    """Compare two runs, or two agents of one.

    Args:
        first: a run.
        second: another one; None where agents of the first are compared.
        agents: one of each run, in their order, or one that is in both; without any, every agent that is in both.
        common: whether runs that are not comparable are compared on the instances that both played.
        type_of: tells the primary type of error of an episode, if that is to be compared; it is not where thousands failed.

    Raises:
        UsageError: the runs are not comparable, or have nothing in common, or it is not clear what is meant.
    """
    other = second or first
    different = differences(first.manifest, other.manifest)
    told = f"{first.path} and {other.path} are not comparable: they differ in {all_of(different)}" if different else ""
    if told and not common:
        raise UsageError(f"{told}. Use --common to compare the instances that both played")
    warnings = [told] if told else []
    episodes = [EpisodeIndex(folder) for folder in ((first, other) if second else (first,))]
    asked = (agents, common, bool(type_of), [(str(run.path), run.manifest.model_dump_json()) for run in (first, other)])
    key = sha256(repr((asked, [one.state for one in episodes])).encode()).hexdigest()
    made = episodes[0].remembered(
        "comparison", key, RunComparison, lambda: _compared(first, second, episodes, agents, common, type_of)
    )
    return made.model_copy(update={"warnings": (*warnings, *made.warnings)})


def _compared(
    first: RunFolder,
    second: RunFolder | None,
    episodes: Sequence[EpisodeIndex],
    agents: Sequence[str],
    common: bool,
    type_of: Callable[[EpisodeRecord], str | None] | None,
) -> RunComparison:
    other = second or first
    few = all(one.failed <= MAX_TYPED for one in episodes)
    types = (_typed(episodes[0], type_of), _typed(episodes[-1], type_of)) if type_of and few else None
    texts = _texts(episodes[0]), _texts(episodes[-1])
    played = [_played(one) for one in episodes]
    comparisons: list[AgentComparison] = []
    warnings: list[str] = []
    for one, two in _pairs(played[0], played[-1], agents, within=second is None):
        names = (one, two) if second is None else _names(first, other, one, two)
        comparisons.append(compare(names, played[0][one], played[-1][two], types, texts))
        warnings += _limits(comparisons[-1], common)
        warnings += _other_track(first.manifest.track_of(_agent(one)), other.manifest.track_of(_agent(two)), names)
    return RunComparison(
        configuration=tuple(configuration(first.manifest, other.manifest)),
        warnings=tuple(warnings),
        comparisons=tuple(comparisons),
    )


def _agent(name: str) -> str:
    """The agent of a name that may also tell its model."""
    return name.partition(" (")[0]


def _other_track(first: AgentTrack, second: AgentTrack, names: tuple[str, str]) -> list[str]:
    """That two agents played on different tracks."""
    if not first or not second or first == second:
        return []
    return [f"{names[0]} and {names[1]} played on different tracks, {first} and {second}: they did not see the same things"]


def _typed(episodes: EpisodeIndex, type_of: Callable[[EpisodeRecord], str | None]) -> TypeOf:
    """What tells the type of error of a row."""
    return lambda row: type_of(record) if not row.success and (record := episodes.get(row.id)) else None


def _texts(episodes: EpisodeIndex) -> RowWithTexts:
    """What reads the texts of a row."""
    return lambda row: episodes.row(row.id)


def _played(episodes: EpisodeIndex) -> EpisodesByAgent:
    found = by_agent(labelled(_light(episodes.rows())))
    if not found:
        raise UsageError(f"{episodes.folder.path} has no finished episode")
    return found


def _light(rows: Iterable[EpisodeRow]) -> Iterator[EpisodeRow]:
    """The rows without their texts, and with one object for equal scores, because a run may have a hundred thousand."""
    same: dict[tuple[tuple[str, float], ...], Mapping[str, float]] = {}
    for row in rows:
        light = row.without_texts()
        key = tuple(light.scores.items())
        if key not in same and len(same) < MAX_SHARED_SCORES:
            same[key] = light.scores
        yield light._replace(scores=same.get(key, light.scores))


def _pairs(first: EpisodesByAgent, second: EpisodesByAgent, asked: Sequence[str], *, within: bool) -> list[tuple[str, str]]:
    """Which agents are compared."""
    there = f"choose from {', '.join(dict.fromkeys((*first, *second)))}"
    if within and (len(asked) != 2 or asked[0] == asked[1]):
        raise UsageError(f"to compare agents of one run, name two with --agents; {there}")
    if len(asked) > 2:
        raise UsageError(f"--agents takes two agents, separated by a comma; {there}")
    if not asked:
        pairs = [(name, name) for name in first if name in second]
        if len(first) == len(second) == 1:
            pairs = [(next(iter(first)), next(iter(second)))]
        if not pairs:
            raise UsageError(f"the runs have no agent in common: name one of each with --agents; {there}")
        return pairs
    one, other = asked[0], asked[-1]
    for name, played in ((one, first), (other, second)):
        if name not in played:
            raise UsageError(f"no agent {name[:80]!r} has played; {there}")
    return [(one, other)]


def _names(first: RunFolder, second: RunFolder, one: str, other: str) -> tuple[str, str]:
    """What two agents are called: by their runs, and by themselves where they differ."""
    here, there = first.path.resolve().name, second.path.resolve().name
    if here == there:
        here, there = str(first.path), str(second.path)
    return (here, there) if one == other and len(first.manifest.agents) == 1 else (f"{here}: {one}", f"{there}: {other}")


def different_episodes(played: Mapping[str, Sequence[SummedEpisode]]) -> str:
    """That agents have not played the same, in one sentence; empty where they have."""
    keys = {name: set(map(key_of, episodes)) for name, episodes in played.items()}
    common = set[EpisodeKey]().union(*keys.values()).intersection(*keys.values())
    if all(own == common for own in keys.values()):
        return ""
    counts = ", ".join(f"{name} {len(own)}" for name, own in keys.items())
    return (
        f"the agents have not played the same episodes ({counts}; {len(common)} in common), so their rates cannot be compared; "
        "`automotive-env compare --common` compares what two of them played"
    )


def _limits(found: AgentComparison, common: bool) -> list[str]:
    """What limits a comparison.

    Raises:
        UsageError: the two have played nothing in common, or not the same, and what is common is not asked for.
    """
    names = f"{found.first} and {found.second}"
    if not found.success.n:
        raise UsageError(f"{names} have no scored episode in common")
    alone = (found.only_first_played, found.only_second_played)
    told = f"{names} have not played the same: {alone[0]} episodes of the first alone, {alone[1]} of the second"
    if any(alone) and not common:
        raise UsageError(f"{told}. Use --common to compare the instances that both played")
    broken = f"{found.broken_off} items were broken off by the environment or the model; they count in no rate"
    return ([told] if any(alone) else []) + ([broken] if found.broken_off else [])
