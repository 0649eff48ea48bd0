"""`bugreportz`: this device makes no bug reports, and says so."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command

VERSION = "1.2"


@command("bugreportz")
async def bugreportz(process: Process) -> int:
    """`bugreportz -v`, `bugreportz [-p]`"""
    if process.args == ["-v"]:
        return await process.fail(VERSION, status=0)  # which it prints to stderr
    return await process.print("FAIL:this device makes no bug reports; see dumpsys and logcat") or 1
