"""Methods that touch the display at points."""

from __future__ import annotations

import asyncio

from automotive_env.emulator.virtual.uiautomator.automation import Automation, whole
from automotive_env.emulator.virtual.uiautomator.errors import ILLEGAL_ARGUMENT, AutomationError
from automotive_env.emulator.virtual.uiautomator.object_methods import tap_node
from automotive_env.emulator.virtual.uiautomator.rpc import method
from automotive_env.emulator.virtual.uiautomator.touch import STEP, stroke, touch

MAX_POINTS = 1_000
DOWN, UP, MOVE = 0, 1, 2
"""Actions of android.view.MotionEvent."""


@method("click")
def _click(automation: Automation, x: object, y: object = None, duration: object = 0) -> bool:
    """`click(x, y[, ms])`, or `click(selector)`."""
    if isinstance(x, dict | str):
        return tap_node(automation, x)
    return touch(automation.device, whole(x), whole(y), whole(duration))


@method("swipe")
def _swipe(automation: Automation, *given: object) -> bool:
    """`swipe(x1, y1, x2, y2, steps)`, or `swipe(selector, direction[, part], steps)`."""
    if given and isinstance(given[0], dict | str):
        return _swipe_node(automation, *given)
    if len(given) != 5:
        raise AutomationError(ILLEGAL_ARGUMENT, "a swipe takes x1, y1, x2, y2 and steps")
    x1, y1, x2, y2, steps = map(whole, given)
    return stroke(automation.device, (x1, y1), (x2, y2), steps * STEP)


def _swipe_node(automation: Automation, given: object, direction: object = "", *rest: object) -> bool:
    box = automation.need(given).element.box
    x, y = box.center
    ends = {"left": (box.left, y), "right": (box.right - 1, y), "up": (x, box.top), "down": (x, box.bottom - 1)}
    if not isinstance(direction, str) or direction.lower() not in ends:
        raise AutomationError(ILLEGAL_ARGUMENT, f"a direction is one of {', '.join(ends)}, not {direction!r:.40}")
    start = {"left": ends["right"], "right": ends["left"], "up": ends["down"], "down": ends["up"]}[direction.lower()]
    return stroke(automation.device, start, ends[direction.lower()], whole(rest[-1] if rest else 0) * STEP)


@method("swipePoints")
def _swipe_points(automation: Automation, points: object, steps: object) -> bool:
    if not isinstance(points, list) or not 4 <= len(points) <= 2 * MAX_POINTS or len(points) % 2:
        raise AutomationError(ILLEGAL_ARGUMENT, f"points are a list x, y, x, y ... of 2 to {MAX_POINTS} points")
    way = [whole(value) for value in points]
    duration = whole(steps) * STEP * (len(way) // 2 - 1)
    return stroke(automation.device, (way[0], way[1]), (way[-2], way[-1]), duration)


@method("drag")
def _drag(automation: Automation, x1: object, y1: object, x2: object, y2: object, steps: object) -> bool:
    return stroke(automation.device, (whole(x1), whole(y1)), (whole(x2), whole(y2)), whole(steps) * STEP)


@method("injectInputEvent")
def _inject(automation: Automation, action: object, x: object, y: object, meta: object) -> bool:
    """One event of a finger: down, move or up."""
    at, now = (whole(x), whole(y)), asyncio.get_running_loop().time()
    if action == DOWN:
        automation.finger.down(*at, now)
        return True
    if action == MOVE:
        return automation.finger.move(*at)
    return action == UP and automation.finger.up(automation.device, *at, now)
