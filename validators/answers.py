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
import unicodedata
from dataclasses import dataclass
from typing import Any, Protocol

from automotive_env.validators.coherence import contradiction, corrected
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.topics import about_it, may_be_of
from automotive_env.world.content.spelling import spellings

MAX_ANSWER_CHARACTERS = 2_000
"""Characters of an answer that are read."""
CONTRARY = "the contrary:"
"""How what was found begins where an answer says the opposite of a fact."""
MAX_SENTENCES = 8
"""Sentences of an answer; a longer one is a shotgun: it lists until something is right."""

UNITS: dict[str, tuple[str, ...]] = {
    "celsius": ("°c", "° c", "degrees celsius", "degrees centigrade", "degrees c", "degrees", "degree", "celsius", "°", "c"),
    "fahrenheit": ("°f", "° f", "degrees fahrenheit", "degrees f", "degrees", "degree", "fahrenheit", "°", "f"),
    "percent": ("%", "percent", "per cent", "pct"),
    "km/h": (
        *("km/h", "kmh", "kph", "kmph"),
        *(f"{word} {per} hour" for word in ("km", "kilometers", "kilometres") for per in ("per", "an")),
    ),
    "mph": ("mph", "mi/h", "miles per hour", "miles an hour"),
    "km": ("km", "kilometers", "kilometres", "kilometer", "kilometre"),
    "mi": ("mi", "miles", "mile"),
    "m": ("m", "meters", "metres", "meter", "metre"),
    "seconds": ("seconds", "second", "s", "sec"),
    "minutes": ("minutes", "minute", "min", "mins"),
    "bar": ("bar", "bars"),
    "psi": ("psi", "pounds per square inch", "pounds"),
    "kPa": ("kpa", "kilopascal", "kilopascals"),
    "": (),
}
"""Unit -> how it is written after a number; the longest that fits says the unit, and "" takes numbers without one."""
_ONES = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS = dict(zip(_ONES, range(20), strict=True)) | dict(zip(_TENS, range(20, 100, 10), strict=True))
"""Number words; "one hundred and ten" and "twenty-one point five" are made of them."""
_ONE = "|".join(_ONES)
_BELOW_100 = rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES[1:10])}))?|{_ONE})"
_WORDED = re.compile(
    rf"\b(?P<hundreds>(?:{_ONE}|a) hundred(?: and)?)?(?(hundreds)(?: (?P<rest>{_BELOW_100}))?|(?P<small>{_BELOW_100}))"
    rf"(?: point (?P<point>(?:{'|'.join(_ONES[:10])})(?: (?:{'|'.join(_ONES[:10])}))*))?(?!\w)"
)
_MONTH = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_DATE = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? \d{{4}})?|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|"
    r"\d{4}-\d\d-\d\d)\b"
)
_GROUPED = r"[1-9]\d{0,2}(?:(?P<group>[., '])\d{3})(?:(?P=group)\d{3})*(?:(?!(?P=group))[.,]\d+)?(?!\d|:\d|(?P=group)\d)"
"""Thousands set apart by one sign, and decimals behind another."""
_NUMBER = re.compile(rf"(?<!\w)(?<!\d[.,:'])(?P<number>[+-]?(?:{_GROUPED}|\d+(?:[.,]\d+)?))(?!\d|:\d|(?:st|nd|rd|th)\b)")
UNCLAIMED = re.compile(
    r"\b(?:not|never|no longer|\w+n't|instead of|rather than|maybe|perhaps)(?: (?:exactly|quite|about|around|at|really))?\s*$"
)
"""What stands before a number or a time that is denied or guessed, and so is not said."""
_YES = re.compile(r"\b(yes|yeah|yep|indeed|correct|certainly|affirmative|absolutely|of course|sure)\b")
_ASSENT = re.compile(r"\b(it is|they are|you may|you can|it does|you('re| are) allowed)\b(?! not|'t)")
"""Says yes where nothing says no."""
_NO = re.compile(
    r"\b(no|nope|not|isn't|aren't|doesn't|don't|won't|cannot|can't|mustn't|never|neither|nothing|without|unnecessary|"
    r"forbidden|prohibited|unlawful|illegal|disallowed)\b"
)
_OPENING = re.compile(r"\W*(yes|yeah|yep|no|nope)\b")
_TAKEN_BACK = {True: re.compile(r"\b(no|nope)\b(?=\W*$|\s*[.,!;:?])"), False: re.compile(r"\b(yes|yeah|yep)\b")}
"""Whether an answer opens with yes -> what takes that back."""
_ON = re.compile(r"\b(on|active|activated|enabled|running|engaged|recirculat(ing|ed))\b")
_OFF = re.compile(r"\b(off|inactive|deactivated|disabled)\b")
_NOT_ON = re.compile(r"\b(not|\w+n't|no [\w-]+) (\w+ )?(on|active|activated|enabled|running|engaged|recirculat(ing|ed))\b")
_NOT_TO_SWITCH = re.compile(
    r"\b(nothing|no need|needn't|(not|n't) (have|need) to|not necessary|unnecessary)( (?!(and|but|is|are|was|it)\b)[\w']+){0,5} "
    r"(switch|turn)(ed)? (\w+ )?(on|off)\b"
)
"""What tells of no state: "nothing needs to be switched on"."""
_NOT_OFF = re.compile(r"\b(not|never|\w+n't) (\w+ )?off\b")
_BREAKS = "because|due|since|while|as|but|so|and|unless|until|if|when"
"""Words behind which a "no" no longer reaches."""
_DONE_TO = r"(disabled|enabled|deactivated|activated|shuffled|queued|lined up|switched \w+|turned \w+)"
_STATE = rf"(off|on|open|shut|closed|silent|muted|active|{_DONE_TO})"
_FINE = re.compile(
    r"((?<!not )(?<!n't )\balready\b|\bnothing (else |more |for me |that )?(needs?|needed|has|had|is|was|to|wrong|unusual|i)\b|"
    r"\bno (\w+ )?(need|changes?|adjustments?|corrections?|action|warning|reason|problem|danger|hazard)\b|"
    r"\b(not|never|\w+n't) (exceed|exceeded|break|broke|broken|speeding|too fast)\b|"
    r"\b(not|\w+n't) (need|necessary|required|have to)\b|\bneedn't\b|\bunnecessary\b|"
    r"\ball (is |was )?(fine|right|well|clear|in order)\b|\balways (right|so|like (that|this))\b|"
    r"\b(is|are|was|were|been|stayed) (?!not |never )(\w+ )?(right|so|like (that|this)) (all|throughout|the (whole|entire))\b|"
    r"\b(is|are|was|were)(n't| not) (\w+ )?(fog\w*|mist\w*|steam\w*|dazzl\w+|blind\w+|dimmed|turned (up|down)|too \w+)\b|"
    r"\b(not|n't) (\w+ )?(running|active)\b|\bno (\w+ )?(fog\w*|mist\w*|steam|condensation)\b|"
    r"\b(is|are) in (?!a |no )(\w+ )+(mode|format|theme|order)\b|"
    rf"\b(was|were|had been) {_STATE} (before|all along|the whole time)\b|"
    r"(?<!not )(?<!n't )\b(as (it|they|you) (should|is|are|was|were|wish(ed)?|want(ed)?)|compl(y|ies))\b|"
    r"(?<!not )(?<!n't )\b(within|below|under) (the|your|its|all) (\w+ )?(limits?|laws?|rules?|usual)\b|"
    r"\b(everything|all) (stays|remains)\b|\b(it|that|this|they|everything|all) (already )?fits?\b|"
    r"\b(left|leave|let|kept) (it|them|everything|the \w+( \w+)?) (as|alone|unchanged|ring|ringing|on|off)\b|"
    r"\b(left|leave) (it|them|everything)(?= *([.,;!]|$))|\bfrom the (start|beginning)\b|\ball along\b|"
    r"\b(changed|touched|did) nothing\b|\bi (wrote|sent|told|called) (nothing|nobody|no one)\b|"
    r"\bno (\w+ ){1,3}(needed|necessary)\b|\bnothing (was |has been |had to be )?(changed|touched|done)\b|"
    r"\b(did(n't| not)|have(n't| not)) (change|touch|do|need|adjust|alter)(d|ed|ne)?\b)"
)
_FOUND_FINE = re.compile(
    r"(?P<subject>[^.,;:!?]*?)\b(is|are|looks?|seems?) (?!not )(\w+ )?(fine|ok|okay|clear|correct|right|in order|lawful|legal|"
    r"allowed|appropriate|safe|\w+ enough)\b"
)
"""That something is as it should be: what is wished for, or a part of the car that is none of it."""
_STATE_TOLD = re.compile(
    rf"\b(is|are) (?!not |now )(\w+ )?{_STATE}\b(?! now\b)|\b(is|are)(n't| not) (on|open|enabled|active|switched on|turned on)\b"
)
"""How a thing stands, which is no answer where the task says how it has to: that the music is off, of a song that is to be on."""
_DEED = (
    r"(set|switch(ed)?|turn(ed)?|(un)?lock(ed)?|changed?|adjust(ed)?|raised?|lower(ed)?|open(ed)?|closed?|enabled?|disabled?|activated?|"
    r"deactivated?|halved?|doubled?|dim(med)?|brighten(ed)?|darken(ed)?|clear(ed)?|demist(ed)?|defrost(ed)?|shut|start(ed)?|stop(ped)?|muted?|"
    r"silenced?|paused?|end(ed)?|declined?|fix(ed)?|(did|done) (it|that|this|so)|put|made)"
)
_CLAIM = re.compile(
    rf"\bi('ve| have)? ((just|now|already|also|gone and|went ahead and|managed to|was able to) )*{_DEED}\b"
    r"(?! (nothing|no|not|by|so because)\b)(?! (the |your |up the )?(\w+ )?(settings|app|menu|page|section|screen and)\b)|"
    rf"\b(has|have) (now |just )?been {_DEED}\b(?! (already|all along|before|since))|\b{_DEED}( (on|off|up|down))? by me\b|"
    r"\bi('ve| have)? ((just|now|already) )*(pressed|tapped|resumed|unmuted|cancell?ed|rejected|chosen?|selected|planned|"
    r"scheduled|programmed|arranged|prepared|copied|answered|accepted|picked up|called|texted|sent|wrote|written|deleted|"
    r"removed|added|skipped|connected|disconnected|paired)\b(?! (nothing|nobody|no|none|not|up (the|your))\b)|"
    rf"(^|[.!?;:,] |\band )(?=\w+ed\b|put|made){_DEED} (it|them|the|your|to)\b|\b(turned|switched) (it|them) (on|off|up|down)\b|"
    r"\bi('ll| will) (now )?(set|switch|turn|change|adjust|raise|lower|dim|brighten|clear|demist|open|close)\b|"
    r"(?<!already )\btaken care of\b(?! already)|\b(job|task) (is )?(done|completed?)\b"
)
_NOW_SO = re.compile(
    rf"\b(is|are) now (at|set|dimmed|brighter|darker|running|{_STATE})\b|\bnow (it|they|that) (is|are)\b|"
    rf"\b(is|are) (all )?(fine|good|okay|ok|correct|set|in order|{_DONE_TO}) now\b"
)
"""How something is now, as one tells it who has changed it, unless it is said that it was so before: see `_BEFORE`."""
_STANDS_NOW = re.compile(rf"\b(is|are) (all )?{_STATE} now\b")
"""How something is now, as one may tell it who has changed it and who has not."""
_BEFORE = re.compile(
    r"(?<!not )(?<!n't )\b(already|still|all along|beforehand)\b|\bas (it|they) (was|were)\b|"
    r"\b(nothing|no) (\w+ )?(to|need\w*|changes?|was|has|had|adjustments?|action)\b|"
    r"\b(not|\w+n't) (have to |need to )?(chang|touch|need|adjust|alter)(e|ed|ing)?\b|\b(changed|touched|did) nothing\b"
)
"""What says that it was so before, whatever is told of now."""
_DENIES = re.compile(
    r"\b(is|are|was|were) already (?!done|set|finished)|\balready (is|are|was|were|off|on)\b|"
    r"\b(it|they|that|this|everything|all) (is|are|was|were) (?!all |done|set|finished)(\w+ ){1,5}already\b|"
    r"\b(is|are|was|were) (like (that|this)|as you \w+( \w+)?) already\b|"
    r"\bnothing (needs|needed|had) to (be )?(done|do|changed?)\b|\bnothing to (do|change)\b(?! else)|"
    r"\bno need\b(?! to (worry|do (anything|something) (else|more)))|"
    r"\bno (changes?|action)\b(?! (is )?(needed|required) (from|of|on) you)|"
    r"\b(everything|all)( is|'s)? (already )?(fine|in order|right|well|clear|as (it|they) (should|is|are))\b(?! now)"
)
_CLAUSES = re.compile(r"[.;!?,:]\s|\b(?:and|but|while)\b")
_STANDS = re.compile(rf"\b(is|are) (now |both )?({_STATE}|running|ready)\b")
"""How one thing stands; beside it "already" may be said of another."""
_ALL_DENIED = re.compile(
    r"\b(it|that|this|they|everything|all|both) (already (is|are|was|were)|(is|are|was|were) already)\b|"
    r"\b(nothing|no) (to|need\w*)\b"
)
"""Denies that there was anything to do, whatever else is told."""
_COMMAND = re.compile(
    r"(?:^|(?<=[.,;:!?] )|(?<=\bplease )|(?<=\band )|(?<=\bso ))(?:please )?(?:do not|don't|never) "
    r"(?!see|find|detect|notice|expect|have|think|worry|need)"
    r"|\bno (?=(?:more|faster|higher) than)|\b(?:is |are )?(?:not|\w+n't) (?=allowed|permitted|legal|lawful|safe|advisable)"
)
"""What denies no fact: "don't brake", "no faster than 50 km/h", "not allowed"."""
_HEDGE = re.compile(
    r"\b(yes and no|yes or no|maybe|perhaps|possibly|might or might not|either way|not sure|unsure|hard to say|i guess|"
    r"it depends|could be|(do not|don't|cannot|can't|couldn't) (know|tell|say)|no idea)\b"
)
_UNSURE = re.compile(
    r"\b((maybe|perhaps|possibly|probably|presumably) (\w+ ){0,3}already|(may|might|could) (\w+ )?already|(not sure|unsure)|"
    r"or (not|i)\b|either way|either\b.* or|(may|might|could) be (on|off)\b(?! here\b))|^(maybe|perhaps|possibly|probably)\b|"
    r"\bi (believe|assume|think|guess|suppose|suspect|presume)\b|"
    r"\bor (it |they |that )?(is |was |has |had |were |have |been )*(already|now|just)\b|"
    r"\bif (it|they|that) (is|are|was|were) already\b|\balready\b[^.!]*\?|"
    r"\b(do not|don't|cannot|can't) (know|tell)\b|\bno idea\b"
)
_GUESS = re.compile(
    r"^\W*(maybe|perhaps|possibly|probably|presumably|either way)\b|\bi('m| am)? (guess|guessing)\b|"
    r"(^|[.,;:!?] |\b(but|and) )(i|we) (do not|don't|really don't|cannot|can't) (really )?(know|tell|say)\s*([.,;:!?]|$)|"
    r"\bit( is|'s) (not true|untrue|false|not the case|incorrect) that\b|"
    r"\bor (else|maybe|perhaps|possibly|alternatively|some(body|one) else)\b|"
    r"\b(i have |i've )?no (idea|clue)\s*([.,;:!?]|$)|(^|[.,;:!?] )(or|maybe|perhaps) not\s*([.,;!?]|$)"
)
"""What makes a guess of a whole answer, or takes it back; "I think" is how people say what they know, too."""
UNKNOWN = re.compile(r"\b(do not|don't|cannot|can't|couldn't) (know|tell|say|see) (if|whether|what|which|how)\b|\bno idea\b")
_SOOTHES = re.compile(
    r"\b(false alarm|no (need(?! to (panic|stop))|(?:danger|hazard|risk|problem)(?! if\b)|reason|cause)|"
    r"nothing (to|is wrong|wrong)|"
    r"do(n't| not) worry|"
    r"(well|still|safely|are|is|'re|'s) (well |still |safely )?(within|(below|under) the limit)|"
    r"(is|are|all) (fine|good|well|safe|clear|in order))\b"
)


