"""The accessibility manager: it knows the windows, and lets one UI automation look at them at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import SystemService
from automotive_env.emulator.virtual.uiautomator.hierarchy import WindowHierarchy

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice
    from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation

TAKEN = "java.lang.IllegalStateException: UiAutomationService already registered!"
"""What a second UI automation is told."""


class Accessibility(SystemService):
    """The accessibility manager of one device.

    Attributes:
        automation: the UI automation that is connected, None where none is.
    """

    name = "accessibility"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self.automation: UiAutomation | None = None
        self._hierarchy: WindowHierarchy | None = None
        self._version = (-1, -1)

    def save(self) -> object:
        return self.automation and self.automation.save()

    def load(self, saved: object) -> None:
        if self.automation:
            self.automation.load(saved)

    def hierarchy(self) -> WindowHierarchy:
        """All windows; the same object until something changes."""
        if self._hierarchy is None or self._version != self.device.version:
            self._hierarchy = WindowHierarchy(self.device)
            self._version = self.device.version  # afterwards: looking may put a keyboard away
        return self._hierarchy

    async def dump(self, process: ShellProcess) -> int:
        """Whether a UI automation is connected, and the windows from the bottom to the top."""
        windows = (f"    AccessibilityWindowInfo[title={w.title}, displayId=0, id={w.id}]" for w in self.hierarchy().shown)
        connected = "true" if self.automation else "false"
        return await process.print(
            "ACCESSIBILITY MANAGER (dumpsys accessibility)", f"Ui Automation[connected={connected}]", *windows
        )
