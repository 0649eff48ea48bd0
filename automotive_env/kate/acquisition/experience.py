"""What agents did right in a run: every episode is scored again before anything is learnt from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from automotive_env.kate.acquisition.episodes import entries_of, split_of_task, start_of
from automotive_env.kate.acquisition.gold import other_starts
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.records.verification import verify
from automotive_env.suites.splits import Split
from automotive_env.suites.suite import Selection, Suite


@dataclass
class SkippedEpisodes:
    """Episodes from which nothing was learnt, by why."""

    failed: int = 0
    not_verified: list[str] = field(default_factory=list)
    other_split: int = 0
    other_start: int = 0

    def __str__(self) -> str:
        """One line."""
        doubtful = f" ({', '.join(self.not_verified[:3])})" if self.not_verified else ""
        told = f"{self.failed} episodes did not pass, {len(self.not_verified)} did not pass again from their records{doubtful}"
        return f"left out: {told}, {self.other_split} are of another split, {self.other_start} begin as one of another split does"


def experience(
    folder: RunFolder, suite: Suite, split: Split | None, left_out: SkippedEpisodes
) -> Iterator[tuple[KnowledgeEntry, ...]]:
    """The entries of each episode that passed and whose records make the same verdict again, in the order in which they ended.

    Args:
        folder: of the run.
        suite: that it played.
        split: of the tasks that are learnt from, without those that begin as one of another split does; None for all.
        left_out: what is left out is counted here.

    Raises:
        UsageError: the run cannot be read.
    """
    for record in right_episodes(folder, suite, split, left_out):
        yield entries_of(record, folder.steps(record.id), record.id)


def right_episodes(folder: RunFolder, suite: Suite, split: Split | None, left_out: SkippedEpisodes) -> Iterator[EpisodeRecord]:
    """The episodes that passed and whose records make the same verdict again; see `experience`.

    Raises:
        UsageError: the run cannot be read.
    """

    @cache
    def elsewhere(split: Split) -> frozenset[str]:
        return other_starts(suite, Selection(), split, suite.plan(Selection()))

    result = verify(folder, {suite.name: suite.rescore})
    doubtful = {one.id for one in result.different} | {one.id for one in result.not_scored}
    for record in folder.episodes():
        if not record.success:
            left_out.failed += 1
        elif record.id in doubtful:
            left_out.not_verified.append(record.id)
        elif split and split_of_task(record.task) != split:
            left_out.other_split += 1
        elif split and (start := start_of(record)) != record.instance and start in elsewhere(split):
            left_out.other_start += 1
        else:
            yield record
