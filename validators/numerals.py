"""Numbers in digits, however people say them.

>>> in_digits("minus five degrees, twenty-one point five, two and a half, 21 1/2, three quarters, one thousand two hundred")
'-5 degrees, 21.5, 2.5, 21.5, 0.75, 1200'
"""

from __future__ import annotations

import re

from automotive_env.validators.plain_text import listed, plain

_SMALL = listed(
    "zero one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = listed("twenty thirty forty fifty sixty seventy eighty ninety")
_VALUES = {word: number for number, word in enumerate(_SMALL)} | {word: 10 * number for number, word in enumerate(_TENS, 2)}
_PARTS = {"half": 2, "halve": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "eighth": 8, "tenth": 10}

_NUMBER = re.compile(
    rf"\b(?:({'|'.join(_TENS)})(?:[- ]({'|'.join(_SMALL[1:10])}))?"
    r"|(?!(?:(?<=the )|(?<=this )|(?<=that )|(?<=which )|(?<=no ))one\b|one (?:of|is|was|has|from|that|who)\b|one')"
    rf"({'|'.join(_SMALL)}))\b"
)
"""A number below a hundred, but not "the one", "one of"."""
_HUNDREDS, _THOUSANDS = (re.compile(rf"\b(\d+|a) {word}\b(?: (?:and )?(\d{{1,3}})\b)?") for word in ("hundred", "thousand"))
_POINT = re.compile(r"\b(\d+) point (\d)\b(?: (\d)\b)?")
_PART = re.compile(rf"\b(?:(an?|\d+)[ -]|(?=half|halve|quarter))({'|'.join(_PARTS)})s?\b")
_MIXED = re.compile(r"\b(\d+)(?: and)? (?:(\d)/([1-9]\d?)\b|0(\.\d+))")
_MINUS = re.compile(r"\b(?:minus|negative) (?=\d)")
_SPACED = re.compile(r"(?<![\d.,:'])(\d{1,3}) (?=\d{3}(?!\d))")
_GROUPED = re.compile(r"([1-9]\d{0,2}(?:([.,'])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?")
_DECIMAL = re.compile(r"\d+(?:[.,](\d+))?")


def in_digits(text: str) -> str:
    """A text in lower case with plain signs, whose numbers are written in digits."""
    text = plain(text).casefold()
    for half in "ap":
        text = text.replace(f"{half}.m", f"{half}m").replace(f"{half}. m", f"{half}m")
    text = _NUMBER.sub(lambda found: str(sum(_value(word) for word in found.groups() if word)), text)
    text = _HUNDREDS.sub(lambda found: str(100 * _value(found[1]) + int(found[2] or 0)), text)
    text = _THOUSANDS.sub(lambda found: str(1000 * _value(found[1]) + int(found[2] or 0)), text)
    text = _POINT.sub(lambda found: f"{found[1]}.{found[2]}{found[3] or ''}", text)
    text = _PART.sub(lambda found: f"{_value(found[1] or 'a') / _PARTS[found[2]]:.4g}", text)
    text = _MIXED.sub(lambda found: f"{_value(found[1]) + float(found[4] or int(found[2]) / int(found[3])):.12g}", text)
    return _SPACED.sub(r"\1", _MINUS.sub("-", text))


def readings(number: str) -> list[tuple[float, float]]:
    """What digits can be, with the size of the last: "1,250" is 1250 or 1.25; nothing where they are a version or a date."""
    sign, digits, found = (-1 if number[0] == "-" else 1), number.lstrip("+-"), []
    if grouped := _GROUPED.fullmatch(digits):
        whole, decimals = "".join(filter(str.isdecimal, grouped[1])), grouped[3] or ""
        found.append((sign * float(f"{whole}.{decimals}"), 10.0 ** -len(decimals)))
    if decimal := _DECIMAL.fullmatch(digits):
        found.append((sign * float(digits.replace(",", ".")), 10.0 ** -len(decimal[1] or "")))
    return found


def _value(word: str) -> int:
    return int(word) if word.isdecimal() else _VALUES.get(word, 1)
