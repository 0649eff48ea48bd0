"""A leaderboard of runs: each is verified by scoring it again before it is listed, and stands with those it compares with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from automotive_env.agents.comparison_tracks import AgentTrack
from automotive_env.agents.standing import AgentStanding
from automotive_env.errors import UsageError
from automotive_env.runs.options import SELECTION
from automotive_env.runs.papers.quoted import DIMENSIONS, SUCCESS
from automotive_env.runs.papers.tables import input_of, summary_of
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.manifest import DISTRIBUTION, AgentOrigin, RunManifest
from automotive_env.runs.records.verification import RunVerification
from automotive_env.runs.sharing.archive import opened
from automotive_env.runs.tables.comparability import differences
from automotive_env.runs.tables.contestants import ContestantGroup, contestants, option_words
from automotive_env.runs.tables.statistics import SuccessRate
from automotive_env.runs.tables.summary import AgentSummary
from automotive_env.suites.private_seed import MANIFEST_NAME
from automotive_env.text.printable import printable

EntryKind: TypeAlias = Literal["agent", "human", "baseline", "quoted"]
Verify: TypeAlias = Callable[[RunFolder], RunVerification]

KINDS: Mapping[AgentStanding, EntryKind] = {
    "contestant": "agent",
    "human": "human",
    "floor": "baseline",
    "privileged": "baseline",
}
"""How an agent stands -> what its rows are; only agents have a rank."""
CODE = frozenset({"agents", "contexts", "models", "suites"})
"""Kinds of what other packages add that run while an episode is played."""
MAX_RUNS = 1_000


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A row of a board.

    Attributes:
        kind: what it is; quoted rows are of a publication, not of a run.
        agent: name of the agent.
        model: name of its model, or empty.
        given: what it is given, as far as that is known.
        rate: share of episodes that passed.
        by_dimension: dimension -> rate; of quoted rows without intervals.
        summary: everything else; None for quoted rows.
        run: name of the run.
        manifest: of the run.
        in_process: packages whose code ran in the process that held the tasks, where it could reach the answers.
        track: what the agent saw and could do; empty where it is not known.
    """

    kind: EntryKind
    agent: str
    model: str
    given: str
    rate: SuccessRate | None
    by_dimension: dict[str, SuccessRate | float]
    summary: AgentSummary | None = None
    run: str = ""
    manifest: RunManifest | None = None
    in_process: tuple[str, ...] = ()
    track: AgentTrack = ""


