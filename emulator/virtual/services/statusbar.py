"""The status bar: opens and closes the notification centre."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown
from automotive_env.headunit.panels.notifications import open_center
from automotive_env.headunit.touch import Touch
from automotive_env.world.change import Cause

OPEN = "system.notification_center_open"


class StatusBarService(Service):
    """Moves the panel as the button in the bar does."""

    name = "statusbar"

    async def command(self, process: Process) -> int:
        """`expand-notifications`, `collapse`; the head unit has its quick settings nowhere but in its settings."""
        match process.args:
            case ["expand-notifications"]:
                self.expand()
                return 0
            case ["collapse"]:
                self.collapse()
                return 0
        return await unknown(process)

    def expand(self) -> None:
        """Show the notification centre; what it shows counts as read."""
        unit = self.device.head_unit
        with self.device.world.changing(Cause("setup", "statusbar expand-notifications")):
            open_center(Touch(unit, unit.snapshot().stack[-1]))

    def collapse(self) -> None:
        """Put the notification centre away."""
        self.device.world.set(OPEN, False, Cause("setup", "statusbar collapse"))

    async def dump(self, process: Process) -> int:
        """`dumpsys statusbar`"""
        shown = str(self.device.world.get(OPEN)).lower()
        return await process.print("  mDisabled1=0x0", "  mDisabled2=0x0", f"  mPanelExpanded={shown}")
