"""Many virtual devices for a long time: do memory, sockets or threads pile up, does one car hear what another is told?

    python -m automotive_env.scripts.soak_android --minutes 30 --devices 8

Random agents play tasks on all devices at once, through the whole of ADB. Each car has a temperature of its own that must be
there after every episode. What the process holds is written down every half minute; the last line says how it grew from the
first third of the time to the last.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import threading
import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

import anyio
from anyio import to_thread

from automotive_env.agents.random_agent import RandomAgent
from automotive_env.android.controller import AndroidController
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.episode import call_controller, play
from automotive_env.limits import Limits
from automotive_env.planning import instance_seed, instantiate
from automotive_env.tasks.registry import TASKS
from automotive_env.validators import signals as s

COOLEST = 17.0


class Held(NamedTuple):
    """What this process holds: MiB of memory, open files and sockets, threads."""

    memory: float
    files: int
    threads: int


def held() -> Held:
    """What it holds now; only Linux tells."""
    resident = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    return Held(round(resident, 1), len(os.listdir("/proc/self/fd")), threading.active_count())


class Soak:
    """One run: cars, what their episodes came to, and what was held meanwhile."""

    def __init__(self, host: VirtualHost, minutes: float) -> None:
        self.host = host
        self.until = time.monotonic() + 60 * minutes
        self.outcomes: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.crossed = 0
        self.samples: list[Held] = []

    async def drive(self, number: int) -> None:
        """Play episodes with one car until the time is up."""
        car = await to_thread.run_sync(AndroidController.virtual, self.host, number)
        own = COOLEST + number
        await call_controller(car, car.write, s.DRIVER_TEMPERATURE, own)
        rng = Random(number)
        for episode in count():
            if time.monotonic() > self.until:
                break
            task = TASKS[rng.choice(list(TASKS))]
            instance = instantiate(task, instance_seed(number, task.name, episode))
            if instance is not None:
                record = (await play(task, instance, car, RandomAgent(), limits=Limits(steps=20))).record
                self.outcomes[record.outcome] += 1
                self.errors[record.error if record.outcome == "env_error" else ""] += 1
                self.crossed += await call_controller(car, car.read, s.DRIVER_TEMPERATURE) != own
        await to_thread.run_sync(car.close)

    async def watch(self, scope: anyio.CancelScope) -> None:
        """Write down what is held."""
        while True:
            await anyio.sleep(30)
            self.samples.append(held())
            print(*self.samples[-1], sum(self.outcomes.values()), flush=True)

    async def run(self) -> None:
        """Everything at once."""
        async with anyio.create_task_group() as watching:
            watching.start_soon(self.watch, watching.cancel_scope)
            async with anyio.create_task_group() as cars:
                for number in range(len(self.host.serials)):
                    cars.start_soon(self.drive, number)
            watching.cancel_scope.cancel()

    def report(self) -> str:
        """What it came to."""
        third = max(1, len(self.samples) // 3)
        first, last = self.samples[:third], self.samples[-third:]
        columns = zip(("memory MiB", "files", "threads"), zip(*first, strict=True), zip(*last, strict=True), strict=True)
        grown = [f"{name} {statistics.median(before):g} -> {statistics.median(after):g}" for name, before, after in columns]
        errors = {error: times for error, times in self.errors.items() if error}
        return f"{dict(self.outcomes)}; {', '.join(grown)}; cars that heard another: {self.crossed}; {errors or 'no faults'}"


def main() -> None:
    """Run it from the command line; exit status 1 where a car heard another or the environment failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--devices", type=int, default=8)
    asked_for = parser.parse_args()
    with VirtualHost(devices=asked_for.devices) as host:
        soak = Soak(host, asked_for.minutes)
        anyio.run(soak.run)
    print(soak.report())
    sys.exit(bool(soak.crossed or soak.outcomes["env_error"]))


if __name__ == "__main__":
    main()
