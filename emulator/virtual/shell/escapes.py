"""Backslash escapes, as `echo -e` and `printf` know them."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{1,2})|0([0-7]{0,3})|([1-7][0-7]{0,2})|u([0-9A-Fa-f]{1,4})|(.))", re.DOTALL)
_LETTERS = {"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


def _one(found: re.Match[str]) -> str:
    hexadecimal, octal, short, unicode, letter = found.groups()
    if letter is not None:
        return _LETTERS.get(letter, letter if letter in "'\"" else f"\\{letter}")
    if unicode is not None:
        return chr(int(unicode, 16)) if not 0xD800 <= int(unicode, 16) < 0xE000 else "\ufffd"
    return chr(int(hexadecimal, 16) if hexadecimal else int(octal or short or "0", 8) & 0xFF)


def unescape(text: str) -> str:
    """A text with its escapes replaced; unknown ones stay."""
    return _ESCAPE.sub(_one, text)


def unescape_until_stop(text: str) -> tuple[str, bool]:
    r"""The same up to `\\c`, which ends all output; whether there was one."""
    found = re.search(r"(?<!\\)(?:\\\\)*\\c", text)
    return (unescape(text[: found.end() - 2]), True) if found else (unescape(text), False)
