"""How well words on a picture fit a wish."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache

from automotive_env.agents.picture_words import OcrLine

_QUOTED = re.compile("[“„«「](.+?)[”“»」]")
_WORD = re.compile(r"\w+")
_SMALL = frozenset(
    (
        *("a", "an", "and", "at", "by", "can", "could", "do", "for", "from", "get", "go", "have", "i", "in", "is", "it", "its"),
        *("let", "make", "me", "my", "now", "of", "off", "on", "open", "or", "please", "put", "set", "show", "so", "some", "tap"),
        *("that", "the", "there", "this", "to", "turn", "up", "with", "yes", "you", "your"),
    )
)
"""Words of a wish that name nothing on a screen."""
SIMILAR = 0.8
"""How alike two spellings of a word are at least: readers confuse letters."""


@cache
def sought(wish: str) -> tuple[str, ...]:
    """The words of a wish that may stand on the screen: what it quotes, or all that name something."""
    quoted = _QUOTED.search(wish)
    words = _WORD.findall((quoted[1] if quoted else wish).casefold())
    return tuple(word for word in words if quoted or word not in _SMALL)


def fit(wish: str, seen: OcrLine) -> float:
    """How well words fit a wish, from 0 to 1: the share of the letters of both that they have in common."""
    wanted = sought(wish)
    if not wanted:
        return 0.0
    if not seen.text:
        return _fit_of_length(sum(map(len, wanted)) + len(wanted) - 1, seen.letters)
    shown = _WORD.findall(seen.text.casefold())
    common = sum(len(word) for word in shown if any(_alike(word, other) for other in wanted))
    letters = sum(map(len, shown)) + sum(map(len, wanted))
    return 2 * common / letters if letters else 0.0


def best_fit(wish: str, lines: Sequence[OcrLine]) -> tuple[float, OcrLine] | None:
    """The line that fits best, the first of equals; None without any."""
    return max(((fit(wish, line), line) for line in lines), key=lambda found: found[0], default=None)


def _fit_of_length(wanted: int, letters: int) -> float:
    """How well an unread line fits, which is known by its length alone."""
    return min(wanted, letters) / max(wanted, letters, 1)


def _alike(word: str, other: str) -> bool:
    return word == other or SequenceMatcher(None, word, other).ratio() >= SIMILAR
