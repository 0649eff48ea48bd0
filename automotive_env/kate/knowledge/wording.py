"""How far two requests are worded alike: the words that they share, and the things that one names and the other has, too.

A sentence encoder puts "the windscreen is fogged" next to "rear fog light on". The words tell them apart: the request names the
windscreen, and the other one does not. Words of one meaning count as the same, such as windshield and windscreen.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise
from typing import TYPE_CHECKING

from automotive_env.models.builtin.words import PLAIN, SAME, stem
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

COMMON, NAMED = 0.5, 0.2
"""What all words in common, and all named things in common, add to a cosine."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_DETERMINERS = frozenset({"a", "all", "an", "both", "my", "our", "that", "the", "this", "your"})


def words_of(text: str) -> frozenset[str]:
    """The words that tell what a text is about, without their endings, one for each meaning."""
    return frozenset(map(_meaning, _spoken(text))) - {""}


def things_of(text: str) -> frozenset[str]:
    """The words that follow a determiner: what the text names."""
    spoken = _spoken(text)
    return frozenset(_meaning(word) for before, word in pairwise(spoken) if before in _DETERMINERS) - {""}


def _spoken(text: str) -> list[str]:
    return [word.replace("’", "'").removesuffix("'s") for word in _WORD.findall(text.lower())]


def _meaning(word: str) -> str:
    """The word that stands for all of its meaning; empty for one that does not tell what a text is about."""
    found = stem(word)
    return "" if word in PLAIN or not found else SAME.get(found, found)


class WordingIndex:
    """Which texts have which words."""

    def __init__(self) -> None:
        self._sizes: list[int] = []
        self._having: dict[str, list[int]] = {}

    def add(self, texts: Collection[str]) -> None:
        """Index further texts."""
        for number, words in enumerate(map(words_of, texts), len(self._sizes)):
            self._sizes.append(len(words))
            for word in words:
                self._having.setdefault(word, []).append(number)

    def alike(self, text: str) -> npt.NDArray[np.float32]:
        """What the wording of each text adds to its cosine with this one, 0 to 0.7.

        Half of Dice's coefficient of the words, and a fifth of the share of named things that the other has, too.
        """
        words, things = words_of(text), things_of(text)
        both = 2 * self._counts(words) / np.maximum(1, len(words) + np.array(self._sizes, np.float32))
        named = self._counts(things) / max(1, len(things))
        return (COMMON * both + NAMED * named).astype(np.float32)

    def _counts(self, words: Collection[str]) -> npt.NDArray[np.float32]:
        """How many of some words each text has."""
        found = np.zeros(len(self._sizes), np.float32)
        for word in words:
            found[self._having.get(word, [])] += 1
        return found