UNTOLD = re.compile(r"\b(no (idea|clue)|(do not|don't|cannot|can't|couldn't) (know|tell|say)|maybe|perhaps|not sure)\b")
"""What says that one does not know."""


class Fact(Protocol):
    """One thing that an answer must say."""

    def criterion(self, text: str) -> Criterion:
        """Whether a text (in lower case) says it."""
        ...


class Figure(Fact, Protocol):
    """A fact that is told in figures, of which there may be others in the same text."""

    def told(self, text: str) -> list[Any]:
        """All figures of the kind that a text (in lower case) claims."""
        ...

    def knows(self, number: Any, /) -> bool:
        """Whether a figure is this one, or one that may stand beside it."""
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
        found = self.told(text)
        right = [number for number in found if self.fits(number, self.value)]
        known = [number for number in found if self.knows(number)]
        shown = ", ".join(" or ".join(f"{reading:g}" for reading in number) for number in found) or "no such number"
        wanted = f"an answer with {self.value:g} {self.unit}".rstrip()
        sure = UNKNOWN.search(text) is None
        return Criterion(
            "answer_amount",
            wanted,
            shown if sure or not found else "not known",
            sure and bool(right) and len(known) == len(found),
        )

    def told(self, text: str) -> list[tuple[float, ...]]:
        """The numbers of the unit that a text (in lower case) claims, in all their readings."""
        return _amounts(text, self.unit)

    def knows(self, number: tuple[float, ...]) -> bool:
        """Whether a number is this one, or one of those that may stand beside it."""
        return self.fits(number, self.value, *self.beside)

    def fits(self, number: tuple[float, ...], *values: float) -> bool:
        """Whether a number can be read as one of these values."""
        return any(abs(reading - value) <= self.tolerance for reading in number for value in values)


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
        opening, hedged = _OPENING.match(text), _HEDGE.search(text) is not None
        if opening is not None:
            yes = opening[1].startswith("y")
            no = not yes
            hedged |= _TAKEN_BACK[yes].search(text, opening.end()) is not None
        else:
            yes, no = _YES.search(text) is not None, _NO.search(text) is not None
            hedged |= yes and no
            yes |= not no and _ASSENT.search(text) is not None
        found = "hedging" if hedged else "yes" if yes else "no" if no else "neither"
        wanted = "yes" if self.positive else "no"
        return Criterion("answer_polarity", f"the answer {wanted}", found, found == wanted)


