"""The dial pad: twelve keys, and what has been dialled."""

from __future__ import annotations

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.fonts import line_height
from automotive_env.headunit.kit.rendering.node import Grid, in_order
from automotive_env.headunit.kit.rendering.theme import SECONDARY, TARGET, ColourRole
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.widget import WidgetState

KEYS = (
    ("one", "1", ""), ("two", "2", "ABC"), ("three", "3", "DEF"),
    ("four", "4", "GHI"), ("five", "5", "JKL"), ("six", "6", "MNO"),
    ("seven", "7", "PQRS"), ("eight", "8", "TUV"), ("nine", "9", "WXYZ"),
    ("star", "*", ""), ("zero", "0", "+"), ("pound", "#", ""),
)  # fmt: skip
"""Resource id, sign and letters of each key."""
KEYS_WIDTH, KEYS_HEIGHT = 520, 500
"""Of the card of the keys beside what is dialled, and below it on a display that is upright."""
MAX_DIGITS = 15
"""Digits of a phone number, as ITU-T E.164 has it."""


def dialled(touch: TouchEvent) -> str:
    """What has been dialled so far."""
    return str(touch.local("number", ""))


def _tone(sign: str) -> TouchHandler:
    """Send a tone to the other side."""

    def act(touch: TouchEvent) -> None:
        touch.remember("tones", (str(touch.local("tones", "")) + sign)[-MAX_DIGITS:])

    return act


def _type(sign: str) -> TouchHandler:
    def act(touch: TouchEvent) -> str | None:
        if len(dialled(touch)) >= MAX_DIGITS:
            return f"a number has at most {MAX_DIGITS} digits"
        touch.remember("number", dialled(touch) + sign)
        return None

    return act


def _plus(touch: TouchEvent) -> str | None:
    """A long press on the zero begins an international number."""
    if dialled(touch):
        return "a plus stands at the beginning"
    touch.remember("number", "+")
    return None


def delete(touch: TouchEvent) -> None:
    """Take the last sign back."""
    touch.remember("number", dialled(touch)[:-1])


class DialKeyButton(Button):
    """A key with a digit or sign and its letters."""

    def __init__(self, id: str, sign: str, letters: str, tone: bool = False) -> None:
        """Declare a key that writes its sign into the number, or sends it as a `tone` of the call."""
        plus = _plus if sign == "0" and not tone else None
        super().__init__(_tone(sign) if tone else _type(sign), id=id, text=sign, on_long_press=plus, radius=28)
        self.below = "" if tone else letters
        self.tall = TARGET if tone else 92

    def natural(self, width: int) -> tuple[int, int]:
        return TARGET, self.tall

    def content(self, state: WidgetState, brush: WidgetBrush, ink: ColourRole) -> None:
        width, height = brush.box.width, brush.box.height
        lines = (line_height(44), line_height(SECONDARY) if self.below else 0)
        top = (height - sum(lines)) // 2
        sign = Box(0, top, width, top + lines[0])
        brush.text(state.text, sign, size=44, ink=ink, weight="medium", align="center")
        if self.below:
            room = Box(0, sign.bottom, width, sign.bottom + lines[1])
            brush.text(self.below, room, size=SECONDARY, ink="quiet", align="center")


def dial_keys() -> Grid:
    """The twelve keys."""
    return in_order(Grid(*(DialKeyButton(*key) for key in KEYS), columns=3, gap=12, grow=1.0))


def tone_keys() -> Grid:
    """The twelve keys of a call under way."""
    return in_order(Grid(*(DialKeyButton(*key, tone=True) for key in KEYS), columns=3, gap=8, grow=1.0))
