"""What an agent said, folded so that case, accents, quotes and emphasis do not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

_SIGNS = str.maketrans(
    {**dict.fromkeys("’‘ʼ´′", "'"), **dict.fromkeys('“”„«»"_', " "), **dict.fromkeys("‐‑‒–—−", "-"), "*": None, "`": None}
    | {"º": "°", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i"}
)
_WORD = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\d+|[^\W\d]+")
"""A word or a number; scripts that set no spaces between words give one for each letter."""
_FILLERS = "a|about|an|around|as|at|by|exactly|for|from|in|my|near|on|our|quite|really|the|to|your"
_UNCLAIMED = re.compile(
    rf"\b(?:(?P<limit>(?:no|not) \w+ )?than|not|never|without|no longer|instead of)(?: (?:{_FILLERS}))* ?[~+-]?$"
)


def listed(words_in_a_row: str) -> tuple[str, ...]:
    """The words of a list."""
    return tuple(words_in_a_row.split())


def plain(text: str) -> str:
    """A text with plain signs and without accents, contractions spelled out."""
    text = text.translate(_SIGNS).replace("n't", " not").replace("cannot", "can not").replace("Cannot", "Can not")
    text = "".join(f" {sign}" if unicodedata.decomposition(sign).startswith("<fraction>") else sign for sign in text)
    text = unicodedata.normalize("NFKD", text).replace("\u2044", "/")
    return " ".join("".join(sign for sign in text if not unicodedata.combining(sign)).split())


def words(text: str) -> list[str]:
    """The words of a text as they are written, without accents."""
    return [found[0] for found in _WORD.finditer(unicodedata.normalize("NFC", plain(text)))]


def spans(text: Sequence[str], phrase: str) -> Iterator[tuple[int, int]]:
    """Where a phrase stands among words; case and spaces do not matter, so that "Wi-Fi" is "wifi"."""
    parts, key = [word.casefold() for word in text], "".join(words(phrase)).casefold()
    for start in range(len(parts)):
        end = start + 1
        while end < len(parts) and len("".join(parts[start:end])) < len(key):
            end += 1
        if "".join(parts[start:end]) == key:
            yield start, end


def is_claimed(before: str) -> bool:
    """Whether what follows a text is said, rather than denied or compared with: "not 21", "cheaper than Shell"."""
    found = _UNCLAIMED.search(before[-60:])
    return found is None or found["limit"] is not None
