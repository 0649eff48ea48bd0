"""Who played, over several runs: an agent with a model and options, and its episodes. Each is a row of a table.

Runs are merged: what one agent played with the same model and options in several runs is one contestant's, such as parts of a
large run. Where the same episode stands in several of them, each run is a contestant of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

from automotive_env.runs.options import SELECTION
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.labels import named
from automotive_env.runs.tables.repetitions import SEEDS, by_repetition

ContestantSplit: TypeAlias = Literal["place", "trial", "face", "run"]
"""By what the episodes of a contestant may be divided into rows."""
SPLITS: tuple[ContestantSplit, ...] = get_args(ContestantSplit)
_NO_OPTIONS = frozenset({*SELECTION, "suite", "seed", "agents", "model", "trials", "face", "label"})
_NONE_IF_EMPTY = frozenset({"knowledge"})
"""Options of which an empty list means none, not whatever is usual."""


@dataclass(frozen=True, slots=True)
class ContestantGroup:
    """Who played.

    Attributes:
        agent: name of the agent.
        model: name of its model, or empty.
        options: of the run, as its manifest has them.
        told: what sets it apart from others with the same agent, such as the model, options that differ, the run or a place.
        records: its episodes.
        repetitions: the same by repetition, each in the order of its stream, see `automotive_env.runs.tables.repetitions`.
    """

    agent: str
    model: str
    options: Mapping[str, Any]
    told: tuple[str, ...]
    records: Sequence[EpisodeRecord]
    repetitions: Sequence[Sequence[EpisodeRecord]] = ()

    @property
    def name(self) -> str:
        """The agent, and what sets it apart in brackets."""
        return f"{self.agent} ({', '.join(self.told)})" if self.told else self.agent

    @property
    def labelled(self) -> list[EpisodeRecord]:
        """Its episodes, with its name as that of the agent."""
        return [named(record, ", ".join(self.told)) for record in self.records]


def contestants(
    runs: Iterable[RunFolder], split: Sequence[ContestantSplit] = (), *, over_seeds: bool = False
) -> list[ContestantGroup]:
    """Who played in some runs, by agent, model and options.

    Args:
        runs: folders of runs, finished or not.
        split: what makes further rows of one contestant.
        over_seeds: whether runs that differ in seeds alone, or in nothing, are repetitions of one contestant's.

    Raises:
        UsageError: records cannot be read.
    """
    folders = list({run.path.resolve(): run for run in runs}.values())
    names = [folder.path.resolve().name for folder in folders]
    called = [name if names.count(name) == 1 else str(folder.path) for name, folder in zip(names, folders, strict=True)]
    played = [one for name, folder in zip(called, folders, strict=True) for one in _of_run(folder, name)]
    groups = _grouped(_apart(played, SEEDS if over_seeds else ()))
    merged = [one for group in groups for one in ([_repeated(group)] if over_seeds else _merged(group, "run" in split))]
    for by in split:
        merged = [part for one in merged for part in (_divided(one, by) if by != "run" else [one])]
    return sorted(merged, key=lambda one: (one.agent, one.model, one.told))


def contestants_of(records: Iterable[EpisodeRecord], options: Mapping[str, Any]) -> list[ContestantGroup]:
    """Who played in one run, whose options are given, with its trials as repetitions."""
    found: dict[tuple[str, str], list[EpisodeRecord]] = {}
    for record in records:
        found.setdefault((record.agent, record.model), []).append(record)
    return [ContestantGroup(*who, options, (), of, by_repetition([(options, of)])) for who, of in sorted(found.items())]


def _of_run(run: RunFolder, name: str) -> list[tuple[str, ContestantGroup]]:
    """The contestants of a run, with its name."""
    return [(name, one) for one in contestants_of(run.episodes(), run.manifest.deciding())]


def _apart(played: Sequence[tuple[str, ContestantGroup]], besides: Sequence[str]) -> list[tuple[str, ContestantGroup]]:
    """The same, told apart by the models and options in which those with the same agent differ, besides some."""
    told = []
    for run, one in played:
        same = [other for _, other in played if other.agent == one.agent]
        models = {other.model for other in same}
        alike = [other for other in same if other.model == one.model]
        words = [one.model] if len(models) > 1 and one.model else []
        told.append((run, replace(one, told=(*words, *_options(one, alike, besides)))))
    return told


def _options(one: ContestantGroup, others: Iterable[ContestantGroup], besides: Sequence[str]) -> list[str]:
    """The options in which it differs from others, in words."""
    values = [other.options for other in others]
    names = sorted({name for options in values for name in options} - _NO_OPTIONS.union(besides))
    differ = [name for name in names if any(options.get(name) != one.options.get(name) for options in values)]
    return [words for name in differ if (words := option_words(name, one.options.get(name)))]


def option_words(name: str, value: object) -> str:
    """An option as people write it: "geo off", "no reflection"; empty where it is not given."""
    words = name.replace("_", " ")
    if name in _NONE_IF_EMPTY and value in ([], ()):
        return f"no {words}"
    if value in (None, "", [], ()):
        return ""
    if isinstance(value, bool):
        return words if value else f"no {words}"
    return f"{words} {', '.join(map(str, value)) if isinstance(value, list | tuple) else value}"[:80]


def _grouped(played: Iterable[tuple[str, ContestantGroup]]) -> list[list[tuple[str, ContestantGroup]]]:
    found: dict[tuple[str, str, tuple[str, ...]], list[tuple[str, ContestantGroup]]] = {}
    for run, one in played:
        found.setdefault((one.agent, one.model, one.told), []).append((run, one))
    return list(found.values())


def _merged(group: Sequence[tuple[str, ContestantGroup]], by_run: bool) -> list[ContestantGroup]:
    """What the same contestant played in several runs as one, unless an episode stands in several."""
    ids = [record.id for _, one in group for record in one.records]
    if len(group) > 1 and (by_run or len(set(ids)) < len(ids)):
        return [replace(one, told=(*one.told, run)) for run, one in group]
    return [replace(group[0][1], records=[record for _, one in group for record in one.records])]


def _repeated(group: Sequence[tuple[str, ContestantGroup]]) -> ContestantGroup:
    """What the same contestant played in several runs as its repetitions."""
    found = by_repetition((one.options, one.records) for _, one in group)
    return replace(group[0][1], records=[record for records in found for record in records], repetitions=found)


def _divided(one: ContestantGroup, by: ContestantSplit) -> list[ContestantGroup]:
    """A contestant for each place, trial or face of its episodes."""
    found: dict[str, list[EpisodeRecord]] = {}
    for record in one.records:
        value = getattr(record, by)
        found.setdefault(f"trial {value}" if by == "trial" else str(value), []).append(record)
    return [replace(one, told=(*one.told, name), records=found[name]) for name in sorted(found)]
