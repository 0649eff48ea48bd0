"""Giving the episodes of a plan to workers, and doing without those that are lost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

import anyio
from anyio.abc import TaskGroup
from anyio.lowlevel import checkpoint

from automotive_env.errors import AgentFault, EnvironmentFault
from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.job_queue import FATAL, JobQueue, QueuedJob
from automotive_env.runs.execution.ledger import EpisodeRecorder
from automotive_env.runs.execution.stop import StopToken
from automotive_env.runs.execution.ungrouped import ungrouped
from automotive_env.runs.execution.worker import StartWorker, Worker, WorkerLost
from automotive_env.runs.records.encoded import EncodedEpisode

MAX_LOSSES = 10
"""Workers in a row that were lost before they finished an episode, after which no further one is started in their place."""
MAX_FAILED_STARTS = 3
"""The same, of workers that ended while they started."""

MAX_UNWRITTEN = 64
"""Finished episodes that wait to be written; where the disk is slower than the cars, these wait for it."""

BlameWorker: TypeAlias = Callable[[EpisodeJob, str], Awaitable[EncodedEpisode]]
"""Makes the record of an episode that the environment failed, for a reason."""


@dataclass(slots=True)
class _Life:
    """What one worker has done so far.

    Attributes:
        worker: its number.
        started: whether it could be given something to play.
        finished: episodes that it has finished.
        playing: those that it is playing.
    """

    worker: int
    started: bool = False
    finished: int = 0
    playing: list[QueuedJob] = field(default_factory=list)


class Dispatcher:
    """Plays jobs on workers.

    A slot takes a job only when it has a car, so one whose car cannot be repaired leaves the jobs to the others.
    """

    def __init__(
        self,
        jobs: Sequence[EpisodeJob],
        start: StartWorker,
        ledger: EpisodeRecorder,
        blame: BlameWorker,
        stop: StopToken | None = None,
    ) -> None:
        """Begin.

        Args:
            jobs: what is to be played.
            start: starts a worker.
            ledger: records what was played.
            blame: for an episode that ends every worker which plays it.
            stop: asks to finish what is being played, and to begin nothing else.
        """
        self._queue = JobQueue(jobs)
        self._jobs = len(jobs)
        self._start = start
        self._ledger = ledger
        self._blame = blame
        self._stop = stop or StopToken()
        self._recorded = 0
        self._unwritten = anyio.Semaphore(MAX_UNWRITTEN)
        self._faults: list[EnvironmentFault] = []

    async def play(self, workers: int) -> None:
        """Play all jobs, each once; where the run is asked to stop, those that have begun.

        Raises:
            AgentFault: an episode was cancelled from within.
            ModelFault: the model was down for longer than it is waited for.
            EnvironmentFault: no worker has a car any more.
            RecordsFault: the run folder cannot be written.
        """
        with ungrouped(WorkerLost):
            async with anyio.create_task_group() as group:
                self._stop.when_asked = partial(self._close_all, group)
                if self._stop.reason:
                    self._close_all(group)
                for number in range(min(workers, self._jobs)):
                    group.start_soon(self._employ, number, group)
        if self._faults and self._queue.waiting:
            raise self._faults[0]
        if self._recorded < self._jobs and not self._stop.reason:
            raise AgentFault(f"{self._jobs - self._recorded} episodes were not recorded: something in them cancelled itself")

    async def _employ(self, number: int, group: TaskGroup) -> None:
        """Let a worker play, and another one in its place as often as it is lost."""
        losses = 0
        while self._queue.open:
            life = _Life(number)
            try:
                with ungrouped(WorkerLost):
                    await self._live(number, life, group)
                return
            except EnvironmentFault as fault:
                if life.started:
                    raise
                self._faults.append(fault)
                return
            except WorkerLost as lost:
                losses = 0 if life.finished else losses + 1
                await self._replay(life, str(lost), group)
                if losses >= (MAX_LOSSES if life.started else MAX_FAILED_STARTS):
                    self._faults.append(EnvironmentFault(f"{losses} workers in a row failed: {lost}"))
                    return

    async def _live(self, number: int, life: _Life, run: TaskGroup) -> None:
        """Let one worker play until nothing is left or it is lost."""
        async with self._start(number) as worker, anyio.create_task_group() as group:
            life.started = True
            for slot in range(min(worker.slots, self._jobs)):
                group.start_soon(self._fill, worker, slot, life, group, run)

    async def _fill(self, worker: Worker, slot: int, life: _Life, group: TaskGroup, run: TaskGroup) -> None:
        """Let a slot play one episode after the other."""
        while self._queue.open:
            await checkpoint()  # for signals: an episode need not wait for anything
            try:
                await worker.make_ready(slot)
            except EnvironmentFault as fault:
                self._faults.append(fault)
                return
            entry = await self._queue.take(life.playing, life.worker)
            if entry is None:
                return
            life.playing.append(entry)
            self._ledger.started(entry.job)
            try:
                episode = await worker.play(slot, entry.job)
            except anyio.get_cancelled_exc_class():
                if not group.cancel_scope.cancel_called:  # the worker is still there: the episode has cancelled itself
                    life.playing.remove(entry)
                    self._queue.close(entry)
                raise
            life.playing.remove(entry)
            life.finished += 1
            self._ledger.played(episode.record)
            if worker.goes_ahead:
                with anyio.CancelScope(shield=True):  # it is finished, whatever becomes of its worker
                    await self._unwritten.acquire()
                run.start_soon(self._record, entry, episode, run)
            else:
                await self._write(entry, episode, run)

    async def _record(self, entry: QueuedJob, episode: EncodedEpisode, run: TaskGroup) -> None:
        """Record an episode while its slot plays the next one."""
        try:
            await self._write(entry, episode, run, gathered=True)
        finally:
            self._unwritten.release()

    async def _write(self, entry: QueuedJob, episode: EncodedEpisode, run: TaskGroup, *, gathered: bool = False) -> None:
        await self._ledger.record(entry.job, episode, gathered=gathered)
        self._recorded += 1
        self._queue.close(entry)
        self._end(run)

    async def _replay(self, life: _Life, why: str, run: TaskGroup) -> None:
        """Have played again what was lost with a worker; an episode that has ended too many is the environment's failure."""
        for entry in self._queue.give_back(life.playing):
            episode = await self._blame(entry.job, f"{why}, for the {FATAL}rd time in this episode")
            await self._write(entry, episode, run)

    def _close_all(self, run: TaskGroup) -> None:
        self._queue.close_all()
        self._end(run)

    def _end(self, run: TaskGroup) -> None:
        if not self._queue.open:
            run.cancel_scope.cancel()  # a slot that still waits for a car is not needed
