"""Pickers: dialogs in which a value is chosen directly, instead of step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from automotive_env.headunit.kit.rendering.node import Grid, LayoutNode, Row
from automotive_env.headunit.kit.screen import BuildContext, Dialog
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.button import RADIO, Button
from automotive_env.headunit.kit.widgets.page import dialog

MOST_ROWS = 3
"""Rows of buttons that have room between the bars."""
ROW = 84


class PickerDialog(Dialog):
    """A dialog with one button for each value; opened with what it is about, such as a seat."""

    unit: ClassVar[str] = ""
    """Written after each value."""

    def heading(self, car: BuildContext) -> str:
        """What is chosen."""
        raise NotImplementedError

    def values(self, car: BuildContext) -> Sequence[int]:
        """What there is to choose from."""
        raise NotImplementedError

    def now(self, car: BuildContext) -> float:
        """What is set at present."""
        raise NotImplementedError

    def write(self, touch: TouchEvent, value: int) -> str | None:
        """Set a value; returns why not."""
        raise NotImplementedError

    def leave(self, touch: TouchEvent) -> None:
        """Close the dialog."""
        touch.back()

    def build(self, car: BuildContext) -> LayoutNode:
        chosen = self.now(car)
        buttons = [self._button(value, value == chosen) for value in self.values(car)]
        columns = max(5, -(-len(buttons) // MOST_ROWS))
        rows = -(-len(buttons) // columns)
        grid = Grid(*buttons, columns=columns, row_height=ROW, gap=12)
        close = Button(lambda touch: self.leave(touch), id="pick_close", text="Close", size=28, width=200)
        return dialog(self.heading(car), "", close, content=(Row(grid, height=rows * (ROW + 12) - 12),), width=960)

    def _button(self, value: int, chosen: bool) -> Button:
        text = f"{value}{self.unit}"
        return Button(self._picks(value), id=f"pick_{value}", text=text, selected=chosen, role=RADIO, size=28)

    def _picks(self, value: int) -> TouchHandler:
        def act(touch: TouchEvent) -> str | None:
            self.leave(touch)
            return self.write(touch, value)

        return act
