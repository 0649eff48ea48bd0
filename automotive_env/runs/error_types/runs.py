"""The types of error of the episodes of runs, read from their steps once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from automotive_env.errors import UsageError
from automotive_env.runs.error_types.rule import ErrorType, error_type
from automotive_env.runs.index.episode_index import EpisodeIndex
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord, StepRecord

ErrorTypeOf: TypeAlias = Callable[[EpisodeRecord], ErrorType | None]
"""The primary type of error of an episode; None where it has none, see `error_type`."""


class RunErrorTypes:
    """Tells the type of error of an episode of some runs; see `ErrorTypeOf`.

    Episodes are told apart by their ids and the digests of their steps, since the same episode may stand in several runs.
    """

    def __init__(self, folders: Iterable[RunFolder]) -> None:
        self._folders = list(folders)
        self._episodes: list[EpisodeIndex] = []
        self._found: dict[tuple[str, str], ErrorType | None] = {}

    def __call__(self, record: EpisodeRecord) -> ErrorType | None:
        """The type of error of an episode; None as well where its steps are damaged or gone.

        Raises:
            UsageError: the records of a run cannot be read.
        """
        if record.success or record.interrupted or not record.steps_digest:
            return None
        key = record.id, record.steps_digest
        if key not in self._found:
            self._found[key] = self._read(record)
        return self._found[key]

    def read(self, record: EpisodeRecord, steps: Sequence[StepRecord]) -> None:
        """Note the type of an episode whose steps somebody has read, so that they are not read again."""
        self._found[record.id, record.steps_digest] = error_type(record, steps)

    def _read(self, record: EpisodeRecord) -> ErrorType | None:
        folder = self._folders[0] if len(self._folders) == 1 else self._folder_of(record)
        try:
            return error_type(record, folder.steps(record.id)) if folder else None
        except UsageError:  # `verify` names damaged steps
            return None

    def _folder_of(self, record: EpisodeRecord) -> RunFolder | None:
        """The run that an episode is of."""
        self._episodes = self._episodes or [EpisodeIndex(folder) for folder in self._folders]
        for episodes in self._episodes:
            found = episodes.get(record.id)
            if found and found.steps_digest == record.steps_digest:
                return episodes.folder
        return None
