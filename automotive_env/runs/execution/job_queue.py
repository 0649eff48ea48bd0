"""The episodes that are left to play, and which of them may be played together after a worker was lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice

import anyio

from automotive_env.runs.execution.job import EpisodeJob

AHEAD = 64
"""Jobs at the head of the line among which a worker is given the one that suits it best."""
FATAL = 3
"""Workers that an episode has to end, playing alone in each, before it is blamed: something else may have ended one or two."""
UNBOUNDED = 2**31
"""Episodes that are played together, where nothing speaks against any number."""


@dataclass(eq=False, slots=True)
class QueuedJob:
    """A job, and how often a worker was lost that played it alone.

    Attributes:
        job: what is to be played.
        id: of the episode.
        ended: workers that were lost while they played nothing else.
        company: how many episodes may be played in a worker together with it, itself counted.
    """

    job: EpisodeJob
    id: str
    ended: int = 0
    company: int = UNBOUNDED


class JobQueue:
    """Jobs in the order of the plan, by and large: a worker that has played an instance gets its other episodes, too.

    What it has laid out for one, such as the streets of a town, is there for the next.

    When a worker is lost, any of the episodes that it was playing may be the reason. They are played again, half as many at a
    time for each time that this happens, until the one that ends its worker is alone with it.
    """

    def __init__(self, jobs: Iterable[EpisodeJob]) -> None:
        self._waiting = deque(QueuedJob(job, job.id) for job in jobs)
        self._open = len(self._waiting)
        self._is_closed = False
        self._changed = anyio.Event()
        self._home: dict[str, int] = {}

    @property
    def open(self) -> int:
        """Jobs that are waiting or being played."""
        return self._open

    @property
    def waiting(self) -> int:
        """Jobs that nobody plays."""
        return len(self._waiting)

    async def take(self, played: Collection[QueuedJob], worker: int = 0) -> QueuedJob | None:
        """The next job that a worker may play together with those that it plays, once there is one; None when all are closed."""
        while self._open:
            if entry := self._best(played, worker):
                self._waiting.remove(entry)
                self._home.setdefault(entry.job.item.instance, worker)
                return entry
            await self._changed.wait()
        return None

    def _best(self, played: Collection[QueuedJob], worker: int) -> QueuedJob | None:
        """Of the first jobs that may be played together with others, the one that suits a worker best."""
        room = min((entry.company for entry in played), default=UNBOUNDED)
        best, least = None, 3
        for entry in islice((one for one in self._waiting if len(played) < min(room, one.company)), AHEAD):
            strangeness = self._strangeness(entry, worker)
            if strangeness < least:
                best, least = entry, strangeness
            if not least:
                break
        return best

    def _strangeness(self, entry: QueuedJob, worker: int) -> int:
        """0 where the worker has played the instance, 1 where nobody has, 2 where another one has."""
        home = self._home.get(entry.job.item.instance)
        return 1 if home is None else 0 if home == worker else 2

    def close_all(self) -> None:
        """Nothing is handed out any more, also of what is given back."""
        self._is_closed = True
        self._open -= len(self._waiting)
        self._waiting.clear()
        self._notify()

    def close(self, entry: QueuedJob) -> None:
        """A job need not be played any more."""
        self._open -= 1
        self._notify()

    def give_back(self, entries: Collection[QueuedJob]) -> list[QueuedJob]:
        """Jobs that were lost with a worker are played again, before all others; returns the one that has ended too many."""
        for entry in entries:
            entry.ended += len(entries) == 1
            entry.company = max(1, len(entries) // 2)
        guilty = [entry for entry in entries if entry.ended >= FATAL]
        self._waiting.extendleft(entry for entry in reversed(list(entries)) if entry not in guilty)
        if self._is_closed:
            self.close_all()
        self._notify()
        return guilty

    def _notify(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
