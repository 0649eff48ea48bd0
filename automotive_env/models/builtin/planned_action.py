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


def tap(element: Element, reason: str) -> PlannedAction:
    return PlannedAction({"action_type": "click", "index": element.index}, reason)


def tap_at(x: int, y: int, reason: str) -> PlannedAction:
    return PlannedAction({"action_type": "click", "x": x, "y": y}, reason)


def type_into(element: Element, text: str, reason: str) -> PlannedAction:
    return PlannedAction({"action_type": "input_text", "index": element.index, "text": text, "submit": True}, reason)


def open_app(name: str, reason: str) -> PlannedAction:
    return PlannedAction({"action_type": "open_app", "app_name": name}, reason)


def scroll(direction: str, reason: str) -> PlannedAction:
    return PlannedAction({"action_type": "scroll", "direction": direction}, reason)


def call(api: str, arguments: dict[str, Any], reason: str) -> PlannedAction:
    return PlannedAction({"action_type": "call", "api": api, "arguments": arguments}, reason)


def say(text: str, reason: str) -> PlannedAction:
    return PlannedAction({"action_type": "answer", "text": text}, reason)


def end(complete: bool, reason: str) -> PlannedAction:
    """End the task; where it is not complete, the status itself says why."""
    if complete:
        return PlannedAction({"action_type": "status", "goal_status": "complete"}, reason)
    return PlannedAction({"action_type": "status", "goal_status": "infeasible", "reason": reason.strip()[:MAX_REASON]}, reason)
