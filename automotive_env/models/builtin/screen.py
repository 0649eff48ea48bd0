"""The screen as the prompt lists it: elements that can be found by words, and the steps so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from automotive_env.foreign_text import read_json
from automotive_env.model import Facts
from automotive_env.models.builtin.words import keys, normal
from automotive_env.observation import Element

LIGHT = keys(
    "front rear speed mode unit format view warning light voice driver passenger all forward auto climate route call guidance"
)
"""Words that only qualify others; they count less when a control is recognised."""
_OPPOSED = tuple(
    keys(pair)
    for pair in ("front rear", "low high", "raise lower", "increase decrease", "left right", "driver passenger", "open close")
)
_PLACES = keys("driver passenger rear left right")
_MIN_COVERAGE = 0.65
"""Share of an intent's words that a control must bear."""

_STEP = re.compile(
    r"^(?:Step \d+: )?(?P<verb>[a-z_]+)(?: (?P<role>[A-Z]\w*))?(?: \"(?P<label>.*?)\"(?= #| \{| ->|$))?(?: #(?P<name>\w+))?"
    r"(?: (?P<data>\{.*?\})(?= ->|$))?"
    r"(?: -> (?P<result>.*))?$"
)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done, read from the history: what, to which element, with which further data, and whether it failed."""

    verb: str
    label: str = ""
    name: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    failed: bool = False
    result: str = ""

    @property
    def words(self) -> frozenset[str]:
        return keys(f"{self.label} {self.name}")


@lru_cache(maxsize=1_024)
def _step(line: str) -> Step | None:
    found = _STEP.match(line)
    if not found:
        return None
    try:
        data = read_json(found["data"] or "{}")
    except ValueError:
        data = {}
    result = found["result"] or ""
    return Step(found["verb"], found["label"] or "", found["name"] or "", data, result.startswith("FAILED"), result)


def words_of(element: Element) -> frozenset[str]:
    """The words an element can be recognised by."""
    return keys(f"{element.text} {element.description} {element.hint} {element.name}")


def is_on(element: Element) -> bool:
    """Whether a switch is on, or a choice chosen."""
    return element.checked or element.selected


def coverage(wanted: frozenset[str], have: frozenset[str]) -> float:
    """How much of what is wanted is there, 0 to 1; 0 where there is the opposite."""
    if not wanted or any(len(pair & wanted) == 1 and (pair - wanted) <= have for pair in _OPPOSED):
        return 0.0
    total = sum(_weight(word) for word in wanted)
    return sum(_weight(word) for word in wanted & have) / total


def _weight(word: str) -> float:
    return 0.4 if word in LIGHT else 1.0


class Screen:
    """The elements in front and the steps so far.

    Attributes:
        elements: as they were given.
        app: app in front, or empty.
        steps: what was done, oldest first.
    """

    def __init__(self, facts: Facts) -> None:
        self.elements = facts.elements
        self.app = facts.vehicle.get("app in front", "")
        self.steps = [step for line in facts.history if (step := _step(line))]
        self.moving = facts.vehicle.get("driving state") == "moving"
        self._words = [words_of(element) for element in facts.elements]

    def find(
        self,
        name: str,
        place: str = "",
        *,
        only: Callable[[Element], bool] = lambda element: True,
        extra: frozenset[str] = frozenset(),
        enough: float = _MIN_COVERAGE,
    ) -> Element | None:
        """The element that fits a name best.

        Args:
            name: words of it; alternatives parted by "|".
            place: seat or side meant.
            only: which elements come into question.
            extra: words that it must bear, such as the option that is wished.
            enough: share of the words that it must bear.
        """
        best: tuple[float, Element | None] = (0.0, None)
        for wanted in map(keys, name.split("|")):
            for element, have in zip(self.elements, self._words, strict=True):
                if extra <= have and only(element):
                    score = _score(wanted, extra, have, keys(place), enough)
                    if score > best[0]:
                        best = score, element
        return best[1]

    def labelled(self, label: str, only: Callable[[Element], bool] = lambda element: True, enough: float = 1.0) -> Element | None:
        """The element whose label says a name (of a person, a title, a place), the shortest such label."""
        wanted = keys(label) or frozenset(normal(label).split())
        fits = [
            (share, -len(element.label), -element.index, element)
            for element in self.elements
            if only(element) and (share := _share(wanted, element)) >= enough
        ]
        return max(fits, key=lambda fit: fit[:3])[3] if fits else None

    def done(self, words: frozenset[str], verbs: Iterable[str] = ("click",), extra: frozenset[str] = frozenset()) -> int:
        """How often something with these words was done with success."""
        return sum(
            step.verb in verbs and not step.failed and extra <= step.words and coverage(words, step.words) >= _MIN_COVERAGE
            for step in self.steps
        )

    def touched(self, element: Element) -> int:
        """How often this element was clicked, by its name and label or by a point on it, failures included."""
        return sum(
            step.verb == "click"
            and (
                (step.name == element.name and (step.label == element.label or element.range is not None))
                if step.name or step.label
                else element.box.contains(int(step.data.get("x", -1)), int(step.data.get("y", -1)))
            )
            for step in self.steps
        )


def _share(wanted: frozenset[str], element: Element) -> float:
    have = keys(element.label) | frozenset(normal(element.label).split())
    return len(wanted & have) / len(wanted) if wanted else 0.0


@lru_cache(maxsize=65_536)
def _score(wanted: frozenset[str], extra: frozenset[str], have: frozenset[str], place: frozenset[str], enough: float) -> float:
    if (covered := coverage(wanted, have)) < enough:
        return 0.0
    seats = have & _PLACES
    if place and seats and seats != place and not seats & wanted:
        return 0.0
    score = 2 * covered + len((wanted | extra) & have) / len(have)
    if place:
        return score + (1.0 if place <= have else 0.0)
    return score - (0.3 if seats - wanted and "driver" not in seats else 0.0)
