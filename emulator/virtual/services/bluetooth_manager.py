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
        """`enable`, `disable`"""
        match process.args:
            case ["enable" | "disable" as verb]:
                self.device.world.call(SWITCH, {"switch": verb == "enable"}, Cause("setup", f"bluetooth_manager {verb}"))
                return 0
        return await unknown(process)
