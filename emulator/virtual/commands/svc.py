"""`svc`: switches of system services."""

from __future__ import annotations

from automotive_env.car.core.change import Cause
from automotive_env.emulator.virtual.commands.cmd import run_service
from automotive_env.emulator.virtual.process import Process, command

PATHS = {"wifi": "system.wifi", "data": "system.mobile_data"}


@command("svc")
async def svc(process: Process) -> int:
    """`svc wifi|data|bluetooth enable|disable` and `svc power stayon WHEN`: the display is never off."""
    match process.args:
        case ["wifi" | "data" as what, "enable" | "disable" as state]:
            process.device.world.set(PATHS[what], state == "enable", Cause("setup", f"svc {what}"))
            return 0
        case ["bluetooth", "enable" | "disable" as state]:
            return await run_service(process, ["bluetooth_manager", state])
        case ["power", "stayon", "true" | "false" | "usb" | "ac" | "wireless" | "dock"]:
            return 0
    known = [
        "Available commands:",
        *(f"    {what} enable|disable" for what in (*PATHS, "bluetooth")),
        "    power stayon true|false",
    ]
    return await process.fail(*known)
