"""`cmd car_service` and `dumpsys car_service`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from automotive_env.emulator.virtual.car import events, modes, properties
from automotive_env.emulator.virtual.car.audio import dump_audio
from automotive_env.emulator.virtual.car.command import COMMANDS, ERROR, Call
from automotive_env.emulator.virtual.car.driving import DrivingState
from automotive_env.emulator.virtual.car.names import command_names
from automotive_env.emulator.virtual.car.values import ValueLines
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.vhal.formats import prop_value
from automotive_env.headunit.rendering.theme import NIGHT, theme_for

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

DECLARED = (events, modes, properties)
"""The modules whose commands it has."""
HAL_NAMES = ("PowerHalService", "PropertyHalService", "InputHalService", "VmsHalService", "UserHalService", "TimeHalService")
MOST = 16
"""What commands may have started at once that goes on beside them."""


class CarService(Service):
    """CarService of one device.

    Attributes:
        values: all properties as text.
        driving: how the car moves, and what a driver may do.
        garage: whether maintenance of the parked car runs.
    """

    name = "car_service"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self.values = ValueLines(device.vhal)
        self.driving = DrivingState(device.vhal)
        self.garage = False
        self._running: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        """Whether nothing more may be started beside commands."""
        return len(self._running) >= MOST

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the command that asked for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def command(self, process: Process) -> int:
        """Do one command."""
        name, *args = process.args or ["-h"]
        if name in ("-h", "help", "--help"):
            return await process.print(*self._help())
        if name not in command_names(self.device.release):
            return await self._refuse(process, f'Unknown command: "{name}"')
        known = COMMANDS.get(name)
        if known is None:
            return await process.fail(f"{name} is not supported by this device", status=ERROR)
        if not known.least <= len(args) <= known.most:
            return await self._refuse(process, "Incorrect number of arguments.")
        return await known.run(Call(self, process, args))

    async def _refuse(self, process: Process, message: str) -> int:
        await process.print(message, *self._help())
        return ERROR

    def _help(self) -> list[str]:
        usage = {name: known.usage for name, known in COMMANDS.items()}
        return [
            "Car service commands:",
            *(f"\t{name} {usage.get(name, '')}".rstrip() for name in command_names(self.device.release)),
        ]

    async def dump(self, process: Process) -> int:
        """Print what services say; an argument that is none of the options is ignored."""
        option, *args = process.args or [""]
        if option == "--services":
            return await self._dump_services(process, args)
        if option == "--list":
            return await process.print(*SERVICES)
        if option == "--list-hals":
            return await process.print(*HAL_NAMES)
        if option == "--version":
            return await process.print(f"Car API major: {API_LEVELS[self.device.release]}")
        if option == "--hal":
            return await process.print(*self._hal())
        if option:
            return 0
        return await process.print(*(line for lines in SERVICES.values() for line in lines(self)), *self._hal())

    async def _dump_services(self, process: Process, names: list[str]) -> int:
        for name in names:
            if name not in SERVICES:
                await process.print(f"No car service with name '{name}'. Available services: {', '.join(SERVICES)}")
            else:
                await process.print(*SERVICES[name](self))
        return 0

    def _hal(self) -> list[str]:
        """Each property that an event was heard of."""
        hal = self.device.vhal
        return [
            f"event count:{count}, lastEvent: "
            + prop_value(hal.release, hal.configs[event.property], event.area, event.value, event.timestamp)
            for count, event in hal.events.values()
        ]

    def night(self) -> list[str]:
        """What CarNightService says: the theme that is shown, and whether it is one by hand."""
        world = self.device.world
        mode = world.system.night_mode
        shown = "night" if theme_for(mode, world.road.light) is NIGHT else "day"
        return ["*DAY NIGHT POLICY*", f"Mode:{shown}", f"Forced Mode? {'false' if mode == 'auto' else mode}"]

    def save(self) -> object:
        """What is kept beside the car and its HAL."""
        return self.driving.save(), self.garage

    def load(self, saved: object) -> None:
        """Take back what `save` gave; events that were still to come are not sent any more."""
        driving, self.garage = saved  # type: ignore[misc]
        self.driving.load(driving)  # type: ignore[has-type]
        for task in self._running:
            task.cancel()
        self._running.clear()


API_LEVELS = {13: 33, 14: 34, 15: 35}
SERVICES: dict[str, Callable[[CarService], list[str]]] = {
    "CarPowerManagementService": lambda service: ["*PowerManagementService*", "mCurrentState:CpmsState ON"],
    "CarDrivingStateService": lambda service: service.driving.dump_state(),
    "CarUxRestrictionsManagerService": lambda service: service.driving.dump_restrictions(),
    "CarNightService": lambda service: service.night(),
    "CarAudioService": lambda service: dump_audio(service.device.world),
}
"""Service -> what it says of itself."""
