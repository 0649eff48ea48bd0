"""`svc`: switches of system services."""

from __future__ import annotations

from automotive_env.emulator.virtual.commands.cmd import run_service
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.world.change import Cause

STATES = {"enable": True, "disable": False}


@command("svc")
async def svc(process: Process) -> int:
    """`svc wifi|data|bluetooth enable|disable`, `svc power stayon true|false|usb|ac|wireless`."""
    world = process.device.world
    match process.args:
        case ["wifi" | "data" as what, "enable" | "disable" as state]:
            path = "system.wifi" if what == "wifi" else "system.mobile_data"
            world.set(path, STATES[state], Cause("setup", f"svc {what}"))
            return 0
        case ["bluetooth", "enable" | "disable" as state]:
            return await run_service(process, ["bluetooth_manager", state])
        case ["power", "stayon", source]:
            return await run_service(process, ["power", "stayon", source])
    known = ["Available commands:", "    wifi enable|disable", "    data enable|disable", "    bluetooth enable|disable"]
    return await process.fail(*known, "    power stayon true|false|usb|ac|wireless")
