"""Wi-Fi with its hotspot, and Bluetooth."""

from __future__ import annotations

from zlib import crc32

from automotive_env.car.core.change import ChangeCause
from automotive_env.car.systems import bluetooth_devices, wifi
from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import SystemService, unknown

BLUETOOTH = "bluetooth.carcontrol_connection_bluetooth_switch"
SECURITY = ("open", "wpa2", "wpa3", "wpa3_transition")


class WifiService(SystemService):
    """Switches both."""

    name = "wifi"

    async def command(self, process: ShellProcess) -> int:
        """What the shell of Wi-Fi does: its switch and its access point, and which networks it knows."""
        match process.args:
            case ["status"]:
                return await process.print(*self._status())
            case ["list-networks"]:
                return await process.print(*self._saved())
            case ["set-wifi-enabled", "enabled" | "disabled" as state]:
                self._switch("wifi", state == "enabled", process)
                return 0
            case ["set-wifi-enabled", *_]:
                return await process.fail("Invalid args to set-wifi-enabled: expected 'enabled' or 'disabled'", status=255)
            case ["start-softap", _, security, *_] if security in SECURITY:
                self._switch("hotspot", True, process)
                return await process.print("Soft AP started successfully")
            case ["stop-softap"]:
                was = self.device.world.system.hotspot
                self._switch("hotspot", False, process)
                return await process.print("Soft AP stopped successfully" if was else "Soft AP failed to stop")
        return await unknown(process)

    def _switch(self, what: str, on: bool, process: ShellProcess) -> None:
        self.device.world.set(f"system.{what}", on, ChangeCause("setup", f"wifi {process.args[0]}"))

    def _saved(self) -> list[str]:
        saved = [network.name for network in self.device.world.networks.saved]
        if not saved:
            return ["No networks"]
        rows = [f"{number:<12d} {name:<32s} {self._security(name):<4s}" for number, name in enumerate(saved)]
        return ["Network Id      SSID                         Security type", *rows]

    def _security(self, name: str) -> str:
        network = wifi.network(self.device.world, name)
        return (network.security if network else "WPA2").lower().replace("wpa2", "wpa2-psk") or "open"

    def _status(self) -> list[str]:
        if not wifi.works(self.device.world):
            return ["Wifi is disabled", "Wifi scanning is only available when wifi is enabled"]
        used = wifi.used(self.device.world)
        lines = ["Wifi is enabled", "Wifi scanning is only available when wifi is enabled"]
        if used is None:
            return [*lines, "Wifi is not connected"]
        info = (
            f'WifiInfo: SSID: "{used.name}", BSSID: {_hardware(used.name)}, Supplicant state: COMPLETED, RSSI: {_dbm(used.bars)}'
        )
        return [*lines, f'Wifi is connected to "{used.name}"', info]

    async def dump(self, process: ShellProcess) -> int:
        """`dumpsys wifi`: the access point has a block for as long as it is on."""
        system = self.device.world.system
        block = ["Dump of SoftApManager id=1", "current StateMachine mode: StartedState"]
        lines = [f"Wi-Fi is {'enabled' if system.wifi else 'disabled'}", *(block if system.hotspot else [])]
        return await process.print(*lines, "WifiActiveModeWarden:")


def _hardware(name: str) -> str:
    """The hardware address of an access point: locally administered, from its name."""
    digits = f"{crc32(name.encode()):08x}"
    return ":".join(("02", "13", *(digits[at : at + 2] for at in range(0, 8, 2))))


def _dbm(bars: int) -> int:
    """Strength of a signal in dBm."""
    return -90 + 10 * bars


class BluetoothManagerService(SystemService):
    """Switches it; the phone follows."""

    name = "bluetooth_manager"

    async def command(self, process: ShellProcess) -> int:
        """`enable`, `disable`"""
        match process.args:
            case ["enable" | "disable" as verb]:
                self.device.world.call(BLUETOOTH, {"switch": verb == "enable"}, ChangeCause("setup", f"bluetooth_manager {verb}"))
                return 0
        return await unknown(process)

    async def dump(self, process: ShellProcess) -> int:
        """`dumpsys bluetooth_manager`: whether it is on, and what is bonded."""
        world = self.device.world
        on = bluetooth_devices.works(world)
        bonded = [
            f"    {_hardware(device.name).upper()} [ DUAL ] {device.name}{' (Connected)' if linked else ''}"
            for device in world.pairing.devices
            for linked in (bluetooth_devices.is_connected(world, device.name),)
        ]
        lines = ["Bluetooth Status", f"  enabled: {str(on).lower()}", f"  state: {'ON' if on else 'OFF'}"]
        return await process.print(*lines, f"  name: {world.pairing.car_name}", "  Bonded devices:", *bonded)
