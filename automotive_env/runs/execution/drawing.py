"""Drawing the instances of a plan: in this process, and in those that are to be its workers once they have loaded the package."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import groupby

import anyio
from anyio import from_thread, to_thread

from automotive_env.runs.execution.link import DrawRequest
from automotive_env.runs.execution.process_link import ProcessLink
from automotive_env.runs.execution.spares import PrestartedProcesses
from automotive_env.runs.execution.ungrouped import ungrouped
from automotive_env.suites.suite import InstanceDraft, PlanItem, Suite

CHUNK = 8
"""Drafts that a process draws at a time: of one task, because it finds out about a task once."""


async def draw_all(
    name: str, suite: Suite, drafts: Sequence[InstanceDraft], spares: PrestartedProcesses
) -> list[PlanItem | None]:
    """What drafts make, in their order.

    Args:
        name: of the suite, as other processes find it.
        suite: draws here.
        drafts: what is to be drawn.
        spares: processes that help.

    Raises:
        UsageError: a draft cannot be drawn, as where the place is unknown.
    """
    drawing = _Drawing(name, suite, drafts)
    with ungrouped():
        async with anyio.create_task_group() as group:
            for link in spares.waiting:
                group.start_soon(drawing.have_drawn, link)
            await to_thread.run_sync(drawing.draw_here)
            for scope in drawing.loading:
                scope.cancel()
    await to_thread.run_sync(drawing.draw_here)  # what was given back
    return drawing.items


class _Drawing:
    """What is drawn, and what is left to draw."""

    def __init__(self, name: str, suite: Suite, drafts: Sequence[InstanceDraft]) -> None:
        self._name = name
        self._suite = suite
        self._drafts = drafts
        self.items: list[PlanItem | None] = [None] * len(drafts)
        self.loading: list[anyio.CancelScope] = []
        self._left = deque(_chunks(drafts))

    def draw_here(self) -> None:
        """Draw until nothing is left; in a thread, while others draw."""
        while chunk := self._next():
            for number in chunk:
                self.items[number] = self._suite.draw(self._drafts[number])
            from_thread.check_cancelled()

    async def have_drawn(self, link: ProcessLink) -> None:
        """Have another process draw until nothing is left; what it cannot draw is left to this one, which then says why."""
        with anyio.CancelScope() as loading:
            self.loading.append(loading)
            await link.loaded()
        self.loading.remove(loading)
        while not loading.cancelled_caught and (chunk := self._next()):
            drawn = await link.drawn(DrawRequest(self._name, [self._drafts[number] for number in chunk]))
            if drawn is None:
                self._left.append(chunk)
                return
            for number, item in zip(chunk, drawn, strict=True):
                self.items[number] = item

    def _next(self) -> Sequence[int]:
        """Drafts that nobody draws yet, by their numbers; of several threads, each gets others."""
        try:
            return self._left.popleft()
        except IndexError:
            return ()


def _chunks(drafts: Sequence[InstanceDraft]) -> Iterator[Sequence[int]]:
    for _, numbers in groupby(range(len(drafts)), lambda number: drafts[number].task):
        same = list(numbers)
        yield from (same[first : first + CHUNK] for first in range(0, len(same), CHUNK))
