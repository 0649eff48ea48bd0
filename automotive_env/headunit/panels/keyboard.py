"""The keyboard: shown while a text field has the focus. Its keys are drawn; text arrives as a whole."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.rendering.drawing import SMOOTH
from automotive_env.headunit.rendering.fonts import font
from automotive_env.headunit.rendering.node import Column, Node, Row, Spacer
from automotive_env.headunit.rendering.theme import SECONDARY, TARGET, Theme
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.touch import Touch
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.picture import Picture
from automotive_env.headunit.widgets.text import Text

KEYBOARD_HEIGHT = 372
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _keys(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    scale = SMOOTH // 2
    board.rectangle((0, 0, width, height), fill=theme["bar"])
    wide, tall, gap = width / 10, height / 4, 5 * scale
    letters = font("regular", 30 * scale)
    for row, keys in enumerate(KEYS):
        left = (width - len(keys) * wide) / 2
        for place, key in enumerate(keys):
            x, y = left + place * wide, row * tall
            board.rounded_rectangle((x + gap, y + gap, x + wide - gap, y + tall - gap), 14 * scale, fill=theme["raised"])
            board.text((x + wide / 2, y + tall / 2), key, fill=theme["text"], font=letters, anchor="mm")
    space = (width * 0.25, 3 * tall + gap, width * 0.75, 4 * tall - gap)
    board.rounded_rectangle(space, 14 * scale, fill=theme["raised"])


def _hide(touch: Touch) -> None:
    touch.blur()


class Keyboard(Screen):
    """Keys, and a way to put them away."""

    name = "keyboard"
    window = "InputMethod"
    ink = "bar"

    def build(self, car: View) -> Node:
        return Column(
            Row(
                Text("Keyboard", id="keyboard_title", size=SECONDARY, ink="quiet"),
                Spacer(),
                Button(_hide, id="hide_keyboard", icon="keyboard_hide", description="Hide keyboard", look="plain", width=TARGET),
                height=TARGET,
            ),
            Picture(_keys, "letters", radius=0, grow=1.0),
            padding=(24, 4),
            gap=4,
        )
