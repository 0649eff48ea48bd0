"""Requests of scenarios, clause by clause: plain words, which way, how much, where. Nothing here knows a device."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_CLAUSES = re.compile(r"[,;.!?]\s+|\s+(?:and then|and also|and|then|but|plus)\s+", re.IGNORECASE)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+(?:\.\d+)?")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NOISE = _set(
    "a an the and or of to in on off for it its is are be me my i we us you your this that please can could would with at by up "
    "down set get turn put make more less bit little some now here there so too also just have has do does let s t m"
)
_UP = _set("increase raise raises up louder higher warmer brighter stronger faster more hotter boost lift")
_DOWN = _set("decrease lower lowers down quieter dimmer cooler colder weaker slower less softer reduce dim")
_OFF = _set("off close shut stop disable deactivate end cancel fold lock without pause no hide mute quit exit")
_SIZES = {
    "tiny": _set("touch tad hair tiny"),
    "little": _set("bit little slightly somewhat"),
    "large": _set("lot much way far considerably"),
    "max": _set("max maximum full fully highest"),
    "min": _set("min minimum lowest"),
}
_ALL = _set("all every each everyone everybody everything both")


@dataclass(frozen=True, slots=True)
class Clause:
    """One wish.

    Attributes:
        words: its words, in lower case and without endings; words that every request has are left out.
        heard: all its words, in lower case.
        number: the first number in it.
    """

    words: frozenset[str]
    heard: tuple[str, ...]
    number: float | None

    @property
    def way(self) -> int:
        """1 for more, -1 for less, 0 where neither is said."""
        return bool(_UP.intersection(self.heard)) - bool(_DOWN.intersection(self.heard))

    @property
    def on(self) -> bool:
        """Whether something is to be on, not off."""
        return not _OFF.intersection(self.heard)

    @property
    def size(self) -> str:
        """How much, as a degree; a little where nothing is said."""
        return next((size for size, words in _SIZES.items() if words.intersection(self.heard)), "little")

    def places(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some places that are named; all where all are."""
        if _ALL.intersection(self.heard):
            return known
        heard = {_stem(word) for word in self.heard}
        return tuple(place for place in known if _plain(place) <= heard)


def clauses(request: str) -> tuple[Clause, ...]:
    """The wishes in a request, in order."""
    found = []
    for part in _CLAUSES.split(request[:2_000]):
        heard = tuple(word.lower() for word in _WORD.findall(part))
        number = _NUMBER.search(part)
        found.append(Clause(words_of(part), heard, float(number[0]) if number else None))
    return tuple(clause for clause in found if clause.words or clause.number is not None)


@lru_cache(maxsize=5_000)
def words_of(text: str) -> frozenset[str]:
    """The words that count in a text or a name."""
    return frozenset(_stem(word.lower()) for word in _WORD.findall(text) if word.lower() not in _NOISE)


def _plain(place: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(place.lower())} - {"seat", "s"}


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)]
    return word
