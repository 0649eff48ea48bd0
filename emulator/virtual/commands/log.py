"""`log`: notes a line in the log of the device."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.logcat import log as note
from automotive_env.emulator.virtual.shell.tools import Misuse, options


@command("log")
async def log(process: Process) -> int:
    """`log [-p PRIORITY] [-t TAG] MESSAGE...`"""
    given = options(process, "p:t:", stop=True)
    priority = given.given.get("p", "i").upper()
    if priority not in tuple("VDIWEF"):
        raise Misuse(f"bad -p '{priority[:20]}'")
    note(process.device, given.given.get("t", "log")[:100], " ".join(given.words), priority)
    return 0
