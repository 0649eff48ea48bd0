"""The question before something that cannot be taken back, or that does much at once."""

from __future__ import annotations

from typing import ClassVar

from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.screen import BuildContext, Dialog
from automotive_env.headunit.kit.touch import TouchEvent, back
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.page import dialog


class ConfirmDialog(Dialog):
    """A dialog with a way back and a way on; opened with what it is about.

    Class attributes:
        keep_id, keep: resource id and text of the button that changes nothing.
        go_id, go: of the button that does it.
    """

    keep_id: ClassVar[str]
    keep: ClassVar[str] = "Keep"
    go_id: ClassVar[str]
    go: ClassVar[str] = "Delete"

    def question(self, car: BuildContext) -> tuple[str, str]:
        """What is asked, and what follows."""
        raise NotImplementedError

    def act(self, touch: TouchEvent) -> str | None:
        """Do it; the dialog is closed already. Returns why not."""
        raise NotImplementedError

    def go_button(self) -> Button:
        """The button that does it."""
        return Button(self.confirmed, id=self.go_id, text=self.go, look="danger", size=28, width=220)

    def build(self, car: BuildContext) -> LayoutNode:
        stay = Button(back, id=self.keep_id, text=self.keep, size=28, width=200)
        return dialog(*self.question(car), stay, self.go_button())

    def confirmed(self, touch: TouchEvent) -> str | None:
        """Close the dialog and do it."""
        touch.back()
        return self.act(touch)


__all__ = ["ConfirmDialog"]
