"""Where an action touches: an element found again on a changed screen, the two ends of a swipe, points off the screen."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.episode.action import Direction
from automotive_env.episode.observation import Element


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


def outside_screen(screen: tuple[int, int], *points: tuple[int, int]) -> str:
    """Why points cannot be touched; empty where all lie on a screen of a width and a height."""
    width, height = screen
    off = any(x >= width or y >= height for x, y in points)
    return f"the point is outside the screen of {width}x{height}" if off else ""


def stroke(direction: Direction, amount: float, element: Element | None, screen: tuple[int, int]) -> tuple[int, int, int, int]:
    """Where a swipe begins and ends: `amount` of the length of an element, or of the screen of a width and a height.

    A slider is dragged from where its knob is, by `amount` of its track; everything else around its middle.
    """
    sideways, upright = {"left": -1, "right": 1}.get(direction, 0), {"up": -1, "down": 1}.get(direction, 0)
    left, top, right, bottom = (element.track or element.box) if element else (0, 0, *screen)
    y = (top + bottom) // 2
    if element and element.range:
        low, high, value = element.range
        knob = left + (right - left - 1) * (value - low) / (high - low)
        length = abs(right - left - 1)
        return round(knob), y, round(knob + sideways * amount * length), round(y + upright * amount * element.box.height)
    dx, dy = sideways * amount * (right - left), upright * amount * (bottom - top)
    x, y = round((left + right) // 2 - dx / 2), round(y - dy / 2)
    return x, y, round(x + dx), round(y + dy)
