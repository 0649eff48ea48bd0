"""The power manager: the head unit is awake for as long as the device runs."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service


class PowerService(Service):
    """Says that the display is on."""

    name = "power"
    interface = "android.os.IPowerManager"

    async def dump(self, process: Process) -> int:
        """`dumpsys power`"""
        return await process.print(
            "POWER MANAGER (dumpsys power)",
            "",
            "Power Manager State:",
            "  mWakefulness=Awake",
            "  mHoldingDisplaySuspendBlocker=true",
            "",
            "Display Power: state=ON",
        )
