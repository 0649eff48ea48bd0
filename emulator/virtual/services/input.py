"""The input manager: the touch screen and how it lies on the display."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service


class InputManager(Service):
    """The input manager of one device."""

    name = "input"
    interface = "android.hardware.input.IInputManager"

    async def dump(self, process: Process) -> int:
        """The touch screen: where it is on the display, and that it is not turned."""
        width, height = self.device.size
        frame = f"[0, 0, {width}, {height}]"
        return await process.print(
            "INPUT MANAGER (dumpsys input)",
            "",
            "Input Reader State (Nums of device: 1):",
            "  Device 1: virtio_input_multi_touch_1",
            "    Touch Input Mapper (mode - DIRECT):",
            f"      Viewport INTERNAL: displayId=0, port=0, orientation=0, logicalFrame={frame}, physicalFrame={frame}, "
            f"deviceSize=[{width}, {height}], isActive=[1]",
            f"      PhysicalWidth: {width}px",
            f"      PhysicalHeight: {height}px",
            "      InputDeviceOrientation: Rotation0",
        )
