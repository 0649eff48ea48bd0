"""What somebody says, as wishes: what is to be done, with what, where and how much."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from automotive_env.models.builtin.lexicon import EVERY, IMPLIED, LITTLE, MUCH, NEGATIONS, OPS, PLACES, PRONOUNS, STOP, op_of
from automotive_env.models.builtin.words import is_number, meant, number, spoken

Op = Literal["on", "off", "open", "close", "more", "less", "max", "min", "set", ""]
OPPOSITE: dict[str, Op] = {
    "on": "off", "off": "on", "open": "close", "close": "open", "more": "less", "less": "more", "max": "min", "min": "max",
}  # fmt: skip
VERBS = frozenset(OPS) | frozenset(
    "turn set put make change switch adjust call text send tell message navigate play take show give let roll wind use please can "
    "could would warn remind heat cool warm direct lock unlock move skip mute find get bring read dial keep clear".split()
)
"""Words that a command begins with."""
_CLAUSE = re.compile(r"(?<!\bmr)(?<!\bdr)[.?!;]+\s+|,?\s+(?:and then|and also|and|then|but)\s+(?:also\s+|then\s+)?|,\s+", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<!\bmr)(?<!\bdr)[.?!;]+\s+", re.IGNORECASE)
_UNITS = {
    "%": "percent", "percent": "percent", "celsius": "celsius", "c": "celsius", "fahrenheit": "fahrenheit", "f": "fahrenheit",
    "mph": "mph", "mile": "mph", "km": "km/h", "kmh": "km/h", "kph": "km/h", "kilometer": "km/h", "minute": "minutes",
    "second": "seconds",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish.

    Attributes:
        op: what is to be done, empty where that is not said.
        words: words of what it is about.
        places: seats and sides; "all" for each of them.
        value: a number to set, or by how much to change.
        unit: of the value, where it is said.
        size: "little" or "much", where it is said.
        heard: all its words.
        said: the words as they were said.
    """

    op: Op = ""
    words: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    value: float | None = None
    unit: str = ""
    size: str = ""
    heard: tuple[str, ...] = ()
    said: str = ""

    @property
    def refers(self) -> bool:
        """Whether it says only how much or where, and leaves open what it is about."""
        return not self.words and bool(self.op or self.places or self.value is not None or PRONOUNS & {*self.heard})

    @property
    def commands(self) -> bool:
        """Whether it is a command, not a remark."""
        asks = [word for word in self.heard if word not in ("hey", "hi", "please", "okay", "ok", "now", "also", "yes", "there", "just")]
        if not asks or asks[0] in VERBS or {"want", "like", "need", "prefer", "please"} & {*self.heard} and "feel" not in self.heard:
            return True
        return not {"is", "are", "am", "was", "feel", "feels", "keeps", "i'm", "it's", "too", "my", "can", "i"} & {*self.heard}


def wishes(saying: str) -> list[Wish]:
    """The wishes in what somebody says, in order; one that names nothing new goes on about the one before it."""
    found: list[Wish] = []
    for clause in clauses(saying):
        one = wish(clause)
        if one.words or one.op or one.value is not None or one.places or one.refers:
            found.append(one)
    return found


def sentences(saying: str) -> list[str]:
    return [part for part in _SENTENCE.split(saying[:2_000].strip()) if part.strip()]


def clauses(saying: str) -> list[str]:
    """The parts of a saying, each of which may be a command: it is parted where a sentence ends or a verb follows."""
    parts: list[str] = []
    place = 0
    text = saying[:2_000].strip()
    for gap in _CLAUSE.finditer(text):
        after = spoken(text[gap.end() :])[:1]
        if gap[0].strip()[:1] in (".", "?", "!", ";") or {*after} & (VERBS | {"my"}):
            parts.append(text[place : gap.start()])
            place = gap.end()
    return [part for part in (*parts, text[place:]) if part.strip()]


@lru_cache(maxsize=2_048)
def wish(clause: str) -> Wish:
    """The wish in a clause."""
    heard = spoken(clause)
    value, unit, delta = _amount(heard)
    words = {meant(word) for word in heard if word not in STOP and word not in PRONOUNS | NEGATIONS | PLACES | EVERY and _counts(word)}
    words |= {meant(IMPLIED[word]) for word in heard if word in IMPLIED}
    places = {word for word in heard if word in PLACES} | ({"all"} if EVERY & {*heard} else set())
    places |= {"driver"} if "my" in heard and not places or "me" in heard and "passenger" in places else set()
    size = "little" if LITTLE & {*heard} else "much" if MUCH & {*heard} else ""
    op = _op(heard)
    if words - {"mov", "slid", "push", "next"} == {"seat"} and (op or {"forward", "back", "backward", "closer"} & {*heard}):
        words = {"seat", "slid"} if {"forward", "back", "backward", "backwards", "closer"} & {*heard} else {"seat", "height"}
        op = "less" if {"forward", "closer"} & {*heard} else "more" if "slid" in words else op
    words -= {"windscreen", "window", "glas"} if "defrost" in words else set()
    words = {"low", "beam"} if words == {"light"} else words
    if value is not None and unit in ("celsius", "fahrenheit") or "degrees" in heard:
        words = words - {"ac", "heat", "climat"} | {"temperatur"} if words <= {"ac", "heat", "climat", "zon", "temperatur"} else words
    elif value is not None and words in ({"ac"}, {"heat"}):
        words = {"temperatur"}
    if value is not None and not (delta and op in ("more", "less")):
        op = "set" if op not in ("on", "off") or unit != "minutes" else op
    return Wish(op, frozenset(words), frozenset(places), value, unit, size, heard, clause.strip())


def _counts(word: str) -> bool:
    return not op_of(word) and not is_number(word) and word not in LITTLE | MUCH and len(word) > 1


def _amount(heard: Sequence[str]) -> tuple[float | None, str, bool]:
    """A number, its unit, and whether it says by how much."""
    for at, word in enumerate(heard):
        if is_number(word) and word not in "%°":
            near = (unit for unit in (_UNITS.get(after.rstrip("s")) for after in heard[at + 1 : at + 4]) if unit)
            return number(word), next(near, ""), (at == 0 or heard[at - 1] not in ("to", "at", "level"))
    return None, "", False


def _op(heard: Sequence[str]) -> Op:
    """What is to be done: the first word that says it, but for "on" before a place or a thing."""
    found: list[str] = []
    for at, word in enumerate(heard):
        before, after = heard[at - 1] if at else "", heard[at + 1] if at + 1 < len(heard) else ""
        loose = word in ("on", "in", "out") and before not in ("turn", "put", "it", "them", "that") and after and at
        if op_of(word) and not loose:
            found.append(op_of(word))
    if limit := [op for op in found if op in ("max", "min")]:
        return "min" if limit[0] == "max" and {"less", "off", "close"} & {*found[:1]} and "close" not in found else limit[0]  # type: ignore[return-value]
    op = found[0] if found else ""
    if NEGATIONS & {*heard} and op in ("on", "open", "more", ""):
        return "off" if op == "more" else OPPOSITE[op or "on"]
    return op  # type: ignore[return-value]
