"""A process of this machine that plays episodes of a run, and the messages to it and from it."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import anyio
from anyio.abc import ByteSendStream, Process
from anyio.streams.buffered import BufferedByteReceiveStream

from automotive_env.errors import UsageError
from automotive_env.runs.execution.link import LENGTH, DrawnInstances, DrawRequest, ProcessLoaded, decoded, encoded
from automotive_env.runs.execution.worker import WorkerLost
from automotive_env.runs.execution.worker_process import GRACE
from automotive_env.suites.suite import PlanItem

PROGRAM = "automotive_env.runs.execution.worker_process"
# A session or, on Windows, a group of its own, so that Ctrl-C reaches the run only, which ends its workers in good order.
if sys.platform == "win32":
    GROUP_FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    GROUP_FLAGS = 0


class ProcessLink:
    """A process that has been started, and is to be closed."""

    def __init__(self, process: Process) -> None:
        """Use `start`."""
        assert process.stdin
        assert process.stdout
        self._process = process
        self._to: ByteSendStream = process.stdin
        self._from = BufferedByteReceiveStream(process.stdout)
        self._sending = anyio.Lock()
        self._size: int | None = None
        self._has_loaded = False

    @classmethod
    async def start(cls) -> ProcessLink:
        """Start a process, which finds the modules that this one finds."""
        found = os.pathsep.join(path or os.getcwd() for path in sys.path)
        command = [sys.executable, "-P", "-m", PROGRAM]
        environment = {**os.environ, "PYTHONPATH": found}
        process = await anyio.open_process(
            command, stderr=None, env=environment, start_new_session=True, creationflags=GROUP_FLAGS
        )
        return cls(process)

    async def send(self, message: object) -> None:
        """Tell it something; nothing happens where it has ended, which `next` tells.

        Raises:
            UsageError: another process cannot be told such a thing.
        """
        try:
            data = encoded(message)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise UsageError(f"what is to be played cannot be told another process: {error}; leave --workers out") from None
        async with self._sending:
            with suppress(anyio.BrokenResourceError, OSError):
                await self._to.send(data)

    async def next(self) -> Any:
        """What it says next; nothing is lost where the wait for it is cancelled.

        Raises:
            WorkerLost: it has ended.
        """
        try:
            if self._size is None:
                self._size = int.from_bytes(await self._from.receive_exactly(LENGTH))
            data = await self._from.receive_exactly(self._size)
        except (anyio.IncompleteRead, anyio.EndOfStream, anyio.BrokenResourceError):
            raise WorkerLost(f"a worker ended: {_status(await self._process.wait())}") from None
        self._size = None
        return decoded(data)

    async def loaded(self) -> None:
        """Wait until it has loaded the package, or has ended."""
        with suppress(WorkerLost):
            while not self._has_loaded:
                self._has_loaded = isinstance(await self.next(), ProcessLoaded)

    async def drawn(self, asked: DrawRequest) -> Sequence[PlanItem | None] | None:
        """What it draws; None where it cannot, or has ended."""
        await self.send(asked)
        with suppress(WorkerLost):
            match await self.next():
                case DrawnInstances(items):
                    return items
        return None

    async def close(self) -> None:
        """Close its pipe, upon which it ends what it has started, and wait for it."""
        with suppress(OSError, anyio.BrokenResourceError):
            await self._to.aclose()
        with anyio.move_on_after(GRACE):
            await self._process.wait()
        await self.kill()

    async def kill(self) -> None:
        """End it at once, as one that has nothing to tidy up."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.aclose()


def _status(code: int) -> str:
    """How a process ended."""
    if code >= 0:
        return f"exit status {code}"
    with suppress(ValueError):
        return f"killed by {signal.Signals(-code).name}"
    return f"killed by signal {-code}"
