"""`python -m automotive_env.runs.execution.worker_process`: a worker, told by the pipes that its run has opened what to do.

It ends when its run closes the pipe or is killed.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
import warnings
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, BinaryIO

import anyio

from automotive_env.errors import AgentFault, AutomotiveEnvError
from automotive_env.plugins.registry import PluginWarning
from automotive_env.runs.execution.garbage_collection import collect_seldom
from automotive_env.runs.execution.link import (
    DrawnInstances,
    DrawRequest,
    ProcessLoaded,
    WorkerCall,
    WorkerReady,
    WorkerReply,
    encoded,
    read_message,
)
from automotive_env.runs.execution.setup import RemoteWorker, WorkerSetup, answer, set_up
from automotive_env.suites.registry import find_suite
from automotive_env.text.output import prepare_output

GRACE = 10.0
"""Seconds that a worker has to end what it has started, when its run is gone."""


class WorkerPipes:
    """The pipes to the run."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._calls: asyncio.Queue[WorkerCall | None] = asyncio.Queue()
        self._lock = threading.Lock()

    def read(self) -> Any:
        """The next message; waits for it."""
        return read_message(self._incoming)

    def send(self, message: object) -> None:
        """Send a message; nothing happens where the run is gone."""
        with self._lock, suppress(OSError):
            self._outgoing.write(encoded(message))
            self._outgoing.flush()

    async def calls(self) -> AsyncIterator[WorkerCall]:
        """What is to be done, until the run is gone."""
        # A thread notices the end also while an agent keeps the event loop busy.
        threading.Thread(target=self._listen, args=(asyncio.get_running_loop(),), daemon=True).start()
        while call := await self._calls.get():
            yield call

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(EOFError):
            while True:
                loop.call_soon_threadsafe(self._calls.put_nowait, self.read())
        loop.call_soon_threadsafe(self._calls.put_nowait, None)
        time.sleep(GRACE)
        os._exit(1)


async def serve(setup: WorkerSetup, pipes: WorkerPipes) -> None:
    """Play what the run asks for."""
    try:
        async with (
            set_up(setup, pipes.send) as worker,
            anyio.create_task_group() as group,
        ):
            collect_seldom()
            pipes.send(WorkerReady())
            async for call in pipes.calls():
                group.start_soon(_answer, worker, call, pipes)
            group.cancel_scope.cancel()
    except AutomotiveEnvError as fault:
        pipes.send(WorkerReady(fault))


async def _answer(worker: RemoteWorker, call: WorkerCall, pipes: WorkerPipes) -> None:
    try:
        reply = await answer(worker, call)
    except anyio.get_cancelled_exc_class():
        pipes.send(WorkerReply(call.number, fault=AgentFault("an episode was not recorded: something in it was cancelled")))
        raise
    pipes.send(reply)


def main() -> None:
    """Serve the run whose pipes are stdin and stdout; what agents and models print goes to stderr."""
    pipes = WorkerPipes(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(sys.stderr.fileno() if sys.stderr else nothing, 1)
    prepare_output()
    warnings.simplefilter("ignore", PluginWarning)  # the run has given them
    with suppress(EOFError):
        pipes.send(ProcessLoaded())
        while isinstance(told := pipes.read(), DrawRequest):
            pipes.send(_drawn(told))
        anyio.run(serve, told, pipes)


def _drawn(asked: DrawRequest) -> DrawnInstances:
    """What drafts make; the run draws itself what cannot be drawn, and says why."""
    try:
        suite = find_suite(asked.suite)
        return DrawnInstances([suite.draw(draft) for draft in asked.drafts])
    except Exception:
        return DrawnInstances(None)


if __name__ == "__main__":
    main()
