"""How alike the wordings of scenarios are."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

FUNCTION_WORDS = frozenset((
    "a", "an", "the", "and", "or", "but", "so", "then", "also", "too", "please", "thanks", "thank", "you", "your", "i",
    "i'd", "i'm", "i've", "me", "my", "mine", "we", "we're", "us", "our", "it", "it's", "its", "he", "she", "they", "them",
    "their", "this", "that", "that's", "these", "those", "there", "there's", "here", "is", "are", "was", "be", "been", "am",
    "do", "does", "did", "done", "can", "could", "would", "will", "should", "shall", "may", "might", "must", "have", "has",
    "had", "to", "of", "in", "at", "for", "from", "with", "by", "as", "if", "than", "while", "when", "where", "who", "what",
    "which", "how", "not", "no", "n't", "now", "okay", "right", "hm", "oh", "hey", "great", "good", "just", "only", "some",
    "any", "more", "most", "one", "ones", "like", "want", "get", "go", "let", "let's", "put", "set", "make",
))  # fmt: skip
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
TOO_ALIKE = 0.8
"""Jaccard similarity on content words above which two scenarios count as near duplicates."""


def words(text: str) -> list[str]:
    """The words of a text in lower case, without numbers."""
    return [word.lower() for word in WORD.findall(text)]


def content_words(text: str) -> frozenset[str]:
    """The words that carry what is wished; "on", "off", "up" and "down" are among them. All words where there are no others."""
    found = words(text)
    return frozenset(word for word in found if word not in FUNCTION_WORDS) or frozenset(found)


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of the words of both that both have, 0..1."""
    return len(one & other) / len(one | other)


def near_duplicates(texts: Sequence[str]) -> list[tuple[int, int, float]]:
    """Pairs of texts that are more alike than `TOO_ALIKE`, by their places, most alike first.

    Texts that are so alike share at least one of their rarest words; only texts that do are compared.
    """
    sets = [content_words(text) for text in texts]
    number = Counter(word for one in sets for word in one)
    having: dict[str, list[int]] = defaultdict(list)
    found: list[tuple[int, int, float]] = []
    for here, one in enumerate(sets):
        by_rarity = sorted(one, key=lambda word: (number[word], word))
        rarest = by_rarity[: len(one) - int(TOO_ALIKE * len(one))]
        likely = sorted({place for word in rarest for place in having[word]})
        pairs = ((there, here, jaccard(one, sets[there])) for there in likely)
        found += [pair for pair in pairs if pair[2] > TOO_ALIKE]
        for word in rarest:
            having[word].append(here)
    return sorted(found, key=lambda pair: -pair[2])


def ngram_overlap(texts: Iterable[str], others: Iterable[str], length: int) -> float:
    """Share of the different n-grams of words in some texts that occur in others, too, 0..1."""
    own, known = _ngrams(texts, length), _ngrams(others, length)
    return len(own & known) / len(own) if own else 0.0


def distinct_ngrams(texts: Iterable[str], length: int) -> float:
    """Different n-grams of words as a share of all of them (distinct-n), 0..1."""
    every = [gram for text in texts for gram in _grams(text, length)]
    return len(set(every)) / len(every) if every else 0.0


def _ngrams(texts: Iterable[str], length: int) -> set[tuple[str, ...]]:
    return {gram for text in texts for gram in _grams(text, length)}


def _grams(text: str, length: int) -> list[tuple[str, ...]]:
    every = words(text)
    return [tuple(every[place : place + length]) for place in range(len(every) - length + 1)]
