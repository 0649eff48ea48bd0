"""Finding an element again on a changed screen, and the start and end of a swipe; the same for all controllers."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.action import Direction
from automotive_env.observation import Element


def find_again(index: int, seen: Sequence[Element], present: Sequence[Element]) -> Element | str:
    """The element that `index` meant in what was `seen`, as it is at `present`, or why it is not there any more."""
    if not seen:
        return f"element {index} was never seen"
    if index >= len(seen):
        return f"there is no element {index}; the list goes from 0 to {len(seen) - 1}"
    meant = seen[index]
    if present is seen or present == seen:
        return meant
    key = (meant.resource_id, meant.class_name, meant.window, meant.label)
    same = [e for e in present if (e.resource_id, e.class_name, e.window, e.label) == key]
    if not same:
        return f"element {index} is not on the screen any more"
    return min(same, key=lambda e: abs(e.box.left - meant.box.left) + abs(e.box.top - meant.box.top))


def stroke(direction: Direction, amount: float, element: Element | None, screen: tuple[int, int]) -> tuple[int, int, int, int]:
    """Where a swipe begins and ends: `amount` of the length of an element, or of the screen of a width and a height.

    A slider is dragged from where its knob is; everything else around its middle.
    """
    left, top, right, bottom = element.box if element else (0, 0, *screen)
    slider = element.range if element else None
    if slider:
        low, high, value = slider
        x = left + round((right - left - 1) * (value - low) / (high - low))
    else:
        x = (left + right) // 2
    y = (top + bottom) // 2
    dx = {"left": -1, "right": 1}.get(direction, 0) * amount * (right - left)
    dy = {"up": -1, "down": 1}.get(direction, 0) * amount * (bottom - top)
    if not slider:
        x, y = round(x - dx / 2), round(y - dy / 2)
    return x, y, round(x + dx), round(y + dy)
