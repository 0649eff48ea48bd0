"""Facts in an answer: an amount, a name, a word, yes or no. How it is worded does not matter; a second candidate does.

>>> said("It is 21.5 degrees in here.", Amount(21.5, "celsius")).met
True
>>> said("Somewhere between 18 and 26 degrees.", Amount(21.5, "celsius")).met
False
>>> said("It was Anna.", Name("Anna Vogt", "Bernd Falk")).met, said("Anna or Bernd.", Name("Anna Vogt", "Bernd Falk")).met
(True, False)
>>> said("No, it's still open.", YesNo(False, yes=("closed", "shut"), no=("open",))).met
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from automotive_env.car.content.spelling import spellings
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.numerals import in_digits
from automotive_env.validators.plain_text import is_claimed, listed, plain, spans, words
from automotive_env.validators.quantities import quantities
from automotive_env.validators.units import UNITS, QuantityInText, QuantityReading

MAX_ANSWER_CHARACTERS = 2_000
"""Characters of an answer that are read."""


class Fact(Protocol):
    """One thing that an answer must say."""

    def criterion(self, text: str) -> Criterion:
        """Whether a text says it."""
        ...


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit. A range is no answer, nor is a text with another amount of the kind.

    Attributes:
        value: what is to be said.
        unit: a key of `UNITS`; the answer may use any unit of the kind.
        tolerance: how far off the answer may be; twice as far where rounding in another unit explains it.
        beside: other values that an honest answer may contain, such as the speed beside the limit.
    """

    value: float
    unit: str = ""
    tolerance: float = 0.5
    beside: tuple[float, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """The amount is said, and no other of its kind."""
        unit, figures = UNITS[self.unit], quantities(in_digits(text))
        own, bare = ([one for one in figures if one.measures(kind)] for kind in (unit.kind, "number"))
        found = [one for one in own if one not in bare] or own or bare
        shown = f"{self.value:g} {unit.spellings[0]}".rstrip()
        return only(in_digits(text), found, self._fits, self.value, self.beside, shown, unit.kind)

    def _fits(self, reading: QuantityReading, wanted: float) -> bool:
        (value, unit, step), own = reading, UNITS[self.unit]
        unit = own if unit.kind == "number" else unit
        rounding = min(step * unit.factor / own.factor / 2, self.tolerance) if unit != own else 0
        return unit.kind == own.kind and abs(unit.convert(value, own) - wanted) <= self.tolerance + rounding + 1e-9


def only(
    text: str,
    figures: Sequence[QuantityInText],
    fits: Callable[[QuantityReading, float], bool],
    value: float,
    beside: Sequence[float],
    shown: str,
    kind: str,
) -> Criterion:
    """One of a text's figures is a value, the others are that or one of those beside it, and no two are offered as a choice.

    Vague ones count if all are.
    """
    found = [figure for figure in figures if not figure.is_vague] or figures
    values = [{one for one in (value, *beside) if any(fits(reading, one) for reading in figure.readings)} for figure in found]
    links = [text[one.end : other.start].split()[:1] for one, other in pairwise(found)]
    guessed = any(link == ["or"] and one != other for link, (one, other) in zip(links, pairwise(values), strict=True))
    met = all(values) and any(value in known for known in values) and not guessed
    told = " and ".join(figure.written for figure in found) or f"no {kind}"
    return Criterion(f"answer_{kind}", f"an answer with {shown}", told, met)


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase in one of several spellings, denied or not, and no claim of those that would contradict it."""

    spellings: tuple[str, ...]
    instead_of: tuple[str, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """One spelling is there, and nothing that contradicts it."""
        parts = words(text)
        right = [word for word in self.spellings if any(any(spans(parts, form)) for form in spellings(word))]
        wrong = [word for word in self.instead_of if Claim((word,)).criterion(text)]
        told = " and ".join(right + wrong) or "none of it"
        return Criterion("answer_word", f"an answer with {' or '.join(self.spellings)}", told, bool(right) and not wrong)


@dataclass(frozen=True, slots=True)
class Claim:
    """One of several words or phrases, and not denied: "It might be icy." claims ice, "There is no ice." does not.

    As with `Word`, nothing may be claimed that contradicts it.
    """

    spellings: tuple[str, ...]
    instead_of: tuple[str, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """One spelling is there, and they are not all denied."""
        return Word(self.spellings, self.instead_of).criterion(text) & ~YesNo(False, yes=self.spellings).criterion(text)


_COMMON = listed("the and for with from into over you your they this that all are was his her our not one two let get")
"""Short words of titles that name nothing on their own."""


class Name:
    """A name in full, or the part by which people call it. With another candidate beside it, the text is no answer.

    Args:
        name: what is to be said.
        others: candidates that must not be named.
        optional: whether the name may be left out, because it is clear who is meant.
    """

    def __init__(self, name: str, *others: str, optional: bool = False) -> None:
        self.name, self.others = name, tuple(other for other in others if other != name)
        self.optional = optional

    def criterion(self, text: str) -> Criterion:
        """The name is said, and none of the others."""
        named = [*dict.fromkeys(self._named(words(in_digits(text) if self.name.isdecimal() else text)))]
        wanted = f"an answer with {'no name but ' if self.optional else ''}{self.name}"
        met = named == [self.name] or (self.optional and not named)
        return Criterion("answer_name", wanted, " and ".join(named) or "no such name", met)

    def _named(self, parts: Sequence[str]) -> Iterator[str]:
        """The candidates that a text names; of two that fit at a place, the longer one is meant."""
        candidates = (self.name, *self.others)
        full = sorted(((form, name) for name in candidates for form in spellings(name)), key=lambda form: -len(form[0]))
        short = [(form, name) for name in candidates for form in self._short_forms(name)]
        capitals, taken = any(part != part.lower() for part in parts), set[int]()
        for form, name in (*full, *short):
            for start, end in spans(parts, form):
                is_name = (form, name) in full or not capitals or not parts[start][0].islower()
                if is_name and taken.isdisjoint(range(start, end)):
                    taken.update(range(start, end))
                    if is_claimed(" ".join([*parts[:start], ""]).casefold()):
                        yield name

    def _short_forms(self, name: str) -> Iterator[str]:
        """The beginnings and ends of a name that no other candidate has."""
        whole = [word.casefold() for word in words(name)]
        others = [words(other) for other in (self.name, *self.others) if other != name]
        for length in range(len(whole) - 1, 0, -1):
            for run in (whole[:length], whole[-length:]):
                says_much = any(len(word) > 2 and word.isalpha() and word not in _COMMON for word in run)
                if says_much and not any(any(spans(other, " ".join(run))) for other in others):
                    yield " ".join(run)


_YES = listed("yes yeah yep yup correct affirmative indeed")
_EAGER = listed("sure certainly absolutely definitely of")
"""How many answers begin, whatever they say: yes only where nothing else says yes or no."""
_NO = listed("no nope nah negative")
_DENIALS = listed("not no none never neither nor nothing nobody without hardly")
_UNSURE = listed("maybe perhaps possibly probably might whether if unsure unclear unknown guess know tell sure certain")
_SUBJECTS = listed("it they he she you we i there that this")
_SHORT = _SUBJECTS + listed(
    "is are was were does do did has have had can ca could will wo would should may s re not still already currently now indeed"
)
"""Words of short answers, such as "it is not"."""
_BREAK = re.compile(r"[^\w\s']|\b(?:and|but|or(?: not)?|so|because|since|though|although|while)\b", re.IGNORECASE)
"""What stands between clauses."""


@dataclass(frozen=True, slots=True)
class YesNo:
    """Yes or no, as an interjection, as a short sentence ("It isn't.") or in the words of the question.

    Attributes:
        answer: whether yes is right.
        yes: words that say yes, such as "closed".
        no: words that say no, such as "open".
    """

    answer: bool
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """The answer is said, and nothing says the contrary."""
        votes = {vote for clause in _BREAK.split(plain(text)) for vote in self._votes(words(clause.casefold()))}
        votes = votes or {True for word in words(text)[:1] if word.casefold() in _EAGER}
        told = " and ".join("yes" if vote else "no" for vote in sorted(votes)) or "neither yes nor no"
        return Criterion("answer_yes_no", f"an answer with {'yes' if self.answer else 'no'}", told, votes == {self.answer})

    def _votes(self, told: list[str]) -> Iterator[bool]:
        """What a clause says: yes, no, both, or nothing."""
        if told[:1] and told[0] in _NO and set(told[1:2]) <= set(_SHORT):
            yield False
            told = told[1:]
        elif set(told[:1]) & set(_YES):
            yield True
        elif set(told) & set(_UNSURE):
            return
        if "not" in (*told[:1], *told[-1:]) or (len(told) > 1 and set(told) <= set(_SHORT) and set(told) & set(_SUBJECTS)):
            yield "not" not in told
        for phrases, side in ((self.yes, True), (self.no, False)):
            for start, _ in (span for phrase in phrases for span in spans(told, phrase)):
                yield side ^ bool(sum(word in _DENIALS for word in told[:start]) % 2)


def said(answer: str, *facts: Fact) -> Criterion:
    """Whether an answer says all of these facts; without any, whether anything was said."""
    answer = answer[:MAX_ANSWER_CHARACTERS].strip()
    anything = Criterion("answer", "an answer", "one" if answer else "none", bool(answer))
    return every(*(fact.criterion(answer) for fact in facts)) if facts else anything
