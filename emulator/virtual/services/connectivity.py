"""Connectivity: airplane mode, and over which network the car is connected."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.headless import network
from automotive_env.world.change import Cause

PATH = "system.airplane_mode"


class ConnectivityService(Service):
    """Switches airplane mode."""

    name = "connectivity"

    async def command(self, process: Process) -> int:
        """`airplane-mode [enable|disable]`"""
        match process.args:
            case ["airplane-mode"]:
                return await process.print("enabled" if self.device.world.get(PATH) else "disabled")
            case ["airplane-mode", "enable" | "disable" as verb]:
                self.device.world.set(PATH, verb == "enable", Cause("setup", "connectivity airplane-mode"))
                return 0
        return await unknown(process)

    async def dump(self, process: Process) -> int:
        """`dumpsys connectivity`"""
        nets = network(self.device.world)
        kinds = [("WIFI", nets.wifi), ("CELLULAR", nets.mobile_data and not nets.airplane_mode)]
        lines = [
            f"  NetworkAgentInfo{{network{{{100 + place}}} Transports: {kind}}}" for place, (kind, on) in enumerate(kinds) if on
        ]
        first = next((100 + place for place, (_, on) in enumerate(kinds) if on), None)
        return await process.print(f"Active default network: {first or 'none'}", "", "Current Networks:", *lines)
