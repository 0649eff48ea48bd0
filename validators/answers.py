"""Facts in an answer: what an agent said is checked by the numbers, names and the yes or no in it, never by one wording.

>>> said("It is 21.5 degrees in here.", Amount(21.5, "celsius")).met
True
>>> said("Somewhere between 18 and 26 degrees.", Amount(21.5, "celsius")).met
False
>>> said("Yes and no.", YES).met
False
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from automotive_env.validators.criterion import Criterion, every

MAX_ANSWER_CHARACTERS = 2_000
"""Characters of an answer that are read."""
MAX_SENTENCES = 8
"""Sentences of an answer; a longer one is a shotgun: it lists until something is right."""

UNITS: dict[str, tuple[str, ...]] = {
    "celsius": ("°c", "° c", "degrees celsius", "degrees c", "degrees", "degree", "celsius", "°", "c"),
    "fahrenheit": ("°f", "° f", "degrees fahrenheit", "degrees f", "degrees", "degree", "fahrenheit", "°", "f"),
    "percent": ("%", "percent", "per cent"),
    "km/h": ("km/h", "kmh", "kph", "kilometers per hour", "kilometres per hour", "kilometers an hour", "kilometres an hour"),
    "mph": ("mph", "miles per hour", "miles an hour"),
    "km": ("km", "kilometers", "kilometres", "kilometer", "kilometre"),
    "mi": ("mi", "miles", "mile"),
    "m": ("m", "meters", "metres", "meter", "metre"),
    "seconds": ("seconds", "second", "s", "sec"),
    "minutes": ("minutes", "minute", "min", "mins"),
    "bar": ("bar",),
    "": (),
}
"""Unit -> how it is written after a number, longest first; "" takes numbers without a unit."""
WORDS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
_NUMBER = re.compile(r"(?<![\w.,:])([+-]?\d+(?:[.,]\d+)?)(?![\d:])")
_YES = re.compile(r"\b(yes|yeah|yep|indeed|correct|certainly|affirmative|(it is|they are|you may|you can|it does)(?! not))\b")
_NO = re.compile(
    r"\b(no|nope|not|isn't|aren't|doesn't|don't|won't|cannot|can't|mustn't|never|neither|nothing|without|unnecessary)\b"
)
_FINE = re.compile(
    r"\b(already|nothing (needs?|has|is|to|wrong|unusual|i)|"
    r"no (need|change|adjustment|action|warning|reason|problem|danger|hazard)|"
    r"(not|never|\w+n't) (exceed|exceeded|break|broke|broken|speeding|too fast)|"
    r"(not|\w+n't) (need|necessary|required|have to)|unnecessary|all (is )?(good|fine|right|well|set|clear|in order)|"
    r"(is|are|looks?|seems?) (?!not )(\w+ )?(fine|ok|okay|clear|correct|right|in order|lawful|legal|"
    r"allowed|appropriate|safe|\w+ enough)|"
    r"(is|are|was|were)(n't| not) (\w+ )?(fogged|misted|steamed|fogging|misting|steaming|dimmed|turned (up|down)|too \w+)|"
    r"(not|n't) (\w+ )?(running|active|under way|navigating)|(is|are) (\w+ )?(off|silent|muted)|no (\w+ )?(route|guidance|call)|"
    r"as (it|they) should|within|below|under the|complies|comply|"
    r"(left|leave|let|kept) (it|them|everything|the \w+( \w+)?) (as|alone|unchanged|ring|ringing)|"
    r"changed nothing|(did(n't| not)|have(n't| not)) (change|touch)(d|ed)?)\b"
)
_CLAIM = re.compile(
    r"\bi('ve| have)? (just |already )?(set|switched|turned|changed|adjusted|raised|lowered|opened|closed|enabled|disabled|"
    r"activated|dimmed|brightened|darkened|cleared|demisted|defrosted|shut|started|stopped|muted|ended|declined)\b"
    r"(?! (nothing|no)\b)"
)
_DENIES = re.compile(
    r"\b(is|are|was|were|it's|they're) already (?!done|set|finished)|\bnothing (needs|needed|had) to (be )?(do|done|change)|"
    r"\bnothing to (do|change)\b|\bno (need|change|action)\b"
)
_HEDGE = re.compile(r"\b(yes and no|maybe|perhaps|possibly|might or might not|either way|not sure|unsure|hard to say|i guess)\b")
_SOOTHES = re.compile(
    r"\b(no (need|danger|hazard|risk|reason|problem|cause)|nothing (to|is wrong|wrong)|do(n't| not) worry|"
    r"(well|still|safely|are|is|'re|'s) (well |still |safely )?(within|(below|under) the limit)|"
    r"(is|are|all) (fine|good|well|safe|clear|in order))\b"
)


class Fact(Protocol):
    """One thing that an answer must say."""

    def criterion(self, text: str) -> Criterion:
        """Whether a text (in lower case) says it."""
        ...


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit; another number of that unit in the answer contradicts it.

    Attributes:
        value: what is to be said.
        unit: a key of `UNITS`.
        tolerance: how far off it may be.
        beside: other numbers of that unit that an honest answer may name, too, such as the speed beside the limit.
    """

    value: float
    unit: str = ""
    tolerance: float = 0.5
    beside: tuple[float, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """All numbers of the unit that are said must be this one, or one of those that may stand beside it."""
        found = _amounts(text, self.unit)
        right = [number for number in found if abs(number - self.value) <= self.tolerance]
        known = [number for number in found if any(abs(number - one) <= self.tolerance for one in (self.value, *self.beside))]
        shown = ", ".join(f"{number:g}" for number in found) or "no such number"
        wanted = f"an answer with {self.value:g} {self.unit}".rstrip()
        return Criterion("answer_amount", wanted, shown, bool(right) and len(known) == len(found))


@dataclass(frozen=True, slots=True)
class Word:
    """A name or term, in one of several spellings; none of those in `instead_of` may be said.

    Attributes:
        spellings: each of which says it.
        instead_of: what would contradict it, such as the other names of the list.
    """

    spellings: tuple[str, ...]
    instead_of: tuple[str, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """One spelling is there, and nothing that contradicts it."""
        named = [word for word in self.spellings if _has(text, word)]
        wrong = [word for word in self.instead_of if _has(text, word)]
        wanted = f"an answer that names {' or '.join(self.spellings)}"
        return Criterion("answer_names", wanted, ", ".join(named + wrong) or "none of it", bool(named) and not wrong)


@dataclass(frozen=True, slots=True)
class Polarity:
    """Yes or no."""

    positive: bool

    def criterion(self, text: str) -> Criterion:
        """The answer says the one and not the other; hedging says neither."""
        hedged = _HEDGE.search(text) is not None
        yes, no = _YES.search(text) is not None, _NO.search(text) is not None
        opening = text.split(maxsplit=1)[0].strip(",.!;:") if text.split() else ""
        if opening in ("yes", "yeah", "yep", "no", "nope"):
            yes, no = opening.startswith("y"), opening.startswith("n")
        found = (
            "hedging" if hedged or (yes and no and opening not in ("yes", "no")) else "yes" if yes else "no" if no else "neither"
        )
        wanted = "yes" if self.positive else "no"
        return Criterion("answer_polarity", f"the answer {wanted}", found, found == wanted)


@dataclass(frozen=True, slots=True)
class NothingToDo:
    """That everything is as it should be; claiming to have changed something contradicts it.

    Attributes:
        stands: facts of how things stand; who says one of them has said that it is in order.
    """

    stands: tuple[Fact, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """The answer says that nothing needs to be done, or how things stand, and claims no deed."""
        claimed, fine = _CLAIM.search(text), _FINE.search(text)
        told = [rule.found for rule in (fact.criterion(text) for fact in self.stands) if rule.met]
        found = f"a claim: {claimed[0]}" if claimed else fine[0] if fine else told[0] if told else "nothing of the kind"
        met = (fine is not None or bool(told)) and not claimed
        return Criterion("answer_nothing_to_do", "an answer that nothing needs to be done", found, met)


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether something is there: "The road is icy" states it, "No ice at all" denies it; no text passes as both.

    Attributes:
        spellings: words for it.
        there: what the answer must say; not mentioning it does not state it.
    """

    spellings: tuple[str, ...]
    there: bool

    def criterion(self, text: str) -> Criterion:
        """It is stated and nowhere denied; or it is denied, or not mentioned."""
        words = "|".join(map(re.escape, self.spellings))
        before = rf"(?:no|not|nothing|never|without|free of|\w+n't)(?:\s+[\w']+){{0,3}}?\s+(?:{words})"
        behind = rf"(?:{words})(?:\s+[\w']+)?\s+(?:not|never|\w+n't)|(?:{words})-free"
        denied = re.search(rf"\b(?:{before}|{behind})\b", text) is not None
        stated = not denied and re.search(rf"\b(?:{words})\b", text) is not None
        found = "denied" if denied else "stated" if stated else "not mentioned"
        wanted = f"an answer that says there is {'' if self.there else 'no '}{self.spellings[0]}"
        return Criterion("answer_presence", wanted, found, stated == self.there)


@dataclass(frozen=True, slots=True)
class NotDenied:
    """Where there was something to do, nobody says that there was not: who acts and denies it has looked at nothing."""

    def criterion(self, text: str) -> Criterion:
        """The answer does not say that nothing needed to be done, unless it tells a deed, too."""
        denial = None if _CLAIM.search(text) else _DENIES.search(text)
        wanted = "no word that nothing had to be done"
        return Criterion("answer_not_denied", wanted, denial[0] if denial else "none", denial is None)


@dataclass(frozen=True, slots=True)
class Says:
    """Something that many wordings say and some take back.

    Attributes:
        what: it, in short: "that the call was missed".
        ways: regular expression of the wordings, in lower case.
        unless: of those that say the contrary.
    """

    what: str
    ways: str
    unless: str = r"(?!)"

    def criterion(self, text: str) -> Criterion:
        """One of the wordings is there, and none that says the contrary."""
        named, contrary = re.search(self.ways, text), re.search(self.unless, text)
        found = f"the contrary: {contrary[0]}" if contrary else named[0] if named else "nothing of the kind"
        met = named is not None and contrary is None
        return Criterion("answer_says", f"words {self.what}", found or "nothing to the contrary", met)


@dataclass(frozen=True, slots=True)
class NoOther:
    """A number that need not be told; where one of its unit is, it must be this."""

    amount: Amount

    def criterion(self, text: str) -> Criterion:
        """No number of the unit is told, or it is right."""
        told = self.amount.criterion(text)
        wanted = f"no other number than {self.amount.value:g} {self.amount.unit}".rstrip()
        return Criterion("answer_no_other_amount", wanted, told.found, told.met or not _amounts(text, self.amount.unit))


YES, NO = Polarity(True), Polarity(False)
NOTHING_TO_DO = NothingToDo()
NOT_DENIED = NotDenied()


def said(answer: str, *facts: Fact) -> Criterion:
    """Whether an answer says all of these facts, and is an answer rather than a list of guesses."""
    text = answer[:MAX_ANSWER_CHARACTERS].casefold().replace("’", "'")
    sentences = [part for part in re.split(r"[.!?]\s|\n", text) if part.strip()]
    short = Criterion(
        "answer_is_short", f"an answer of at most {MAX_SENTENCES} sentences", f"{len(sentences)}", len(sentences) <= MAX_SENTENCES
    )
    return every(short, *(fact.criterion(text) for fact in facts))


def soothes(text: str, kind: str) -> bool:
    """Whether a warning of a kind says that there is no such danger."""
    text = text.casefold().replace("’", "'")
    return _SOOTHES.search(text) is not None or re.search(rf"\b(no|not) {re.escape(kind)}\b", text) is not None


def _has(text: str, word: str) -> bool:
    """Whether a text (in lower case) holds a word or phrase as a whole."""
    return re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", text) is not None


def _amounts(text: str, unit: str) -> list[float]:
    """The numbers of a unit that a text names; those of another unit are left out, bare numbers count as of any."""
    found = []
    for match in _NUMBER.finditer(_in_digits(text)):
        behind = _in_digits(text)[match.end() :].lstrip(" -")
        named = next((name for name, signs in UNITS.items() for sign in signs if _starts(behind, sign)), "")
        if not named or unit in _units_of(behind):
            found.append(float(match[1].replace(",", ".")))
    return found


def _units_of(behind: str) -> set[str]:
    return {name for name, signs in UNITS.items() for sign in signs if _starts(behind, sign)}


def _starts(text: str, sign: str) -> bool:
    return re.match(rf"{re.escape(sign)}(?!\w)", text) is not None


def _in_digits(text: str) -> str:
    """A text whose small numbers are written in digits."""
    return re.sub(r"\b[a-z]+\b", lambda word: str(WORDS[word[0]]) if word[0] in WORDS else word[0], text)
