"""What a server says, made safe to show and to keep: no control characters, no API keys, bounded length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from automotive_env.model import Choice, Completion

MAX_REPLY_BYTES = 64 * 2**10
"""Bytes of UTF-8 that are kept of a reply; the prompts of all agents ask for less than a tenth of it."""
MAX_FINISH_CHARACTERS = 40
MIN_KEY_CHARACTERS = 8
"""Shorter values are placeholders such as "EMPTY"; masking them would damage ordinary words."""
MIN_PIECE_CHARACTERS = 12
"""So many characters of a key in a row are masked, too: replies end in the middle of one. Prefixes of all keys are shorter."""
MASK = "***"

_TERMINAL_COLOUR = r"\x1b\[[0-?]*[ -/]*[@-~]"
_CONTROL = re.compile(rf"{_TERMINAL_COLOUR}|\r(?=\n)|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Everything that can steer a terminal or reverse the direction of text; tab and line feed stay."""


def sanitise(completion: Completion, keys: Iterable[str] = ()) -> Completion:
    """The completion without control characters and keys, its text cut to `MAX_REPLY_BYTES`.

    Args:
        completion: as the server sent it.
        keys: API keys that the server may have seen.
    """
    return replace(completion, choices=tuple(_sanitised(choice, keys) for choice in completion.choices))


def _sanitised(choice: Choice, keys: Iterable[str]) -> Choice:
    whole = mask_keys(_without_controls(choice.text), keys)
    text = whole.encode()[:MAX_REPLY_BYTES].decode("utf-8", "ignore")
    dropped = choice.dropped + len(whole) - len(text)
    return replace(choice, text=text, dropped=dropped, finish=one_line(choice.finish, keys, MAX_FINISH_CHARACTERS))


def one_line(text: str, keys: Iterable[str], longest: int) -> str:
    """The text on one line of at most `longest` characters. Keys are masked first, since a key cut in two is not recognised."""
    line = mask_keys(" ".join(_without_controls(text).split()), keys)
    return line if len(line) <= longest else line[: longest - 3] + "..."


def mask_keys(text: str, keys: Iterable[str]) -> str:
    """The text with asterisks for each key, also where characters of it are escaped as in URLs or JSON, and for its pieces."""
    for key in keys:
        if len(key) >= MIN_KEY_CHARACTERS:
            text = _mask_pieces(_pattern(key).sub(MASK, text), key)
    return text


def _mask_pieces(text: str, key: str) -> str:
    pieces = {key[start : start + MIN_PIECE_CHARACTERS] for start in range(len(key) - MIN_PIECE_CHARACTERS + 1)}
    kept, end = [], 0
    for start in sorted(start for piece in pieces for start in _places(piece, text)):
        if start > end or not end:
            kept += [text[end:start], MASK]
        end = start + MIN_PIECE_CHARACTERS
    return "".join((*kept, text[end:]))


def _places(piece: str, text: str) -> Iterator[int]:
    """Where a piece begins in a text, overlapping ones included."""
    at = text.find(piece)
    while at >= 0:
        yield at
        at = text.find(piece, at + 1)


@lru_cache(maxsize=16)
def _pattern(key: str) -> re.Pattern[str]:
    def written(character: str) -> str:
        code = f"{ord(character):02x}"
        return rf"(?:{re.escape(character)}|%(?:25)*{code}|\\u00{code}|\\{re.escape(character)})"

    return re.compile("".join(map(written, key)), re.IGNORECASE)


def _without_controls(text: str) -> str:
    """The text without control characters, and without lone surrogates, which JSON can carry and no file can hold."""
    return _CONTROL.sub("", text.encode("utf-8", "replace").decode())
