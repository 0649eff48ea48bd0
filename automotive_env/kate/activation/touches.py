"""Touches by the element that they meet: two points on one button are one touch, two points on a slider are two values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automotive_env.episode.observation import Element

STEPS = 50
"""Places along a slider that are told apart; a finger is no finer."""


def touched(action: Mapping[str, Any], elements: Sequence[Element]) -> dict[str, Any]:
    """An action whose place on the screen, if it has one, is the element that is touched there: a row for the label in it.

    Args:
        action: as JSON.
        elements: in front of the agent; without them a point stays a point.

    Returns:
        the action; of a touch on a slider with "at", the place on its track, 0 to `STEPS`.
    """
    fields = dict(action)
    x, y, number = fields.get("x"), fields.get("y"), fields.get("index")
    if "direction" in fields or (number is None and (x is None or y is None)):
        return fields
    named = elements[number] if isinstance(number, int) and 0 <= number < len(elements) else None
    x, y = named.box.center if named else (x or 0, y or 0)
    element = element_at(x, y, elements) or named  # the label of a row that cannot be touched stays what it is
    if element is None:
        return fields
    rest = {name: value for name, value in fields.items() if name not in ("x", "y")}
    return rest | {"index": element.index} | _at(element, x)


def element_at(x: int, y: int, elements: Sequence[Element]) -> Element | None:
    """The element that a touch at a point meets: of those that can be touched the one on top, as they are in drawing order."""
    there = [element for element in elements if element.box.contains(x, y)]
    touchable = [element for element in there if element.clickable or element.long_clickable or element.editable or element.track]
    return touchable[-1] if touchable else None


def _at(element: Element, x: int) -> dict[str, int]:
    """Where on a slider's track a touch is."""
    if element.track is None:
        return {}
    left, right = element.track.left, element.track.right
    share = (x - left) / (right - left) if right != left else 0.0
    return {"at": round(STEPS * min(1.0, max(0.0, share)))}
