"""JSON as models write it: finds objects in a text and reads them, their small mistakes included.

Taken besides JSON are single quotes and those of books, Python's words and escapes, keys and single words without quotes, numbers
such as .5 and +2, trailing commas, line breaks within texts, and comments. An object that names a key twice with different values
is ambiguous and none at all.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from automotive_env.text.foreign_text import one_fault

MAX_DEPTH = 10
"""Objects and lists within each other; bounds the work for each opening brace."""
MAX_ENCODINGS = 3
"""How often JSON may be encoded as a text of JSON."""
# Without possessive quantifiers: Python 3.11.2 matches them wrongly within each other.
_SPACE = re.compile(r"(?:\s+|(?://|#)[^\n]*|/\*[^*]*\*+(?:[^*/][^*]*\*+)*/)*")
_STRING = re.compile("|".join(rf"{start}([^{end}\\]*(?:\\.[^{end}\\]*)*){end}" for start, end in ('""', "''", "“”")), re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,3})?(?![\w.])", re.ASCII)
_WORD = re.compile(r"[A-Za-z_]\w{0,39}", re.ASCII)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_SAME = "\"'\\/"
_WORDS = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None}


@dataclass(frozen=True, slots=True)
class FoundJsonObject:
    """An object of a text.

    Attributes:
        start: position of its first character.
        end: position behind its last character.
        data: what it holds.
    """

    start: int
    end: int
    data: dict[str, Any]


def find_objects(text: str) -> Iterator[FoundJsonObject]:
    """The outermost objects that can be read, in order. The time it takes grows with the length of the text."""
    start = text.find("{")
    while start >= 0:
        try:
            data, end = _object(text, start, MAX_DEPTH)
        except ValueError:
            end = start + 1
        else:
            yield FoundJsonObject(start, end, data)
        start = text.find("{", end)


def read_value(text: str) -> Any:
    r"""The one value of a text, with its small mistakes mended: stray characters around an object, a fence, JSON encoded twice.

    >>> read_value('{"value": 2}""'), read_value('"{\\"value\\": 2}"'), read_value("```json\n{'value': 2,}\n```")
    ({'value': 2}, {'value': 2}, {'value': 2})

    Raises:
        ValueError: it holds no value, or several.
    """
    for _ in range(MAX_ENCODINGS):
        try:
            value = _strict(text)
        except ValueError:
            value = _mended(text)
        if not isinstance(value, str):
            return value
        text = value
    raise ValueError("there is no object")


def read_arguments(text: str) -> dict[str, Any]:
    """The arguments of a call; without any text there are none.

    Raises:
        ValueError: the text holds no object, or several.
    """
    wrong = ValueError("the arguments are no JSON object")
    try:
        value = read_value(text) if text.strip() else None
    except ValueError:
        raise wrong from None
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict | None):
        raise wrong
    return value or {}


def member_text(text: str, key: str) -> str:
    """What the first object of a text holds under a key, as it is written; empty where it has no such key.

    Raises:
        ValueError: the object cannot be read.
    """
    position = _after_space(text, text.find("{") + 1)
    while not text.startswith("}", position):
        name, position = _key(text, position)
        start = _after_space(text, _after_space(text, position) + 1)
        _, position = _value(text, start, MAX_DEPTH - 1)
        if name == key:
            return text[start:position]
        position = _after_comma(text, position, "}")
    return ""


def is_strict(text: str) -> bool:
    """Whether a text is an object of JSON, or empty, so that nothing had to be mended to read it."""
    try:
        return not text.strip() or isinstance(_strict(text), dict)
    except ValueError:
        return False


def _strict(text: str) -> Any:
    with one_fault():
        return json.loads(text, object_pairs_hook=_unambiguous)


def _unambiguous(members: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in members:
        _set(data, key, value)
    return data


def _set(data: dict[str, Any], key: str, value: Any) -> None:
    if key in data and (data[key] != value or type(data[key]) is not type(value)):
        raise ValueError(f"{key} is given twice")
    data[key] = value


def _mended(text: str) -> Any:
    text = text.strip()
    if found := _STRING.fullmatch(text):
        return _unescaped(found)
    if text.startswith("["):
        values, end = _list(text, 0, MAX_DEPTH)
        if end == len(text):
            return values
    one = next(find_objects(text), None)
    around = "" if one is None else text[: one.start] + text[one.end :].strip("} \n")
    if one is None and '\\"' in text:
        return _ESCAPE.sub(_character, text)  # encoded twice, and then without its quotes
    if one is None or not {"{", "}"}.isdisjoint(around):  # a part of an object that cannot be read is another object
        raise ValueError("there is no object, or more than one")
    return one.data


def _object(text: str, start: int, depth: int) -> tuple[dict[str, Any], int]:
    data: dict[str, Any] = {}
    position = _after_space(text, start + 1)
    while not text.startswith("}", position):
        key, position = _key(text, position)
        position = _after_space(text, position)
        if not text.startswith(":", position):
            raise ValueError("no colon behind a key")
        value, position = _value(text, _after_space(text, position + 1), depth - 1)
        _set(data, key, value)
        position = _after_comma(text, position, "}")
    return data, position + 1


def _list(text: str, start: int, depth: int) -> tuple[list[Any], int]:
    values: list[Any] = []
    position = _after_space(text, start + 1)
    while not text.startswith("]", position):
        value, position = _value(text, position, depth - 1)
        values.append(value)
        position = _after_comma(text, position, "]")
    return values, position + 1


def _value(text: str, position: int, depth: int) -> tuple[Any, int]:
    opening = text[position : position + 1]
    if opening in ("{", "["):
        if not depth:
            raise ValueError("nested too deeply")
        return _object(text, position, depth) if opening == "{" else _list(text, position, depth)
    if found := _STRING.match(text, position):
        return _unescaped(found), found.end()
    if found := _NUMBER.match(text, position):
        return _number(found[0]), found.end()
    if found := _WORD.match(text, position):
        return _WORDS.get(found[0], found[0]), found.end()
    raise ValueError("no value")


def _key(text: str, position: int) -> tuple[str, int]:
    if found := _STRING.match(text, position):
        return _unescaped(found), found.end()
    if found := _WORD.match(text, position):
        return found[0], found.end()
    raise ValueError("no key")


def _number(written: str) -> int | float:
    if written.lstrip("+-").isdigit():
        return int(written)
    number = float(written)
    if not math.isfinite(number):
        raise ValueError("too large a number")
    return number


def _unescaped(found: re.Match[str]) -> str:
    written = found[found.lastindex or 0]
    if "\\" not in written:
        return written
    text = _ESCAPE.sub(_character, written)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")  # pairs of halves become one character


def _character(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2] or escape[3]
    if code:
        return chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else "\ufffd"
    letter = escape[4]
    return letter if letter in _SAME else _ESCAPED.get(letter, escape[0])


def _after_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _after_comma(text: str, position: int, closing: str) -> int:
    """Behind the comma, if there is one; before what closes, if there is none."""
    position = _after_space(text, position)
    if text.startswith(",", position):
        return _after_space(text, position + 1)
    if not text.startswith(closing, position):
        raise ValueError("no comma")
    return position