@dataclass(frozen=True, slots=True)
class NothingToDo:
    """That everything is as it should be; claiming to have changed something contradicts it.

    Attributes:
        stands: facts of how things stand; who says one of them has said that it is in order.
        topics: parts of the car that are asked about, as `topics.about` finds them: how others stand says nothing; None for all.
        words: those of the wish: only what they name is said to be fine; None for all.
    """

    stands: tuple[Fact, ...] = ()
    topics: frozenset[str] | None = None
    words: frozenset[str] | None = None

    def criterion(self, text: str) -> Criterion:
        """The answer says that nothing needs to be done, or how things stand, and claims no deed."""
        asked = text if self.topics is None else about_it(text, self.topics)
        rules = [fact.criterion(asked) for fact in self.stands]
        told = [rule.found for rule in rules if rule.met]
        wrong = [rule.found for fact, rule in zip(self.stands, rules, strict=True) if _contradicts(fact, rule)]
        text = _expanded(text)
        claimed, unsure, asked = _claimed(text), _UNSURE.search(text), _expanded(asked)
        fine = _FINE.search(asked) or self._found_fine(asked) or (None if self.stands else _STATE_TOLD.search(asked))
        against = (
            [f"a claim: {claimed[0]}"] if claimed else [f"a guess: {unsure[0]}"] if unsure else [f"wrong: {x}" for x in wrong]
        )
        found = [*against, *([fine[0]] if fine else []), *told, "nothing of the kind"][0]
        met = (fine is not None or bool(told)) and not against
        return Criterion("answer_nothing_to_do", "an answer that nothing needs to be done", found, met)

    def _found_fine(self, text: str) -> re.Match[str] | None:
        """Where a text says that what was asked about is as it should be."""
        found = _FOUND_FINE.finditer(text)
        return next(
            (one for one in found if self.words is None or may_be_of(one["subject"], self.words, self.topics or ())), None
        )


