"""What somebody says, as wishes: what is to be done, with what, where and how much."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from automotive_env.models.builtin import words as tables
from automotive_env.models.builtin.words import is_number, meant, number, op_of, spoken, words_in

_PAIRS = (("on", "off"), ("open", "close"), ("more", "less"), ("max", "min"))
OPPOSITE = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
LEVELS = frozenset(("set", "more", "less", "max", "min"))
"""What is done with something that has a level."""
_REMARKS, _POLITE = words_in("remarks"), words_in("polite")
SENTENCE_END = re.compile(r"(?<!\bmr)(?<!\bdr)[.?!;]+\s+", re.IGNORECASE)
_CLAUSE = re.compile(r"[.?!;]+\s+|,?\s+(?:and then|and also|and|then|but)\s+(?:also\s+|then\s+)?|,\s+", re.IGNORECASE)
_UNITS = {"%": "percent", "c": "celsius", "f": "fahrenheit", "mph": "mph", "kmh": "kmh"}


@dataclass(frozen=True, slots=True)
class ParsedWish:
    """One wish: what is to be done (see `LEVELS` and `OPPOSITE`; empty where that is not said), and with what.

    Places are seats and sides, "all" for each of them. A value is to be set, or how much to change. A size is "little" or "much".
    """

    op: str = ""
    words: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    value: float | None = None
    unit: str = ""
    size: str = ""
    heard: tuple[str, ...] = ()
    said: str = ""

    @property
    def commands(self) -> bool:
        """Whether it is a command, not a remark."""
        first = next((word for word in self.heard if word not in _POLITE), "")
        asks = {"want", "like", "need", "prefer", "please"} & {*self.heard} and "feel" not in self.heard
        return not first or first in tables.VERBS or bool(asks) or not _REMARKS & {*self.heard}


def wishes(saying: str) -> list[ParsedWish]:
    """The wishes in what somebody says, in order: it is parted where a sentence ends or a command follows."""
    text, parts, start = saying[:2_000].strip(), [], 0
    for gap in _CLAUSE.finditer(text):
        if gap[0][0] in ".?!;" or {*spoken(text[gap.end() :])[:1]} & (tables.VERBS | {"my"}):
            parts.append(text[start : gap.start()])
            start = gap.end()
    return [one for part in (*parts, text[start:]) if (one := wish(part)).heard]


@lru_cache(maxsize=2_048)
def wish(clause: str) -> ParsedWish:
    """The wish in a clause."""
    heard = spoken(clause)
    said = {*heard}
    value, unit, delta = _amount(heard)
    plain = (word for word in heard if word not in tables.PLAIN and len(word) > 1)
    words = {meant(word) for word in plain if not op_of(word) and not is_number(word)}
    words |= {meant(tables.IMPLIED[word]) for word in heard if word in tables.IMPLIED}
    places = said & tables.PLACES | ({"all"} if tables.EVERY & said else set())
    op = _op(heard)
    if value is not None and not (delta and op in ("more", "less")):
        op = "set"
    degrees = value is not None and (unit in ("celsius", "fahrenheit") or "degrees" in said)
    words, op = _understood(words, op, degrees)
    if ("my" in said and not places and "play" not in words) or ("me" in said and "passenger" in places):
        places |= {"driver"}
    size = "little" if tables.LITTLE & said else "much" if tables.MUCH & said else ""
    return ParsedWish(op, frozenset(words), frozenset(places), value, unit, size, heard, clause.strip())


def _understood(words: set[str], op: str, degrees: bool) -> tuple[set[str], str]:
    """What is left out because it is understood: degrees are of a temperature, the light is the low beam."""
    if words <= {"ac", "heat", "zon", "temperatur"} and (degrees or (op == "set" and len(words) == 1)):
        return {"temperatur"}, op
    if words and words <= {"play", "media", "track", "radio", "video"} and op in ("on", "off", ""):
        return {"play", *(words & {"radio", "video"} or {"media"})}, op
    if words and words <= {"climat", "control"}:
        return {"climat", "power"}, op
    if "brightness" in words and words <= {"brightness", "display"}:
        return words | {"centr"}, op
    words = words - {"windscreen", "window", "glas"} if "defrost" in words else words
    return {"low", "beam"} if words == {"light"} else words, op


def _amount(heard: Sequence[str]) -> tuple[float | None, str, bool]:
    """A number, its unit, and whether it says by how much."""
    for at, word in enumerate(heard):
        if is_number(word) and word not in "%°":
            near = (_UNITS.get(after, after) for after in heard[at + 1 : at + 4])
            unit = next((unit for unit in near if unit in _UNITS.values()), "")
            return number(word), unit, at == 0 or heard[at - 1] not in ("to", "at", "level")
    return None, "", False


def _op(heard: Sequence[str]) -> str:
    """What is to be done: the first word that says it, but for "on" before a place or a thing."""
    loose = {
        at
        for at in range(1, len(heard) - 1)
        if heard[at] in ("on", "in", "out") and heard[at - 1] not in ("turn", "put", "it", "them")
    }
    found = [op for at, word in enumerate(heard) if at not in loose and (op := op_of(word))]
    if limit := next((op for op in found if op in ("max", "min")), ""):
        return "min" if limit == "max" and found[0] in ("less", "off") else limit
    op = found[0] if found else ""
    if tables.NEGATIONS & {*heard} and op in ("on", "open", "more", ""):
        return "off" if op == "more" else OPPOSITE[op or "on"]
    return op
