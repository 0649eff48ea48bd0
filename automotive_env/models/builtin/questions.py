"""Answers to questions about the vehicle or the place, from the facts in the prompt."""

from __future__ import annotations

import re

from automotive_env.model import Facts
from automotive_env.models.builtin.intent import Intent
from automotive_env.models.builtin.words import normal

_QUESTION = re.compile(r"^(?:what|which|how|who|when|where|is|are|do|does|am|tell me|let me know|read|check)\b|\?$")
_TOPICS = (
    (
        re.compile(r"outside.*(temperature|warm|cold|degrees)|(temperature|warm|cold|degrees).*(outside|out there)"),
        ("outside temperature",),
    ),
    (
        re.compile(r"(inside|cabin|in here|interior).*(temperature|warm|cold)|(temperature|warm|cold).*(inside|cabin|in here)"),
        ("cabin temperature",),
    ),
    (
        re.compile(
            r"how full|(how much|level|left).*(fuel|gas|charge|battery|tank)|(fuel|battery|tank|charge)\b.*(level|left|full)"
        ),
        ("fuel or charge",),
    ),
    (re.compile(r"how fast|what speed|(my|current|our) speed"), ("speed",)),
    (re.compile(r"what time|the time|what (is the )?(date|day)"), ("local time",)),
    (re.compile(r"what gear|which gear"), ("gear",)),
    (re.compile(r"wifi.*(on|connected)|network|connected"), ("networks",)),
)
_PLACE = (
    (re.compile(r"where am i|which (city|town|country)|what (city|town|country)"), "location"),
    (re.compile(r"(speed )?limit"), "speed"),
    (re.compile(r"weather|forecast"), "weather"),
    (re.compile(r"emergency|ambulance|police"), "emergency"),
    (re.compile(r"side of the road|custom|turn on red|horn"), "customs"),
)


def answer_question(goal: str, facts: Facts) -> tuple[Intent, ...]:
    """What to answer to a question; nothing where it is none, or the facts do not tell."""
    said = normal(goal)
    if not _QUESTION.search(said) or re.search(r"\b(?:can|could|would|will) you\b", said):
        return ()
    for pattern, names in _TOPICS:
        if pattern.search(said):
            return tuple(_answer(f"The {name} is {facts.vehicle[name]}.") for name in names if name in facts.vehicle)
    for pattern, topic in _PLACE:
        if pattern.search(said):
            return tuple(_answer(text) for name, text in facts.context.items() if topic in name)[:1]
    return ()


def _answer(text: str) -> Intent:
    return Intent("answer", "question", text=text[:900], why="the facts answer this question")