@dataclass(frozen=True, slots=True)
class Switched:
    """That something is on, or that it is off; saying both says neither.

    Attributes:
        on: which of the two.
        beside: regular expression of other things of which an honest answer may say that they are on or off.
    """

    on: bool
    beside: str = r"(?!)"

    def criterion(self, text: str) -> Criterion:
        """One word for it as it is, and none for the opposite."""
        clauses = (clause for clause in _CLAUSES.split(_NOT_TO_SWITCH.sub(" ", text)) if not re.search(self.beside, clause))
        text = _NOT_OFF.sub("on", ", ".join(clauses))
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
        """It is stated and nowhere denied; or it is denied, or not mentioned, by whoever knows."""
        text = _COMMAND.sub("", text)
        words = "|".join(map(re.escape, self.spellings))
        denied = _denied(text, self.spellings)
        stated = not denied and re.search(rf"\b(?:{words})\b", text) is not None
        untold = not self.there and UNTOLD.search(text) is not None
        both = denied and self._is_stated_beside(text, words)
        found = "not known" if untold else "both" if both else "denied" if denied else "stated" if stated else "not mentioned"
        says = self.means or f"there is {self.spellings[0]}"
        wanted = f"an answer that says {says}" if self.there else f"an answer that does not say {says}"
        return Criterion("answer_presence", wanted, found, stated == self.there and not untold and not both)

    def _is_stated_beside(self, text: str, words: str) -> bool:
        """Whether a text that denies it says elsewhere that it is so."""
        left = re.sub(r"\b(?:if|whether|when|once|that) [^.,:;!?]*", " ", re.sub(denial_of(words), " ", text))
        becomes = r"(?:\b(?:is|are|gets?|getting|turned|turning|became)|'s)"
        return re.search(rf"{becomes} (?:(?!not\b)\w+ )?(?:{words})(?!\w)", left) is not None


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
        """The answer does not say that nothing needed to be done, unless it tells a deed or how another thing stands, too."""
        text = _expanded(text)
        clauses = _CLAUSES.split(text)
        told = any(_STANDS.search(clause) and "already" not in clause for clause in clauses) and not _ALL_DENIED.search(text)
        denial = None if told or _claimed(text) or _NOW_SO.search(text) or _STANDS_NOW.search(text) else _DENIES.search(text)
        wanted = "no word that nothing had to be done"
        return Criterion("answer_not_denied", wanted, denial[0].strip() if denial else "none", denial is None)


