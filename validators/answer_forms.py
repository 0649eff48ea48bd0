"""Facts that people tell in several forms: amounts in the units of the place, times of the day, lists of names.

>>> from automotive_env.validators.answers import said
>>> said("It's about 68 °F in here.", measured(20, "celsius")).met
True
>>> said("You leave at quarter past seven.", TimeOfDay(7, 15)).met, said("At 7:15 pm.", TimeOfDay(7, 15)).met
(True, False)
>>> said("Anna and Bo.", Listed(("Anna", "Bo"), ("Anna", "Bo", "Cleo"))).met
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from automotive_env.validators.answers import (
    CONTRARY,
    UNCLAIMED,
    UNKNOWN,
    UNTOLD,
    WORDS,
    Amount,
    Fact,
    Word,
    denial_of,
    numbers,
    place_of,
    plain,
)
from automotive_env.validators.criterion import Criterion, some
from automotive_env.world.content.spelling import spellings
from automotive_env.world.tyres import PRESSURE_UNITS

OTHER_UNITS: Mapping[str, tuple[tuple[str, float, float], ...]] = MappingProxyType(
    {
        "celsius": (("fahrenheit", 1.8, 32),),
        "fahrenheit": (("celsius", 1 / 1.8, -32 / 1.8),),
        "km/h": (("mph", 1 / 1.609344, 0),),
        "km": (("mi", 1 / 1.609344, 0),),
        "mi": (("km", 1.609344, 0),),
        "bar": tuple((unit, factor, 0) for unit, factor in PRESSURE_UNITS.items() if unit != "bar"),
    }
)
"""Unit -> others of the same quantity: their name, by what a number is multiplied, and what is added."""


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of several facts is said."""

    facts: tuple[Fact, ...]

    def criterion(self, text: str) -> Criterion:
        """One of them is met."""
        return some(*(fact.criterion(text) for fact in self.facts))


_UNTIL = r"\b(?:until|till|once(?= \w)|before|as soon as|unless|if|when)\b[^,.;:!?]*"
"""What is said of later: no word of how things stand."""


@dataclass(frozen=True, slots=True)
class Stated:
    """Something that is said to be so: neither denied nor put off, and without a word of its contrary that is not denied itself.

    Attributes:
        what: it, in short: "that there is still smoke".
        words: regular expression of the wordings, in lower case.
        contrary: of those that say the opposite; "not over yet" and "until it is over" do not.
        also: of wordings in which a denial says it: "nothing fogged up".
    """

    what: str
    words: str
    contrary: str = r"(?!)"
    also: str = r"(?!)"

    def criterion(self, text: str) -> Criterion:
        """One of the wordings is left, and nothing of the contrary."""
        left = re.sub(denial_of(self.contrary), " ", text)
        now, surely = re.sub(_UNTIL, " ", left), re.sub(rf"[^,.;:!?]*{_UNTIL}", " ", left)
        against = re.search(denial_of(self.words), now) or re.search(self.contrary, surely)
        named = re.search(self.words, now) or re.search(self.also, text)
        unknown = UNKNOWN.search(text)
        found = (
            f"{CONTRARY} {against[0]}" if against else "not known" if unknown else named[0] if named else "nothing of the kind"
        )
        met = bool(named) and not against and not unknown
        return Criterion("answer_says", f"words {self.what}", found or "nothing to the contrary", met)

    def if_at_all(self) -> Stated:
        """The same where it need not be told: only who denies it, or says the contrary, is wrong."""
        return replace(self, also="^")


@dataclass(frozen=True, slots=True)
class Measured:
    """A quantity in one of several units; any other number of one of them contradicts it, whichever unit it is told in.

    Attributes:
        forms: it in each unit, the usual one first.
        in_the_first: whether it has to be told in the first one, and may be told in the others, too.
    """

    forms: tuple[Amount, ...]
    in_the_first: bool = False

    def criterion(self, text: str) -> Criterion:
        """A number says it, and every number that can be of one of the units does, or may stand beside it."""
        told = self.told(text)
        wanted_in = self.forms[:1] if self.in_the_first else self.forms
        right = any(form.fits(number, form.value) for number, forms in told for form in forms if form in wanted_in)
        known = all(map(self.knows, told))
        shown = ", ".join(f"{number[0]:g}{' ' * (len(forms) == 1)}{forms[0].unit * (len(forms) == 1)}" for number, forms in told)
        wanted = " or ".join(f"{form.value:g} {form.unit}" for form in wanted_in)
        sure = UNKNOWN.search(text) is None
        found = "no such number" if not told else shown if sure else "not known"
        return Criterion("answer_amount", f"an answer with {wanted}", found, sure and right and known)

    def told(self, text: str) -> list[tuple[tuple[float, ...], list[Amount]]]:
        """The numbers that a text (in lower case) claims, and in which of the forms each can be."""
        found = [(number, [form for form in self.forms if not units or form.unit in units]) for number, units in numbers(text)]
        return [(number, forms) for number, forms in found if forms]

    def knows(self, told: tuple[tuple[float, ...], list[Amount]]) -> bool:
        """Whether a number is this one in one of its forms, or one of those that may stand beside it."""
        number, forms = told
        return any(form.knows(number) for form in forms)


