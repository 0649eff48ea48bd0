"""The input manager: one touch screen. `input` is short for `cmd input`."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from automotive_env.emulator.virtual.packages import foreground, short
from automotive_env.emulator.virtual.process import Process, commands
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.accessibility import accessibility_of
from automotive_env.emulator.virtual.services.window import component
from automotive_env.emulator.virtual.uiautomator.touch import Finger
from automotive_env.emulator.virtual.users import DRIVER

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice


class InputManager(Service):
    """The input manager of one device.

    Attributes:
        finger: the one that `input motionevent` puts down, moves and lifts.
    """

    name = "input"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self.finger = Finger()

    async def command(self, process: Process) -> int:
        """Do `cmd input ARGS`, which is what `input ARGS` does."""
        return await commands()["input"](process)

    def save(self) -> object:
        return replace(self.finger)

    def load(self, saved: object) -> None:
        self.finger = replace(cast("Finger", saved))

    def motion(self, action: str, x: int, y: int) -> None:
        """One event of the finger: "DOWN", "MOVE", "UP" or "CANCEL"."""
        now = asyncio.get_running_loop().time()
        match action:
            case "DOWN":
                self.finger.down(x, y, now)
            case "MOVE":
                self.finger.move(x, y)
            case "UP":
                self.finger.up(self.device, x, y, now)
            case "CANCEL":
                self.finger.start = None

    async def dump(self, process: Process) -> int:
        """Size and orientation of the touch screen, and where keys go."""
        from automotive_env.emulator.virtual.device import DISPLAY

        width, height = self.device.size
        active, frame = accessibility_of(self.device).hierarchy().active, f"[0, 0, {width}, {height}]"
        return await process.print(
            "INPUT MANAGER (dumpsys input)",
            "",
            "Input Reader State:",
            f"      Viewport INTERNAL: displayId=0, uniqueId=local:{DISPLAY}, port=0, orientation=0, logicalFrame={frame}, "
            f"physicalFrame={frame}, deviceSize=[{width}, {height}], isActive=[1]",
            f"      SurfaceWidth: {width}px",
            f"      SurfaceHeight: {height}px",
            "      SurfaceOrientation: 0",
            "",
            "Input Dispatcher State:",
            "  FocusedApplications:",
            f"    displayId=0, name='ActivityRecord{{{active.id:x} u{DRIVER} {short(foreground(self.device))}}}'",
            "  FocusedWindows:",
            f"    displayId=0, name='{active.id:x} {component(active) or active.title}'",
        )


def input_manager_of(device: VirtualDevice) -> InputManager:
    """The input manager of a device."""
    service = device.services["input"]
    assert isinstance(service, InputManager)
    return service