@dataclass(slots=True)
class LeaderboardSection:
    """Runs that can be compared: the same tasks, judged by the same source, drawn from the same seed, on one track.

    Attributes:
        manifest: of the first of them.
        track: of the agents that have a rank; baselines stand beside those of every track.
        entries: in the order in which they were found.
        apart: why it is not one with the first board of its title; none where it is that one.
    """

    manifest: RunManifest
    track: AgentTrack = ""
    entries: list[LeaderboardEntry] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What was played."""
        options = {name: self.manifest.options.get(name) for name in SELECTION}
        told = [words for name, value in options.items() if value != "random" and (words := option_words(name, value))]
        hidden = ["hidden set"] if MANIFEST_NAME in self.manifest.hashes else [f"seed {self.manifest.seed}"]
        stream = ["streams that learn from tested tasks"] if _is_stream(self.manifest) else []
        track = [f"track {self.track}"] if self.track else []
        return ", ".join([self.manifest.suite, f"task set {self.manifest.task_set}", *hidden, *told, *stream, *track])

    @property
    def dimensions(self) -> list[str]:
        """The columns."""
        return list(dict.fromkeys(name for entry in self.entries for name in entry.by_dimension))

    @property
    def ranked(self) -> list[tuple[int | None, LeaderboardEntry]]:
        """The best first, with the ranks of agents, which equal rates share; those without a rate at the end."""
        entries = sorted(self.entries, key=lambda entry: (entry.rate is None, -_rate(entry), entry.agent, entry.model, entry.run))
        rates = [_rate(entry) for entry in entries if entry.kind == "agent"]
        return [(rates.index(_rate(entry)) + 1 if entry.kind == "agent" else None, entry) for entry in entries]


def _rate(entry: LeaderboardEntry) -> float:
    return entry.rate.rate if entry.rate else 0.0


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """What is shown.

    Attributes:
        boards: those with most entries first.
        left_out: run -> why it is not listed.
    """

    boards: Sequence[LeaderboardSection]
    left_out: dict[str, str]


def leaderboard(paths: Iterable[Path], verify: Verify) -> Leaderboard:
    """Verify runs and make boards of them, one for each track.

    Args:
        paths: run folders, archives of runs, or folders that hold such.
        verify: scores the episodes of a run again.

    Raises:
        UsageError: there is no run at a path.
    """
    boards: list[LeaderboardSection] = []
    left_out: dict[str, str] = {}
    for path in _found(paths):
        try:
            with opened(path) as run:
                _check(run, verify(run))
                _list(run, boards)
        except UsageError as fault:
            left_out[str(path)] = printable(fault)
    boards = [part for board in boards for part in _by_track(board)]
    for board in boards:
        board.entries += _quoted(board)
    boards.sort(key=lambda board: (-len(board.entries), board.title))
    firsts: dict[str, LeaderboardSection] = {}
    for board in boards:
        board.apart = differences(firsts.setdefault(board.title, board).manifest, board.manifest)
    return Leaderboard(boards, left_out)


def _found(paths: Iterable[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        inside = [path] if _is_run(path) else sorted(filter(_is_run, path.iterdir())) if path.is_dir() else []
        if not inside:
            raise UsageError(f"{path} is not a run and holds none; a run is a folder with manifest.json, or a .zip archive")
        found += inside
    if len(found) > MAX_RUNS:
        raise UsageError(f"a leaderboard lists {MAX_RUNS} runs at most, not {len(found)}")
    return list(dict.fromkeys(found))


def _is_run(path: Path) -> bool:
    return (path / "manifest.json").is_file() or (path.suffix == ".zip" and path.is_file())


def _check(run: RunFolder, found: RunVerification) -> None:
    """See that a run is whole and that its records are what its steps make them.

    Raises:
        UsageError: it is not.
    """
    if not run.manifest.ended:
        raise UsageError("it has not ended")
    if found.different:
        first = found.different[0]
        more = f" (and {len(found.different) - 1} more)" if len(found.different) > 1 else ""
        raise UsageError(f"its records do not match a new scoring; {first.id}: {first.found}"[:380] + more)
    broken = [one for one in found.not_scored if one.is_broken_off]
    if unscored := [one for one in found.not_scored if not one.is_broken_off]:
        raise UsageError(f"some of it cannot be verified; {unscored[0].id}: {unscored[0].why}"[:400])
    if left := [*found.missing, *(one.id for one in broken)]:
        planned = found.episodes + len(found.missing)
        parts = f"of {planned} planned episodes, {len(found.missing)} missing and {len(broken)} stopped by a fault"
        raise UsageError(f"it is incomplete: {parts}, such as {left[0]}; `run --resume` plays them"[:400])
    if not found.same:
        raise UsageError("it has no episodes")


def _is_stream(manifest: RunManifest) -> bool:
    """Whether a run learnt from tested tasks, too, so that its rates are not those of a test."""
    return manifest.options.get("learn") == "stream"


def _list(run: RunFolder, boards: list[LeaderboardSection]) -> None:
    """Put a run on the board that it compares with, or on one of its own."""
    alike = [board for board in boards if _is_stream(board.manifest) == _is_stream(run.manifest)]
    board = next((board for board in alike if not differences(board.manifest, run.manifest)), None)
    if board is None:
        board = LeaderboardSection(run.manifest)
        boards.append(board)
    board.entries += [_entry(one, run) for one in contestants([run])]


def _by_track(board: LeaderboardSection) -> list[LeaderboardSection]:
    """A board for each track of its agents; what has no rank stands on all of them."""
    tracks = list(dict.fromkeys(entry.track for entry in board.entries if entry.kind == "agent"))
    if not tracks:
        return [board]
    return [
        replace(board, track=track, entries=[entry for entry in board.entries if entry.kind != "agent" or entry.track == track])
        for track in tracks
    ]


def _entry(one: ContestantGroup, run: RunFolder) -> LeaderboardEntry:
    summary = summary_of(one)
    manifest = run.manifest
    kind = KINDS[manifest.origins.get(one.agent, AgentOrigin()).standing]
    rate = SuccessRate(**summary.model_dump(include=set(SuccessRate.model_fields)))
    rates: dict[str, SuccessRate | float] = dict(summary.by_dimension)
    name, others = run.path.resolve().name, _code_in_process(manifest)
    track = manifest.track_of(one.agent)
    return LeaderboardEntry(kind, one.agent, one.model, input_of(one), rate, rates, summary, name, manifest, others, track)


def _code_in_process(manifest: RunManifest) -> tuple[str, ...]:
    """Packages, or modules that belong to none, whose code could reach the answers of all episodes of a run."""
    apart = {f"agents {agent}" for agent, origin in manifest.origins.items() if not origin.in_process}
    told = [source for key, source in manifest.plugins.items() if key.partition(" ")[0] in CODE and key not in apart]
    names = [source.get("distribution") or source.get("target", "") for source in told]
    return tuple(sorted({name for name in names if name and name != DISTRIBUTION}))


def _quoted(board: LeaderboardSection) -> Iterator[LeaderboardEntry]:
    """People's rates in the paper, where its dimensions are played; measured people need no quotation."""
    if board.manifest.suite == "automotive" and not any(entry.kind == "human" for entry in board.entries):
        rates = dict(zip((dimension.value for dimension in DIMENSIONS), SUCCESS["", "Human"], strict=True))
        yield LeaderboardEntry("quoted", "Human", "", "screen", None, {name: rate / 100 for name, rate in rates.items()})
