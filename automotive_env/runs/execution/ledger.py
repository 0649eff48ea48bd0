"""What a run has recorded so far: every finished episode is on the disk before anybody hears of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import anyio
from anyio import to_thread

from automotive_env.errors import AutomotiveEnvError, EnvironmentFault
from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.runs.records.folder import RunFolder
from automotive_env.runs.records.records import EpisodeRecord

GATHER_SECONDS = 0.1
"""How long a finished episode waits for others to be written with it, where its slot plays on meanwhile."""


@dataclass(eq=False, slots=True)
class _Finished:
    """An episode that is to be recorded."""

    episode: EncodedEpisode
    is_written: bool = False
    fault: AutomotiveEnvError | None = None


class EpisodeRecorder:
    """Records episodes, in the one process that owns the run folder; what it costs does not grow with their number."""

    def __init__(
        self,
        folder: RunFolder,
        *,
        started: Callable[[EpisodeJob], None] = lambda job: None,
        played: Callable[[EpisodeRecord], None] = lambda record: None,
        finished: Callable[[EpisodeRecord], None] = lambda record: None,
        replied: Callable[[EncodedEpisode], None] = lambda episode: None,
    ) -> None:
        """Begin.

        Args:
            folder: where records go.
            started: told of each episode that begins.
            played: told of each that has been played, before its slot plays another one.
            finished: told of each that is recorded.
            replied: told of each that is recorded, with the replies of its model.
        """
        self._folder = folder
        self.started = started
        self.played = played
        self._finished = finished
        self._replied = replied
        self._writing = anyio.Lock()
        self._unwritten: list[_Finished] = []

    async def record(self, job: EpisodeJob, episode: EncodedEpisode, *, gathered: bool = False) -> None:
        """Record a finished episode in a thread: to wait for the disk takes as long as a short episode does.

        What ends while the disk is waited for is written together, and waits for it once.

        Args:
            job: what was to be played.
            episode: what was.
            gathered: whether to wait for others before, which is cheaper.

        Raises:
            EnvironmentFault: it is another one than was to be played.
            RecordsFault: the run folder cannot be written.
        """
        record = episode.record
        if record.id != job.id:
            raise EnvironmentFault(f"the suite {record.suite} recorded {record.id} in place of {job.id}")
        own = _Finished(episode)
        self._unwritten.append(own)
        async with self._writing:
            if not own.is_written:
                with anyio.CancelScope(shield=True):  # what is finished is written, whatever becomes of the run
                    await anyio.sleep(GATHER_SECONDS if gathered else 0)
                    together, self._unwritten = self._unwritten, []
                    await to_thread.run_sync(self._write, together)
        if own.fault:
            raise own.fault
        self._replied(episode)
        self._finished(record)

    def _write(self, together: Sequence[_Finished]) -> None:
        """Write episodes; which of them is said even where nobody waits for it any more."""
        try:
            self._folder.add_encoded(*(one.episode for one in together))
        except AutomotiveEnvError as fault:
            for one in together:
                one.fault = fault
        for one in together:
            one.is_written = True
