"""What is in front, and what was done: the elements as things, and the steps read from the history."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from automotive_env.foreign_text import read_json
from automotive_env.model import Facts
from automotive_env.models.builtin.matching import signposts
from automotive_env.models.builtin.things import Thing, things
from automotive_env.models.builtin.words import spoken
from automotive_env.observation import Element

MAX_TOUCHES = 3
"""Touches of one element without effect before it is given up."""
MAX_SCROLLS = 4
_STEP = re.compile(
    r"^(?:Step \d+: )?(?P<verb>[a-z_]+)(?: [A-Z]\w*)?(?: \"(?P<label>.*?)\"(?= #| \{| ->|$))?(?: #(?P<name>\w+))?"
    r"(?: (?P<data>\{.*?\})(?= ->|$))?(?: -> (?P<result>.*))?$"
)
_TOUCHES = ("click", "long_press", "double_tap", "swipe", "input_text", "call", "answer")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done: what, to which element, with which further data, and what came of it."""

    verb: str
    label: str = ""
    name: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    result: str = ""

    @property
    def failed(self) -> bool:
        return self.result.startswith("FAILED")

    @property
    def point(self) -> tuple[int, int]:
        x, y = self.data.get("x"), self.data.get("y")
        return (x, y) if isinstance(x, int) and isinstance(y, int) else (-1, -1)

    def hits(self, element: Element) -> bool:
        if self.name or self.label:
            return self.name == element.name and (self.label == element.label or element.range is not None or not self.label)
        return element.box.contains(*self.point)


@lru_cache(maxsize=1_024)
def _step(line: str) -> Step | None:
    if not (found := _STEP.match(line)):
        return None
    try:
        data = read_json(found["data"] or "{}")
    except ValueError:
        data = {}
    return Step(found["verb"], found["label"] or "", found["name"] or "", data, found["result"] or "")


class Screen:
    """The elements in front and the steps of this turn.

    Attributes:
        elements: as they were given.
        app: app in front, or empty.
        steps: what was done in this turn, oldest first.
        moving: whether the car moves.
    """

    def __init__(self, facts: Facts) -> None:
        self.elements = facts.elements
        self.app = facts.vehicle.get("app in front", "")
        self.moving = facts.vehicle.get("driving state") == "moving"
        done = [step for line in facts.history if (step := _step(line))]
        turn = max((at + 1 for at, step in enumerate(done) if step.verb == "status"), default=0)
        self.steps = done[turn:]

    @cached_property
    def things(self) -> list[Thing]:
        title = next((one.text for one in self.elements if one.name == "car_ui_toolbar_title"), "")
        return list(things(self.elements, self.app, around=title))

    def touches(self, element: Element) -> list[Step]:
        """The clicks on an element since its page was opened, by its name and label or by a point on it."""
        visit = [at for at, step in enumerate(self.steps) if step.name in signposts() and step.name != element.name]
        return [step for step in self.steps[visit[-1] if visit else 0 :] if step.verb == "click" and step.hits(element)]

    def labelled(self, name: str, only: Callable[[Element], bool], enough: float = 1.0) -> Element | None:
        """The element whose label says a name (of a person, a title, a place), the shortest such label."""
        wanted = {*spoken(name)}
        fits = [
            (share, -len(one.label), -one.index, one)
            for one in self.elements
            if only(one) and (share := len(wanted & {*spoken(one.label)}) / max(1, len(wanted))) >= enough
        ]
        return max(fits, key=lambda fit: fit[:3])[3] if fits else None

    def did(self, verb: str, *names: str) -> bool:
        """Whether something was done in this turn with success, to an element of which the name has one of these parts."""
        done = (step for step in self.steps if step.verb == verb and not step.failed)
        return any(not names or any(name in step.name for name in names) for step in done)

    def opened(self, app: str) -> int:
        """How often an app was opened in this turn."""
        return sum(step.verb == "open_app" and step.data.get("app_name") == app for step in self.steps)

    @property
    def has_changed_something(self) -> bool:
        """Whether this turn did more than look: it opened apps, scrolled and went to pages."""
        return any(step.verb in _TOUCHES and not step.failed and step.name not in signposts() for step in self.steps)

    @property
    def may_scroll(self) -> bool:
        """Whether there may be more further down: the last scrolls were few and not in vain."""
        last = [step for step in self.steps[-MAX_SCROLLS:] if step.verb == "scroll"]
        return any(one.scrollable for one in self.elements) and len(last) < MAX_SCROLLS and not any(step.failed for step in last)

    @property
    def refusal(self) -> str:
        """What the car last said when it refused something in this turn."""
        said = [step.result.partition(":")[2].strip() for step in self.steps if step.failed and step.verb != "scroll"]
        return said[-1] if said else ""
