"""The power manager: the head unit is awake for as long as the device runs."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown


class PowerService(Service):
    """Says that the display is on."""

    name = "power"
    interface = "android.os.IPowerManager"

    async def command(self, process: Process) -> int:
        """`stayon true|false|ac|...`: only a setting."""
        if process.args[:1] != ["stayon"] or len(process.args) != 2:
            return await unknown(process)
        sources = {"true": "15", "ac": "1", "usb": "2", "wireless": "4", "dock": "8", "false": "0"}
        if process.args[1] not in sources:
            return await process.fail(f"Error: unknown source {process.args[1]}", status=255)
        self.device.settings.put("global", "stay_on_while_plugged_in", sources[process.args[1]])
        return 0

    async def dump(self, process: Process) -> int:
        """`dumpsys power`"""
        stays = self.device.settings.get("global", "stay_on_while_plugged_in") not in (None, "0")
        return await process.print(
            "POWER MANAGER (dumpsys power)",
            "",
            "Power Manager State:",
            "  mWakefulness=Awake",
            "  mWakefulnessChanging=false",
            f"  mStayOn={str(stays).lower()}",
            "  mHoldingDisplaySuspendBlocker=true",
            "  mScreenOn=true",
            "",
            "Display Power: state=ON",
        )
