"""The location manager: where the car is. `adb emu geo fix` moves it."""

from __future__ import annotations

from automotive_env.car.core.change import Cause
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import illegal_argument, unknown
from automotive_env.emulator.virtual.users import DRIVER, USERS, UsageFault, user_of

PROVIDERS = ("passive", "network", "fused", "gps")
AGE = "+1m0s0ms"
"""How long the device was up when the position was fixed; a car that stands still in time has no other."""
MODE = ("secure", "location_mode")


class LocationService(Service):
    """Says where the car is."""

    name = "location"
    interface = "android.location.ILocationManager"

    def enabled(self, user: int = DRIVER) -> bool:
        """Whether a user lets apps know where the car is."""
        return self.device.settings.get(*MODE, user) != "0"

    async def command(self, process: Process) -> int:
        """`is-location-enabled`, `set-location-enabled true|false`, both with `[--user N]`."""
        try:
            args, user = user_of(process.args, DRIVER)
        except UsageFault as fault:
            return await process.fail(str(fault), status=255)
        match args:
            case ["is-location-enabled"]:
                return await process.print(str(self.enabled(user)).lower())
            case ["set-location-enabled", "true" | "false" as word]:
                cause = Cause("setup", "location set-location-enabled")
                self.device.settings.put(*MODE, "3" if word == "true" else "0", user, cause)
                return 0
            case ["set-location-enabled" as verb, *rest]:
                wrong = f"Invalid boolean value: {''.join(rest[:1])}"
                return await illegal_argument(process, verb, wrong)
        return await unknown(process)

    async def dump(self, process: Process) -> int:
        """All providers."""
        settings = [f"    [u{user}] {str(self.enabled(user)).lower()}" for user in USERS]
        await process.print("Location Manager State:", "  Location Setting:", *settings, "", "  Location Providers:")
        for name in PROVIDERS:
            await process.print(f"    {name} provider:", *(line for user in USERS for line in self._provider(name, user)))
        return 0

    def _provider(self, name: str, user: int) -> list[str]:
        enabled = self.enabled(user)
        place = self._last(name) if enabled and user == DRIVER else "null"
        return [f"      user {user}:", f"        last location={place}", f"        enabled={str(enabled).lower()}"]

    def _last(self, name: str) -> str:
        gps, road = self.device.world.road.gps, self.device.world.road
        where = f"{gps.latitude:.6f},{gps.longitude:.6f} hAcc={float(gps.accuracy)} et={AGE}"
        moves = f"alt={float(gps.altitude)} vel={road.speed / 3.6:.2f} bear={float(gps.bearing)}"
        return f"Location[{name} {where} {moves}]"
