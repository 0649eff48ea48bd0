"""Speed of a virtual device through the whole of ADB: what a step on Android costs beyond what the device itself takes.

Wall time is what an episode waits; CPU time is that of this process, in which the device runs as well, without the adb server's.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from itertools import cycle

from automotive_env.android.controller import AndroidController
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.episode.action import Click
from automotive_env.validators import signals as s

ROUNDS = 60


def measure() -> Iterator[tuple[str, float]]:
    """Median microseconds, wall and CPU: `tap` is the touch alone, `act` a tap with the looks that judge it."""
    with VirtualHost(devices=1) as host:
        car = AndroidController.virtual(host, 0)
        try:
            yield from _measure(car)
        finally:
            car.close()


def _measure(car: AndroidController) -> Iterator[tuple[str, float]]:
    before = car.snapshot()
    for signal in (s.CLIMATE_POWER, s.FRONT_DEFROSTER):
        car.write(signal, True)
    seen = car.observe()
    button = next(element for element in seen.elements if element.name == "hvac")
    tap = Click(index=button.index)
    values = cycle([True, False])

    def observe_changed() -> None:
        car.write(s.REAR_DEFROSTER, next(values))
        _pixels(car)

    for name, call in {
        "tap": lambda: car.link.rpc("click", *button.box.center),
        "act": lambda: car.act(tap, seen),
        "observe": lambda: _pixels(car),
        "write_and_observe": observe_changed,
        "read": lambda: car.read(s.FRONT_DEFROSTER),
        "write": lambda: car.write(s.REAR_DEFROSTER, next(values)),
        "changes": car.drain_changes,
        "reset": lambda: car.restore(before),
    }.items():
        yield from _medians(name, call)


def _pixels(car: AndroidController) -> None:
    car.observe().screenshot  # noqa: B018


def _medians(name: str, call: Callable[[], object]) -> Iterator[tuple[str, float]]:
    """Median wall and CPU microseconds of a call."""
    call()
    wall, cpu = [], []
    for _ in range(ROUNDS):
        started, worked = time.perf_counter_ns(), time.process_time_ns()
        call()
        wall.append((time.perf_counter_ns() - started) / 1000)
        cpu.append((time.process_time_ns() - worked) / 1000)
    yield f"{name}_wall", round(statistics.median(wall), 1)
    yield f"{name}_cpu", round(statistics.median(cpu), 1)
