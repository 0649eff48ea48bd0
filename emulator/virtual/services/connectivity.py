"""Connectivity: airplane mode."""

from __future__ import annotations

from automotive_env.car.core.change import Cause
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown


class ConnectivityService(Service):
    """Reads and sets airplane mode."""

    name = "connectivity"
    interface = "android.net.IConnectivityManager"

    async def command(self, process: Process) -> int:
        """`airplane-mode [enable|disable]`"""
        match process.args:
            case ["airplane-mode"]:
                return await process.print("enabled" if self.device.world.system.airplane_mode else "disabled")
            case ["airplane-mode", "enable" | "disable" as verb]:
                self.device.world.set("system.airplane_mode", verb == "enable", Cause("setup", "connectivity airplane-mode"))
                return 0
        return await unknown(process)
