r"""`cmd car_service` and `dumpsys car_service`."""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.car.core.world import World
from automotive_env.car.vhal.properties import property_id
from automotive_env.emulator.virtual.car_commands import COMMANDS
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import FAILED, SystemService
from automotive_env.emulator.virtual.vhal.value_checks import VhalError
from automotive_env.headunit.restrictions import restrictions_of

DRIVING_STATES = ("parked", "idling", "moving")
"""In the order of the numbers of CarDrivingStateEvent."""
MOTION = tuple(map(property_id, ("PERF_VEHICLE_SPEED", "GEAR_SELECTION")))
CONTEXTS = ("MUSIC", "NAVIGATION", "VOICE_COMMAND", "CALL_RING", "CALL", "ALARM", "NOTIFICATION", "SYSTEM_SOUND")


def dump_audio(world: World) -> list[str]:
    """What `--services CarAudioService` prints; the indexes of the group are per cent."""
    muted, volume = str(world.system.muted).lower(), world.environment.volume
    gains = f"Gain values (min / max / default/ current): 0 100 50 {volume}"
    return [
        "*CarAudioService*",
        "Run in legacy mode? false",
        f"Master muted? {muted}",
        "CarAudioZone(primary zone:0) isPrimary? true",
        "  CarVolumeGroup(0)",
        "    Zone Id(0)",
        f"    Is Muted({muted})",
        f"    {gains}",
        f"    Gain indexes (min / max / default / current): 0 100 50 {volume}",
        *(f"    Context: {context} -> Address: bus0_media_out" for context in CONTEXTS),
        "    CarAudioDeviceInfo Device(bus0_media_out)",
        f"      {gains}",
    ]


class CarService(SystemService):
    """CarService of one device."""

    name = "car_service"

    async def command(self, process: ShellProcess) -> int:
        """Do one command."""
        name, *args = process.args or ["-h"]
        if name in ("-h", "help", "--help"):
            return await process.print(*self._help())
        known = COMMANDS.get(name)
        if known is None:
            return await self._refuse(process, f'Unknown command: "{name}"')
        if not known.least <= len(args) <= known.most:
            return await self._refuse(process, "Incorrect number of arguments.")
        try:
            return await process.print(*known.run(self, args))
        except (ValueError, VhalError) as error:
            await process.print(f"{known.fault}{error}")
            return FAILED

    async def _refuse(self, process: ShellProcess, message: str) -> int:
        await process.print(message, *self._help())
        return FAILED

    def _help(self) -> list[str]:
        return ["Car service commands:", *(f"\t{name} {COMMANDS[name].usage}".rstrip() for name in sorted(COMMANDS))]

    async def dump(self, process: ShellProcess) -> int:
        """Print what services say; an argument that is none of the options is ignored."""
        option, *args = process.args or [""]
        if option == "--services":
            return await self._dump_services(process, args)
        if option == "--list":
            return await process.print(*SERVICES)
        return 0 if option else await self._dump_services(process, list(SERVICES))

    async def _dump_services(self, process: ShellProcess, names: list[str]) -> int:
        for name in names:
            if name not in SERVICES:
                await process.print(f"No car service with name '{name}'. Available services: {', '.join(SERVICES)}")
            else:
                await process.print(*SERVICES[name](self))
        return 0

    def night(self) -> list[str]:
        """What CarNightService says: the theme that is shown, and whether it is one by hand."""
        mode = self.device.world.system.night_mode
        shown = "night" if self.device.head_unit.is_dark else "day"
        return ["*DAY NIGHT POLICY*", f"Mode:{shown}", f"Forced Mode? {'false' if mode == 'auto' else mode}"]

    def driving_state(self) -> list[str]:
        """What CarDrivingStateService says: whether the car is parked, idles or moves."""
        state = DRIVING_STATES.index(self.device.world.road.driving_state)
        return ["*CarDrivingStateService*", f"Current Driving State: {state}"]

    def restrictions(self) -> list[str]:
        """What CarUxRestrictionsManagerService says: what a driver may not do now."""
        bits = int(restrictions_of(self.device.world.road.driving_state))
        since = max(self.device.vhal.changed_at(property, 0) for property in MOTION)
        shown = f"Display id: 0 UXR: DO: {str(bool(bits)).lower()} UxR: {bits} time: {since}"
        return ["*CarUxRestrictionsManagerService*", shown]


SERVICES: dict[str, Callable[[CarService], list[str]]] = {
    "CarPowerManagementService": lambda service: ["*PowerManagementService*", "mCurrentState:CpmsState ON"],
    "CarDrivingStateService": lambda service: service.driving_state(),
    "CarUxRestrictionsManagerService": lambda service: service.restrictions(),
    "CarNightService": lambda service: service.night(),
    "CarAudioService": lambda service: dump_audio(service.device.world),
}
"""Service -> what it says of itself."""
