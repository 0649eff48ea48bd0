"""Jobs in the background of a device, and its process ids."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, cast

from automotive_env.emulator.virtual.shell.state import ShellFault

MAX_JOBS = 64
"""Jobs that may run at once on a device."""
_FIRST = 4100
"""Process id of the first shell; those of apps are lower."""


class Job(NamedTuple):
    """One job, and the id of the user who runs it."""

    task: asyncio.Task[int]
    uid: int


class Jobs:
    """What runs in the background of one device."""

    def __init__(self) -> None:
        self.running: dict[int, Job] = {}
        self._next = _FIRST

    def new_id(self) -> int:
        """A process id."""
        self._next += 1
        return self._next

    def start(self, work: Coroutine[Any, Any, int], done: Callable[[], None], uid: int) -> int:
        """Start a job; returns its process id. `done` is called at its end.

        Raises:
            ShellFault: too many are running.
        """
        if len(self.running) >= MAX_JOBS:
            work.close()
            done()
            raise ShellFault("can't fork - try again")
        pid = self.new_id()
        task = asyncio.create_task(work)
        self.running[pid] = Job(task, uid)
        task.add_done_callback(lambda task: self._ended(pid, task, done))
        return pid

    def _ended(self, pid: int, task: asyncio.Task[int], done: Callable[[], None]) -> None:
        if not task.cancelled():
            task.exception()  # a job whose budget is exhausted ends without a word
        if pid in self.running and self.running[pid].task is task:
            del self.running[pid]
        done()

    def stop(self, pid: int) -> bool:
        """Cancel a job; whether there is one."""
        job = self.running.get(pid)
        return bool(job and job.task.cancel())

    async def wait(self, pid: int) -> int:
        """Wait for a job; returns its status, 127 where there is none and 143 where it was stopped."""
        job = self.running.get(pid)
        if not job:
            return 127
        await asyncio.wait([job.task])
        return 143 if job.task.cancelled() else 137 if job.task.exception() else job.task.result()

    def save(self) -> object:
        """The last process id that was given."""
        return self._next

    def load(self, saved: object) -> None:
        """Count on from there; all jobs end."""
        for job in self.running.values():
            job.task.cancel()
        self.running.clear()
        self._next = cast("int", saved)
