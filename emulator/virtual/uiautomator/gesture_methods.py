"""Methods that touch the display at points, scroll lists, and find a child in them."""

from __future__ import annotations

import asyncio
from typing import Literal

from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation, whole, words
from automotive_env.emulator.virtual.uiautomator.selector import (
    ILLEGAL_ARGUMENT,
    NOT_FOUND,
    AutomationError,
    SelectorStep,
    UiSelector,
    child,
    find,
    find_all,
    instance,
    parse,
)
from automotive_env.emulator.virtual.uiautomator.server import RpcMethod, method
from automotive_env.emulator.virtual.uiautomator.touch import STEP, stroke, touch

MAX_POINTS = 1_000
DOWN, UP, MOVE = 0, 1, 2
"""Actions of android.view.MotionEvent."""


@method("click")
def _click(automation: UiAutomation, x: object, y: object, duration: object = 0) -> bool:
    return touch(automation.device, whole(x), whole(y), whole(duration))


@method("swipe")
def _swipe(automation: UiAutomation, x1: object, y1: object, x2: object, y2: object, steps: object) -> bool:
    return stroke(automation.device, (whole(x1), whole(y1)), (whole(x2), whole(y2)), whole(steps) * STEP)


method("drag")(_swipe)


@method("swipePoints")
def _swipe_points(automation: UiAutomation, points: object, steps: object) -> bool:
    if not isinstance(points, list) or not 4 <= len(points) <= 2 * MAX_POINTS or len(points) % 2:
        raise AutomationError(ILLEGAL_ARGUMENT, f"points are a list x, y, x, y ... of 2 to {MAX_POINTS} points")
    way = [whole(value) for value in points]
    duration = whole(steps) * STEP * (len(way) // 2 - 1)
    return stroke(automation.device, (way[0], way[1]), (way[-2], way[-1]), duration)


@method("injectInputEvent")
def _inject(automation: UiAutomation, action: object, x: object, y: object, meta: object) -> bool:
    """One event of a finger: down, move or up."""
    at, now = (whole(x), whole(y)), asyncio.get_running_loop().time()
    if action == DOWN:
        automation.finger.down(*at, now)
        return True
    if action == MOVE:
        return automation.finger.move(*at)
    return action == UP and automation.finger.up(automation.device, *at, now)


MAX_SEARCH_SWIPES = 30
"""How often UiScrollable swipes while it looks for something."""
MAX_SWIPES = 1_000
ScrollDirection = Literal["up", "down"]


async def _scroll(automation: UiAutomation, given: object, vertical: object, direction: ScrollDirection) -> bool:
    """Scroll a list by almost its height; False where it ends, is none, or would have to go sideways.

    Other clients have their turn between two scrolls.
    """
    await asyncio.sleep(0)
    element = automation.need(given).element
    return vertical is True and element.scrollable and not automation.device.head_unit.scroll(direction, element.box.center)


def _page(direction: ScrollDirection) -> RpcMethod:
    """Scroll by a page; a fling goes no further."""

    async def scroll(automation: UiAutomation, given: object, vertical: object, steps: object = 0) -> bool:
        return await _scroll(automation, given, vertical, direction)

    return scroll


def _end(direction: ScrollDirection) -> RpcMethod:
    """Scroll as far as it goes; False where it goes further than so many swipes."""

    async def scroll(automation: UiAutomation, given: object, vertical: object, swipes: object, steps: object = 0) -> bool:
        automation.need(given)
        for _ in range(min(max(whole(swipes), 0), MAX_SWIPES)):
            if not await _scroll(automation, given, vertical, direction):
                return True
        return False

    return scroll


for _name in ("scroll", "fling"):
    method(f"{_name}Forward")(_page("down"))
    method(f"{_name}Backward")(_page("up"))
    method(f"{_name}ToBeginning")(_end("up"))
    method(f"{_name}ToEnd")(_end("down"))


async def _scroll_into_view(automation: UiAutomation, given: object, wanted: UiSelector) -> bool:
    """Scroll a list until something in it is seen: from where it is to its beginning, then to its end."""
    inside = child(automation.selector(given), wanted)
    directions: tuple[ScrollDirection, ...] = ("up", "down")
    for direction in directions:
        for _ in range(MAX_SEARCH_SWIPES):
            if automation.find(inside):
                return True
            if not await _scroll(automation, given, True, direction):
                break
    return automation.find(inside) is not None


@method("scrollTo")
async def _scroll_to(automation: UiAutomation, given: object, wanted: object, vertical: object) -> bool:
    automation.need(given)
    return vertical is True and await _scroll_into_view(automation, given, automation.selector(wanted))


def _child_by(attribute: str) -> RpcMethod:
    """Name the child that fits a pattern and says something, or holds what says it; `search` scrolls until it is seen."""

    async def named(automation: UiAutomation, given: object, pattern: object, text: object, search: object = False) -> str:
        said = words(text)
        wanted: UiSelector = (SelectorStep("start", (lambda node: getattr(node.element, attribute) == said,)),)
        children = child(automation.selector(given), parse(pattern))
        if search is True:
            await _scroll_into_view(automation, given, wanted)
        for number, node in enumerate(find_all(children, automation.root)):
            if find(wanted, node) is not None:
                return automation.keep(instance(children, number))
        raise AutomationError(NOT_FOUND, f"for {attribute}= {text!r:.80}")

    return named


method("childByText")(_child_by("text"))
method("childByDescription")(_child_by("description"))


@method("childByInstance")
def _child_by_instance(automation: UiAutomation, given: object, pattern: object, number: object) -> str:
    return automation.keep(instance(child(automation.selector(given), parse(pattern)), max(0, whole(number))))
