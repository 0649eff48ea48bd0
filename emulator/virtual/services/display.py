"""The display manager and SurfaceFlinger: the one display, which is built in and always on."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.window import density

RATE = "60.000004"
"""Frames a second, as the emulator's display says."""


class DisplayManager(Service):
    """The display manager of one device."""

    name = "display"

    async def dump(self, process: Process) -> int:
        """Size, density, orientation and state of the display."""
        width, height = self.device.size
        dpi = density(self.device)
        mode = f"{{id=1, width={width}, height={height}, fps={RATE}}}"
        info = (
            f'DisplayInfo{{"Built-in Screen", displayId 0, real {width} x {height}, largest app {width} x {height}, '
            f"smallest app {width} x {height}, mode 1, defaultMode 1, modes [{mode}], rotation 0, state ON, type INTERNAL, "
            f"density {dpi}, app {width} x {height}}}"
        )
        viewport = "DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, orientation=0, "
        frame = f"logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {width}, {height}), "
        return await process.print(
            "DISPLAY MANAGER (dumpsys display)",
            f"  mViewports=[{viewport}{frame}deviceWidth={width}, deviceHeight={height}}}]",
            "",
            "Display Devices: size=1",
            "  mScreenState=ON",
            "",
            "Logical Displays: size=1",
            "  Display 0:",
            "    mDisplayId=0",
            f"    mBaseDisplayInfo={info}",
        )


class SurfaceFlinger(Service):
    """It alone calls the display by its physical id."""

    name = "SurfaceFlinger"

    async def dump(self, process: Process) -> int:
        """`--display-id`; without it the same, and the size of the display."""
        from automotive_env.emulator.virtual.device import DISPLAY

        line = f'Display {DISPLAY} (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"'
        if "--display-id" in process.args:
            return await process.print(line)
        width, height = self.device.size
        return await process.print(line, f"  layerStack=0 orientation=0 resolution={width}x{height}")
