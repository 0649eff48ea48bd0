"""The display manager and SurfaceFlinger: the one display, which is built in and always on."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service


class DisplayManager(Service):
    """The display manager of one device."""

    name = "display"

    async def dump(self, process: Process) -> int:
        """Size, orientation and state of the display."""
        width, height = self.device.size
        frame = f"logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {width}, {height})"
        return await process.print(
            "DISPLAY MANAGER (dumpsys display)",
            "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, orientation=0, "
            f"{frame}, deviceWidth={width}, deviceHeight={height}}}]",
            "  mScreenState=ON",
        )


class SurfaceFlinger(Service):
    """It alone calls the display by its physical id."""

    name = "SurfaceFlinger"

    async def dump(self, process: Process) -> int:
        """`--display-id`; whatever else is asked gets the same answer."""
        from automotive_env.emulator.virtual.device import DISPLAY

        return await process.print(f'Display {DISPLAY} (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"')
