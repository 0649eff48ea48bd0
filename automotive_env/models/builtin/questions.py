"""Questions: answered from the facts of the prompt, or read from the page that shows it."""

from __future__ import annotations

from collections.abc import Mapping

from automotive_env.model import Facts
from automotive_env.models.builtin.atlas import atlas, weight
from automotive_env.models.builtin.things import Thing
from automotive_env.models.builtin.wish import VERBS, Wish
from automotive_env.models.builtin.words import meant

_OPENERS = frozenset("what what's how which who whose when where is are am do does did tell read check".split())
_FILLERS = frozenset("hey please and so now okay ok great also then well there".split())
_ABOUT: Mapping[str, str] = {
    "outside temperature": "outside temperature warm cold hot weather", "cabin temperature": "inside cabin interior temperature warm",
    "speed": "fast speed driving", "fuel or charge": "fuel gas charge battery tank left full level", "local time": "time clock date day",
    "gear": "gear", "networks": "wifi connected internet network", "lamps on": "lamps lights on",
}  # fmt: skip
"""Fact -> words of those who ask for it."""
_TOPICS: Mapping[str, str] = {
    "location": "city town country where location", "speed_limits": "limit", "weather": "weather forecast rain sunny",
    "emergency": "emergency ambulance police", "traffic_customs": "side red horn custom phone", "units": "units", "season": "season winter tyres",
    "light_rules": "light lights beam law",
}  # fmt: skip


_READ: Mapping[str, str] = {
    "song": "titl", "track": "titl", "playing": "titl", "artist": "artist", "singer": "artist", "sings": "artist", "album": "album",
    "far": "rang", "range": "rang", "locked": "lock", "arrive": "arrival", "eta": "arrival",
}  # fmt: skip
"""Word of a question -> words of what shows the answer."""


def is_question(one: Wish) -> bool:
    """Whether somebody asks for information."""
    heard = [word for word in one.heard if word not in _FILLERS]
    if {"can", "could", "would", "will"} & {*heard[:1]} and "you" in heard[1:3]:
        heard = heard[2:] if {"tell", "check"} & {*heard[2:4]} else []
    return bool(heard) and heard[0] in _OPENERS and not (heard[0] in VERBS - _OPENERS) and "lyrics" not in heard


def from_facts(one: Wish, facts: Facts) -> str:
    """The answer that the facts of the prompt give; empty where they give none."""
    if name := _most(one, {name: about for name, about in _ABOUT.items() if name in facts.vehicle}, 1):
        return f"The {name} is {facts.vehicle[name]}."
    topic = _most(one, {topic: about for topic, about in _TOPICS.items() if topic in facts.context}, 1)
    return facts.context[topic] if topic else ""


def _most(one: Wish, about: Mapping[str, str], enough: int) -> str:
    """What shares most words with a question, if they are nearly all of it."""
    heard = {*one.heard}
    count = {name: len(heard & {*words.split()}) for name, words in about.items()}
    best = max(count, key=lambda name: count[name], default="")
    rest = {word for word in one.words if word not in {meant(other) for other in about.get(best, "").split()}}
    return best if best and count[best] >= enough and len(rest) <= 1 and not (rest and count[best] < 2) else ""


def place_of(one: Wish) -> Thing | None:
    """The text on the head unit that tells it."""
    asked = one.words.union(*({*more.split()} for word, more in _READ.items() if word in one.heard)) - {"cal", "call"}

    where = one.places - {"driver"}

    def fits(thing: Thing) -> float:
        own = thing.words | thing.named
        got = sum(weight(word) for word in asked & own)
        places = 0.3 * len(where & thing.places) - (0.2 if where else 0.05) * len(thing.places - where)
        shows = 0.3 if thing.kind == "text" else 0.1 if thing.kind in ("steps", "slider", "switch") else 0.0
        return got / max(1.0, sum(map(weight, asked))) + places + shows - 0.05 * len(thing.way) if got else 0.0

    best = max(atlas(), key=fits)
    return best if fits(best) >= 0.5 else None


def told_by(thing: Thing) -> str:
    """What an element tells, in a sentence."""
    one = thing.element
    about = one.description or one.name.replace("_", " ")
    state = "" if not (one.checkable or thing.kind == "switch") else ": on" if thing.on else ": off"
    shown = f"{one.text}{state}" if one.text else state.strip(": ") or "shown"
    return f"{about[:1].upper()}{about[1:]}: {shown}."

