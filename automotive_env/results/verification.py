"""Whether the records of a run say what they should: every episode is scored again, and both verdicts are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from automotive_env.errors import Contradiction, NotScored, UsageError
from automotive_env.results.fields import Frozen
from automotive_env.results.folder import RunFolder
from automotive_env.results.records import EpisodeRecord, StepRecord, digest_of

ScoreAgain: TypeAlias = Callable[[EpisodeRecord, Sequence[StepRecord]], EpisodeRecord]
"""The record of an episode as its steps say that it should be; raises `Contradiction` or `NotScored`."""


class Difference(Frozen):
    """An episode whose record is not what its steps make it.

    Attributes:
        id: of the episode.
        recorded: the recorded outcome and why.
        found: the outcome that was found and why, or what contradicts itself.
    """

    id: str
    recorded: str
    found: str


class Unscored(Frozen):
    """An episode that was not scored again, and why."""

    id: str
    why: str


class Verification(Frozen):
    """What came of scoring a run again.

    Attributes:
        episodes: all of them.
        same: those whose records agree.
        different: those whose records do not.
        not_scored: those that have no verdict, or that records alone cannot judge.
    """

    episodes: int
    same: int
    different: tuple[Difference, ...]
    not_scored: tuple[Unscored, ...]


def verify(folder: RunFolder, suites: Mapping[str, ScoreAgain]) -> Verification:
    """Score every episode of a run again.

    Args:
        folder: the run, finished or not.
        suites: name -> what scores an episode of it.

    Raises:
        UsageError: the episodes cannot be read.
    """
    episodes = folder.episodes()
    same = 0
    different: list[Difference] = []
    not_scored: list[Unscored] = []
    for record in episodes:
        try:
            found = _scored(folder, record, suites)
        except NotScored as reason:
            not_scored.append(Unscored(id=record.id, why=str(reason)))
        except (Contradiction, UsageError) as fault:
            different.append(Difference(id=record.id, recorded=_told(record), found=str(fault)))
        else:
            if found == record:
                same += 1
            else:
                names = [name for name in EpisodeRecord.model_fields if getattr(found, name) != getattr(record, name)]
                told = f"{_told(found)} (other {', '.join(names)})"
                different.append(Difference(id=record.id, recorded=_told(record), found=told))
    return Verification(episodes=len(episodes), same=same, different=tuple(different), not_scored=tuple(not_scored))


def _scored(folder: RunFolder, record: EpisodeRecord, suites: Mapping[str, ScoreAgain]) -> EpisodeRecord:
    if record.interrupted:
        raise NotScored(f"broken off: {record.outcome}")
    if record.suite not in suites:
        raise NotScored(f"the suite {record.suite[:40]!r} is not known here")
    if not record.steps_digest:
        raise NotScored("its steps were not kept")
    steps = folder.steps(record.id)
    if digest_of(steps) != record.steps_digest:
        raise Contradiction("its steps are not those that it was recorded with")
    return suites[record.suite](record, steps)


def _told(record: EpisodeRecord) -> str:
    return f"{record.outcome}: {record.why}" if record.why else record.outcome
