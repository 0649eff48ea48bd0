"""Questions: answered from the facts of the prompt, or read from the page that shows it."""

from __future__ import annotations

from math import fsum

from automotive_env.models.builtin import place
from automotive_env.models.builtin.matching import atlas, weight
from automotive_env.models.builtin.things import ScreenControl
from automotive_env.models.builtin.wish import ParsedWish
from automotive_env.models.builtin.words import TABLES, keys, meant, spoken, stems, words_in
from automotive_env.models.model import PromptFacts

_OPENERS, _FILLERS = words_in("openers"), words_in("polite")


def is_question(one: ParsedWish) -> bool:
    """Whether somebody asks for information."""
    heard = [word for word in one.heard if word not in _FILLERS]
    if {"can", "could", "would", "will"} & {*heard[:1]} and "you" in heard[1:3]:
        heard = heard[2:] if {"tell", "check"} & {*heard[2:4]} else []
    may = heard[:1] == ["may"] and one.said.endswith("?")
    return bool(heard) and (may or heard[0] in _OPENERS) and "lyrics" not in heard


def from_facts(one: ParsedWish, facts: PromptFacts) -> str:
    """The answer that the facts of the prompt give; empty where they give none."""
    told = {**facts.context, **facts.vehicle}
    asked = {name: words.split() for name, words in TABLES["about"].items() if name in told}
    count = {name: len({*one.heard} & {*words}) for name, words in asked.items()}
    best = max(count, key=lambda name: count[name], default="")
    rest = one.words - {*map(meant, asked.get(best, ()))}
    of_place = best in facts.context and (place.leaves_to_place({*one.heard}) or {best, "here"} & {*one.heard})
    if not best or not count[best] or (not of_place and (len(rest) > 1 or (rest and count[best] < 2))):
        return ""
    if best in facts.context:
        return place.said(facts.context[best], stems(" ".join(one.heard)) - stems(best))
    return f"The {best} is {told[best]}."


def place_of(one: ParsedWish) -> ScreenControl | None:
    """The text or the control on the head unit that tells it."""
    shown = {meant(key) for key, words in TABLES["read"].items() if {*words.split()} & {*one.heard}}
    asked, where = (one.words | shown) - {"call"}, one.places - {"driver"}
    total = max(1.0, fsum(map(weight, asked)))

    def fits(thing: ScreenControl) -> float:
        got = fsum(weight(word) for word in asked & (thing.words | thing.named))
        places = 0.3 * len(where & thing.places) - (0.2 if where else 0.05) * len(thing.places - where)
        return (
            got / total
            + places
            + {"text": 0.3, "steps": 0.1, "slider": 0.1, "switch": 0.1}.get(thing.kind, 0.0)
            - 0.05 * len(thing.way)
            if got
            else 0.0
        )

    best = max(atlas(), key=fits)
    return best if fits(best) >= 0.5 else None


def told_by(thing: ScreenControl) -> str:
    """What an element tells, in a sentence."""
    one = thing.element
    about = one.description or one.name.replace("_", " ")
    if chosen := next((part for part in thing.parts if part.selected), None):
        return f"It is {chosen.description or chosen.text}."
    state = "" if thing.kind != "switch" else "on" if thing.on else "off"
    state = f"{one.range.value:g}" if one.range and not one.text else state
    return f"{about[:1].upper()}{about[1:]}: {' '.join(filter(None, (one.text, state))) or 'shown'}."


def topics_to_ask(facts: PromptFacts) -> list[str]:
    """The topics about the place that share words with the goal; all where it leaves something to the place."""
    heard = keys(facts.goal)
    told = {topic: keys(f"{topic} {about} {TABLES['about'].get(topic, '')}") for topic, about in facts.topics.items()}
    asked = [topic for topic, words in told.items() if heard & words]
    by_weather = ["weather"] if "light_rules" in asked and "weather" in facts.topics and "weather" not in asked else []
    return [*asked, *by_weather] or (list(facts.topics) if place.leaves_to_place(spoken(facts.goal)) else [*facts.topics][:1])
