"""Questions: answered from the facts of the prompt, or read from the page that shows it."""

from __future__ import annotations

from automotive_env.model import Facts
from automotive_env.models.builtin.matching import atlas, weight
from automotive_env.models.builtin.things import Thing
from automotive_env.models.builtin.wish import Wish
from automotive_env.models.builtin.words import TABLES, meant, stems, words_in

_OPENERS, _FILLERS = words_in("openers"), words_in("polite")


def is_question(one: Wish) -> bool:
    """Whether somebody asks for information."""
    heard = [word for word in one.heard if word not in _FILLERS]
    if {"can", "could", "would", "will"} & {*heard[:1]} and "you" in heard[1:3]:
        heard = heard[2:] if {"tell", "check"} & {*heard[2:4]} else []
    return bool(heard) and heard[0] in _OPENERS and "lyrics" not in heard


def from_facts(one: Wish, facts: Facts) -> str:
    """The answer that the facts of the prompt give; empty where they give none."""
    told = {**facts.context, **facts.vehicle}
    asked = {name: words.split() for name, words in TABLES["about"].items() if name in told}
    count = {name: len({*one.heard} & {*words}) for name, words in asked.items()}
    best = max(count, key=lambda name: count[name], default="")
    rest = one.words - {*map(meant, asked.get(best, ()))}
    if not best or not count[best] or len(rest) > 1 or (rest and count[best] < 2):
        return ""
    return facts.context.get(best) or f"The {best} is {told[best]}."


def place_of(one: Wish) -> Thing | None:
    """The text or the control on the head unit that tells it."""
    shown = {meant(key) for key, words in TABLES["read"].items() if {*words.split()} & {*one.heard}}
    asked, where = (one.words | shown) - {"call"}, one.places - {"driver"}
    total = max(1.0, sum(map(weight, asked)))

    def fits(thing: Thing) -> float:
        got = sum(weight(word) for word in asked & (thing.words | thing.named))
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


def told_by(thing: Thing) -> str:
    """What an element tells, in a sentence."""
    one = thing.element
    about = one.description or one.name.replace("_", " ")
    state = "" if thing.kind != "switch" else "on" if thing.on else "off"
    return f"{about[:1].upper()}{about[1:]}: {' '.join(filter(None, (one.text, state))) or 'shown'}."


def topics_to_ask(facts: Facts) -> list[str]:
    """The topics about the place that share words with the goal, by their name or by what they are about."""
    heard = stems(facts.goal) | ({"spe"} if facts.vehicle.get("driving state") == "moving" else set())
    named = [topic for topic in facts.topics if heard & stems(topic)]
    return named or [topic for topic, about in facts.topics.items() if heard & stems(about)] or list(facts.topics)[:1]
