"""Processes that are started when a run begins: they load the package and help to draw its plan, then they are workers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

from automotive_env.runs.execution.process_link import ProcessLink
from automotive_env.runs.execution.resolved_options import ResolvedOptions


class PrestartedProcesses:
    """Processes that have nothing to play yet.

    Attributes:
        waiting: those that are there.
    """

    def __init__(self) -> None:
        self.waiting: list[ProcessLink] = []

    async def start(self, options: ResolvedOptions, most: int) -> None:
        """Start as many as the run has workers on this machine, and at most so many."""
        if options.executor == "local" and options.workers > 1:
            for _ in range(min(options.workers, most)):
                self.waiting.append(await ProcessLink.start())

    async def take(self) -> ProcessLink:
        """One of them, or a new one; whoever takes it closes it."""
        return self.waiting.pop() if self.waiting else await ProcessLink.start()


@asynccontextmanager
async def open_spares() -> AsyncIterator[PrestartedProcesses]:
    """Spares; those that nobody has taken end with the block."""
    spares = PrestartedProcesses()
    try:
        yield spares
    finally:
        with anyio.CancelScope(shield=True):
            for link in spares.waiting:
                await link.kill()
