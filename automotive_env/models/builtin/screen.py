"""What is in front, what was done, and what may be done next: the elements as things, and the steps read from the history."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from automotive_env.episode.observation import Element
from automotive_env.models.builtin.language import in_english
from automotive_env.models.builtin.matching import signposts
from automotive_env.models.builtin.things import ScreenControl, things
from automotive_env.models.builtin.words import stems
from automotive_env.models.model import PromptFacts
from automotive_env.text.foreign_text import read_json

MAX_TOUCHES = 3
"""Touches of one element without effect before it is given up."""
_MAX_SCROLLS = 4
_STEP = re.compile(
    r"^(?:Step \d+: )?(?P<verb>[a-z_]+)(?: [A-Z]\w*)?(?: \"(?P<label>.*?)\"(?= #| \{| ->|$))?(?: #(?P<name>\w+))?"
    r"(?: (?P<data>\{.*?\})(?= ->|$))?(?: -> (?P<result>.*))?$"
)


@dataclass(frozen=True, slots=True)
class PastStep:
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
    def opens(self) -> str:
        """The app that was opened."""
        return str(self.data.get("app_name", ""))

    @property
    def point(self) -> tuple[int, int]:
        x, y = self.data.get("x"), self.data.get("y")
        return (x, y) if isinstance(x, int) and isinstance(y, int) else (-1, -1)

    def hits(self, element: Element) -> bool:
        if self.name or self.label:
            return self.name == element.name and self.label in ("", element.label)
        return element.box.contains(*self.point)


@lru_cache(maxsize=1_024)
def _step(line: str) -> PastStep | None:
    if not (found := _STEP.match(line)):
        return None
    try:
        data = read_json(found["data"] or "{}")
    except ValueError:
        data = {}
    return PastStep(found["verb"], found["label"] or "", found["name"] or "", data, found["result"] or "")


class ReadScreen:
    """The elements and the app in front, whether the car moves, and the steps of this turn, oldest first."""

    def __init__(self, facts: PromptFacts) -> None:
        self.elements = in_english(facts.elements)
        self.app = facts.vehicle.get("app in front", "")
        self.moving = facts.vehicle.get("driving state") == "moving"
        self.steps: list[PastStep] = []
        foreign = self.elements is not facts.elements
        said = {(was.name, was.label): now.label for was, now in zip(facts.elements, self.elements, strict=True)}
        for step in filter(None, map(_step, facts.history)):
            step = replace(step, label=said.get((step.name, step.label), "")) if foreign and step.name else step
            self.steps = [] if step.verb == "status" else [*self.steps, step]
            if step.verb == "click" and not step.failed and step.name not in signposts():
                self.steps = [one for one in self.steps if not one.failed]  # what was refused may be possible now

    @cached_property
    def things(self) -> list[ScreenControl]:
        title = next((one.text for one in self.elements if one.name == "car_ui_toolbar_title"), "")
        return list(things(self.elements, self.app, around=title))

    def touches(self, element: Element) -> list[PastStep]:
        """The clicks on an element since its page was opened, by its name and label or by a point on it."""
        visit = max((at for at, step in enumerate(self.steps) if step.name in signposts() - {element.name}), default=0)
        return [step for step in self.steps[visit:] if step.verb == "click" and step.hits(element)]

    def labelled(self, name: str, among: Iterable[Element], enough: float = 1.0) -> Element | None:
        """The element whose label says a name (of a person, a title, a place), the shortest such label."""
        wanted = stems(name)
        shares = [(len(wanted & stems(one.label)) / max(1, len(wanted)), -len(one.label), -one.index, one) for one in among]
        best = max(shares, key=lambda share: share[:3], default=None)
        return best[3] if best and best[0] >= enough else None

    def did(self, verb: str, *names: str) -> bool:
        """Whether something was done in this turn with success, to an element of which the name has one of these parts."""
        done = (step for step in self.steps if step.verb == verb and not step.failed)
        return any(not names or any(name in step.name for name in names) for step in done)

    @cached_property
    def apps(self) -> frozenset[str]:
        """The apps that were opened in this turn."""
        return frozenset(step.opens for step in self.steps if step.opens)

    @property
    def is_changed(self) -> bool:
        """Whether this turn did more than open apps, scroll and go to pages."""
        touched = (step for step in self.steps if step.verb not in ("open_app", "scroll") and not step.failed)
        return any(step.name not in signposts() for step in touched)

    @property
    def may_scroll(self) -> bool:
        """Whether there may be more further down: the last scrolls were few and not in vain."""
        last = [step for step in self.steps[-_MAX_SCROLLS:] if step.verb == "scroll"]
        return any(one.scrollable for one in self.elements) and len(last) < _MAX_SCROLLS and not any(step.failed for step in last)

    @property
    def refusal(self) -> str:
        """What the car last said when it refused something in this turn."""
        failed = (step.result for step in reversed(self.steps) if step.failed and step.verb != "scroll")
        return next(failed, "").partition(":")[2].strip()


@dataclass(frozen=True, slots=True)
class ReasonedAction:
    """One action as JSON, and the reason for it in a sentence."""

    action: dict[str, Any]
    reason: str


def act(kind: str, why: str, /, **fields: Any) -> ReasonedAction:
    return ReasonedAction({"action_type": kind, **fields}, why)


def tap(element: Element, reason: str) -> ReasonedAction:
    return act("click", reason, index=element.index)


def end(complete: bool, reason: str) -> ReasonedAction:
    """End the turn; where it is not complete, the status itself says why."""
    told = {} if complete else {"reason": reason.strip()[:500]}
    return act("status", reason, goal_status="complete" if complete else "infeasible", **told)
