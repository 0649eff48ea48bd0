"""Search among the places of a town: whole names first, then beginnings, words, categories, and what is spelled nearly so."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from automotive_env.place.town.geocoding import Town
from automotive_env.place.town.plane import PlanePoint
from automotive_env.place.town.points_of_interest import CATEGORIES, PointOfInterest, points_of_interest

MAX_RESULTS = 24
NEARLY = 0.66
"""Similarity, 0..1, from which on a name may have been meant."""
_LETTERS = str.maketrans({"ø": "o", "ß": "ss", "ı": "i", "ł": "l", "đ": "d", "’": "'"})
_LEADING = re.compile(
    r"^(?:(?:go|take me|navigate|drive|route) to |find |search (?:for )?)?(?:(?:the|a|an|my|nearest|next|closest) )*"
    r"(?P<rest>.*?)(?: (?:nearby|near me|near here|around here))?$"
)


class PlaceSearchResult(NamedTuple):
    """What a search found.

    Attributes:
        places: the best first; nearer ones first among equals.
        meant: the name that may have been meant where nothing is called so; empty otherwise.
    """

    places: tuple[PointOfInterest, ...]
    meant: str = ""


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """A text without case, accents, punctuation and surplus space."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w']+", " ", plain).replace("'", "").split())


def asked_for(query: str) -> str:
    """What is asked for, without the words around it: "the nearest petrol station" is "petrol station"."""
    found = _LEADING.match(folded(query))
    return found["rest"] if found else ""


@lru_cache(maxsize=256)
def category_of(query: str) -> str:
    """The category that a text names, empty where it names none: "Petrol station" is "fuel"."""
    asked = asked_for(query)
    for category in CATEGORIES.values():
        if category.name != "place" and asked in map(folded, (category.name, category.title, *category.words)):
            return category.name
    return ""


def search(query: str, town: Town, here: PlanePoint, also: Mapping[str, str] | None = None) -> PlaceSearchResult:
    """The places that a text asks for.

    Args:
        query: what was typed.
        town: where to look.
        here: where the car is, metres east and north.
        also: other names, such as translations -> the name of the place.
    """
    if kind := category_of(query):
        return PlaceSearchResult(in_category(kind, town, here))
    asked, known = asked_for(query), points_of_interest(town)
    if not asked:
        return PlaceSearchResult(())
    ranked: list[tuple[int, float, PointOfInterest]] = []
    names = {folded(name): place for name, place in known.items()}
    names.update({folded(other): known[name] for other, name in (also or {}).items() if name in known})
    for name, place in names.items():
        rank = _rank(asked, name)
        if rank < 9:
            ranked.append((rank, straight_line(place, here), place))
    if ranked:
        ranked.sort(key=lambda each: each[:2])
        return PlaceSearchResult(tuple(dict.fromkeys(place for _, _, place in ranked))[:MAX_RESULTS])
    likely = ((_likeness(asked, name), place) for name, place in names.items())
    nearly = sorted((-alike, straight_line(place, here), place) for alike, place in likely if alike >= NEARLY)
    close = tuple(dict.fromkeys(place for _, _, place in nearly))[:5]
    return PlaceSearchResult(close, close[0].name if close else "")


def in_category(category: str, town: Town, here: PlanePoint) -> tuple[PointOfInterest, ...]:
    """The places of a category, those nearest in a straight line first."""
    found = [place for place in points_of_interest(town).values() if place.category == category]
    return tuple(sorted(found, key=lambda place: straight_line(place, here))[:MAX_RESULTS])


def _rank(asked: str, name: str) -> int:
    """How well a name fits: 0 whole, 1 begins so, 2 has words that begin so, 9 not at all."""
    if name == asked:
        return 0
    if name.startswith(asked):
        return 1
    words = name.split()
    return 2 if all(any(word.startswith(part) for word in words) for part in asked.split()) else 9


def _likeness(asked: str, name: str) -> float:
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, name, asked, autojunk=False)
    if matcher.real_quick_ratio() < NEARLY or matcher.quick_ratio() < NEARLY:
        return 0.0
    return matcher.ratio()


def straight_line(place: PointOfInterest, here: PlanePoint) -> float:
    """The straight-line distance to a place in metres, as lists show it."""
    return math.dist(place.location.point, here)
