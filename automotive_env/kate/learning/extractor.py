"""What an episode teaches: its trajectory, if it passed without harm and its records make that verdict again."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.errors import UsageError
from automotive_env.kate.acquisition.episodes import entries_of, split_of_task
from automotive_env.kate.acquisition.gold import other_starts
from automotive_env.kate.activation.options import LearningSource
from automotive_env.kate.knowledge.entry import KnowledgeEntry
from automotive_env.runs.records.records import EpisodeRecord, StepRecord
from automotive_env.suites.suite import PlanItem, Selection, Suite


def may_teach(record: EpisodeRecord, learn: object) -> bool:
    """Whether an episode may teach, as far as its record says: it passed without harm, and "train" allows its split."""
    return record.success and not record.harm and (learn != "train" or split_of_task(record.task) == "train")


class KnowledgeExtractor:
    """Makes entries of knowledge out of episodes.

    Of "train" only tasks of that split teach, and none that begins as one of another split does; in a "stream" all do.
    """

    def __init__(self, suite: Suite, learn: LearningSource, selection: Selection, items: Sequence[PlanItem]) -> None:
        """Prepare.

        Args:
            suite: what is played; it scores again.
            learn: which episodes teach.
            selection: of the run.
            items: its plan.

        Raises:
            UsageError: nothing in the plan may teach.
        """
        if learn == "train" and not any(split_of_task(item.task) == "train" for item in items):
            raise UsageError("--learn train needs tasks of the training split; choose some, or give --learn stream")
        self._suite, self._learn = suite, learn
        self._elsewhere = other_starts(suite, selection, "train", items) if learn == "train" else frozenset()

    def entries(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> tuple[KnowledgeEntry, ...]:
        """What an episode teaches, a trajectory for each turn of the user's; nothing where it must not.

        Args:
            record: of the episode.
            steps: all of them.
        """
        if not may_teach(record, self._learn) or not steps:
            return ()
        kept = EpisodeRecord.model_validate_json(record.line())
        try:
            if self._suite.rescore(kept, steps) != kept:
                return ()
        except Exception:  # a contradiction, or whatever a suite of another package raises: it is not verified
            return ()
        return tuple(entry for entry in entries_of(kept, steps, record.id) if entry.start not in self._elsewhere)
