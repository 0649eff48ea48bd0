"""Questions: answered from the facts of the prompt, or read from the page that shows it."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.model import Facts
from automotive_env.models.builtin.matching import atlas, weight
from automotive_env.models.builtin.things import Thing
from automotive_env.models.builtin.wish import Wish
from automotive_env.models.builtin.words import TABLES, meant, rows, spoken, words_in

_OPENERS = words_in("openers")
_FILLERS = words_in("fillers")
_ABOUT, _READ = TABLES["about"], TABLES["read"]


def is_question(one: Wish) -> bool:
    """Whether somebody asks for information."""
    heard = [word for word in one.heard if word not in _FILLERS]
    if {"can", "could", "would", "will"} & {*heard[:1]} and "you" in heard[1:3]:
        heard = heard[2:] if {"tell", "check"} & {*heard[2:4]} else []
    return bool(heard) and heard[0] in _OPENERS and "lyrics" not in heard


def from_facts(one: Wish, facts: Facts) -> str:
    """The answer that the facts of the prompt give; empty where they give none."""
    told: Mapping[str, str] = {**facts.context, **facts.vehicle}
    count = {name: len({*one.heard} & {*words.split()}) for name, words in _ABOUT.items() if name in told}
    best = max(count, key=lambda name: count[name], default="")
    rest = one.words - {meant(word) for word in _ABOUT.get(best, "").split()}
    if not best or not count[best] or len(rest) > 1 or (rest and count[best] < 2):
        return ""
    return facts.context.get(best) or f"The {best} is {told[best]}."


def place_of(one: Wish) -> Thing | None:
    """The text or the control on the head unit that tells it."""
    asked = one.words.union(*({_READ[word]} for word in one.heard if word in _READ)) - {"call"}
    where, total = one.places - {"driver"}, max(1.0, sum(map(weight, asked)))

    def fits(thing: Thing) -> float:
        got = sum(weight(word) for word in asked & (thing.words | thing.named))
        places = 0.3 * len(where & thing.places) - (0.2 if where else 0.05) * len(thing.places - where)
        shows = {"text": 0.3, "steps": 0.1, "slider": 0.1, "switch": 0.1}.get(thing.kind, 0.0)
        return got / total + places + shows - 0.05 * len(thing.way) if got else 0.0

    best = max(atlas(), key=fits)
    return best if fits(best) >= 0.5 else None


def told_by(thing: Thing) -> str:
    """What an element tells, in a sentence."""
    one = thing.element
    about = one.description or one.name.replace("_", " ")
    state = "" if thing.kind != "switch" else "on" if thing.on else "off"
    return f"{about[:1].upper()}{about[1:]}: {' '.join(filter(None, (one.text, state))) or 'shown'}."


def topics_to_ask(facts: Facts) -> list[str]:
    """The topics about the place: those that share words with the goal, or with what usually matters for such a goal."""
    heard = {*map(meant, spoken(facts.goal))}
    more = [about.split() for words, about in rows("topics") if heard & {*map(meant, words.split())}]
    wanted = heard.union(
        *({*map(meant, words)} for words in more), {"spe"} if facts.vehicle.get("driving state") == "moving" else ()
    )
    by_name = [topic for topic in facts.topics if wanted & {*map(meant, spoken(topic))}]
    by_text = [topic for topic, about in facts.topics.items() if wanted & {*map(meant, spoken(about))}]
    return by_name or by_text or list(facts.topics)[:1]
