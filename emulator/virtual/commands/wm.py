"""`wm` and `ime`: short for the window manager and the input method manager."""

from __future__ import annotations

from automotive_env.emulator.virtual.commands.cmd import run_service
from automotive_env.emulator.virtual.process import Process, command


@command("wm")
async def wm(process: Process) -> int:
    """`wm size`, `wm density`."""
    return await run_service(process, ["window", *process.args])


@command("ime")
async def ime(process: Process) -> int:
    """`ime list|enable|disable|set|reset`."""
    return await run_service(process, ["input_method", *process.args])