@dataclass(frozen=True, slots=True)
class NoClaim:
    """Where nothing was to be changed beside what was to be told, nobody says that they changed something."""

    def criterion(self, text: str) -> Criterion:
        """The answer claims no deed."""
        claimed = _claimed(_expanded(text))
        return Criterion("answer_no_claim", "no claim of a change", claimed[0].strip() if claimed else "none", claimed is None)


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
        found = f"{CONTRARY} {contrary[0]}" if contrary else named[0] if named else "nothing of the kind"
        met = named is not None and contrary is None
        return Criterion("answer_says", f"words {self.what}", found or "nothing to the contrary", met)


@dataclass(frozen=True, slots=True)
class NoOther:
    """A figure that need not be told; where one of its kind is, it must be this, or one that may stand beside it."""

    fact: Figure

    def criterion(self, text: str) -> Criterion:
        """Every figure of the kind that is told is this one, or one of those that may stand beside it."""
        told = self.fact.criterion(text)
        wanted = told.wanted.replace("an answer with", "no other than")
        return Criterion("answer_no_other_amount", wanted, told.found, all(map(self.fact.knows, self.fact.told(text))))


NOT_DONE = Says(
    "that nothing was done",
    "",
    r"(^|[.!?;] )(all )?(done|set)\s*([.,;!]|$)|"
    r"\bi('m| am) (now )?(calling|ringing|playing|showing|opening|starting)\b(?! nobody)|"
    rf"\bi('ve| have)? ((just|now) )?{_DEED}\b (it|them|that)\b(?! (as|alone|off|out)\b)",
)
"""What an answer must not deny where the wish is declined."""
NOT_UNDONE = Says(
    "that do not deny what was done",
    "^",
    r"\bi (could(n't| not)|can(n't|not| not|'t)|was(n't| not) able to|did(n't| not)|have(n't| not)) "
    r"(do|done|carry out|complete|fulfil) (it|that|this|so|your \w+|what you \w+)\b"
    r"(?! (at first|at once|earlier|before|while|until|till|when|yet)\b)|"
    r"\b(nothing (was|has been|is) (changed|done)|i (did|have done|changed) nothing)\s*([.,;!]|$)",
)
"""What nobody says who has done what was wished for."""
YES, NO = Polarity(True), Polarity(False)
NOTHING_TO_DO = NothingToDo()
NOT_DENIED, NO_CLAIM = NotDenied(), NoClaim()


