"""Toasts: one short line with the reason why a touch was refused, or what it did unseen, until the next touch."""

from __future__ import annotations

from automotive_env.headunit.kit.rendering.fonts import width as text_width
from automotive_env.headunit.kit.rendering.node import LayoutNode, Spacer
from automotive_env.headunit.kit.rendering.theme import SECONDARY
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.widgets.card import Card
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.restrictions import shortened

TOAST_HEIGHT = 74
"""Less than a touch target: a toast hides none as a whole."""
MAX_WIDTH = 1_080
PADDING = 36


def toast_width(line: str) -> int:
    """How wide a toast with a line is, in pixels; a longer line takes two rows."""
    return min(MAX_WIDTH, text_width(shortened(line), SECONDARY) + 2 * PADDING)


class ToastPanel(Screen):
    """The line it was opened with."""

    name = "toast"
    window = "Toast"
    ink = None
    touchable = False
    samples = (("Not available while driving",),)

    def build(self, car: BuildContext) -> LayoutNode:
        line = shortened(str(car.args[0])) if car.args else ""
        text = Text(line, id="message", size=SECONDARY, align="center", lines=2)
        return Card(Spacer(), text, Spacer(), gap=0, padding=(PADDING, 6), radius=TOAST_HEIGHT // 2, ink="raised", floats=True)
