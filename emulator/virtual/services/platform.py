"""Services that say little or switch one thing, from the alarm manager to the UI mode."""

from __future__ import annotations

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.core.world import World
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import DRIVER, USERS, SystemService, illegal_argument, unknown, user_of

SET_TIME_ZONE = "3"
"""Transaction of IAlarmManager.setTimeZone"""
UTC = ("UTC", "Etc/UTC", "GMT")
"""The car's clock shows local time, which Android takes for that of its zone: the zone stays what it is."""
BATTERY = """Current Battery Service state:
  AC powered: true
  USB powered: false
  Wireless powered: false
  status: 2
  health: 2
  present: true
  level: 100
  scale: 100
  voltage: 5000
  temperature: 250
  technology: Li-ion"""
"""That of the head unit, which hangs on the car's mains; the car's own charge is in the vehicle HAL."""
POWER = """POWER MANAGER (dumpsys power)

Power Manager State:
  mWakefulness=Awake
  mHoldingDisplaySuspendBlocker=true

Display Power: state=ON"""
"""The head unit is awake for as long as the device runs."""
MAX_CLIP_CHARACTERS = 100_000
CENTRE_OPEN = "system.notification_center_open"
CALL_STATES = {"ringing": "RINGING", "active": "ACTIVE"}
SHOWN = 2
"""Last digits that a debuggable build prints of a number (NUM_DIALABLE_DIGITS_TO_LOG)."""


class AlarmManager(SystemService):
    """Sets the time zone, by a raw call as clients for phones do."""

    name = "alarm"

    async def transact(self, process: ShellProcess) -> int:
        """`3 s16 ZONE`."""
        match process.args:
            case [code, "s16", zone] if code == SET_TIME_ZONE:
                if zone in UTC:
                    return await process.print("Result: Parcel(00000000    '....')")
                return await process.fail(f"service: the time zone of this device is {UTC[0]}, not {zone[:40]}", status=10)
        return await super().transact(process)


class BatteryService(SystemService):
    """Says that there is power."""

    name = "battery"

    async def dump(self, process: ShellProcess) -> int:
        return await process.print(BATTERY)


class PowerService(SystemService):
    """Says that the display is on."""

    name = "power"

    async def dump(self, process: ShellProcess) -> int:
        return await process.print(POWER)


class Clipboard(SystemService):
    """What was copied last; empty where nothing was."""

    name = "clipboard"
    text: str = ""

    def save(self) -> object:
        return self.text

    def load(self, saved: object) -> None:
        self.text = str(saved or "")


class ConnectivityService(SystemService):
    """Reads and sets airplane mode."""

    name = "connectivity"

    async def command(self, process: ShellProcess) -> int:
        """`airplane-mode [enable|disable]`"""
        match process.args:
            case ["airplane-mode"]:
                return await process.print("enabled" if self.device.world.system.airplane_mode else "disabled")
            case ["airplane-mode", "enable" | "disable" as verb]:
                self.device.world.set(
                    "system.airplane_mode", verb == "enable", ChangeCause("setup", "connectivity airplane-mode")
                )
                return 0
        return await unknown(process)


class DisplayManager(SystemService):
    """Describes the one display, which is built in and always on."""

    name = "display"

    async def dump(self, process: ShellProcess) -> int:
        """Size, orientation and state of the display."""
        width, height = self.device.size
        frame = f"logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {width}, {height})"
        return await process.print(
            "DISPLAY MANAGER (dumpsys display)",
            "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, orientation=0, "
            f"{frame}, deviceWidth={width}, deviceHeight={height}}}]",
            "  mScreenState=ON",
        )


class SurfaceFlinger(SystemService):
    """It alone calls the display by its physical id."""

    name = "SurfaceFlinger"

    async def dump(self, process: ShellProcess) -> int:
        """`--display-id`; whatever else is asked gets the same answer."""
        from automotive_env.emulator.virtual.device import DISPLAY

        return await process.print(f'Display {DISPLAY} (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"')


class StatusBarService(SystemService):
    """Moves the notification centre as the button in the bar does."""

    name = "statusbar"

    async def command(self, process: ShellProcess) -> int:
        """`expand-notifications`, `collapse`; the head unit has its quick settings nowhere but in its settings."""
        match process.args:
            case ["expand-notifications"]:
                self.device.head_unit.open_notifications(ChangeCause("touch", "statusbar/expand"))
            case ["collapse"]:
                self.device.world.set(CENTRE_OPEN, False, ChangeCause("touch", "statusbar/collapse"))
            case _:
                return await unknown(process)
        return 0

    async def dump(self, process: ShellProcess) -> int:
        """`dumpsys statusbar`"""
        shown = str(self.device.world.get(CENTRE_OPEN)).lower()
        return await process.print("  mDisabled1=0x0", "  mDisabled2=0x0", f"  mPanelExpanded={shown}")


class TelecomService(SystemService):
    """Lists calls."""

    name = "telecom"

    async def dump(self, process: ShellProcess) -> int:
        """`dumpsys telecom`"""
        world = self.device.world
        state = CALL_STATES.get(world.conversation.call_state)
        rest = "vidst=A, childs(0), has_parent(false), cap=[[]], prop=[[]]"
        call = f"[Call id=TC@1, state={state}, tpac=null, cmgr=null, handle={_handle(world)}, {rest}], voip=false"
        return await process.print("CallsManager: ", "  mCalls: ", *([f"    {call}"] if state else []), "  mCallAudioManager:")


def _handle(world: World) -> str:
    """The number of who is on the line as Android prints it."""
    contact = world.conversation.current_contact
    numbers = (known.phone_number.replace(" ", "") for known in world.conversation.contacts if known.name == contact)
    number = next(numbers, "")
    return f"tel:{'*' * (len(number) - SHOWN)}{number[-SHOWN:]}" if number else "null"


PROVIDERS = ("passive", "network", "fused", "gps")
AGE = "+1m0s0ms"
"""How long the device was up when the position was fixed; a car that stands still in time has no other."""
MODE = ("secure", "location_mode")


class LocationService(SystemService):
    """Says where the car is."""

    name = "location"

    def enabled(self, user: int = DRIVER) -> bool:
        """Whether a user lets apps know where the car is."""
        return self.device.settings.get(*MODE, user) != "0"

    async def command(self, process: ShellProcess) -> int:
        """`is-location-enabled`, `set-location-enabled true|false`, both with `[--user N]`."""
        args, user = user_of(process.args, DRIVER)
        match args:
            case ["is-location-enabled"]:
                return await process.print(str(self.enabled(user)).lower())
            case ["set-location-enabled", "true" | "false" as word]:
                cause = ChangeCause("setup", "location set-location-enabled")
                self.device.settings.put(*MODE, "3" if word == "true" else "0", user, cause)
                return 0
            case ["set-location-enabled" as verb, *rest]:
                wrong = f"Invalid boolean value: {''.join(rest[:1])}"
                return await illegal_argument(process, verb, wrong)
        return await unknown(process)

    async def dump(self, process: ShellProcess) -> int:
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
