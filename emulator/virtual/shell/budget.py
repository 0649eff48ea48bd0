"""What one command line may use up: work, memory and nesting. Everything that the line starts draws on the same budget."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from weakref import WeakKeyDictionary

MAX_WORK = 5_000_000
"""Units of work of one command line; a unit is about a microsecond: one character looked at in Python code."""
MAX_BYTES = 64 << 20
"""Bytes that all the words, variables and whole inputs of one command line may take together."""
MAX_DEPTH = 32
"""Commands that may run within each other: shells, `xargs` and the like."""
MAX_PROCESSES = 256
"""Commands of one line that may run at once."""
SLICE = 5_000
"""Units of work after which the other tasks of the event loop get a turn."""


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
"""Who has used up a slice waits here for a turn of the event loop."""


class BudgetExhausted(Exception):
    """The command line has used up its budget. It ends the whole line: commands must not catch it."""


class CommandBudget:
    """Work and bytes that are left to one command line."""

    def __init__(self, work: int = MAX_WORK, memory: int = MAX_BYTES) -> None:
        self.work = work
        self.bytes = memory
        self.processes = 0
        self._slice = SLICE

    async def spend(self, work: int) -> None:
        """Draw units of work, best before doing it; now and then this waits until other tasks had a turn."""
        self.work -= work
        if self.work < 0:
            raise BudgetExhausted("it takes more work than one command line may do")
        self._slice -= work
        if self._slice < 0:
            # One at a time: the event loop waits for one slice, not for one of each command in a pipeline and of each client.
            async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
                await asyncio.sleep(0)
            self._slice = SLICE

    def hold(self, size: int) -> None:
        """Draw bytes of memory; they are not given back before the line ends."""
        self.bytes -= size
        if self.bytes < 0:
            raise BudgetExhausted("it takes more memory than one command line may use")


_budget: ContextVar[CommandBudget | None] = ContextVar("_budget", default=None)
_depth: ContextVar[int] = ContextVar("_depth", default=0)


def budget() -> CommandBudget:
    """The budget of the command line that this task works for; outside of any line a new one."""
    return _budget.get() or CommandBudget()


@contextmanager
def command_line() -> Iterator[bool]:
    """While it is entered there is a budget: a new one, or that of the line that runs this one. Yields whether it is new."""
    if _budget.get() is not None:
        yield False
        return
    token = _budget.set(CommandBudget())
    try:
        yield True
    finally:
        _budget.reset(token)


@contextmanager
def running() -> Iterator[None]:
    """Count one command while it runs."""
    depth, line = _depth.get(), budget()
    if depth >= MAX_DEPTH:
        raise BudgetExhausted(f"more than {MAX_DEPTH} commands run within each other")
    if line.processes >= MAX_PROCESSES:
        raise BudgetExhausted(f"more than {MAX_PROCESSES} commands run at once")
    line.processes += 1
    _depth.set(depth + 1)
    try:
        yield
    finally:
        line.processes -= 1
        _depth.set(depth)
