"""The status bar: opens and closes the notification centre."""

from __future__ import annotations

from automotive_env.car.core.change import Cause
from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown

OPEN = "system.notification_center_open"


class StatusBarService(Service):
    """Moves the panel as the button in the bar does."""

    name = "statusbar"
    interface = "com.android.internal.statusbar.IStatusBarService"

    async def command(self, process: Process) -> int:
        """`expand-notifications`, `collapse`; the head unit has its quick settings nowhere but in its settings."""
        match process.args:
            case ["expand-notifications"]:
                self.device.head_unit.open_notifications(Cause("touch", "statusbar/expand"))
            case ["collapse"]:
                self.device.world.set(OPEN, False, Cause("touch", "statusbar/collapse"))
            case _:
                return await unknown(process)
        return 0

    async def dump(self, process: Process) -> int:
        """`dumpsys statusbar`"""
        shown = str(self.device.world.get(OPEN)).lower()
        return await process.print("  mDisabled1=0x0", "  mDisabled2=0x0", f"  mPanelExpanded={shown}")
