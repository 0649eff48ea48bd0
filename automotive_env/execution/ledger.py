"""What a run has recorded so far: every finished episode is on the disk before anybody hears of it."""

from __future__ import annotations

from collections.abc import Callable

import anyio
from anyio import to_thread

from automotive_env.errors import EnvironmentFault
from automotive_env.execution.job import Job
from automotive_env.results.encoded import EncodedEpisode
from automotive_env.results.folder import RunFolder
from automotive_env.results.records import EpisodeRecord


class Ledger:
    """Records episodes, in the one process that owns the run folder; what it costs does not grow with their number."""

    def __init__(
        self,
        folder: RunFolder,
        *,
        started: Callable[[Job], None] = lambda job: None,
        finished: Callable[[EpisodeRecord], None] = lambda record: None,
    ) -> None:
        """Begin.

        Args:
            folder: where records go.
            started: told of each episode that begins.
            finished: told of each that is recorded.
        """
        self._folder = folder
        self.started = started
        self._finished = finished
        self._writing = anyio.Lock()

    async def record(self, job: Job, episode: EncodedEpisode) -> None:
        """Record a finished episode, one at a time and in a thread: to wait for the disk takes as long as a short episode.

        Raises:
            EnvironmentFault: it is another one than was to be played.
            RecordsFault: the run folder cannot be written.
        """
        record = episode.record
        if record.id != job.id:
            raise EnvironmentFault(f"the suite {record.suite} recorded {record.id} in place of {job.id}")
        async with self._writing:
            await to_thread.run_sync(self._folder.add_encoded, episode)
        self._finished(record)
