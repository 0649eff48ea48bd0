"""Wi-Fi with its hotspot, and Bluetooth."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.world.change import Cause

NETWORK = '"AndroidWifi"'
"""The network that an emulator is in."""
INFO = f"WifiInfo: SSID: {NETWORK}, BSSID: 00:13:10:85:fe:01, Supplicant state: COMPLETED, RSSI: -50"
BLUETOOTH = "bluetooth.carcontrol_connection_bluetooth_switch"
SECURITY = ("open", "wpa2", "wpa3", "wpa3_transition")


class WifiService(Service):
    """Switches both."""

    name = "wifi"
    interface = "android.net.wifi.IWifiManager"

    async def command(self, process: Process) -> int:
        """`status`, `set-wifi-enabled enabled|disabled`, `start-softap SSID open|wpa2 [PASS]`, `stop-softap`."""
        match process.args:
            case ["status"]:
                return await process.print(*self._status())
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

    def _switch(self, what: str, on: bool, process: Process) -> None:
        self.device.world.set(f"system.{what}", on, Cause("setup", f"wifi {process.args[0]}"))

    def _status(self) -> list[str]:
        if not self.device.world.system.wifi:
            return ["Wifi is disabled", "Wifi scanning is only available when wifi is enabled"]
        return [
            "Wifi is enabled",
            "Wifi scanning is only available when wifi is enabled",
            f"Wifi is connected to {NETWORK}",
            INFO,
        ]

    async def dump(self, process: Process) -> int:
        """`dumpsys wifi`: the access point has a block for as long as it is on."""
        system = self.device.world.system
        block = ["Dump of SoftApManager id=1", "current StateMachine mode: StartedState"]
        lines = [f"Wi-Fi is {'enabled' if system.wifi else 'disabled'}", *(block if system.hotspot else [])]
        return await process.print(*lines, "WifiActiveModeWarden:")


class BluetoothManagerService(Service):
    """Switches it; the phone follows."""

    name = "bluetooth_manager"

    async def command(self, process: Process) -> int:
        """`enable`, `disable`"""
        match process.args:
            case ["enable" | "disable" as verb]:
                self.device.world.call(BLUETOOTH, {"switch": verb == "enable"}, Cause("setup", f"bluetooth_manager {verb}"))
                return 0
        return await unknown(process)
