"""Dialogs in which something is typed: at the top of the screen, above the keyboard."""

from __future__ import annotations

from typing import Any, ClassVar

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.node import LayoutCollector, LayoutNode, Row
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET, ColourRole
from automotive_env.headunit.kit.screen import BuildContext, Dialog
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, back, set_up
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.page import DialogFrame, DialogScrim
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.text_field import TextField
from automotive_env.headunit.restrictions import Restriction

FIELD = "dialog_edit_text"
ERROR = "error"
WIDTH, HEIGHT = 1_040, 212


class _AtTop(DialogFrame):
    """A dialog that the keyboard does not cover."""

    margin = 8

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        canvas.add(DialogScrim(), box, on)
        width, height = self.size
        left, top = (box.left + box.right - width) // 2, box.top + min(self.margin, max(0, box.height - height))
        self.child.place(Box(left, top, left + width, top + height), on, canvas)


def opens(screen: str, *args: Any, text: str = "") -> TouchHandler:
    """A handler that opens such a dialog with the keyboard, and with a text in its field."""
    return set_up(lambda touch: touch.push(ScreenEntry(touch.entry.app, screen, args, {FIELD: text}, focus=FIELD)))


class TextDialog(Dialog):
    """Asks for a text: what for, a hint or what was wrong, the field, and the buttons.

    Class attributes:
        hint: of the field.
        action: what the button does that takes the text.
    """

    restricted_by = Restriction.NO_SETUP
    hint: ClassVar[str]
    action: ClassVar[str] = "Save"

    def about(self, car: BuildContext) -> str:
        """What the text is for."""
        return self.title

    def advice(self) -> str:
        """What a good text is."""
        raise NotImplementedError

    def take(self, touch: TouchEvent, text: str) -> str:
        """Use the text; returns why not, as one sentence."""
        raise NotImplementedError

    def build(self, car: BuildContext) -> LayoutNode:
        def submit(touch: TouchEvent, text: str) -> None:
            wrong = self.take(touch, text)
            if wrong:
                touch.remember(ERROR, wrong)
            else:
                touch.back()

        wrong = str(car.local(ERROR, ""))
        field = TextField(id=FIELD, hint=self.hint, icon="", on_submit=submit, grow=1.0)
        stop = Button(back, id="cancel_dialog_button", text="Cancel", size=28, width=168)
        done = Button(
            lambda touch: submit(touch, str(touch.local(FIELD, ""))), id="confirm_dialog_button", text=self.action,
            look="filled", size=28, width=168,
        )  # fmt: skip
        card = Card(
            Text(self.about(car), id="alertTitle", size=36, weight="medium"),
            Text(wrong or self.advice(), id="dialog_text", size=SECONDARY, ink="danger" if wrong else "quiet"),
            Row(field, stop, done, gap=12, height=TARGET + 4),
            padding=(40, 20), gap=8, floats=True,
        )  # fmt: skip
        return _AtTop(card, WIDTH, HEIGHT)


class NameDialog(TextDialog):
    """Changes a name that other devices see.

    Class attributes:
        path: of the name.
        longest: characters that it may have.
    """

    hint = "Name"
    path: ClassVar[str]
    longest: ClassVar[int]

    def advice(self) -> str:
        return f"Other devices see it. It has at most {self.longest} characters."

    def take(self, touch: TouchEvent, text: str) -> str:
        if not 1 <= len(text.strip()) <= self.longest:
            return f"A name has 1 to {self.longest} characters."
        touch.set(self.path, text.strip())
        return ""


__all__ = ["FIELD", "NameDialog", "TextDialog", "opens"]
