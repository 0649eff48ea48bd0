"""Playing in processes of their own, each with its cars and its adb server, on this machine."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

import anyio
from anyio.abc import ByteSendStream, Process
from anyio.streams.buffered import BufferedByteReceiveStream

from automotive_env.errors import UsageError
from automotive_env.execution.job import Job
from automotive_env.execution.link import LENGTH, Call, Method, Ready, Reply, decoded, encoded
from automotive_env.execution.model_watch import ModelNews
from automotive_env.execution.setup import Setup
from automotive_env.execution.worker import Missing, StartWorker, Worker, WorkerLost
from automotive_env.execution.worker_process import GRACE
from automotive_env.results.encoded import EncodedEpisode
from automotive_env.suite import Item

PROGRAM = "automotive_env.execution.worker_process"


def process_workers(setup: Setup, heard: Callable[[int, ModelNews], None]) -> StartWorker:
    """Workers that are processes.

    Args:
        setup: what they are told.
        heard: told what a worker has to say of its model.
    """

    @asynccontextmanager
    async def start(number: int) -> AsyncIterator[Worker]:
        async with _process() as process, anyio.create_task_group() as group:
            worker = ProcessWorker(process, setup.options.concurrency)
            group.start_soon(worker.listen, lambda news: heard(number, news))
            try:
                await worker.begin(setup)
                yield worker
            finally:
                heard(number, ModelNews())
                group.cancel_scope.cancel()

    return start


@asynccontextmanager
async def _process() -> AsyncIterator[Process]:
    """A process that ends with the block; it finds the modules that this one finds."""
    found = os.pathsep.join(path or os.getcwd() for path in sys.path)
    command = [sys.executable, "-P", "-m", PROGRAM]
    # A session of its own, so that Ctrl-C reaches the run only, which ends its workers in good order.
    process = await anyio.open_process(command, stderr=None, env={**os.environ, "PYTHONPATH": found}, start_new_session=True)
    try:
        yield process
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process)


async def _end(process: Process) -> None:
    """Close its pipe, upon which it ends what it has started, and wait for it."""
    assert process.stdin
    with suppress(OSError, anyio.BrokenResourceError):
        await process.stdin.aclose()
    with anyio.move_on_after(GRACE):
        await process.wait()
    if process.returncode is None:
        process.kill()
    await process.aclose()


class ProcessWorker:
    """A worker that is a process; see `automotive_env.execution.worker.Worker`."""

    def __init__(self, process: Process, slots: int) -> None:
        assert process.stdin
        assert process.stdout
        self.slots = slots
        self.goes_ahead = True
        self._process = process
        self._to: ByteSendStream = process.stdin
        self._from = BufferedByteReceiveStream(process.stdout)
        self._sending = anyio.Lock()
        self._numbers = count(1)
        self._waiting: dict[int, _Answer] = {0: _Answer()}
        self._lost: WorkerLost | None = None

    async def begin(self, setup: Setup) -> None:
        """Tell it what the run is, and wait until it can play.

        Raises:
            AutomotiveEnvError: it cannot.
        """
        await self._send(setup)
        await self._waiting[0].get()

    async def make_ready(self, slot: int) -> None:
        """Have a car in good order."""
        await self._call("make_ready", slot)

    async def play(self, slot: int, job: Job) -> EncodedEpisode:
        """Play an episode."""
        episode: EncodedEpisode = await self._call("play", slot, job.item, job.player.key)
        return episode

    async def missing(self, items: Sequence[Item]) -> Missing:
        """The tasks that its cars cannot play."""
        missing: Missing = await self._call("missing", items)
        return missing

    async def listen(self, heard: Callable[[ModelNews], None]) -> None:
        """Hear what it says, until it ends; then all that is waited for is lost."""
        try:
            while True:
                match await self._next():
                    case ModelNews() as news:
                        heard(news)
                    case Ready(fault):
                        self._waiting[0].set(None, fault)
                    case Reply(number, value, fault):
                        self._waiting.pop(number).set(value, fault)
        except (anyio.IncompleteRead, anyio.EndOfStream, anyio.BrokenResourceError):
            self._lost = WorkerLost(f"a worker ended: {_status(await self._process.wait())}")
            for answer in self._waiting.values():
                answer.set(None, self._lost)

    async def _next(self) -> Any:
        size = int.from_bytes(await self._from.receive_exactly(LENGTH))
        return decoded(await self._from.receive_exactly(size))

    async def _call(self, method: Method, *arguments: Any) -> Any:
        number = next(self._numbers)
        answer = self._waiting[number] = _Answer()
        await self._send(Call(number, method, arguments))
        if self._lost:
            raise self._lost
        return await answer.get()

    async def _send(self, message: object) -> None:
        try:
            data = encoded(message)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise UsageError(f"what is to be played cannot be told another process: {error}; leave --workers out") from None
        async with self._sending:
            with suppress(anyio.BrokenResourceError, OSError):  # `listen` hears that it has ended
                await self._to.send(data)


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


def _status(code: int) -> str:
    """How a process ended."""
    if code >= 0:
        return f"exit status {code}"
    with suppress(ValueError):
        return f"killed by {signal.Signals(-code).name}"
    return f"killed by signal {-code}"
