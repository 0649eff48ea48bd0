"""What is known of how many countries, and how surely: the document docs/geography.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from automotive_env.place.country import GROUPS, Confidence, Country, FactGroup, countries
from automotive_env.place.places import PLACES

CONFIDENCES: tuple[Confidence, ...] = ("high", "medium", "low")
HEAD = """# Geography: known facts and their confidence

Made by `python -m automotive_env.scripts.write_docs` from `automotive_env/place/data`; do not edit. [geo.md](geo.md)
explains the facts.

A fact counts as *low* if its group has low confidence or its sources contradict each other. Such a fact stays in the table, but
no answer uses it. Facts that are not counted are unknown or have no general rule.
"""


def document() -> str:
    """The document."""
    regions = sum(len(here.regions) for here in countries().values())
    known = f"{len(PLACES)} cities in {len(countries())} countries; {regions} states or similar regions have their own rules.\n"
    return "\n".join([HEAD, known, *_by_fact(), "", *_by_country()]) + "\n"


def _by_fact() -> Iterator[str]:
    counts = Counter((group, fact, sure) for here in countries().values() for group, fact, sure in _known(here))
    yield "| group | fact | countries, high | medium | low |\n|---|---|--:|--:|--:|"
    for group, fact in dict.fromkeys((group, fact) for group in GROUPS for known, fact, _ in sorted(counts) if known == group):
        numbers = " | ".join(str(counts[group, fact, sure]) for sure in CONFIDENCES)
        yield f"| {group} | {fact.replace('_', ' ')} | {numbers} |"


def _by_country() -> Iterator[str]:
    cities = Counter(place.country for place in PLACES)
    yield f"| country | cities | {' | '.join(GROUPS)} |\n|---|--:|{'---|' * len(GROUPS)}"
    for here in sorted(countries().values(), key=lambda one: one.general.name):
        groups = " | ".join(_confidence(getattr(here, group)) for group in GROUPS)
        yield f"| {here.general.name} | {cities[here.code]} | {groups} |"


def _known(here: Country) -> Iterator[tuple[str, str, Confidence]]:
    """Group, fact and confidence of all that the table has of a country."""
    for group in GROUPS:
        facts: FactGroup = getattr(here, group)
        for name in _given(facts):
            yield group, name, "low" if name in facts.doubtful else facts.confidence


def _given(facts: Any) -> Mapping[str, Any]:
    """The facts of a group that say something."""
    about = {fact.name for fact in fields(FactGroup)}
    given = {fact.name: getattr(facts, fact.name) for fact in fields(facts) if fact.name not in about}
    return {
        name: value for name, value in given.items() if value not in (None, "") and (name, value) != ("motorway_unlimited", False)
    }


def _confidence(facts: FactGroup) -> str:
    if not _given(facts):
        return "unknown"
    return facts.confidence + (f", but {', '.join(name.replace('_', ' ') for name in facts.doubtful)}" if facts.doubtful else "")
