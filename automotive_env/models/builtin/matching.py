"""The map of the head unit, and how well its controls fit a wish. `automotive_env.scripts.write_builtin_map` derives the map."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib import resources
from math import log

from automotive_env.models.builtin.things import Thing, things
from automotive_env.models.builtin.wish import OPPOSITE, Wish
from automotive_env.models.builtin.words import VERBS
from automotive_env.observation import Element, Range

ENOUGH, _SURE = 0.42, 0.75
"""Score from which a control is taken for what was meant; where nothing is said of what to do, it is to be higher."""
_DOES = (VERBS | {"want", "need", "like"}) - {"use", "please", "can", "could", "would"}
_NEAR, _MORE, _AROUND = 0.85, 0.7, 0.5
"""What a word counts that is in the resource id of a control, in its description, or on its page."""
_LEVELS = {"set": 0.15, "": -0.05, "on": -0.12, "off": -0.12}
_CHANGES = ("set", "more", "less", "max", "min")
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


def score(wish: Wish, thing: Thing) -> float:
    """How well it fits: about 1 where all words are the same, 0 or less where it does not."""
    if thing.kind in ("text", "field") or not (thing.words | thing.named) & wish.words:
        return 0.0
    where = ((thing.title, 1.0), (thing.named, _NEAR), (thing.words, _MORE), (thing.around, _AROUND))
    got = sum(weight(word) * next((counts for words, counts in where if word in words), 0.0) for word in wish.words)
    own = sum(map(weight, thing.title))
    rest = sum(map(weight, thing.title - wish.words)) / own if own else 0.0
    share = got / sum(map(weight, wish.words))
    return share - 0.2 * rest + _place(wish, thing) + _fit(wish, thing) - 0.02 * len(thing.way)


def _place(wish: Wish, thing: Thing) -> float:
    wanted, has = wish.places, thing.places
    if not wanted:
        many = has == {"front"} or (has != {"rear"} and any(word.endswith("s") for word in wish.heard))
        return 0.0 if not has or has == {"driver"} else 0.05 if has == {"all"} else -0.03 if many else -0.25
    if not has:
        return -0.05
    if "all" in wanted:
        return 0.25 if "all" in has else 0.0
    return 0.3 if wanted <= has or has <= wanted else -0.2 if "all" in has else -2.0


def _fit(wish: Wish, thing: Thing) -> float:
    """Whether it can do what is to be done."""
    op, kind, ops = wish.op, thing.kind, thing.ops
    if kind in ("slider", "steps", "row"):
        return _LEVELS.get(op, 0.1)
    leads = thing.element.name in signposts()
    ends = op in ("off", "close") and not {"off", "close"} & ops and not {"play", "paus"} & thing.named
    if kind == "option":
        others = [Thing("option", one).words for one in thing.parts if one.name != thing.element.name]
        own = thing.words.difference(*others)
        named = sum(map(weight, own & wish.words)) > sum(map(weight, own)) / 2 or (op != "" and op in ops)
        return -0.6 if leads else 0.1 if named else -0.15 if op in _CHANGES and others else -0.6
    if kind == "switch":
        moves = op in ("open", "close") and not {"open", "close"} & ops
        return -0.15 if op in _CHANGES else -0.1 if moves else 0.0
    ends = ends or ("off" in ops and op not in ("off", "close"))
    said = 0.15 if op in ops else -0.5 if ends or OPPOSITE.get(op) in ops else -0.1 if ops or op in ("on", "off") else -0.12
    return said - (0.3 if leads else 0.0) - (0.25 if op in _CHANGES and said <= 0 else 0.0)


def best(wish: Wish, among: Iterable[Thing]) -> tuple[float, Thing | None]:
    """What fits a wish best, and how well."""
    top: tuple[float, Thing | None] = (0.0, None)
    for thing in among:
        if (fits := score(wish, thing)) > top[0]:
            top = fits, thing
    return top


def targets(wish: Wish) -> list[tuple[Wish, Thing]]:
    """What is meant on the head unit: one control, or one for each seat that is meant."""
    fits, thing = best(wish, atlas())
    if thing is None or fits < (ENOUGH if wish.op or {*wish.heard} & _DOES else _SURE):
        return []
    plural = (
        wish.places != thing.places
        if wish.places
        else thing.places != {"front"} and any(f"{word}s" in wish.heard for word in thing.words)
    )
    if not plural or not thing.places or "all" in thing.places:
        return [(wish, thing)]
    wanted, found = wish.places - {"all"}, dict[frozenset[str], tuple[Wish, Thing]]()
    for one in atlas():
        same = (one.kind, one.app, one.words) == (thing.kind, thing.app, thing.words) and one.places
        meant = wanted <= one.places or one.places <= wanted
        if same and meant and "third" not in one.places - wanted and (wanted or "all" not in one.places):
            found.setdefault(one.places, (replace(wish, places=one.places), one))
    return list(found.values()) or [(wish, thing)]
