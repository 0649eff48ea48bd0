"""Methods that scroll lists. All lists of the head unit go up and down; there is nothing to scroll sideways."""

from __future__ import annotations

from typing import Literal

from automotive_env.emulator.virtual.uiautomator.automation import Automation, whole
from automotive_env.emulator.virtual.uiautomator.rpc import method
from automotive_env.emulator.virtual.uiautomator.selector import Selector, child, find

MOST_SWIPES = 30
"""How often UiScrollable swipes while it looks for something."""


def _scroll(automation: Automation, selector: Selector, vertical: object, direction: Literal["up", "down"]) -> bool:
    """Scroll a list by almost its height; False where it ends, is none, or would have to go sideways."""
    element = automation.need(selector).element
    return vertical is True and element.scrollable and not automation.device.head_unit.scroll(direction, element.box)


def _to_the_end(
    automation: Automation, given: object, vertical: object, swipes: object, direction: Literal["up", "down"]
) -> bool:
    """Scroll as far as it goes; False where it goes further than so many swipes."""
    selector = automation.selector(given)
    for _ in range(min(max(whole(swipes), 0), 1_000)):
        if not _scroll(automation, selector, vertical, direction):
            return True
    automation.need(selector)
    return False


def scroll_into_view(automation: Automation, container: Selector, wanted: Selector) -> bool:
    """Scroll a list until something in it is seen: from where it is, else from its beginning."""
    inside = child(container, wanted)
    if find(inside, automation.hierarchy.roots):
        return True
    for _ in range(MOST_SWIPES):
        if not _scroll(automation, container, True, "up"):
            break
        if find(inside, automation.hierarchy.roots):
            return True
    for _ in range(MOST_SWIPES):
        if not _scroll(automation, container, True, "down"):
            return False
        if find(inside, automation.hierarchy.roots):
            return True
    return False


@method("scrollForward")
def _forward(automation: Automation, given: object, vertical: object, steps: object) -> bool:
    return _scroll(automation, automation.selector(given), vertical, "down")


@method("scrollBackward")
def _backward(automation: Automation, given: object, vertical: object, steps: object) -> bool:
    return _scroll(automation, automation.selector(given), vertical, "up")


@method("scrollToBeginning")
def _to_beginning(automation: Automation, given: object, vertical: object, swipes: object, steps: object) -> bool:
    return _to_the_end(automation, given, vertical, swipes, "up")


@method("scrollToEnd")
def _to_end(automation: Automation, given: object, vertical: object, swipes: object, steps: object) -> bool:
    return _to_the_end(automation, given, vertical, swipes, "down")


@method("scrollTo")
def _to(automation: Automation, given: object, wanted: object, vertical: object) -> bool:
    automation.need(automation.selector(given), given)
    return vertical is True and scroll_into_view(automation, automation.selector(given), automation.selector(wanted))


@method("flingForward")
def _fling_forward(automation: Automation, given: object, vertical: object) -> bool:
    return _scroll(automation, automation.selector(given), vertical, "down")


@method("flingBackward")
def _fling_backward(automation: Automation, given: object, vertical: object) -> bool:
    return _scroll(automation, automation.selector(given), vertical, "up")


@method("flingToBeginning")
def _fling_to_beginning(automation: Automation, given: object, vertical: object, swipes: object) -> bool:
    return _to_the_end(automation, given, vertical, swipes, "up")


@method("flingToEnd")
def _fling_to_end(automation: Automation, given: object, vertical: object, swipes: object) -> bool:
    return _to_the_end(automation, given, vertical, swipes, "down")
