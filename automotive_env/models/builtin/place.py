"""The place: which commands follow from what was found out about it, and what its rules have against a wish."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from automotive_env.models.builtin.things import ScreenControl
from automotive_env.models.builtin.wish import ParsedWish
from automotive_env.models.builtin.words import TABLES, keys, meant, spoken, stems, words_in
from automotive_env.models.model import PromptFacts

_RULE = re.compile(
    r"(?P<about>.*?)\b(?P<duty>must be on|must be (?:off|silent)|must not|(?:is|are) allowed only|may only|(?:is|are) forbidden|"
    r"neither)\b(?P<when>.*)"
)  # fmt: skip
_FOLLOWS = (
    (r"\buses (mile|kilometer)", "set the distance unit to {}s", "unit distance mile kilometre sign"),
    (r"\bdegrees (celsius|fahrenheit)", "set {}", "unit temperature degree"),
    (r"\b(12|24)-hour clock", "set the clock to {} hour", "unit clock time"),
    (r"^(?!other roads|roads in)[^:,;]*: (\d+ (?:mph|km/h))", "set the speed limit to {}", "speed limit"),
)
"""What a statement says, the command that follows from it, and what that is about."""
_NUMBER = re.compile(r"number for (.*?) in .*? is (\d+)", re.IGNORECASE)
_CONDITION = re.compile(
    r",?\s*(?:but )?(?:only )?\b(?:if|where|when|unless|provided|as long as)\b(?P<when>[^,.;]*)", re.IGNORECASE
)
_ASKS, _LAW, _HELP, _CALLS = (words_in(name) for name in ("asks_for_rules", "law", "emergency", "emergency_calls"))
_POOR = 200
"""Metres of sight that are called poor where a rule names no number."""


def leaves_to_place(heard: Iterable[str]) -> bool:
    """Whether a saying with these words is about what holds here."""
    return not _ASKS.isdisjoint(heard)


def said(text: str, asked: frozenset[str]) -> str:
    """The sentences of a statement that share most words with a question."""
    parts = re.split(r"(?<=\.)\s+", text)
    count = [len(asked & keys(part)) for part in parts]
    return " ".join(part for part, shared in zip(parts, count, strict=True) if shared == max(count))


@dataclass(frozen=True, slots=True)
class PlaceRuleSentence:
    """A sentence that demands or forbids something: what it is about, what is demanded, and when."""

    text: str
    about: frozenset[str]
    duty: str
    when: str

    def demands(self, facts: PromptFacts) -> str:
        """Whether something must be "on" or "off" now; empty where neither is known."""
        holds = _holds(self.when, facts)
        if self.duty.endswith("only"):
            return "off" if holds is False else ""
        return "" if not holds else "on" if self.duty.endswith("on") else "off"


def sentences(facts: PromptFacts) -> Iterator[str]:
    for text in facts.context.values():
        yield from filter(None, (part.strip().rstrip(".") for part in re.split(r"(?<=\.)\s+|\n", text)))


def rules(facts: PromptFacts) -> list[PlaceRuleSentence]:
    """The rules among the statements."""
    found = ((text, match) for text in sentences(facts) if (match := _RULE.match(text)))
    # "Neither detectors nor navigation may warn of speed cameras" names what it is about at its end.
    read = ((text, match, match["duty"].lower() == "neither") for text, match in found)
    return [
        PlaceRuleSentence(text, keys(text if late else match["about"]), match["duty"], "" if late else match["when"])
        for text, match, late in read
    ]


def _holds(when: str, facts: PromptFacts) -> bool | None:
    """Whether the condition of a rule holds now; None where that is not known."""
    told, known = " ".join(facts.context.values()), facts.vehicle
    now = {
        "weather": f"{known.get('weather', '')} {facts.context.get('weather', '')}",
        "light": f"{known.get('light outside', '')} {facts.context.get('weather', '')}",
        "road": f"{known.get('road type', '')} {told.partition(' roads in ')[0].rpartition(' ')[2]}",
        "traffic": known.get("sensors", ""),
    }
    said = dict[str, bool]()
    for row, values in TABLES["conditions"].items():
        fact, _, words = row.partition("/")
        if words.replace("_", " ") in when and now[fact].strip():
            said[fact] = said.get(fact, False) or not {*values.split()}.isdisjoint(spoken(now[fact]))
    seen, near = re.search(r"visibility:? (\d+) m", f"{told} {known}"), re.search(r"below (\d+)", when)
    if seen and "visibility" in when:
        said["visibility"] = int(seen[1]) < (int(near[1]) if near else _POOR)
    return all(said.values()) if said else None if when.strip() and "at all" not in when and "needless" not in when else True


def objection(one: ParsedWish, thing: ScreenControl, facts: PromptFacts) -> str:
    """What the rules have against a wish; empty where that is nothing."""
    wanted = "off" if one.op in ("off", "close", "min") else "on" if one.op in ("on", "", "set", "open", "more", "max") else ""
    for rule in rules(facts):
        about = thing.words - rule.about == frozenset() and thing.places <= {*spoken(rule.text)}
        if thing.words and about and rule.demands(facts) not in ("", wanted):
            return f"That is unlawful here: {rule.text}."
    return ""


def lawful(saying: str) -> str:
    """A saying without its condition that something be lawful: what is not is refused in any case."""
    return _CONDITION.sub(lambda found: "" if _LAW & {*spoken(found["when"])} else found[0], saying).strip(" ,")


def commands(saying: str, facts: PromptFacts) -> list[str]:
    """The commands that follow from the statements for a saying that leaves it to the place, and calls for help."""
    heard, words = stems(saying), {*spoken(saying)}
    if _HELP & words and _CALLS & words:
        numbers = [found.groups() for text in sentences(facts) if (found := _NUMBER.search(text))]
        fits = [digits for service, digits in numbers if words & {*spoken(service)}] or [digits for _, digits in numbers]
        return [f"dial {digits}" for digits in fits[:1]]
    if not leaves_to_place(words):
        return []
    follow = [
        (template.format(found[1].lower()), stems(about))
        for text in sentences(facts)
        for pattern, template, about in _FOLLOWS
        if (found := re.search(pattern, text, re.IGNORECASE))
    ]
    follow += [
        (f"turn {due} the {' '.join(spoken(rule.text.partition(' must ')[0])[-2:])}", rule.about | {meant("light")})
        for rule in rules(facts)
        if (due := rule.demands(facts)) and rule.duty.startswith("must be") and "beam" in rule.about
    ]
    shared = {command: len(heard & about) for command, about in follow}
    most = max(shared.values(), default=0)
    return [command for command, count in shared.items() if count == most > 0]
