"""SurfaceFlinger: it alone calls the display by its physical id."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service


class SurfaceFlinger(Service):
    """SurfaceFlinger of one device."""

    name = "SurfaceFlinger"

    async def dump(self, process: Process) -> int:
        """`--display-id`; without it the same, and the size of the display."""
        from automotive_env.emulator.virtual.device import DISPLAY

        line = f'Display {DISPLAY} (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"'
        if "--display-id" in process.args:
            return await process.print(line)
        width, height = self.device.size
        return await process.print(line, f"  layerStack=0 orientation=0 resolution={width}x{height}")
