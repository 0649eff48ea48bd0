"""What was said, now and in earlier turns, as needs: controls to operate, errands, alerts and answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from automotive_env.models.builtin import place, questions
from automotive_env.models.builtin.errands import WishedErrand, errand
from automotive_env.models.builtin.matching import targets
from automotive_env.models.builtin.things import ScreenControl
from automotive_env.models.builtin.wish import OPPOSITE, SENTENCE_END, ParsedWish, wish, wishes
from automotive_env.models.builtin.words import BACK, DEGREES, PRONOUNS, STILL, TABLES, hint, keys, spoken
from automotive_env.models.model import PromptFacts

_DANGERS = frozenset(" ".join(TABLES["alerts"].values()).split())
_CHANGES = ("sensors", "light outside", "road type", "driving state")


_LATER = re.compile(
    r"\b(?:(?:when(?:ever)?|once)(?! (?:do|does|did|will|is|are|was|can|should|more|again)\b)|as soon as|the moment|"
    r"if (?=[^,;.]*\b(?:start|begin|get|become|come|turn|drop|fall|rise)s?\b))(?P<when>[^,;.]*),?\s*", re.IGNORECASE
)  # fmt: skip
"""When something is to be done that is not to be done now."""


@dataclass(frozen=True, slots=True)
class WishedControl:
    """One thing to be done: a control to operate, or one that is asked about; an errand, an alert or an answer."""

    wish: ParsedWish = ParsedWish()
    thing: ScreenControl | None = None
    errand: WishedErrand | None = None
    alert: str = ""
    answer: str = ""
    asks: bool = False

    def __str__(self) -> str:
        if self.errand:
            return f"{self.errand.kind} {self.errand.name}"
        about = self.thing.label if self.thing else self.alert or self.answer
        return " ".join(filter(None, (self.wish.op, *sorted(self.wish.places), about)))


def needs(facts: PromptFacts) -> list[WishedControl]:
    """What is needed for what was said, or for a danger that the car reports."""
    if facts.speaker == "car":
        kept = [need for command in _kept(facts) for need in commanded(command, facts)]
        told = (facts.goal, *facts.vehicle.get("sensors", "").split(", "))
        return kept or [WishedControl(alert=text) for text in told if not _DANGERS.isdisjoint(spoken(text))][:1]
    if _LATER.search(facts.goal):
        return [WishedControl(answer="I will do so then.")]
    saying, one = place.lawful(facts.goal), wish(facts.goal)
    if follow := [] if questions.is_question(one) else place.commands(saying, facts):
        return [need for command in follow for need in commanded(command, facts)]
    leans = facts.conversation and PRONOUNS & {*one.heard} and one.words <= DEGREES
    helps = hint(saying) + (" for the passenger" if hint(saying) and facts.speaker == "passenger" else "")
    said = list(_commands(saying, facts))
    vague = helps and {"adjust", "change"} & {*one.heard} and not any(need.wish.op for need in said)
    found = (
        (leans and _moved(_referred(saying, facts)))
        or (not vague and said)
        or (helps and commanded(helps, facts))
        or _moved(_referred(saying, facts))
        or _moved(remark for remark in wishes(saying) if not remark.commands)
    )
    return list(dict.fromkeys(found))


def _kept(facts: PromptFacts) -> Iterator[str]:
    """What people asked for earlier that is due now that the car reports something."""
    now = " ".join((facts.goal, *(facts.vehicle.get(name, "") for name in _CHANGES)))
    for line in facts.conversation:
        speaker, _, saying = line.partition(": ")
        due = _LATER.search(saying) if speaker in ("Driver", "Passenger") else None
        if due and _topics(due["when"]) & _topics(now):
            yield from (one.said for one in wishes(saying.replace(due[0], "")) if one.commands)


def _topics(text: str) -> frozenset[str]:
    heard = spoken(text)
    return keys(text) | {kind for kind, words in TABLES["alerts"].items() if {*words.split()} & {*heard}}


def _commands(saying: str, facts: PromptFacts) -> Iterator[WishedControl]:
    """The needs of the commands in a saying."""
    for sentence in SENTENCE_END.split(saying[:2_000]):
        told = errand(sentence)
        if told and told.kind == "message":
            yield WishedControl(wish(sentence), errand=told)
            continue
        for one in wishes(sentence):
            away = errand(one.said)
            if one.commands or questions.is_question(one) or (away and away.kind == "go"):
                yield from commanded(one.said, facts)


def commanded(command: str, facts: PromptFacts) -> list[WishedControl]:
    """The needs of a command."""
    command = re.sub(r"\bmy\b", "the passenger", command, flags=re.IGNORECASE) if facts.speaker == "passenger" else command
    one, found, asks = wish(command), errand(command), questions.is_question(wish(command))
    if found and (found.kind == "go" or not asks):
        return [WishedControl(one, errand=found)]
    if asks:
        told, thing = questions.from_facts(one, facts), questions.place_of(one)
        return [WishedControl(one, answer=told[:900])] if told else [WishedControl(one, thing, asks=True)] if thing else []
    return [WishedControl(one, alert=command)] if command.startswith("warn of") else _moved([one])


def _moved(said: Iterable[ParsedWish]) -> list[WishedControl]:
    """The controls that wishes are about."""
    return [WishedControl(placed, thing) for one in said for placed, thing in targets(one)]


def _referred(saying: str, facts: PromptFacts) -> list[ParsedWish]:
    """The wishes of a saying that leans on what was said before."""
    last: list[ParsedWish] = []
    for line in facts.conversation:
        who, _, said = line.partition(": ")
        if who in ("Driver", "Passenger"):
            named = [one for one in wishes(said) if one.commands and one.words - DEGREES and targets(one)]
            last = named or [wish(hint(said))] * bool(hint(said)) or _leaning(said, last)
    return _leaning(saying, last)


def _leaning(saying: str, last: list[ParsedWish]) -> list[ParsedWish]:
    """What was wished last, as somebody wants it now."""
    now = wish(saying)
    heard, too = {*now.heard}, "too" in now.heard[:-1]
    if not (now.op or now.places or now.words or now.value is not None or heard & (PRONOUNS | STILL)):
        return []
    found = []
    for one in last:
        turns = too or BACK & heard
        op = OPPOSITE.get(one.op, "less" if too else "") if turns else now.op or ("set" if now.value is not None else one.op)
        value = one.value if now.value is None and op == one.op and now.places else now.value
        places, size = now.places or one.places, now.size or ("little" if too else "")
        found.append(replace(one, op=op, value=value, unit=now.unit or one.unit, places=places, size=size, heard=now.heard))
    return found if all(one.op for one in found) or not BACK & heard else []
