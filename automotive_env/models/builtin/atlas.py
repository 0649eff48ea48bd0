"""The map of the head unit: every control, and the way to it. `automotive_env.scripts.write_builtin_map` derives it."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from importlib import resources
from math import log

from automotive_env.models.builtin.things import Thing, things
from automotive_env.observation import Element, Range

_UNKNOWN = 2.0
"""Weight of a word that no control bears."""


@cache
def atlas() -> tuple[Thing, ...]:
    """All controls and texts, those of the nearest pages first."""
    text = resources.files(__package__).joinpath("map.json").read_text("utf-8")
    found: list[Thing] = []
    for app, way, title, rows in json.loads(text):
        elements = tuple(_element(number, *row) for number, row in enumerate(rows))
        found += things(elements, app, tuple(way), title)
    return tuple(found)


def _element(index: int, name: str, role: str, text: str, description: str, flags: str) -> Element:
    return Element(
        index,
        f"android.widget.{role}",
        text,
        description,
        resource_id=name,
        range=Range(0, 100, 0) if "r" in flags else None,
        clickable="c" in flags,
        checkable="k" in flags,
        selected="s" in flags,
        editable="e" in flags,
    )


@cache
def _weights() -> dict[str, float]:
    """How much each word tells: words of few controls tell more."""
    controls = {(one.app, one.element.name, one.label): one.words | one.named for one in atlas()}
    count = Counter(word for words in controls.values() for word in words)
    return {word: log(1 + len(controls) / number) for word, number in count.items()}


def weight(word: str) -> float:
    """How much it tells that a word is the same."""
    return _weights().get(word, _UNKNOWN)


@cache
def signposts() -> frozenset[str]:
    """Names of the elements that lead somewhere."""
    return frozenset(step.partition("|")[0] for one in atlas() for step in one.way)
