"""What a question about the rules of a place is answered with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from automotive_env.errors import UsageError
from automotive_env.place.country import Confidence, FactGroup

T = TypeVar("T")
V = TypeVar("V")

TOWN = ("parking", "residential", "urban")
"""Kinds of road that are in town."""
EVERYWHERE = FactGroup(source="Convention on Road Traffic, article 32, 1968", confidence="high")
"""Source of what holds in every country: low beam at night, no high beam towards others."""


@dataclass(frozen=True, slots=True)
class LocalRuling(Generic[T]):
    """What holds somewhere.

    Attributes:
        value: the answer.
        statement: the rule as the law has it, as one sentence of at most 100 characters that an assistant may be told.
        source: law or official body, and year.
        confidence: "high" where sources agree, "medium" where few or older ones stand behind it.
    """

    value: T
    statement: str
    source: str
    confidence: Confidence = "high"


def ruling(value: V, statement: str, facts: FactGroup) -> LocalRuling[V]:
    """What holds, with the source of a group of facts, or of what holds everywhere where the group is empty."""
    known = facts if facts.source else EVERYWHERE
    return LocalRuling(value, statement, known.source, known.confidence)


def one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse a value that is none of those allowed.

    Raises:
        UsageError: it is not; the message names those that are.
    """
    if value not in allowed:
        raise UsageError(f"unknown {what} {value[:40]!r}; it is one of {', '.join(allowed)}")
