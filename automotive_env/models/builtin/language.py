"""Reads a display that speaks another language: its elements get the labels that the map has for their resource ids."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from automotive_env.episode.observation import Element
from automotive_env.models.builtin.matching import pages

_Key = tuple[str, bool, int]
"""The name of an element, whether it is selected, and which of its equals on the page it is."""
_FEW = 8
"""Labels that are too few to tell the language by."""
_CONTENT = re.compile(r"item|result|contact|card|title|artist|message|thread")
"""Names of elements that show what people, places and songs are called."""


def in_english(elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """The elements with the labels of the map, where the display speaks another language; otherwise as they are."""
    told = (
        one for one in elements if one.name in _labels() and not _CONTENT.search(one.name) and any(map(str.isalpha, one.label))
    )
    known = [one.label in _labels()[one.name] for one in told]
    if len(known) < _FEW or sum(known) > len(known) / 3:
        return elements
    shown = _numbered(elements)
    page = max(_labelled_pages(), key=lambda page: len(shown.keys() & page.keys()))
    rows = {key: page.get(key) or _alone().get(key[0]) for key in shown}
    return tuple(_translated(one, rows[key]) for key, one in shown.items())


def _translated(one: Element, row: Element | None) -> Element:
    if row is None or one.editable or _CONTENT.search(one.name):
        return one
    keeps = not row.clickable or any(letter.isdigit() for letter in one.text)
    return one._replace(text=one.text if keeps else row.text, description=row.description)


def _numbered(elements: Iterable[Element]) -> dict[_Key, Element]:
    count, found = Counter[str](), dict[_Key, Element]()
    for one in elements:
        count[one.name] += 1
        found[one.name, one.selected, count[one.name]] = one
    return found


@cache
def _labelled_pages() -> tuple[dict[_Key, Element], ...]:
    return tuple(_numbered(elements) for _, _, _, elements in pages())


@cache
def _labels() -> dict[str, set[str]]:
    """Each label that an element of a name has on the map."""
    found: dict[str, set[str]] = {}
    for _, _, _, elements in pages():
        for one in elements:
            found.setdefault(one.name, set()).add(one.label)
    return found


@cache
def _alone() -> dict[str, Element]:
    """The elements of the names that have one label on the map."""
    return {one.name: one for _, _, _, elements in pages() for one in elements if len(_labels()[one.name]) == 1}
