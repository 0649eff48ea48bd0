"""What an agent said, folded so that case, accents, quotes and emphasis do not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_SIGNS = str.maketrans(
    {**dict.fromkeys("’‘ʼ´′", "'"), **dict.fromkeys('“”„«»"_', " "), **dict.fromkeys("‐‑‒–—−", "-"), "*": None, "`": None}
    | {"º": "°", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i"}
)
_WORD = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\d+|[^\W\d]+|[^\s\w']")
"""A word, a number or a sign; scripts that set no spaces between words give one for each letter."""
_FILLERS = "a|about|an|around|as|at|by|exactly|for|from|in|my|near|on|our|quite|really|the|to|your"
_UNCLAIMED = re.compile(
    rf"\b(?:(?P<limit>(?:no|not) \w+ )?than|not|never|without|no longer|instead of)(?: (?:{_FILLERS}))* ?[~+-]?$"
)


class Token(NamedTuple):
    """A word or sign of a text, folded and as it is written."""

    text: str
    written: str


def listed(words_in_a_row: str) -> tuple[str, ...]:
    """The words of a list."""
    return tuple(words_in_a_row.split())


def plain(text: str) -> str:
    """A text with plain signs and without accents, contractions spelled out."""
    text = text.translate(_SIGNS).replace("n't", " not").replace("cannot", "can not").replace("Cannot", "Can not")
    text = "".join(f" {sign}" if unicodedata.decomposition(sign).startswith("<fraction>") else sign for sign in text)
    text = unicodedata.normalize("NFKD", text).replace("\u2044", "/")
    return " ".join("".join(sign for sign in text if not unicodedata.combining(sign)).split())


def words(text: str) -> list[Token]:
    """The words and signs of a text."""
    return [Token(one.casefold(), one) for one in _WORD.findall(unicodedata.normalize("NFC", plain(text)))]


def spans(text: Sequence[Token], phrase: str) -> Iterator[tuple[int, int]]:
    """Where a phrase stands; spaces and signs inside it do not matter, so that "Wi-Fi" is "wifi"."""
    key = "".join(word.text for word in words(phrase) if word.text.isalnum())
    for start in range(len(text)):
        end, found = start, ""
        while end < len(text) and len(found) < len(key) and text[start].text.isalnum():
            found += text[end].text * text[end].text.isalnum()
            end += 1
        if found == key and key:
            yield start, end


def is_claimed(before: str) -> bool:
    """Whether what follows a text is said, rather than denied or compared with: "not 21", "cheaper than Shell"."""
    found = _UNCLAIMED.search(before[-60:])
    return found is None or found["limit"] is not None
