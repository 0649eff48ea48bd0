"""`dumpsys meminfo`: how much memory apps would take; the figures are fixed, nothing is measured."""

from __future__ import annotations

from automotive_env.emulator.virtual.packages import pid, system_packages
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service

APP_KB, TOTAL_KB, FREE_KB = 65_536, 4_194_304, 2_097_152


class MemInfo(Service):
    """Memory by process."""

    name = "meminfo"

    async def dump(self, process: Process) -> int:
        """`meminfo [PACKAGE]`"""
        names = [word for word in process.args if not word.startswith("-")]
        running = [name for name in system_packages() if name != "android"]
        if names and names[0] not in running:
            return await process.print(f"No process found for: {names[0]}")
        if names:
            head = f"** MEMINFO in pid {pid(names[0])} [{names[0]}] **"
            return await process.print(head, " App Summary", f"           TOTAL PSS: {APP_KB}   TOTAL RSS: {APP_KB}")
        rows = (f"    {APP_KB:,}K: {name} (pid {pid(name)})" for name in running)
        memory = [f"Total RAM: {TOTAL_KB:,}K (status normal)", f" Free RAM: {FREE_KB:,}K"]
        return await process.print("Total PSS by process:", *rows, "", *memory)
