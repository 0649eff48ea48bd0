"""A clock that follows real time, for the cars that `serve` shows to people and programs. Runs keep a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Literal, TypeAlias

import anyio

from automotive_env.car.core.change import TICK
from automotive_env.car.core.errors import StateError
from automotive_env.car.core.world import World
from automotive_env.car.owner.events import let_time_pass

ClockMode: TypeAlias = Literal["real", "still"]
"""What the clock of a car does: follow real time, or move only when it is told to."""
CLOCKS: tuple[ClockMode, ...] = ("real", "still")


async def follow_real_time(pass_time: Callable[[int], None]) -> None:
    """Call `pass_time` each second with the whole seconds that have passed since the last call, until cancelled."""
    start, told = monotonic(), 0
    while True:
        await anyio.sleep(start + told + 1 - monotonic())
        passed = int(monotonic() - start) - told
        if passed:
            told += passed
            pass_time(passed)


def pass_time(world: World, seconds: int) -> None:
    """Move a car's clock on; one that shows the last second that it can show stays there."""
    with suppress(StateError, ValueError), world.changing(TICK):
        let_time_pass(world, seconds=seconds)
