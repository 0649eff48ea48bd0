"""The keyboard: shown while a text field has the focus. What has no key arrives as a whole, through `HeadUnit.type_text`."""

from __future__ import annotations

import unicodedata
from typing import Any

from automotive_env.headunit.kit.rendering.node import Column, LayoutNode, Row, Spacer, in_order
from automotive_env.headunit.kit.screen import BuildContext, Screen
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler, remember
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.language.translate import UserText

KEYBOARD_HEIGHT = 372
LATIN = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
LETTERS = {
    "German": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
    "French": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
    "Spanish": ("qwertyuiop", "asdfghjklñ", "zxcvbnm"),
    "Arabic": ("ضصثقفغعهخح", "شسيبلاتنمك", "جطذدزروةظ"),
}
"""Language -> rows of letters, where they are not those of English; Chinese and Japanese are typed in Latin letters."""
HELD = {
    "German": {"a": "ä", "o": "ö", "u": "ü", "s": "ß"},
    "French": {"a": "à", "c": "ç", "e": "é", "i": "î", "o": "ô", "u": "ù"},
    "Spanish": {"a": "á", "e": "é", "i": "í", "o": "ó", "u": "ú"},
    "Arabic": {"ا": "أ", "ع": "ء", "ي": "ى", "و": "ؤ"},
}
"""Language -> key -> the letter that it writes when it is held."""
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
    """The resource id of the key of a letter, a digit or a sign: "key_q", "key_comma", "key_n_with_tilde"."""
    if sign.isascii():
        return f"key_{NAMES.get(sign, sign.lower())}"
    return f"key_{unicodedata.name(sign).partition('LETTER ')[2].lower().replace(' ', '_')}"


def _press(sign: str) -> TouchHandler:
    def act(touch: TouchEvent) -> str:
        if touch.local("shift") == "once":
            touch.remember("shift", "")
        return touch.type(sign)

    return act


def _key(sign: str, held: str = "") -> Button:
    name = NAMES.get(sign, "").replace("_", " ")
    hold = _press(held) if held else None
    return Button(
        _press(sign), id=key_id(sign), text=UserText(sign), description=name, size=32, radius=14, grow=1.0, on_long_press=hold
    )


def _shift(touch: TouchEvent) -> None:
    touch.remember("shift", _NEXT[touch.local("shift", "")])


def _erase_all(touch: TouchEvent) -> str:
    return touch.erase(everything=True)


def _special(on_tap: TouchHandler, id: str, description: str, *, width: int = WIDE, **looks: Any) -> Button:
    """A key that writes no sign."""
    return Button(on_tap, id=id, description=description, radius=14, width=width, **looks)


class KeyboardPanel(Screen):
    """Letters, digits and signs, and the keys that act on the field; opened with what enter does, "search" or nothing."""

    name = "keyboard"
    window = "InputMethod"
    ink = "bar"
    samples = ((), ("search",))

    def build(self, car: BuildContext) -> LayoutNode:
        page, shift, language = car.local("page"), car.local("shift", ""), car.get("environment.language")
        letters = LATIN if page == "latin" else LETTERS.get(language, LATIN)
        digits, cased = page == "digits", letters[0][0].upper() != letters[0][0]
        first, second, third = (self._keys(row, shift, language) for row in (DIGITS if digits else letters))
        around = Spacer(64) if len(second) < len(first) else None
        narrow = car.width < NARROW
        keys = Column(
            self._row(*first),
            self._row(around, *second, around),
            self._row(self._shift_key(shift) if cased and not digits else None, *third, self._delete_key()),
            self._last_row(car, digits, other="latin" if not cased else "letters" if page == "latin" else ""),
            padding=(8 if narrow else 24, 14),
            gap=GAP,
        )
        for row in keys.children:
            if narrow and isinstance(row, Row):
                row.gap = TIGHT
        return keys

    def _keys(self, signs: str, shift: str, language: str) -> list[Button]:
        """Keys of a row, in capitals where they are shifted."""
        case = str.upper if shift else str
        held = HELD.get(language, {})
        return [_key(case(sign), case(held.get(sign, ""))) for sign in signs]

    def _row(self, *keys: LayoutNode | None) -> Row:
        return in_order(Row(*keys, gap=GAP, grow=1.0))

    def _shift_key(self, shift: str) -> Button:
        icon = "keyboard_double_arrow_up" if shift == "lock" else "arrow_upward"
        return _special(_shift, "key_shift", _SHIFTS[shift], icon=icon, selected=bool(shift))

    def _delete_key(self) -> Button:
        return _special(TouchEvent.erase, "key_delete", "Delete", icon="backspace", on_long_press=_erase_all)

    def _last_row(self, car: BuildContext, digits: bool, other: str) -> Row:
        """Pages, space and what ends the typing; a key leads to `other` letters where the language has its own."""
        icon, enter = ("search", "Search") if "search" in car.args else ("keyboard_return", "Enter")
        return self._row(
            _special(remember("page", "letters"), "key_letters", "Letters", text="ABC")
            if digits
            else _special(remember("page", "digits"), "key_digits", "Digits and signs", text="?123"),
            _special(remember("page", other), "key_language", "Other letters", icon="language", width=120)
            if other and not digits
            else None,
            _key(","),
            Button(_press(" "), id="key_space", text="space", radius=14, grow=4.0),
            _key("."),
            _special(TouchEvent.enter, "key_enter", enter, icon=icon, look="filled"),
            _special(TouchEvent.blur, "hide_keyboard", "Hide keyboard", icon="keyboard_hide", width=120),
        )
