"""The keyboard: shown while a text field has the focus. What has no key arrives as a whole, through `HeadUnit.type_text`."""

from __future__ import annotations

from typing import Any

from automotive_env.headunit.rendering.node import Column, Node, Row, Spacer, in_order
from automotive_env.headunit.screen import Screen, View
from automotive_env.headunit.touch import Handler, Touch
from automotive_env.headunit.widgets.button import Button

KEYBOARD_HEIGHT = 372
LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
DIGITS = ("1234567890", "@#/-_&+()", "*\"':;!?")
NAMES = {
    "@": "at", "#": "number_sign", "/": "slash", "-": "hyphen", "_": "underscore", "&": "ampersand", "+": "plus",
    "(": "open_bracket", ")": "close_bracket", "*": "asterisk", '"': "double_quote", "'": "apostrophe", ":": "colon",
    ";": "semicolon", "!": "exclamation_mark", "?": "question_mark", ",": "comma", ".": "period",
}  # fmt: skip
"""What the keys of signs are called in ids and by voice."""
GAP = 8
TIGHT = 2
"""Space between keys where there is room for no more."""
NARROW = 900
"""Width below which keys stand close."""
WIDE = 200
"""Width of the keys at the ends of the third row."""

_NEXT = {"": "once", "once": "lock", "lock": ""}
_SHIFTS = {"": "Shift", "once": "Shift is on", "lock": "Capitals are locked"}


def key_id(sign: str) -> str:
    """The resource id of the key of a letter, a digit or a sign."""
    return f"key_{NAMES.get(sign, sign.lower())}"


def _press(sign: str) -> Handler:
    def act(touch: Touch) -> str:
        if touch.local("shift") == "once":
            touch.remember("shift", "")
        return touch.type(sign)

    return act


def _key(sign: str) -> Button:
    name = NAMES.get(sign, "").replace("_", " ")
    return Button(_press(sign), id=key_id(sign), text=sign, description=name, size=32, radius=14, grow=1.0)


def _shift(touch: Touch) -> None:
    touch.remember("shift", _NEXT[touch.local("shift", "")])


def _turn(page: str) -> Handler:
    return lambda touch: touch.remember("page", page)


def _erase_all(touch: Touch) -> str:
    return touch.erase(everything=True)


def _special(on_tap: Handler, id: str, description: str, *, width: int = WIDE, **looks: Any) -> Button:
    """A key that writes no sign."""
    return Button(on_tap, id=id, description=description, radius=14, width=width, **looks)


class Keyboard(Screen):
    """Letters, digits and signs, and the keys that act on the field; opened with what enter does, "search" or nothing."""

    name = "keyboard"
    window = "InputMethod"
    ink = "bar"
    samples = ((), ("search",))

    def build(self, car: View) -> Node:
        digits, shift = car.local("page") == "digits", car.local("shift", "")
        first, second, third = ([sign.upper() if shift else sign for sign in row] for row in (DIGITS if digits else LETTERS))
        narrow = car.width < NARROW
        keys = Column(
            self._row(*map(_key, first)),
            self._row(Spacer(64), *map(_key, second), Spacer(64)),
            self._row(None if digits else self._shift_key(shift), *map(_key, third), self._delete_key()),
            self._last_row(car, digits),
            padding=(8 if narrow else 24, 14),
            gap=GAP,
        )
        for row in keys.children:
            if narrow and isinstance(row, Row):
                row.gap = TIGHT
        return keys

    def _row(self, *keys: Node | None) -> Row:
        return in_order(Row(*keys, gap=GAP, grow=1.0))

    def _shift_key(self, shift: str) -> Button:
        icon = "keyboard_double_arrow_up" if shift == "lock" else "arrow_upward"
        return _special(_shift, "key_shift", _SHIFTS[shift], icon=icon, selected=bool(shift))

    def _delete_key(self) -> Button:
        return _special(Touch.erase, "key_delete", "Delete", icon="backspace", on_long_press=_erase_all)

    def _last_row(self, car: View, digits: bool) -> Row:
        icon, enter = ("search", "Search") if "search" in car.args else ("keyboard_return", "Enter")
        return self._row(
            _special(_turn("letters"), "key_letters", "Letters", text="ABC")
            if digits
            else _special(_turn("digits"), "key_digits", "Digits and signs", text="?123"),
            _key(","),
            Button(_press(" "), id="key_space", text="space", radius=14, grow=4.0),
            _key("."),
            _special(Touch.enter, "key_enter", enter, icon=icon, look="filled"),
            _special(Touch.blur, "hide_keyboard", "Hide keyboard", icon="keyboard_hide", width=120),
        )
