"""Answers to the context prompt: which topics about the place to look up for a goal."""

from __future__ import annotations

import re

from automotive_env.model import Facts
from automotive_env.models.builtin.words import keys, normal

_HINTS = (
    (r"speed|fast|limit|slow|fine|ticket|legal|law|drive|driving", "speed limit traffic"),
    (r"light|beam|dark|black|fog|mist|tunnel|see|visib|night|dazzl|blind|rain|snow", "light rule weather visibility"),
    (r"cold|hot|warm|cool|temperature|degrees|freez|sweat|stuffy|air|seat|window|climate|comfort", "weather climate season"),
    (r"ice|icy|slip|snow|winter|skid|road|tyre", "weather season climate"),
    (r"mile|kilomet|unit|clock|hour|format|language|fahrenheit|celsius", "unit location"),
    (r"emergency|ambulance|police|fire|accident|help|sick|injur", "emergency number"),
    (r"where|lost|city|country|place|local|here|navigat|near", "location custom traffic"),
    (r"safe|danger|careful|warn|alert|watch|aware|anything", "speed light weather traffic rule"),
)


def topics_to_ask(facts: Facts) -> list[str]:
    """The topics: those that share words with the goal, or with what usually matters for such a goal."""
    said = normal(facts.goal)
    wanted = set(keys(facts.goal))
    for pattern, words in _HINTS:
        if re.search(rf"\b(?:{pattern})", said):
            wanted |= keys(words)
    if facts.vehicle.get("driving state") == "moving":
        wanted |= {"speed"}
    chosen = [topic for topic, about in facts.topics.items() if wanted & keys(topic)] or [
        topic for topic, about in facts.topics.items() if wanted & keys(about)
    ]
    return chosen or list(facts.topics)[:1]
