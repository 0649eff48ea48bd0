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
_ON = re.compile(r"\b(on|active|activated|enabled|running|engaged|recirculat\w+)\b")
_OFF = re.compile(r"\b(off|inactive|deactivated|disabled)\b")
_NOT_ON = re.compile(r"\b(not|\w+n't) (\w+ )?(on|active|activated|enabled|running|engaged|recirculat\w+)\b")
_FINE = re.compile(
    r"\b(already|nothing (needs?|has|is|to|wrong|unusual|i)|"
    r"no (need|changes?|adjustments?|corrections?|action|warning|reason|problem|danger|hazard)|"
    r"(not|never|\w+n't) (exceed|exceeded|break|broke|broken|speeding|too fast)|"
    r"(not|\w+n't) (need|necessary|required|have to)|unnecessary|all (is )?(good|fine|right|well|set|clear|in order)|"
    r"(is|are|looks?|seems?) (?!not )(\w+ )?(fine|ok|okay|clear|correct|right|in order|lawful|legal|"
    r"allowed|appropriate|safe|\w+ enough)|"
    r"(is|are|was|were|'re)(n't| not) (\w+ )?(fogged|misted|steamed|fogging|misting|steaming|dazzling|blinding|dimmed|"
    r"turned (up|down)|too \w+)|no (\w+ )?(fog|mist|steam|fogging|misting|condensation)|"
    r"(not|n't) (\w+ )?(running|active|under way|navigating)|(is|are) (\w+ )?(off|silent|muted)|no (\w+ )?(route|guidance|call)|"
    r"as (it|they) should|within|below|under the|complies|comply|"
    r"(left|leave|let|kept) (it|them|everything|the \w+( \w+)?) (as|alone|unchanged|ring|ringing|on|off)|"
    r"(left|leave) (it|them|everything)(?= *([.,;!]|$))|"
    r"(changed|touched|did) nothing|nothing (was |has been |had to be )?(changed|touched|done)|"
    r"from the (start|beginning)|all along|"
    r"(did(n't| not)|have(n't| not)) (change|touch|do|adjust|alter)(d|ed|ne)?)\b"
)
_CLAIM = re.compile(
    r"\bi('ve| have)? (just |already )?(set|switched|turned|changed|adjusted|raised|lowered|opened|closed|enabled|disabled|"
    r"activated|dimmed|brightened|darkened|cleared|demisted|defrosted|shut|started|stopped|muted|ended|declined)\b"
    r"(?! (nothing|no)\b)|"
    r"\bi('ll| will) (now )?(set|switch|turn|change|adjust|raise|lower|dim|brighten|clear|demist|open|close)\b|"
    r"\b(has|have) been (?!already)(switched|turned|set|changed|adjusted|raised|lowered|dimmed|brightened|enabled|disabled)\b|"
    r"\b(is|are) now (on|off|set|at|dimmed|brighter|darker|enabled|disabled|active|running)\b"
)
_DENIES = re.compile(
    r"\b(is|are|was|were|it's|they're) already (?!done|set|finished)|\bnothing (needs|needed|had) to (be )?(do|done|change)|"
    r"\bnothing to (do|change)\b|\bno (need|change|action)\b"
)
_COMMAND = re.compile(
    r"(?:^|(?<=[.,;:!?] )|(?<=\bplease )|(?<=\band )|(?<=\bso ))(?:please )?(?:do not|don't|never) "
    r"(?!see|find|detect|notice|expect|have|think|worry|need)"
    r"|\bno (?=(?:more|faster|higher) than)|\b(?:is |are )?(?:not|\w+n't) (?=allowed|permitted|legal|lawful|safe|advisable)"
)
"""What denies no fact: "don't brake", "no faster than 50 km/h", "not allowed"."""
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
        means: what they say, in short, where they are many: "why it is not allowed".
    """

    spellings: tuple[str, ...]
    instead_of: tuple[str, ...] = ()
    means: str = ""

    def criterion(self, text: str) -> Criterion:
        """One spelling is there, and nothing that contradicts it."""
        named = [word for word in self.spellings if _has(text, word)]
        wrong = [word for word in self.instead_of if _has(text, word)]
        wanted = f"an answer that says {self.means}" if self.means else f"an answer that names {' or '.join(self.spellings)}"
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
class Switched:
    """That something is on, or that it is off; saying both says neither."""

    on: bool

    def criterion(self, text: str) -> Criterion:
        """One word for it as it is, and none for the opposite."""
        is_on = _ON.search(text) is not None and _NOT_ON.search(text) is None
        is_off = _OFF.search(text) is not None or _NOT_ON.search(text) is not None
        found = "both" if is_on and is_off else "on" if is_on else "off" if is_off else "neither"
        wanted = "on" if self.on else "off"
        return Criterion("answer_switched", f"an answer that it is {wanted}", found, found == wanted)


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether something is there: "The road is icy" states it, "No ice at all" denies it; no text passes as both.

    Attributes:
        spellings: words for it.
        there: what the answer must say; not mentioning it does not state it.
        means: what they say, in short, where the first of them does not: "that the car is too fast".
    """

    spellings: tuple[str, ...]
    there: bool
    means: str = ""

    def criterion(self, text: str) -> Criterion:
        """It is stated and nowhere denied; or it is denied, or not mentioned."""
        text = _COMMAND.sub("", text)
        words = "|".join(map(re.escape, self.spellings))
        denied = _denied(text, self.spellings)
        stated = not denied and re.search(rf"\b(?:{words})\b", text) is not None
        found = "denied" if denied else "stated" if stated else "not mentioned"
        says = self.means or f"there is {self.spellings[0]}"
        wanted = f"an answer that says {says}" if self.there else f"an answer that does not say {says}"
        return Criterion("answer_presence", wanted, found, stated == self.there)


@dataclass(frozen=True, slots=True)
class Denied:
    """That something is expressly said not to be: "no low beam is required"; not mentioning it does not deny it."""

    spellings: tuple[str, ...]

    def criterion(self, text: str) -> Criterion:
        """A denial is found."""
        denied = _denied(_COMMAND.sub("", text), self.spellings)
        wanted = f"an answer that denies {self.spellings[0]}"
        return Criterion("answer_denies", wanted, "denied" if denied else "not denied", denied)


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
    count = f"{len(sentences)} sentence{'' if len(sentences) == 1 else 's'}"
    short = Criterion(
        "answer_is_short", f"an answer of at most {MAX_SENTENCES} sentences", count, len(sentences) <= MAX_SENTENCES
    )
    return every(short, *(fact.criterion(text) for fact in facts))


def soothes(text: str, kind: str) -> bool:
    """Whether a warning of a kind says that there is no such danger."""
    text = text.casefold().replace("’", "'")
    return _SOOTHES.search(text) is not None or re.search(rf"\b(no|not) {re.escape(kind)}\b", text) is not None


def _denied(text: str, spellings: tuple[str, ...]) -> bool:
    """Whether a text (in lower case) says of one of these words that it is not so."""
    words = "|".join(map(re.escape, spellings))
    before = rf"(?:no|not|nothing|never|without|free of|\w+n't)(?:\s+[\w']+){{0,4}}?\s+(?:{words})"
    behind = rf"(?:{words})(?:\s+[\w']+)?\s+(?:not|never|\w+n't)|(?:{words})-free"
    return re.search(rf"\b(?:{before}|{behind})\b", text) is not None


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