def measured(value: float, unit: str, tolerance: float = 0.5, *beside: float, only: bool = False) -> Measured:
    """A number in its unit or in another of the same quantity, as people of the place may tell it.

    Args:
        value: what is to be said.
        unit: "celsius", "km/h", "km", "bar", or another of `answers.UNITS`.
        tolerance: how far off it may be, in that unit.
        beside: other numbers of that unit that an honest answer may name, too.
        only: whether it has to be told in that unit.
    """
    forms = [Amount(value, unit, tolerance, beside)]
    for other, factor, plus in OTHER_UNITS.get(unit, ()):
        near = tuple(number * factor + plus for number in beside)
        forms.append(Amount(value * factor + plus, other, max(tolerance * factor, 0.5 if plus else 0), near))
    return Measured(tuple(forms), only)


_NUMBERS = "|".join(WORDS)
_DOT = r"(?:(?<=\bat \d)|(?<=\bat \d\d))\.(?=[0-5]\d(?![\d.,]*\d|\s*(?:[€$£¥%°]|(?:km|mi|bar|psi|degrees)\b)))"
"""How a clock is written with a dot, "at 14.30", which is no decimal."""
_CLOCK = re.compile(
    rf"(?<![\d:.])(?P<before>[上下]午|午[前後])?(?P<hour>\d{{1,2}})(?:(?:[:h]|{_DOT})(?P<minute>\d\d)(?!\d))?\s*"
    r"(?P<half>[ap](?:\.\s?)?m\b\.?|[صم]\b|o'clock)?(?![\d%°]|[:.]\d)|"
    rf"\b(?P<part>quarter|half|{_NUMBERS}|\d{{1,2}})(?: minutes?)? (?P<side>past|to) (?P<of>{_NUMBERS}|\d{{1,2}})\b"
)
_PARTS = {"quarter": 15, "half": 30}
_FORENOON, _AFTERNOON = ("a", "ص", "上", "午前"), ("p", "م", "下", "午後")
"""How the halves of a day begin, in the languages of the head unit."""


@dataclass(frozen=True, slots=True)
class Besides:
    """A fact that is looked for in what is said besides names: a title may hold any word, "no" and "not" among them.

    Attributes:
        fact: what must be said.
        names: what is left out of the text before, "it" in its place.
    """

    fact: Fact
    names: tuple[str, ...]

    def criterion(self, text: str) -> Criterion:
        """Whether the rest of the text says it."""
        for name in self.names:
            text = text.replace(plain(name), "it")
        return self.fact.criterion(text)


