"""The location manager: where the car is, and test providers that move it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, cast

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.appops import MOCK_LOCATION, AppOpsService
from automotive_env.emulator.virtual.services.shell_text import exception, option, unknown
from automotive_env.emulator.virtual.users import DRIVER, USERS, UsageFault, user_of
from automotive_env.world.change import Cause
from automotive_env.world.errors import StateError

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

GPS = "gps"
PROVIDERS = ("passive", "network", "fused", GPS)
AGE = "+1m0s0ms"
"""How long the device was up when the position was fixed; a car that stands still in time has no other."""
MOST_TESTS = 20
MODE = ("secure", "location_mode")


class LocationService(Service):
    """Says where the car is.

    Attributes:
        tests: test provider -> whether it is switched on.
    """

    name = "location"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self.tests: dict[str, bool] = {}

    def save(self) -> object:
        return dict(self.tests)

    def load(self, saved: object) -> None:
        self.tests = dict(cast("dict[str, bool]", saved))

    def enabled(self, user: int = DRIVER) -> bool:
        """Whether a user lets apps know where the car is."""
        return self.device.settings.get(*MODE, user) != "0"

    async def command(self, process: Process) -> int:
        verb = process.args[0] if process.args else ""
        do = _VERBS.get(verb)
        if do is None:
            return await unknown(process)
        try:
            return await do(self, process, *user_of(process.args[1:], DRIVER))
        except UsageFault as fault:
            return await process.fail(str(fault), status=255)
        except ValueError as error:  # what Java throws on a wrong argument
            return await exception(process, verb, "java.lang.IllegalArgumentException", str(error))

    async def is_enabled(self, process: Process, args: list[str], user: int) -> int:
        """`is-location-enabled [--user N]`"""
        return await process.print(str(self.enabled(user)).lower())

    async def set_enabled(self, process: Process, args: list[str], user: int) -> int:
        """`set-location-enabled true|false [--user N]`"""
        self.device.settings.put(*MODE, "3" if _flag(args) else "0", user, Cause("setup", "location set-location-enabled"))
        return 0

    async def providers(self, process: Process, args: list[str], user: int) -> int:
        """`providers COMMAND PROVIDER ...`; a shell that may not mock locations changes nothing and is not told."""
        verb, name = [*args, "", ""][:2]
        if verb not in _PROVIDERS:
            return await process.fail(f"Unknown command: providers {verb}", status=255)
        if not name:
            raise ValueError("Argument expected after provider command")
        ops = self.device.services.get("appops")
        if isinstance(ops, AppOpsService) and ops.allows(process.uid, MOCK_LOCATION):
            _PROVIDERS[verb](self, name, args[2:])
        return 0

    def _add(self, name: str, args: list[str]) -> None:
        if len(self.tests) < MOST_TESTS:
            self.tests[name] = False

    def _remove(self, name: str, args: list[str]) -> None:
        self.tests.pop(name, None)

    def _switch(self, name: str, args: list[str]) -> None:
        self._known(name)
        self.tests[name] = _flag(args)

    def _known(self, name: str) -> None:
        if name not in self.tests:
            raise ValueError(f"{name} provider is not a test provider")

    def _put(self, name: str, args: list[str]) -> None:
        """The position of gps is where the car is; other providers are heard by nobody."""
        self._known(name)
        latitude, longitude = _place(option(args, "--location") or "")
        accuracy = option(args, "--accuracy")
        if name != GPS:
            return
        world = self.device.world
        try:
            with world.changing(Cause("setup", "location set-test-provider-location")):
                world.set("road.gps.latitude", latitude)
                world.set("road.gps.longitude", longitude)
                if accuracy is not None:
                    world.set("road.gps.accuracy", float(accuracy))
        except StateError as error:
            raise ValueError(str(error)) from None

    # Dumping

    async def dump(self, process: Process) -> int:
        """All providers."""
        settings = [f"    [u{user}] {str(self.enabled(user)).lower()}" for user in USERS]
        await process.print("Location Manager State:", "  Location Setting:", *settings, "", "  Location Providers:")
        for name in dict.fromkeys((*PROVIDERS, *self.tests)):
            await process.print(*self._provider(name))
        return 0

    def _provider(self, name: str) -> list[str]:
        lines = [f"    {name} provider{' [mock]' if name in self.tests else ''}:"]
        for user in USERS:
            enabled = self.enabled(user) and self.tests.get(name, True)
            place = self._last(name) if enabled and user == DRIVER else "null"
            lines += [f"      user {user}:", f"        last location={place}", f"        enabled={str(enabled).lower()}"]
        return lines

    def _last(self, name: str) -> str:
        gps, road = self.device.world.road.gps, self.device.world.road
        where = f"{gps.latitude:.6f},{gps.longitude:.6f} hAcc={float(gps.accuracy)} et={AGE}"
        moves = f"alt={float(gps.altitude)} vel={road.speed / 3.6:.2f} bear={float(gps.bearing)}"
        return f"Location[{name} {where} {moves}]"


def _flag(args: list[str]) -> bool:
    if args[:1] not in (["true"], ["false"]):
        raise ValueError(f"Invalid boolean value: {''.join(args[:1])}")
    return args[0] == "true"


def _place(text: str) -> tuple[float, float]:
    """Latitude and longitude of "LAT,LON"."""
    latitude, comma, longitude = text.partition(",")
    if not comma:
        raise ValueError("Location argument must be in the form of LATITUDE,LONGITUDE")
    return float(latitude), float(longitude)


_VERBS: dict[str, Callable[[LocationService, Process, list[str], int], Awaitable[int]]] = {
    "is-location-enabled": LocationService.is_enabled,
    "set-location-enabled": LocationService.set_enabled,
    "providers": LocationService.providers,
}
_PROVIDERS: dict[str, Callable[[LocationService, str, list[str]], None]] = {
    "add-test-provider": LocationService._add,
    "remove-test-provider": LocationService._remove,
    "set-test-provider-enabled": LocationService._switch,
    "set-test-provider-location": LocationService._put,
}
