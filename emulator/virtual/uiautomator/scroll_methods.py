"""Methods that scroll lists. All lists of the head unit go up and down; there is nothing to scroll sideways."""

from __future__ import annotations

from typing import Literal

from automotive_env.emulator.virtual.uiautomator.automation import Automation, whole
from automotive_env.emulator.virtual.uiautomator.rpc import method
from automotive_env.emulator.virtual.uiautomator.selector import Selector, child

MOST_SWIPES = 30
"""How often UiScrollable swipes while it looks for something."""


def _scroll(automation: Automation, given: object, vertical: object, direction: Literal["up", "down"]) -> bool:
    """Scroll a list by almost its height; False where it ends, is none, or would have to go sideways."""
    element = automation.need(given).element
    return vertical is True and element.scrollable and not automation.device.head_unit.scroll(direction, element.box)


def _to_the_end(
    automation: Automation, given: object, vertical: object, swipes: object, direction: Literal["up", "down"]
) -> bool:
    """Scroll as far as it goes; False where it goes further than so many swipes."""
    automation.need(given)
    most = min(max(whole(swipes), 0), 1_000)
    return any(not _scroll(automation, given, vertical, direction) for _ in range(most))


def scroll_into_view(automation: Automation, given: object, wanted: Selector) -> bool:
    """Scroll a list until something in it is seen: from where it is to its beginning, then to its end."""
    inside = child(automation.selector(given), wanted)
    directions: tuple[Literal["up", "down"], ...] = ("up", "down")
    for direction in directions:
        for _ in range(MOST_SWIPES):
            if automation.find(inside):
                return True
            if not _scroll(automation, given, True, direction):
                break
    return automation.find(inside) is not None


@method("scrollForward")
def _forward(automation: Automation, given: object, vertical: object, steps: object) -> bool:
    return _scroll(automation, given, vertical, "down")


@method("scrollBackward")
def _backward(automation: Automation, given: object, vertical: object, steps: object) -> bool:
    return _scroll(automation, given, vertical, "up")


@method("scrollToBeginning")
def _to_beginning(automation: Automation, given: object, vertical: object, swipes: object, steps: object) -> bool:
    return _to_the_end(automation, given, vertical, swipes, "up")


@method("scrollToEnd")
def _to_end(automation: Automation, given: object, vertical: object, swipes: object, steps: object) -> bool:
    return _to_the_end(automation, given, vertical, swipes, "down")


@method("scrollTo")
def _to(automation: Automation, given: object, wanted: object, vertical: object) -> bool:
    automation.need(given)
    return vertical is True and scroll_into_view(automation, given, automation.selector(wanted))


@method("flingForward")
def _fling_forward(automation: Automation, given: object, vertical: object) -> bool:
    return _scroll(automation, given, vertical, "down")


@method("flingBackward")
def _fling_backward(automation: Automation, given: object, vertical: object) -> bool:
    return _scroll(automation, given, vertical, "up")


@method("flingToBeginning")
def _fling_to_beginning(automation: Automation, given: object, vertical: object, swipes: object) -> bool:
    return _to_the_end(automation, given, vertical, swipes, "up")


@method("flingToEnd")
def _fling_to_end(automation: Automation, given: object, vertical: object, swipes: object) -> bool:
    return _to_the_end(automation, given, vertical, swipes, "down")