def said(answer: str, *facts: Fact) -> Criterion:
    """Whether an answer says all of these facts, and is an answer rather than a list of guesses."""
    answer = corrected(plain_signs(answer[:MAX_ANSWER_CHARACTERS]))
    text = answer.casefold()
    sentences = [part for part in re.split(r"[.!?]\s|\n", text) if part.strip()]
    count = f"{len(sentences)} sentence{'' if len(sentences) == 1 else 's'}"
    short = Criterion(
        "answer_is_short", f"an answer of at most {MAX_SENTENCES} sentences", count, len(sentences) <= MAX_SENTENCES
    )
    guess = _GUESS.search(text)
    sure = [Criterion("answer_is_sure", "an answer rather than a guess", guess[0].strip(), met=False)] if guess else []
    apart = contradiction(answer)
    split = [Criterion("answer_agrees_with_itself", "no word against another", apart, met=False)] if apart else []
    return every(short, *sure, *split, *(fact.criterion(text) for fact in facts))


def soothes(text: str, kind: str) -> bool:
    """Whether a warning of a kind says that there is no such danger."""
    text = plain(text)
    return _SOOTHES.search(text) is not None or re.search(rf"\b(no|not) {re.escape(kind)}\b", text) is not None


def _contradicts(fact: Fact, rule: Criterion) -> bool:
    """Whether an answer says the opposite of a fact, rather than nothing of it."""
    return not rule.met and (rule.found.startswith(CONTRARY) or (isinstance(fact, Switched) and rule.found in ("on", "off")))


