"""Playing in this process: several episodes at a time, each with a car and an agent of its own."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from anyio import to_thread

from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.slot import WorkerResources, WorkerSlot, take_controller
from automotive_env.runs.execution.worker import MissingSignals, StartWorker, Worker
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.suites.suite import PlanItem

COLLECT_EVERY = 1_000
"""Episodes after which what refers to itself is looked for, 30 KB of each; to look takes as long as 20 episodes do."""


class LocalWorker:
    """The worker that this process is; see `automotive_env.runs.execution.worker.Worker`."""

    def __init__(self, crew: WorkerResources, slots: int = 1) -> None:
        self.slots = slots
        self.goes_ahead = False
        self._crew = crew
        self._played = 0
        self._slots = [WorkerSlot(number, crew) for number in range(slots)]
        allow_threads(slots)

    async def make_ready(self, slot: int) -> None:
        """Have a car in good order."""
        await self._slots[slot].make_ready()

    async def play(self, slot: int, job: EpisodeJob) -> EncodedEpisode:
        """Play an episode."""
        episode = await self._slots[slot].play(job)
        self._played += 1
        if self._played % COLLECT_EVERY == 0:
            gc.collect()
        return episode

    async def missing(self, items: Sequence[PlanItem]) -> MissingSignals:
        """The tasks that its cars cannot play."""
        car = await take_controller(self._crew.pool, 0)
        try:
            return await to_thread.run_sync(self._crew.suite.lacking, items, car)
        finally:
            await to_thread.run_sync(car.close)


def allow_threads(slots: int) -> None:
    """Let each slot wait for its device in a thread, and encode pictures in another, however many there are."""
    limiter = to_thread.current_default_thread_limiter()
    limiter.total_tokens = max(limiter.total_tokens, 2 * slots)


def local_worker(worker: Worker) -> StartWorker:
    """The worker of a run that is played in this process."""

    @asynccontextmanager
    async def start(number: int) -> AsyncIterator[Worker]:
        yield worker

    return start
