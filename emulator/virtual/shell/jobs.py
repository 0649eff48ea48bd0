"""Jobs in the background of a device, and its process ids."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from automotive_env.emulator.virtual.shell.state import ShellFault

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

MOST = 64
"""Jobs that may run at once."""
_FIRST = 4100
"""Process id of the first shell; those of apps are lower."""


class Jobs:
    """What runs in the background of one device."""

    def __init__(self) -> None:
        self.running: dict[int, asyncio.Task[int]] = {}
        self._next = _FIRST

    def new_id(self) -> int:
        """A process id."""
        self._next += 1
        return self._next

    def start(self, work: Coroutine[Any, Any, int], done: Callable[[], None]) -> int:
        """Start a job; returns its process id. `done` is called at its end.

        Raises:
            ShellFault: too many are running.
        """
        if len(self.running) >= MOST:
            work.close()
            done()
            raise ShellFault("can't fork - try again")
        pid = self.new_id()
        task = self.running[pid] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._ended(pid, done))
        return pid

    def _ended(self, pid: int, done: Callable[[], None]) -> None:
        self.running.pop(pid, None)
        done()

    def stop(self, pid: int) -> bool:
        """Cancel a job; whether there is one."""
        task = self.running.get(pid)
        return bool(task and task.cancel())

    async def wait(self, pid: int) -> int:
        """Wait for a job; returns its status, 127 where there is none and 143 where it was stopped."""
        task = self.running.get(pid)
        if not task:
            return 127
        await asyncio.wait([task])
        return 143 if task.cancelled() else task.result()


_JOBS: WeakKeyDictionary[VirtualDevice, Jobs] = WeakKeyDictionary()


def jobs_of(device: VirtualDevice) -> Jobs:
    """The jobs of a device."""
    return _JOBS.setdefault(device, Jobs()) if device not in _JOBS else _JOBS[device]
