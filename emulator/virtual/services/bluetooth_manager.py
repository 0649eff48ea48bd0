"""Bluetooth of the car."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.world.change import Cause

SWITCH = "bluetooth.carcontrol_connection_bluetooth_switch"


class BluetoothManagerService(Service):
    """Switches it; the phone follows."""

    name = "bluetooth_manager"

    async def command(self, process: Process) -> int:
        """`enable`, `disable`, `wait-for-state:STATE_ON`, `wait-for-state:STATE_OFF`."""
        match process.args:
            case ["enable" | "disable" as verb]:
                self.device.world.call(SWITCH, {"switch": verb == "enable"}, Cause("setup", f"bluetooth_manager {verb}"))
                return 0
            case ["wait-for-state:STATE_ON" | "wait-for-state:STATE_OFF" as verb]:
                wanted = verb.endswith("ON")
                return 0 if self.device.world.bluetooth.is_enabled is wanted else 255  # the state does not change by itself
        return await unknown(process)

    async def dump(self, process: Process) -> int:
        """`dumpsys bluetooth_manager`"""
        on = self.device.world.bluetooth.is_enabled
        connected = self.device.world.bluetooth.connection_state == "CONNECTED"
        return await process.print(
            "Bluetooth Status",
            f"  enabled: {str(on).lower()}",
            f"  state: {'ON' if on else 'OFF'}",
            "  address: 02:00:00:00:00:00",
            "  name: Car",
            "",
            f"  ConnectionState: STATE_{'CONNECTED' if connected else 'DISCONNECTED'}",
        )
