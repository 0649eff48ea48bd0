"""Playing in processes of their own, each with its cars and its adb server, on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import anyio

from automotive_env.runs.execution.job import EpisodeJob
from automotive_env.runs.execution.link import WorkerCall, WorkerMethod, WorkerReady, WorkerReply
from automotive_env.runs.execution.model_watch import ModelAvailability, ModelWatch
from automotive_env.runs.execution.process_link import ProcessLink
from automotive_env.runs.execution.setup import WorkerSetup
from automotive_env.runs.execution.spares import PrestartedProcesses
from automotive_env.runs.execution.worker import MissingSignals, StartWorker, Worker, WorkerLost
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.suites.suite import PlanItem


def process_workers(setup: WorkerSetup, watch: ModelWatch, spares: PrestartedProcesses) -> StartWorker:
    """Workers that are processes.

    Args:
        setup: what they are told.
        watch: told what a worker has to say of its model.
        spares: processes that have been started for them.
    """

    @asynccontextmanager
    async def start(number: int) -> AsyncIterator[Worker]:
        watch.begins()
        link = await spares.take()
        try:
            async with anyio.create_task_group() as group:
                worker = ProcessWorker(link, setup)
                group.start_soon(worker.listen, lambda news: watch(number, news))
                try:
                    await worker.begin()
                    yield worker
                finally:
                    watch.ended(number)
                    group.cancel_scope.cancel()
        finally:
            with anyio.CancelScope(shield=True):
                await link.close()

    return start


class ProcessWorker:
    """A worker that is a process; see `automotive_env.runs.execution.worker.Worker`."""

    def __init__(self, link: ProcessLink, setup: WorkerSetup) -> None:
        self.slots = setup.options.concurrency
        self.goes_ahead = True
        self._link = link
        self._setup = setup
        self._numbers = count(1)
        self._waiting: dict[int, _Answer] = {0: _Answer()}
        self._lost: WorkerLost | None = None

    async def begin(self) -> None:
        """Tell it what the run is, and wait until it can play.

        Raises:
            AutomotiveEnvError: it cannot.
        """
        await self._link.send(self._setup)
        await self._waiting[0].get()

    async def make_ready(self, slot: int) -> None:
        """Have a car in good order."""
        if not self._setup.has_sound_cars:
            await self._call("make_ready", slot)

    async def play(self, slot: int, job: EpisodeJob) -> EncodedEpisode:
        """Play an episode."""
        episode: EncodedEpisode = await self._call("play", slot, job.item, job.player.key)
        return episode

    async def missing(self, items: Sequence[PlanItem]) -> MissingSignals:
        """The tasks that its cars cannot play."""
        missing: MissingSignals = await self._call("missing", items)
        return missing

    async def listen(self, heard: Callable[[ModelAvailability], None]) -> None:
        """Hear what it says, until it ends; then all that is waited for is lost."""
        try:
            while True:
                match await self._link.next():
                    case ModelAvailability() as news:
                        heard(news)
                    case WorkerReady(fault):
                        self._waiting[0].set(None, fault)
                    case WorkerReply(number, value, fault):
                        self._waiting.pop(number).set(value, fault)
        except WorkerLost as lost:
            self._lost = lost
            for answer in self._waiting.values():
                answer.set(None, self._lost)

    async def _call(self, method: WorkerMethod, *arguments: Any) -> Any:
        number = next(self._numbers)
        answer = self._waiting[number] = _Answer()
        await self._link.send(WorkerCall(number, method, arguments))
        if self._lost:
            raise self._lost
        return await answer.get()


class _Answer:
    """What is waited for."""

    def __init__(self) -> None:
        self._come = anyio.Event()
        self._value: Any = None
        self._fault: Exception | None = None

    def set(self, value: Any, fault: Exception | None) -> None:
        self._value, self._fault = value, fault
        self._come.set()

    async def get(self) -> Any:
        await self._come.wait()
        if self._fault:
            raise self._fault
        return self._value
