"""Values as their JSON schema declares them. Models and clients write 3 as "3" or 3.0, true as "true", and words in other case.

Only what leaves no doubt is converted. Any other value stays as it is, and whoever checks it refuses it.

>>> fitted("3", {"type": "integer"}), fitted(3.0, {"type": "integer"}), fitted("TRUE", {"type": "boolean"})
(3, 3, True)
>>> fitted("Left", {"type": "string", "enum": ["left", "right"]}), fitted("eleven", {"type": "integer"})
('left', 'eleven')
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from automotive_env.text.lenient_json import read_value
from automotive_env.text.spelling import find_spelling

_DECIMAL = re.compile(r"[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})", re.ASCII)
_FLAGS = {
    word: flag
    for flag, words in {True: ("true", "t", "yes", "y", "on", "1"), False: ("false", "f", "no", "n", "off", "0")}.items()
    for word in words
}
MAX_EXACT = 2**53
"""Larger whole numbers are not taken from decimals."""


def fitted_object(given: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """The members of an object under their declared names, with their values as declared; unknown members stay."""
    known: Mapping[str, Any] = schema.get("properties", {})
    found: dict[str, Any] = {}
    for key, value in given.items():
        name = key if key in known else find_spelling(str(key), known) or key
        if name != key and (name in given or name in found):
            name = key  # given twice: nobody knows which one counts
        found[name] = fitted(value, known.get(name, {}))
    return found


def fitted(value: Any, schema: Mapping[str, Any]) -> Any:
    """A value as a schema declares it; the value itself where that is in doubt."""
    if "enum" in schema:
        return _choice(value, schema["enum"])
    kind = schema.get("type")
    read = _READERS.get(kind) if isinstance(kind, str) else None
    return value if value is None or read is None else read(value, schema)


def _choice(value: Any, options: Sequence[Any]) -> Any:
    if isinstance(value, bool) or not isinstance(value, str | int) or value in options:
        return value
    word = _word(str(value))
    found = [one for one in options if _word(str(one)) == word]
    return found[0] if word and len(found) == 1 else value


def _word(text: str) -> str:
    return " ".join(re.split(r"[\s_-]+", text.strip())).casefold()


def _number(value: Any, _: Mapping[str, Any]) -> Any:
    if not isinstance(value, str) or not _DECIMAL.fullmatch(value.strip()):
        return value
    return float(value) if "." in value else int(value)


def _whole(value: Any, schema: Mapping[str, Any]) -> Any:
    number = _number(value, schema)
    whole = isinstance(number, float) and number.is_integer() and abs(number) < MAX_EXACT
    return int(number) if whole else number


def _flag(value: Any, _: Mapping[str, Any]) -> Any:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return value
    if isinstance(value, str):
        return _FLAGS.get(value.strip().lower(), value)
    return bool(value) if value in (0, 1) else value


def _text(value: Any, _: Mapping[str, Any]) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return str(value) if math.isfinite(value) and abs(value) < MAX_EXACT else value


def _array(value: Any, schema: Mapping[str, Any]) -> Any:
    items = schema.get("items", {})
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = _read(value, list)
    if isinstance(value, list | tuple):
        return [fitted(item, items) for item in value]
    return value if isinstance(value, dict) else [fitted(value, items)]


def _object(value: Any, schema: Mapping[str, Any]) -> Any:
    if isinstance(value, str):
        value = _read(value, dict)
    return fitted_object(value, schema) if isinstance(value, Mapping) else value


def _read(text: str, kind: type) -> Any:
    """What a text of JSON holds; the text itself where it holds no value of this kind."""
    try:
        found = read_value(text)
    except ValueError:
        return text
    return found if isinstance(found, kind) else text


_READERS: Mapping[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "number": _number,
    "integer": _whole,
    "boolean": _flag,
    "string": _text,
    "array": _array,
    "object": _object,
}
"""Type of a schema -> what reads its values."""