def _denied(text: str, spellings: tuple[str, ...]) -> bool:
    """Whether a text (in lower case) says of one of these words that it is not so."""
    return re.search(denial_of("|".join(map(re.escape, spellings))), text) is not None


def denial_of(words: str) -> str:
    """A regular expression of what says of a word (an expression itself) that it is not so."""
    none = r"nothing|none(?: of (?:the|these|those|our|your))?|neither|nor|never"
    denial = rf"(?:no(?! doubt)|not(?! (?:only|just))|{none}|without|hardly|(?:free|clear) of|\w+n't)"
    before = rf"{denial}(?:\s+(?!(?:{_BREAKS})\b)[\w']+){{0,4}}?\s+(?:{words})"
    absent = r"(?:\s+(?!(?:and|but|or|so)\b)[\w']+)?\s+(?:not|never|absent|unlikely|nowhere|\w+n't)|-free|\s*[?:]\s*(?:no|none)\b"
    behind = rf"(?:{words})(?:{absent})"
    return rf"\b(?:{before}|{behind})\b"


def _has(text: str, word: str) -> bool:
    """Whether a text (in lower case) holds a word or phrase as a whole; a name also as a screen in another script writes it."""
    latin, *others = spellings(word)
    if place_of(text, latin.casefold()) is not None:
        return True
    return any("".join(other.split()) in "".join(text.split()) for other in others)


