"""The map of the head unit, and how well its controls fit a wish. `automotive_env.scripts.write_builtin_map` derives the map."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources
from math import fsum, log

from automotive_env.episode.observation import Element, RangeInfo
from automotive_env.models.builtin.things import ScreenControl, things
from automotive_env.models.builtin.wish import LEVELS, OPPOSITE, ParsedWish
from automotive_env.models.builtin.words import DEGREES, VERBS

ENOUGH, _SURE = 0.42, 0.75
"""Score from which a control is taken for what was meant; where nothing is said of what to do, it is to be higher."""
_DOES = (VERBS | {"want", "need", "like"}) - {"use", "please", "can", "could", "would"}


@cache
def pages() -> tuple[tuple[str, tuple[str, ...], str, list[Element]], ...]:
    """The pages of the map, the nearest first: the app, the way from its start, the title and the elements."""
    told = json.loads(resources.files(__package__).joinpath("map.json").read_text("utf-8"))
    return tuple((app, tuple(way), title, [_element(at, *row) for at, row in enumerate(rows)]) for app, way, title, rows in told)


@cache
def atlas() -> tuple[ScreenControl, ...]:
    """All controls and texts, those of the nearest pages first."""
    return tuple(thing for app, way, title, elements in pages() for thing in things(elements, app, way, title))


def _element(index: int, name: str, role: str, text: str, description: str, flags: str) -> Element:
    one = Element(
        index, f"android.widget.{role}", text, description, resource_id=name, range=RangeInfo(0, 100, 0) if "r" in flags else None
    )
    return one._replace(clickable="c" in flags, checkable="k" in flags, selected="s" in flags, editable="e" in flags)


@cache
def weight(word: str) -> float:
    """How much it tells that a word is the same: words of few controls tell more."""
    bears = {(one.app, one.element.name, one.label): word in one.words | one.named for one in atlas()}.values()
    return log(1 + len(bears) / sum(bears)) if any(bears) else 2.0


@cache
def signposts() -> frozenset[str]:
    """Names of the elements that lead somewhere."""
    return frozenset(step.partition("|")[0] for one in atlas() for step in one.way)


def score(wish: ParsedWish, thing: ScreenControl) -> float:
    """How well it fits: about 1 where all words are the same, 0 or less where it does not."""
    if thing.kind in ("text", "field") or not (thing.words | thing.named) & wish.words:
        return 0.0
    where = ((thing.words, 1.0), (thing.named, 0.85), (thing.around, 0.5))
    got = fsum(weight(word) * next((counts for words, counts in where if word in words), 0.0) for word in wish.words)
    own = fsum(map(weight, thing.words))
    rest = fsum(map(weight, thing.words - wish.words)) / own if own else 0.0
    share = got / fsum(map(weight, wish.words))
    return share - 0.2 * rest + _place(wish, thing) + _fit(wish, thing) - 0.02 * len(thing.way)


def _place(wish: ParsedWish, thing: ScreenControl) -> float:
    wanted, has = wish.places, thing.places
    if not wanted:
        any_will_do = has == {"front"} or _several(wish, thing)
        return 0.0 if not has or has == {"driver"} else 0.05 if has == {"all"} else -0.03 if any_will_do else -0.25
    if not has:
        return -0.05
    if "all" in wanted:
        return 0.25 if "all" in has else 0.0
    return 0.3 if wanted <= has or has <= wanted else -0.2 if "all" in has else -2.0


def _several(wish: ParsedWish, thing: ScreenControl) -> bool:
    return any(f"{word}s" in wish.heard for word in thing.words)


def _fit(wish: ParsedWish, thing: ScreenControl) -> float:
    """Whether it can do what is to be done."""
    op, kind, ops = wish.op, thing.kind, thing.ops
    if kind in ("slider", "steps", "row"):
        return 0.15 if op == "set" else -0.1 if op in ("on", "off", "") else 0.1
    if kind == "switch":
        return -0.15 if op in LEVELS else 0.12 if {op, OPPOSITE.get(op)} & ops else 0.0
    if kind == "option" and op in ("more", "less", "max", "min") and (op in ("more", "less") or DEGREES & thing.words):
        return 0.1 if DEGREES & thing.words else -0.6
    if kind == "option":
        own = thing.words.difference(
            *(ScreenControl("option", one).words for one in thing.parts if one.name != thing.element.name)
        )
        return 0.1 if (own & wish.words or op in ops) and thing.element.name not in signposts() else -0.6
    if "play" in thing.named:
        return 0.0  # it stops, too
    ends = OPPOSITE.get(op) in ops or (op in ("off", "close") and not {"off", "close"} & ops)
    said = 0.15 if op in ops else -0.5 if ends else -0.35 if op in LEVELS else -0.1
    return said - (0.3 if thing.element.name in signposts() else 0.0)


def best(wish: ParsedWish, among: Iterable[ScreenControl]) -> tuple[float, ScreenControl | None]:
    """What fits a wish best, and how well."""
    fits = [(score(wish, thing), -at, thing) for at, thing in enumerate(among)]
    top = max(fits, key=lambda fit: fit[:2], default=(0.0, 0, None))
    return (top[0], top[2]) if top[0] > 0 else (0.0, None)


@lru_cache(2_048)
def targets(wish: ParsedWish) -> tuple[tuple[ParsedWish, ScreenControl], ...]:
    """What is meant on the head unit: one control, or one for each seat that is meant. A wish is weighed again at each step."""
    fits, thing = best(wish, atlas())
    if thing is None or fits < (ENOUGH if wish.op or {*wish.heard} & _DOES else _SURE):
        return ()
    plural = wish.places != thing.places if wish.places else _several(wish, thing)
    if not plural or not thing.places or "all" in thing.places or thing.places == {"front"}:
        return ((wish, thing),)
    wanted, found = wish.places - {"all"}, dict[frozenset[str], tuple[ParsedWish, ScreenControl]]()
    for one in atlas():
        same = (one.kind, one.app, one.words) == (thing.kind, thing.app, thing.words) and one.places - {"all"}
        if same and (wanted <= one.places or one.places <= wanted) and "third" not in one.places - wanted:
            found.setdefault(one.places, (replace(wish, places=one.places), one))
    return tuple(found.values()) or ((wish, thing),)
