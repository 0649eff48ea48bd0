"""Measuring: the median CPU time of one call, over rounds long enough for the clock."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from typing import Any

ROUNDS = 15
ROUND_SECONDS = 0.02


def median_us(call: Callable[[], object]) -> float:
    """Median CPU time of a call in microseconds."""
    call()
    calls = _calls_in_a_round(call)
    rounds = []
    for _ in range(ROUNDS):
        started = time.process_time_ns()
        for _ in range(calls):
            call()
        rounds.append((time.process_time_ns() - started) / calls / 1000)
    return round(statistics.median(rounds), 3)


def _calls_in_a_round(call: Callable[[], object]) -> int:
    calls = 1
    while True:
        started = time.process_time_ns()
        for _ in range(calls):
            call()
        spent = (time.process_time_ns() - started) / 1e9
        if spent >= ROUND_SECONDS or calls >= 1_000_000:
            return calls
        calls *= 4


def machine() -> dict[str, Any]:
    """What was measured on."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
    }
