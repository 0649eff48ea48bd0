"""Generated events: a property that seems to change by itself, as speed does on a drive. What it holds stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.kinds import NUMBERS, integer
from automotive_env.vehicle.properties import AreaType, ValueType, VehicleProperty

SHORTEST = 20_000_000
"""Nanoseconds between two events, at least."""
MOST = 1_000_000
"""Bound of generated values, up and down."""


class Generators:
    """The generators of one device, one for each property."""

    def __init__(self, hal: VehicleHal) -> None:
        self._hal = hal
        self._running: dict[int, asyncio.Task[None]] = {}

    def start_linear(self, args: Sequence[str]) -> str:
        """Send events of a value that goes up by steps, and from its highest back to its lowest.

        Args:
            args: the property, the middle of its values, the first value, how far they go from the middle, the step, and the
                nanoseconds between two events.

        Returns:
            What the HAL says to it.

        Raises:
            ValueError: they are not these six, or out of bounds.
        """
        if len(args) != 6:
            raise ValueError(f"--startlinear takes 6 values, not {len(args)}")
        config = self._config(integer(args[0]))
        middle, first, spread, step = (_modest(text) for text in args[1:5])
        interval = integer(args[5])
        if interval < SHORTEST or spread < 0 or step <= 0:
            raise ValueError(f"the interval must be at least {SHORTEST}, the step above 0 and the dispersion not below")
        self.stop(args[:1])
        work = self._send(config, (middle - spread, middle + spread), first, step, interval / 1e9)
        self._running[config.id] = asyncio.get_running_loop().create_task(work)
        return "Linear event generator started successfully"

    def stop(self, args: Sequence[str]) -> str:
        """End the events of a property.

        Raises:
            ValueError: no property is given.
        """
        if len(args) != 1:
            raise ValueError(f"--stoplinear takes 1 value, not {len(args)}")
        task = self._running.pop(integer(args[0]), None)
        if task is None:
            return f"No linear event generator found for property: {args[0]}"
        task.cancel()
        return "Linear event generator stopped successfully"

    def stop_all(self) -> None:
        """End all events."""
        for task in self._running.values():
            task.cancel()
        self._running.clear()

    def _config(self, property: int) -> VehicleProperty:
        config = self._hal.configs.get(property)
        if config is None or config.area_type is not AreaType.GLOBAL or config.type not in NUMBERS:
            raise ValueError("events are generated of global properties that hold one number")
        return config

    async def _send(self, config: VehicleProperty, ends: tuple[float, float], value: float, step: float, seconds: float) -> None:
        low, high = ends
        while True:
            self._hal.inject(config.id, 0, value if config.type is ValueType.FLOAT else round(value))
            value = value + step if value + step <= high else low
            await asyncio.sleep(seconds)


def _modest(text: str) -> float:
    number = float(text)
    if not abs(number) <= MOST:  # NaN fails, too
        raise ValueError(f"must be from {-MOST} to {MOST}, not {text[:40]!r}")
    return number
