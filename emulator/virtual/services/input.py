"""The input manager: the touch screen and how it lies on the display."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from automotive_env.emulator.virtual.process import ShellProcess
from automotive_env.emulator.virtual.service import SystemService
from automotive_env.emulator.virtual.uiautomator.touch import TouchFinger

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice


class InputManager(SystemService):
    """The input manager of one device.

    Attributes:
        finger: of the clients that send down, move and up one by one.
    """

    name = "input"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self.finger = TouchFinger()
        self._selected: tuple[str, str, str] | None = None

    def save(self) -> object:
        return replace(self.finger), self._selected

    def load(self, saved: object) -> None:
        finger, self._selected = cast("tuple[TouchFinger, tuple[str, str, str] | None]", saved)
        self.finger = replace(finger)

    def select_all(self) -> None:
        """Select the text of the field that has the focus."""
        self._selected = self._field()

    def replace_selected(self) -> bool:
        """Delete what is selected, as the next key does; whether something was."""
        selected, self._selected = self._selected, None
        if selected is None or selected != self._field():
            return False
        return not self.device.head_unit.erase(everything=True)

    def _field(self) -> tuple[str, str, str] | None:
        front = self.device.head_unit.snapshot().front(self.device.world)
        return (front.app, front.screen, front.focus) if front.focus else None

    async def dump(self, process: ShellProcess) -> int:
        """The touch screen: where it is on the display, and that it is not turned."""
        width, height = self.device.size
        rotation = "0" if self.device.release == 13 else "Rotation0"
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
            f"      InputDeviceOrientation: {rotation}",
        )
