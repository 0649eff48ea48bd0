"""An action as JSON with its reason, and constructors for each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from automotive_env.observation import Element

MAX_REASON = 500
"""Characters of the reason that a status may give."""


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """One action as JSON, and the reason for it in a sentence."""

    action: dict[str, Any]
    reason: str


def act(kind: str, why: str, /, **fields: Any) -> PlannedAction:
    return PlannedAction({"action_type": kind, **fields}, why)


def tap(element: Element, reason: str) -> PlannedAction:
    return act("click", reason, index=element.index)


def open_app(name: str, reason: str) -> PlannedAction:
    return act("open_app", reason, app_name=name)


def scroll(reason: str) -> PlannedAction:
    return act("scroll", reason, direction="down")


def say(text: str, reason: str) -> PlannedAction:
    return act("answer", reason, text=text)


def end(complete: bool, reason: str) -> PlannedAction:
    """End the turn; where it is not complete, the status itself says why."""
    told = {} if complete else {"reason": reason.strip()[:MAX_REASON]}
    return act("status", reason, goal_status="complete" if complete else "infeasible", **told)