@dataclass(frozen=True, slots=True)
class Apart:
    """A fact that is looked for apart from clauses that tell something else, which honest answers may add.

    Attributes:
        fact: what must be said.
        clauses: regular expression of what is found in those clauses, in lower case.
    """

    fact: Fact
    clauses: str

    def criterion(self, text: str) -> Criterion:
        """Whether the other clauses say it."""
        told = re.split(r"(?<=[.;!?,])\s+|\b(?=(?:and|but|so|while) )", text)
        return self.fact.criterion(" ".join(clause for clause in told if not re.search(self.clauses, clause)))


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of the day, on a clock of 12 or 24 hours; another one in the answer contradicts it.

    Attributes:
        hour: 0 to 23.
        minute: 0 to 59.
        tolerance: minutes that it may be off.
        beside: minutes of the day of other times that an honest answer may name, too.
    """

    hour: int
    minute: int = 0
    tolerance: int = 0
    beside: tuple[int, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """All times that are said are this one, or may stand beside it."""
        found = self.told(text)
        right = [times for times in found if self._is(times, 60 * self.hour + self.minute)]
        known = [times for times in found if self.knows(times)]
        shown = ", ".join("/".join(f"{time // 60:02}:{time % 60:02}" for time in sorted(times)) for times in found)
        met = bool(right) and len(known) == len(found)
        return Criterion("answer_time", f"an answer with {self.hour:02}:{self.minute:02}", shown or "no time", met)

    def told(self, text: str) -> list[frozenset[int]]:
        """The times that a text (in lower case) claims."""
        return _times(text)

    def knows(self, times: frozenset[int]) -> bool:
        """Whether a time can be this one, or one of those that may stand beside it."""
        return any(self._is(times, one) for one in (60 * self.hour + self.minute, *self.beside))

    def _is(self, times: frozenset[int], wanted: int) -> bool:
        return any(min((time - wanted) % 1440, (wanted - time) % 1440) <= self.tolerance for time in times)


def _times(text: str) -> list[frozenset[int]]:
    """The times that a text claims, each as the minutes of the day that it can mean; bare numbers are none."""
    found = []
    for match in _CLOCK.finditer(text):
        if UNCLAIMED.search(text, max(0, match.start() - 40), match.start()):
            continue
        if match["part"]:
            minutes = _PARTS.get(match["part"]) or _number(match["part"])
            base = 60 * _number(match["of"]) + (minutes if match["side"] == "past" else -minutes)
            found.append(frozenset({base % 720, base % 720 + 720}))
        elif match["minute"] or match["half"] or match["before"]:
            hour, minute, half = int(match["hour"]), int(match["minute"] or 0), match["half"] or match["before"] or ""
            if hour < 24 and minute < 60:
                found.append(_minutes(hour, minute, half))
    return found


def _minutes(hour: int, minute: int, half: str) -> frozenset[int]:
    """What a time can mean: "7 pm" one thing, "7 o'clock" two; "7:15" is of a clock with 24 hours."""
    if half.startswith(_FORENOON + _AFTERNOON):
        return frozenset({60 * (hour % 12 + (12 if half.startswith(_AFTERNOON) else 0)) + minute})
    both = half and 1 <= hour <= 12
    return frozenset({60 * (hour % 12) + minute, 60 * (hour % 12) + minute + 720} if both else {60 * hour + minute})


def _number(word: str) -> int:
    return WORDS[word] if word in WORDS else int(word)


@dataclass(frozen=True, slots=True)
class Listed:
    """All of some names, in any order, and none of the others that there are.

    Attributes:
        names: what must be said.
        among: all that could be said; those that are not wanted contradict.
    """

    names: tuple[str, ...]
    among: tuple[str, ...] = ()

    def criterion(self, text: str) -> Criterion:
        """Each name is there, and no other one."""
        told = [name for name in dict.fromkeys((*self.names, *self.among)) if Word((name,)).criterion(text).met]
        hidden = {short for short in told for long in told if short != long and short.casefold() in long.casefold()}
        wrong = [name for name in told if name not in self.names and name not in hidden]
        met = not wrong and all(name in told for name in self.names)
        return Criterion("answer_list", f"an answer that names {', '.join(self.names)}", ", ".join(told) or "none of it", met)


_NOT_IT = re.compile(
    r"\b(?:not|isn't|wasn't|instead of|rather than)(?:,? (?:about|for|at|in|around|near|of|our|your|the|destination))*\W*$"
)
_IS_NOT_IT = re.compile(
    r"\W*(?:(?:is|was)(?: not|n't) (?:affected|hit|concerned|meant|involved|in danger|named|mentioned|it\b)|"
    r"(?:is|stays|remains) (?:safe|unaffected))"
)
"""What says of a name, before it or behind it, that it is not the one."""


@dataclass(frozen=True, slots=True)
class First:
    """One of several names, said before any of the others, which may be told for comparison.

    Attributes:
        name: what must be said first.
        others: what else could have been chosen.
        spelled: other ways to say the name.
        told: what must be said of it before any of the others is named, such as its price.
    """

    name: str
    others: tuple[str, ...]
    spelled: tuple[str, ...] = ()
    told: Fact | None = None

    def criterion(self, text: str) -> Criterion:
        """The name is there, and no other one before it."""
        names = (self.name, *self.spelled)
        found_at = {name: place for name in (*names, *self.others) if (place := _place_of(text, name)) is not None}
        places = {name: place for name, place in found_at.items() if not is_denied(text, place, place + len(name))}
        found = min(places, key=lambda name: places[name], default="none of them")
        end = places.get(found, 0) + len(found)
        next_name = min((place for place in places.values() if place >= end), default=end)
        open_choice = re.search(r"\bor\W+((at|the|it is|it was) )?$", text[end:next_name]) is not None
        others = {name: place for name, place in places.items() if name in self.others}
        chosen = [name for name, place in others.items() if _is_chosen(text, name) or self._is_told_of(text, place + len(name))]
        shown = f"{found} or another" if open_choice else ", ".join([found, *(f"then {name}" for name in chosen)])
        met = found in names and not open_choice and not chosen
        first = Criterion("answer_first", f"an answer that names {self.name} first", shown, met)
        if self.told is None or not first.met:
            return first
        return first & self.told.criterion(text[: min((places[name] for name in self.others if name in places), default=None)])

    def _is_told_of(self, text: str, end: int) -> bool:
        """Whether what is to be told is said of another name, too, which ends there."""
        return self.told is not None and self.told.criterion(re.split(r"[.;!?,](?:\s(?!at\b|with\b)|$)", text[end:])[0]).met


@dataclass(frozen=True, slots=True)
class Price:
    """A price as the screen writes it, with or without the sign of its money; other prices may be told beside it.

    Attributes:
        written: such as "0.47 €" or "¥71".
    """

    written: str

    @property
    def digits(self) -> str:
        """The number as it is written."""
        return "".join(re.findall(r"\d[\d.,]*", self.written)[:1]).rstrip(".,")

    @property
    def number(self) -> float:
        """The number, for facts that take every bare number for theirs."""
        return float(self.digits.replace(",", "." if re.search(r",\d{1,2}$", self.digits) else ""))

    def criterion(self, text: str) -> Criterion:
        """Its digits are there, with a point or a comma."""
        digits = re.sub(r"[.,]", "[.,]?", re.escape(self.digits).replace(r"\.", "."))
        met = re.search(rf"(?<![\d.,]){digits}(?!\d|[.,]\d)", text) is not None
        return Criterion("answer_price", f"an answer with the price {self.written}", "told" if met else "not told", met)


def _is_chosen(text: str, name: str) -> bool:
    """Whether a text (in lower case) says of a name that it is the one, rather than comparing with it: "it is the Airport"."""
    it_is = r"\b(?:it|that|this|the (?:first|last|only|right|\w+est)(?: one)?)(?: is| was|'s)(?: about| at| in| the)* "
    return re.search(rf"{it_is}{re.escape(name.casefold())}(?!\w)(?! (?:that|who|which)\b)", text) is not None


def is_denied(text: str, start: int, end: int) -> bool:
    """Whether a name, at its place in a text (in lower case), is said not to be it: "not the Airport"."""
    return _NOT_IT.search(text[:start]) is not None or _IS_NOT_IT.match(text[end:]) is not None


def _place_of(text: str, name: str) -> int | None:
    """Where a name stands in a text (in lower case), as it is written in Latin or in another script."""
    latin, *others = spellings(name)
    forms = (r"\s*".join(map(re.escape, "".join(one.split()))) for one in others)
    found = [place_of(text, latin.casefold()), *(match.start() for form in forms if (match := re.search(form, text)))]
    return min((place for place in found if place is not None), default=None)


_DANGER = (
    r"(?:fog\w*|mist\w*|haz(?:e|y)|ice|icy|smok\w+|snow\w*|storm\w*|"
    r"danger\w*|hazard\w*|slow down|brake|careful\w*|beware|watch out)"
)
_UNEVENTFUL = re.compile(
    r"\b(nothing|none|no (?!doubt|idea|clue|answer)\w+|"
    r"(all|everything|it|road|view|visibility|weather|drive|sky)( \w+){0,2} "
    r"(?<!not )(?<!n't )(clear|fine|good|well|calm|quiet|safe|same|held)|"
    r"clear|quiet|uneventful|(did not|didn't) (turn|change|happen))\b"
)


@dataclass(frozen=True, slots=True)
class NothingCameUp:
    """That there was no danger outside; one that is named and not denied contradicts it."""

    def criterion(self, text: str) -> Criterion:
        """It is said that all was well, or each danger that is named is denied."""
        left, denied = re.subn(
            rf"{denial_of(_DANGER)}(?:(?:, (?:no )?{_DANGER})*,? (?:or|nor)(?: \w+){{1,2}}|,? and(?: \w+)? {_DANGER})*", " ", text
        )
        left = re.sub(rf"\b(?:for|if)(?: \w+)? {_DANGER}", " ", left)
        named = re.search(rf"\b{_DANGER}\b", left) or UNTOLD.search(left)
        quiet = denied or _UNEVENTFUL.search(left)
        found = named[0] if named else "all was well" if quiet else "nothing of the kind"
        return Criterion("answer_nothing_came_up", "words that nothing has come up", found, bool(quiet) and not named)


NOTHING_CAME_UP = NothingCameUp()
