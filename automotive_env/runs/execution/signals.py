"""Ctrl-C and SIGTERM: a run finishes what is being played; a second one ends it at once, a third one without tidying up."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

import anyio

from automotive_env.runs.execution.stop import StopToken

T = TypeVar("T")
TIDYING_SECONDS = 15.0
"""How long cars are put away after the second signal, before the process ends whatever they do."""
NAMES = {signal.SIGINT: "Ctrl-C", signal.SIGTERM: "SIGTERM"}


class RunInterrupted(Exception):
    """The run was ended at once by a signal; the message is its name.

    Attributes:
        status: exit status of a process that this signal ends, as shells know it.
    """

    def __init__(self, number: int) -> None:
        super().__init__(NAMES[signal.Signals(number)])
        self.status = status_of(number)


def status_of(number: int) -> int:
    """The exit status of a process that a signal ends."""
    return 128 + number


async def until_stopped(play: Callable[[StopToken], Awaitable[T]], told: Callable[[str], None]) -> T:
    """Await what plays, and have it stop when the process is asked to end.

    Args:
        play: plays until it is done or asked to stop.
        told: is told that the first signal has come, and what happens now.

    Raises:
        Interrupted: a second signal came, or the first one before anything was played.
    """
    stop = StopToken()
    signals: list[int] = []
    loop = asyncio.get_running_loop()

    def finish(name: str) -> None:
        stop.ask(f"stopped by {name}")
        told(f"{name}: the running episodes will finish; send it again to stop the run at once")

    def received(number: int, frame: FrameType | None) -> None:  # between any two instructions, also where the loop is busy
        signals.append(number)
        if len(signals) == 1 and stop.when_asked:
            loop.call_soon_threadsafe(finish, NAMES[signal.Signals(number)])
        elif ended:
            os._exit(status_of(number))
        else:
            ended.append(number)
            _end_in(TIDYING_SECONDS, status_of(number))
            loop.call_soon_threadsafe(group.cancel_scope.cancel)

    ended: list[int] = []
    results: list[T] = []
    faults: list[Exception] = []
    async with anyio.create_task_group() as group:
        with _handling(received):
            try:
                results.append(await play(stop))
            except Exception as fault:  # raised below, not in a group
                faults.append(fault)
    if results:
        return results[0]
    if ended:
        raise RunInterrupted(ended[0])
    raise faults[0]


@contextmanager
def _handling(received: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Have signals handled; only the main thread can be asked to."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {name: signal.signal(name, received) for name in NAMES}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _end_in(seconds: float, status: int) -> None:
    """End the process after a while, if it has not ended by then."""
    timer = threading.Timer(seconds, os._exit, (status,))
    timer.daemon = True
    timer.start()
