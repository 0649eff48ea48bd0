"""Methods that scroll lists, and find a child in them. All lists go up and down; there is nothing to scroll sideways."""

from __future__ import annotations

import asyncio
from typing import Literal

from automotive_env.emulator.virtual.uiautomator.automation import Automation, whole, words
from automotive_env.emulator.virtual.uiautomator.errors import NOT_FOUND, AutomationError
from automotive_env.emulator.virtual.uiautomator.rpc import Method, method
from automotive_env.emulator.virtual.uiautomator.selector import Selector, Step, child, find, find_all, instance, parse

MAX_SEARCH_SWIPES = 30
"""How often UiScrollable swipes while it looks for something."""
MAX_SWIPES = 1_000
Direction = Literal["up", "down"]


async def _scroll(automation: Automation, given: object, vertical: object, direction: Direction) -> bool:
    """Scroll a list by almost its height; False where it ends, is none, or would have to go sideways.

    Other clients have their turn between two scrolls.
    """
    await asyncio.sleep(0)
    element = automation.need(given).element
    return vertical is True and element.scrollable and not automation.device.head_unit.scroll(direction, element.box)


def _page(direction: Direction) -> Method:
    """Scroll by a page; a fling goes no further."""

    async def scroll(automation: Automation, given: object, vertical: object, steps: object = 0) -> bool:
        return await _scroll(automation, given, vertical, direction)

    return scroll


def _end(direction: Direction) -> Method:
    """Scroll as far as it goes; False where it goes further than so many swipes."""

    async def scroll(automation: Automation, given: object, vertical: object, swipes: object, steps: object = 0) -> bool:
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


async def _scroll_into_view(automation: Automation, given: object, wanted: Selector) -> bool:
    """Scroll a list until something in it is seen: from where it is to its beginning, then to its end."""
    inside = child(automation.selector(given), wanted)
    directions: tuple[Direction, ...] = ("up", "down")
    for direction in directions:
        for _ in range(MAX_SEARCH_SWIPES):
            if automation.find(inside):
                return True
            if not await _scroll(automation, given, True, direction):
                break
    return automation.find(inside) is not None


@method("scrollTo")
async def _scroll_to(automation: Automation, given: object, wanted: object, vertical: object) -> bool:
    automation.need(given)
    return vertical is True and await _scroll_into_view(automation, given, automation.selector(wanted))


def _child_by(attribute: str) -> Method:
    """Name the child that fits a pattern and says something, or holds what says it; `search` scrolls until it is seen."""

    async def named(automation: Automation, given: object, pattern: object, text: object, search: object = False) -> str:
        said = words(text)
        wanted: Selector = (Step("start", (lambda node: getattr(node.element, attribute) == said,)),)
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
def _child_by_instance(automation: Automation, given: object, pattern: object, number: object) -> str:
    return automation.keep(instance(child(automation.selector(given), parse(pattern)), max(0, whole(number))))
