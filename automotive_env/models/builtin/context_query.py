"""Answers to the context prompt: which topics about the place to look up for a goal."""

from __future__ import annotations

from automotive_env.model import Facts
from automotive_env.models.builtin.words import meant, spoken

_HINTS = """
speed fast limit slow fine ticket legal law drive warn: speed limit traffic
light beam dark night fog mist tunnel see visibility dazzle rain snow: light rule weather visibility
cold hot warm cool temperature degrees freezing sweating stuffy air seat window climate comfort comfortable: weather climate season units
ice icy slippery snow winter skid road tyre: weather season climate
mile kilometre unit clock hour format language fahrenheit celsius degrees set: unit location
emergency ambulance police fire accident help sick injured: emergency number
where lost city country place local here navigate near: location custom traffic
safe danger careful warn alert watch aware anything: speed light weather traffic rule
"""


def topics_to_ask(facts: Facts) -> list[str]:
    """The topics: those that share words with the goal, or with what usually matters for such a goal."""
    heard = {*map(meant, spoken(facts.goal))}
    wanted = set(heard)
    for row in _HINTS.strip().splitlines():
        words, _, about = row.partition(": ")
        if heard & {*map(meant, words.split())}:
            wanted |= {*map(meant, about.split())}
    if facts.vehicle.get("driving state") == "moving":
        wanted |= {meant("speed")}
    by_name = [topic for topic in facts.topics if wanted & {*map(meant, spoken(topic))}]
    by_text = [topic for topic, about in facts.topics.items() if wanted & {*map(meant, spoken(about))}]
    return by_name or by_text or list(facts.topics)[:1]
