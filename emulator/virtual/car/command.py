"""Commands of `cmd car_service`: a table of functions, each with the words that `-h` prints."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.emulator.virtual.process import Process

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.services.car_service import CarService
    from automotive_env.emulator.virtual.vhal.hal import VehicleHal

ERROR = 255
"""Exit status of a command that was not done: Android's -1."""


@dataclass(frozen=True, slots=True)
class Call:
    """One command of `cmd car_service`.

    Attributes:
        service: the car service.
        process: the process that prints.
        args: what follows the command's name.
    """

    service: CarService
    process: Process
    args: list[str]

    @property
    def hal(self) -> VehicleHal:
        """The vehicle HAL of the device."""
        return self.service.device.vhal

    async def say(self, *lines: str) -> int:
        """Print lines; returns the exit status of a command that has done its work."""
        return await self.process.print(*lines)

    async def refuse(self, *lines: str) -> int:
        """Print lines, as Android does to the same stream; returns the exit status of a failure."""
        await self.process.print(*lines)
        return ERROR


Run: TypeAlias = Callable[[Call], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class CarCommand:
    """How a command is done, and its arguments for the help: those that must be given, those that may, and both as text."""

    run: Run
    usage: str
    least: int
    most: int


COMMANDS: dict[str, CarCommand] = {}


def car_command(name: str, usage: str = "", *, least: int = 0, most: int | None = None) -> Callable[[Run], Run]:
    """Declare a command by its name.

    Args:
        name: such as "get-property-value".
        usage: its arguments as the help prints them.
        least: how many arguments it needs.
        most: how many it takes; as many as it needs where None.
    """

    def declare(run: Run) -> Run:
        COMMANDS[name] = CarCommand(run, usage, least, least if most is None else most)
        return run

    return declare