def place_of(text: str, word: str) -> int | None:
    """Where a word or phrase stands first as a whole in a text. A pattern of each would cost more than all searches."""
    start = text.find(word)
    while start >= 0:
        if not _goes_on(text[max(0, start - 1) : start]) and not _goes_on(text[start + len(word) :]):
            return start
        start = text.find(word, start + 1)
    return None


def _goes_on(text: str) -> bool:
    """Whether a text begins with a letter, a digit or an underscore."""
    return text[:1].isalnum() or text[:1] == "_"


def plain(text: str) -> str:
    """A text in lower case and with plain quotes, dashes and spaces, without marks of emphasis."""
    return plain_signs(text).casefold()


def plain_signs(text: str) -> str:
    """A text with plain quotes, dashes and spaces, without marks of emphasis."""
    return unicodedata.normalize("NFKC", text.replace("º", "°")).translate(_SIGNS)


_SIGNS = str.maketrans({**dict.fromkeys("’‘ʼ`´", "'"), **dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‐‑‒–—−", "-"), "*": None})


def _claimed(text: str) -> re.Match[str] | None:
    """What an answer (in lower case) claims to have changed."""
    return _CLAIM.search(text) or (None if _BEFORE.search(text) else _NOW_SO.search(text))


def _expanded(text: str) -> str:
    """A text with "it is" for "it's"."""
    return re.sub(r"(?<=\w)'s\b", " is", re.sub(r"(?<=\w)'re\b", " are", text))


def _amounts(text: str, unit: str) -> list[tuple[float, ...]]:
    """The numbers of a unit that a text claims, in all their readings; those of another unit are left out, bare ones are not."""
    return [readings for readings, units in numbers(text) if not units or unit in units]


def numbers(text: str) -> list[tuple[tuple[float, ...], set[str]]]:
    """The numbers that a text claims, in all their readings, and the units of which each can be; a bare one has none."""
    text = _DATE.sub(" ", _in_digits(text))
    return [
        (_readings(match["number"], match["group"]), _units_of(text[match.end() :]))
        for match in _NUMBER.finditer(text)
        if not UNCLAIMED.search(text, max(0, match.start() - 40), match.start())
    ]


def _readings(number: str, group: str | None) -> tuple[float, ...]:
    """What a number can be: "12,144" is twelve thousand to some and a little over twelve to others."""
    decimal = (float(number.replace(",", ".")),) if re.fullmatch(r"[+-]?\d+([.,]\d+)?", number) else ()
    return decimal if group is None else (float(number.replace(group, "").replace(",", ".")), *decimal)


def _units_of(behind: str) -> set[str]:
    """The units of which the words behind a number can be, by the longest sign that fits."""
    behind = re.sub(r"[-\s]+", " ", re.sub(r"\s*/\s*", "/", behind[:60])).lstrip()
    fitting = [(len(sign), name) for name, signs in UNITS.items() for sign in signs if _starts(behind, sign)]
    longest = max(fitting, default=(0, ""))[0]
    return {name for length, name in fitting if length == longest}


def _starts(text: str, sign: str) -> bool:
    return text.startswith(sign) and not _goes_on(text[len(sign) :])


def _in_digits(text: str) -> str:
    """A text whose numbers are written in digits; a mere "one" is none, unless a unit follows or nothing else is said."""

    def written(match: re.Match[str]) -> str:
        if match[0] == "one" and not _units_of(text[match.end() :]) and text.strip(" .!") != "one":
            return match[0]
        hundreds = 100 * (WORDS.get((match["hundreds"] or "").split(maxsplit=1)[0], 1)) if match["hundreds"] else 0
        small = sum(WORDS[word] for word in re.split("[- ]", match["rest"] or match["small"] or "zero"))
        point = "".join(str(WORDS[word]) for word in (match["point"] or "").split())
        return f"{hundreds + small}{point and '.'}{point}"

    return _WORDED.sub(written, text)
