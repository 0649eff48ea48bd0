"""Waiting for something to become true: short pauses at first, longer ones later, never beyond a limit."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0
_GROWTH = 1.5


@dataclass(frozen=True)
class Clock:
    """What time it is and how to let it pass; tests bring their own.

    Attributes:
        now: seconds, from any start.
        sleep: lets so many seconds pass.
    """

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def wait_until(ready: Callable[[], bool], deadline: float, clock: Clock) -> bool:
    """Ask until `ready` says yes; False where it has not by `deadline`. It is asked at least once."""
    pause = FIRST_PAUSE
    while not ready():
        left = deadline - clock.now()
        if left <= 0:
            return False
        clock.sleep(min(pause, left))
        pause = min(pause * _GROWTH, LONGEST_PAUSE)
    return True
