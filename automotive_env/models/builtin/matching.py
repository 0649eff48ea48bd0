"""How well a control fits a wish."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from automotive_env.models.builtin.atlas import atlas, signposts, weight
from automotive_env.models.builtin.things import Thing
from automotive_env.models.builtin.wish import OPPOSITE, VERBS, Wish

ENOUGH = 0.42
"""Score from which a control is taken for what was meant."""
_DOES = (VERBS | {"want", "need", "like"}) - {"use", "please", "can", "could", "would"}
_SURE = 0.75
"""Score that is enough where nothing is said of what to do."""
_NEAR, _MORE, _AROUND = 0.85, 0.7, 0.5
"""What a word counts that is in the resource id of a control, in its description, or on its page."""
_LEVELS = ("slider", "steps", "row")
_CHANGES = ("set", "more", "less", "max", "min")


def score(wish: Wish, thing: Thing) -> float:
    """How well it fits: about 1 where all words are the same, 0 or less where it does not."""
    if thing.kind in ("text", "field") or not wish.words:
        return 0.0
    near, around = thing.named, thing.around
    total = got = 0.0
    for word in wish.words:
        tells = weight(word)
        total += tells
        got += tells * (1 if word in thing.title else _NEAR if word in near else _MORE if word in thing.words else _AROUND if word in around else 0)
    if not (thing.words | near) & wish.words:
        return 0.0
    own = sum(map(weight, thing.title))
    rest = sum(weight(word) for word in thing.title - wish.words) / own if own else 0.0
    return got / total - 0.2 * rest + _place(wish, thing) + _fit(wish, thing) - 0.02 * len(thing.way)


def _place(wish: Wish, thing: Thing) -> float:
    wanted, has = wish.places, thing.places
    if not wanted:
        many = any(word.endswith("s") for word in wish.heard)
        return 0.0 if not has or has == {"driver"} else 0.05 if has == {"all"} else -0.03 if has == {"front"} or many else -0.25
    if not has:
        return -0.05
    if "all" in wanted:
        return 0.25 if "all" in has else 0.0
    if wanted <= has or has <= wanted:
        return 0.3
    return -0.2 if "all" in has else -2.0


def _fit(wish: Wish, thing: Thing) -> float:
    """Whether it can do what is to be done."""
    op, kind = wish.op, thing.kind
    if kind in _LEVELS:
        return {"set": 0.15, "": -0.05, "on": -0.12, "off": -0.12}.get(op, 0.1)
    if kind == "option":
        return _option(wish, thing)
    if kind == "switch":
        moves = op in ("open", "close") and not {"open", "close"} & thing.ops
        return -0.15 if op in _CHANGES else -0.1 if moves else 0.0
    ends = "off" in thing.ops and op not in ("off", "close")
    said = 0.15 if op in thing.ops else -0.5 if ends or OPPOSITE.get(op) in thing.ops else -0.1 if thing.ops or op in ("on", "off") else -0.05
    leads = -0.3 if thing.element.name in signposts() else 0.0
    return said + leads - (0.25 if op in _CHANGES and not said > 0 else 0)


def _option(wish: Wish, thing: Thing) -> float:
    """Whether what parts it from the other options is said."""
    others = [Thing("option", one) for one in thing.parts if one.name != thing.element.name]
    own = thing.words.difference(*(one.words for one in others)) if others else thing.words
    if thing.element.name in signposts():
        return -0.6
    if sum(map(weight, own & wish.words)) > sum(map(weight, own)) / 2 or (wish.op and wish.op in thing.ops):
        return 0.1
    return -0.15 if wish.op in _CHANGES and others else -0.6


def best(wish: Wish, things: Iterable[Thing]) -> tuple[float, Thing | None]:
    """What fits a wish best, and how well."""
    top: tuple[float, Thing | None] = (0.0, None)
    for thing in things:
        fits = score(wish, thing)
        if fits > top[0]:
            top = fits, thing
    return top


def targets(wish: Wish) -> list[tuple[Wish, Thing]]:
    """What is meant on the head unit: one control, or one for each seat that is meant."""
    fits, thing = best(wish, atlas())
    if thing is None or fits < (ENOUGH if wish.op or {*wish.heard} & _DOES else _SURE):
        return []
    plural = "all" in wish.places or (wish.places and wish.places != thing.places) or _is_plural(wish, thing)
    if not plural or not thing.places or "all" in thing.places:
        return [(wish, thing)]
    found: dict[frozenset[str], tuple[Wish, Thing]] = {}
    for one in atlas():
        wanted = wish.places - {"all"}
        if one.kind == thing.kind and one.app == thing.app and one.words - one.places == thing.words - thing.places and one.places:
            meant = wanted <= one.places or one.places <= wanted
            if meant and "third" not in one.places - wanted and (wanted or "all" not in one.places):
                found.setdefault(one.places, (replace(wish, places=one.places), one))
    return list(found.values()) or [(wish, thing)]


def _is_plural(wish: Wish, thing: Thing) -> bool:
    return not wish.places and bool(thing.places) and any(f"{word}s" in wish.heard for word in thing.words)
