"""What somebody says, as wishes: what is to be done, with what, where and how much."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from automotive_env.models.builtin.words import (
    EVERY,
    IMPLIED,
    LITTLE,
    MUCH,
    NEGATIONS,
    PLACES,
    PRONOUNS,
    STOP,
    TABLES,
    VERBS,
    is_number,
    meant,
    number,
    op_of,
    spoken,
    words_in,
)

OPPOSITE: dict[str, str] = TABLES["opposite"]
_REMARKS = words_in("remarks")
_POLITE = words_in("polite")
_SENTENCE = re.compile(r"(?<!\bmr)(?<!\bdr)[.?!;]+\s+", re.IGNORECASE)
_CLAUSE = re.compile(r"[.?!;]+\s+|,?\s+(?:and then|and also|and|then|but)\s+(?:also\s+|then\s+)?|,\s+", re.IGNORECASE)
_UNITS = {
    "%": "percent", "percent": "percent", "celsius": "celsius", "c": "celsius", "fahrenheit": "fahrenheit", "f": "fahrenheit",
    "mph": "mph", "mile": "mph", "km": "km/h", "kmh": "km/h", "kph": "km/h", "minute": "minutes",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish.

    Attributes:
        op: what is to be done: "on", "off", "open", "close", "more", "less", "max", "min" or "set"; empty where that is not said.
        words: words of what it is about.
        places: seats and sides; "all" for each of them.
        value: a number to set, or by how much to change.
        unit: of the value, where it is said.
        size: "little" or "much", where it is said.
        heard: all its words.
        said: the words as they were said.
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
        return not first or first in VERBS or bool(asks) or not _REMARKS & {*self.heard}


def sentences(saying: str) -> list[str]:
    return [part for part in _SENTENCE.split(saying[:2_000].strip()) if part.strip()]


def wishes(saying: str) -> list[Wish]:
    """The wishes in what somebody says, in order: it is parted where a sentence ends or a command follows."""
    text, parts, start = saying[:2_000].strip(), [], 0
    for gap in _CLAUSE.finditer(text):
        if gap[0][0] in ".?!;" or {*spoken(text[gap.end() :])[:1]} & (VERBS | {"my"}):
            parts.append(text[start : gap.start()])
            start = gap.end()
    return [one for part in (*parts, text[start:]) if (one := wish(part)).heard]


@lru_cache(maxsize=2_048)
def wish(clause: str) -> Wish:
    """The wish in a clause."""
    heard = spoken(clause)
    said = {*heard}
    value, unit, delta = _amount(heard)
    plain = (word for word in heard if word not in STOP | PRONOUNS | NEGATIONS | PLACES | EVERY | LITTLE | MUCH and len(word) > 1)
    words = {meant(word) for word in plain if not op_of(word) and not is_number(word)}
    words |= {meant(IMPLIED[word]) for word in heard if word in IMPLIED}
    places = said & PLACES | ({"all"} if EVERY & said else set())
    if ("my" in said and not places) or ("me" in said and "passenger" in places):
        places |= {"driver"}
    op = _op(heard)
    if value is not None and not (delta and op in ("more", "less")):
        op = "set"
    degrees = value is not None and (unit in ("celsius", "fahrenheit") or "degrees" in said)
    words = {"spe", "limit"} if unit in ("mph", "km/h") and {"warn", "limit", "alert"} & words else words
    words, op = _understood(words, op, said, degrees)
    size = "little" if LITTLE & said else "much" if MUCH & said else ""
    return Wish(op, frozenset(words), frozenset(places), value, unit, size, heard, clause.strip())


def _understood(words: set[str], op: str, said: set[str], degrees: bool) -> tuple[set[str], str]:
    """What is left out because it is understood: degrees are of a temperature, a seat is moved up or back."""
    if words <= {"ac", "heat", "zon", "temperatur"} and (degrees or (op == "set" and len(words) == 1)):
        return {"temperatur"}, op
    if "temperatur" in words and {"seat", "steer"} & words:
        return words - {"temperatur"} | {"heat"}, "on" if op == "more" else op
    if words and words <= {"media", "radio", "video", "track", "turn"} and op in ("more", "less", "max", "min", "set"):
        return {"volum"}, op
    if words == {"navigation"} and op == "off":
        return {"rout"}, op
    if words == {"radio"} and op in ("on", "off"):
        return {"radio", "play"}, op
    if words == {"media"} and op in ("on", "off"):
        return {"play", "paus"}, op
    if "play" in words and words <= {"play", "media", "track"}:
        return {"play", "paus"}, op
    if "brightness" in words and words <= {"brightness", "display"}:
        return words | {"centr"}, op
    if op == "set" and "warn" in words and words <= {"warn", "over", "spe", "fast", "exce"}:
        return {"spe", "limit"}, op
    if words - {"mov", "slid", "push", "next"} == {"seat"}:
        along = {"forward", "closer"} & said or {"back", "backward", "backwards"} & said
        if along:
            return {"seat", "slid"}, "less" if {"forward", "closer"} & said else "more"
        return ({"seat", "height"} if op else words), op
    words = words - {"windscreen", "window", "glas"} if "defrost" in words else words
    return {"low", "beam"} if words == {"light"} else words, op


def _amount(heard: Sequence[str]) -> tuple[float | None, str, bool]:
    """A number, its unit, and whether it says by how much."""
    for at, word in enumerate(heard):
        if is_number(word) and word not in "%°":
            near = (_UNITS.get(after.removesuffix("s"), _UNITS.get(after)) for after in heard[at + 1 : at + 4])
            return number(word), next(filter(None, near), ""), at == 0 or heard[at - 1] not in ("to", "at", "level")
    return None, "", False


def _op(heard: Sequence[str]) -> str:
    """What is to be done: the first word that says it, but for "on" before a place or a thing."""
    found: list[str] = []
    for at, word in enumerate(heard):
        inside = 0 < at < len(heard) - 1 and heard[at - 1] not in ("turn", "put", "it", "them", "that")
        loose = inside and word in ("on", "in", "out")
        if op_of(word) and not loose:
            found.append(op_of(word))
    if limit := next((op for op in found if op in ("max", "min")), ""):
        return "min" if limit == "max" and found[0] in ("less", "off") else limit
    op = found[0] if found else ""
    if NEGATIONS & {*heard} and op in ("on", "open", "more", ""):
        return "off" if op == "more" else OPPOSITE[op or "on"]
    return op
