"""A run whose agents are people: its pages are served while it goes on."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import Any

import anyio
import uvicorn

from automotive_env.agents.options import Modality
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import FinishedRun, RunListener
from automotive_env.runs.execution.run import run as run_all
from automotive_env.runs.execution.worker import StartWorker
from automotive_env.serving.app import HOSTS
from automotive_env.serving.page_server import ADDRESS, configuration, listen
from automotive_env.serving.people.app import make_app
from automotive_env.serving.people.executor import PeopleExecutor
from automotive_env.serving.people.tester import HumanTester

EVERY_ADDRESS = ""
"""What a socket binds to that is to be reached from other machines."""
SEEN: tuple[Modality, ...] = ("screenshot", "sensors", "windscreen")
"""What a page shows."""
GOODBYE_SECONDS = 1.0
"""For which pages can be told that all is done before the server ends."""


class _Server(uvicorn.Server):
    """A server that leaves signals to the run."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


async def sit(
    options: ResolvedOptions,
    people: PeopleExecutor,
    watcher: RunListener,
    *,
    port: int,
    lan: bool,
    ready: Callable[[Sequence[str]], None],
) -> FinishedRun:
    """Carry out a run that people play.

    Args:
        options: of the run, without what people see.
        people: who plays.
        watcher: follows the run.
        port: 1 to 65535, or 0 for any that is free.
        lan: whether other machines may open the pages.
        ready: told the addresses of the pages, one for each person.

    Raises:
        UsageError: something was asked for that does not exist, or the port cannot be used.
        EnvironmentFault: the backend cannot be started.
        RecordsFault: the run folder cannot be written; the run can be resumed.
    """
    options = options if options.resume else replace(options, see=SEEN)
    host = own_address() if lan else ADDRESS
    with listen(port, EVERY_ADDRESS if lan else ADDRESS) as listener:
        number = listener.getsockname()[1]

        def opened(*asked: Any) -> StartWorker:
            executor = people.open(*asked)
            ready([f"http://{host}:{number}/{tester.token}/" for tester in people.testers])
            return executor

        async with _serving(people.testers, listener, [*HOSTS, host]):
            try:
                return await run_all(options, watcher, opened)
            finally:
                for tester in people.testers:
                    tester.show("over")
                with anyio.move_on_after(GOODBYE_SECONDS, shield=True):
                    await anyio.sleep(GOODBYE_SECONDS / 4)


@asynccontextmanager
async def _serving(testers: Sequence[HumanTester], listener: socket.socket, hosts: Sequence[str]) -> AsyncIterator[None]:
    server = _Server(configuration(make_app(testers, hosts)))
    serving = asyncio.create_task(server.serve([listener]))  # uvicorn is of asyncio; a task group would wrap the run's faults
    try:
        yield
    finally:
        server.should_exit = True
        with anyio.CancelScope(shield=True):
            await serving


def own_address() -> str:
    """The address of this machine in its network, as the route to other machines has it; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address for documents, RFC 5737
        return str(probe.getsockname()[0])
    return ADDRESS
