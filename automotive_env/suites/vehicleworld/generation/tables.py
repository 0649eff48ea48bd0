"""The tables that scenarios are made from: what can be wished for, how people say it, and what goes together."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from automotive_env.suites.splits import Split

FOLDER = Path(__file__).parent
FIFTHS: tuple[Split, ...] = ("train", "train", "train", "dev", "test")
OPPOSITES = {one: other for pair in ("up down", "on off", "back fore", "open close", "ajar shut") for one, other in
             (pair.split(), pair.split()[::-1])}  # fmt: skip
WISHING = re.compile(
    r"(I'd|I want|I need \{|I like|Let|Give|What|Which|Who|How|Have|Did|Could|Put|Get|Show|Run|Make|Leave|Tell|Is|Remind|Speak"
    r"|Use|No )\b"
)
"""How a sentence begins that says what is wanted, and nothing of why."""
PERSONAL = re.compile(r"\b(I|I'm|I've|I can't|My|my)\b")
SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class PhraseTemplate:
    """A template of what is said.

    Attributes:
        id: the list it is from and its place there.
        text: a fragment where it begins with "~"; a sentence where it begins or ends like one or has a comma; else an imperative.
        implied: whether it only says what is the case, and nothing of what is to be done.
    """

    id: str
    text: str
    implied: bool = False

    @property
    def kind(self) -> str:
        """Sentence, fragment or imperative."""
        if self.text.startswith("~"):
            return "fragment"
        return "sentence" if self.text[-1] in ".?!" or self.text[0].isupper() or ", " in self.text else "imperative"

    @property
    def is_reason(self) -> bool:
        """Whether it says why something is wanted, as in "My fingers are freezing on this wheel."."""
        return self.implied or (self.kind == "sentence" and self.text[0].isupper() and not WISHING.match(self.text))

    @property
    def names_a_place(self) -> bool:
        """Whether it says where, as in "All I see in the left mirror is sky."."""
        return any(form in self.text for form in ("{the:", "{for}"))

    @property
    def is_personal(self) -> bool:
        """Whether it says something of whoever speaks that does not suit another's seat."""
        return self.is_reason and PERSONAL.search(self.text) is not None


@dataclass(frozen=True, slots=True)
class IntentTemplate:
    """One thing that a user may want, and the call that does it.

    Attributes:
        name: module, feature and action, such as "seat.heat.on".
        call: the right call, with slots.
        phrases: how it is said.
        more: how more of it is asked for, right after it.
        before: calls and writes that make it possible, with slots.
        amounts: unit -> lowest, highest and step of the amounts that are asked for.
    """

    name: str
    call: str
    phrases: tuple[PhraseTemplate, ...]
    more: tuple[PhraseTemplate, ...]
    before: tuple[str, ...]
    amounts: Mapping[str, tuple[float, float, float]]

    @property
    def module(self) -> str:
        """The device."""
        return self.name.partition(".")[0]

    @property
    def api(self) -> str:
        """The full name of the API."""
        return f"{self.module}.{self.call.partition('(')[0]}"

    @property
    def action(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]

    @property
    def feature(self) -> str:
        """The name without the action."""
        return self.name.rpartition(".")[0]

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots of the call."""
        return tuple(SLOT.findall(self.call))

    @property
    def opposite(self) -> IntentTemplate | None:
        """What takes it back, or goes the other way."""
        other = OPPOSITES.get(self.action)
        return intents().get(f"{self.feature}.{other}") if other else None


@dataclass(frozen=True, slots=True)
class Situation:
    """A situation: how somebody mentions it, and what may be wished for in it."""

    openers: tuple[PhraseTemplate, ...]
    intents: tuple[IntentTemplate, ...]


def split_of_phrase(id: str) -> Split:
    """The only split that a phrase is used in: of each list 60 % train, 20 % dev, 20 % test."""
    name, _, place = id.rpartition("/")
    first = hashlib.sha256(name.encode()).digest()[0]
    return FIFTHS[(first + int(place)) % len(FIFTHS)]


def of_split(phrases: Sequence[PhraseTemplate], split: Split) -> list[PhraseTemplate]:
    """The phrases that may be used in a split."""
    return [phrase for phrase in phrases if split_of_phrase(phrase.id) == split]


@cache
def table(name: str) -> Mapping[str, Any]:
    """A table by the name of its file."""
    found: Mapping[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


@cache
def intents() -> Mapping[str, IntentTemplate]:
    """Every intent by name."""
    found = {}
    for file in sorted((FOLDER / "phrases").glob("*.json")):
        for name, row in table(f"phrases/{file.stem}")["intents"].items():
            full = f"{file.stem}.{name}"
            more = _phrases(f"{full}.more", row.get("more", ()))
            amounts = {unit: (low, high, step) for unit, (low, high, step) in row.get("n", {}).items()}
            found[full] = IntentTemplate(
                full, row["call"], _phrases(full, row["say"]), more, tuple(row.get("before", ())), amounts
            )
    return found


@cache
def declines(module: str) -> tuple[PhraseTemplate, ...]:
    """Requests that no car can fulfil: those that concern a device, or any ("")."""
    rows = table(f"phrases/{module}")["decline"] if module else table("dialogue")["decline"]
    return _phrases(f"{module or 'any'}.decline", rows)


@cache
def dialogue(kind: str) -> tuple[PhraseTemplate, ...]:
    """Generic phrases of a kind, such as "undo"."""
    return _phrases(f"dialogue.{kind}", table("dialogue")[kind])


@cache
def scenes() -> Mapping[str, Situation]:
    """Every situation by name.

    Raises:
        ValueError: a pattern of one fits no intent.
    """
    found = {}
    for name, row in table("scenes").items():
        pool: dict[str, IntentTemplate] = {}
        for pattern in row["pool"]:
            fitting = {intent.name: intent for intent in intents().values() if fnmatchcase(intent.name, pattern)}
            if not fitting:
                raise ValueError(f"scene {name}: no intent is called {pattern}")
            pool |= fitting
        found[name] = Situation(_phrases(f"scene.{name}", row["open"]), tuple(pool.values()))
    return found


def exclude_each_other(one: IntentTemplate, other: IntentTemplate) -> bool:
    """Whether nobody wishes for both in a row, such as a lamp that is to be off and brighter."""
    return other.name in _excluded(one.name) or one.name in _excluded(other.name)


@cache
def _excluded(name: str) -> frozenset[str]:
    patterns = [pattern for key, row in table("excludes").items() if fnmatchcase(name, key) for pattern in row]
    return frozenset(other for other in intents() for pattern in patterns if other != name and fnmatchcase(other, pattern))


def _phrases(name: str, texts: Sequence[str]) -> tuple[PhraseTemplate, ...]:
    return tuple(
        PhraseTemplate(f"{name}/{place}", text.removeprefix("*"), text.startswith("*")) for place, text in enumerate(texts)
    )
