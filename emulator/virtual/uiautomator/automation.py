"""A connected UI automation: what the server of uiautomator2 keeps between the calls of its clients."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from automotive_env.emulator.virtual.services.accessibility import Accessibility
from automotive_env.emulator.virtual.uiautomator.hierarchy import AccessibilityNode, WindowHierarchy
from automotive_env.emulator.virtual.uiautomator.selector import (
    ILLEGAL_ARGUMENT,
    NOT_FOUND,
    AutomationError,
    UiSelector,
    find,
    parse,
)
from automotive_env.emulator.virtual.uiautomator.touch import TouchFinger

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

MAX_WAIT = 600_000
"""Milliseconds."""
_SURROGATES = re.compile("[\ud800-\udfff]")
POLL = 0.02
"""Seconds between looks while something is waited for."""
MAX_OBJECTS = 1_000


class UiAutomation:
    """A UI automation of one device.

    Attributes:
        objects: selectors that the server keeps for its clients, by the name that it gave them.
        forgotten_toast: the moment at which the toast then shown was cleared.
        cached_screenshot: what it is of, and the answer.
    """

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self.finger = TouchFinger()
        self.objects: dict[str, UiSelector] = {}
        self.forgotten_toast = -1
        self.cached_screenshot: tuple[object, str] = (None, "")
        self._named = 0

    def save(self) -> object:
        """What it keeps for its clients; immutable or a copy."""
        forgotten = self.forgotten_toast == self.device.head_unit.version
        return replace(self.finger), dict(self.objects), self._named, forgotten

    def load(self, saved: object) -> None:
        """Take back what `save` gave; None of an automation that has just started."""
        fresh = (TouchFinger(), dict[str, UiSelector](), 0, False)
        finger, objects, self._named, forgotten = cast("tuple[TouchFinger, dict[str, UiSelector], int, bool]", saved or fresh)
        self.finger, self.objects = replace(finger), dict(objects)
        self.forgotten_toast = self.device.head_unit.version if forgotten else -1

    @property
    def root(self) -> AccessibilityNode:
        """Where selectors look: the active window. On Android, too, they see no bars, toasts and keyboards; dumps do."""
        return self.hierarchy.active.root

    @property
    def hierarchy(self) -> WindowHierarchy:
        """What is shown now."""
        return self.device.service(Accessibility).hierarchy()

    def selector(self, given: object) -> UiSelector:
        """What a client means: a selector, or the name of a kept one."""
        if isinstance(given, str):
            if given not in self.objects:
                raise AutomationError(NOT_FOUND, f"there is no object {given[:80]!r}")
            return self.objects[given]
        return parse(given)

    def keep(self, selector: UiSelector) -> str:
        """Keep a selector; returns its name. The oldest is forgotten where there are too many."""
        if len(self.objects) >= MAX_OBJECTS:
            del self.objects[next(iter(self.objects))]
        self._named += 1
        name = f"object-{self._named}"
        self.objects[name] = selector
        return name

    def find(self, selector: UiSelector) -> AccessibilityNode | None:
        """The node that a selector means now."""
        return find(selector, self.root)

    def need(self, given: object) -> AccessibilityNode:
        """The node that a client means now."""
        node = self.find(self.selector(given))
        if node is None:
            raise AutomationError(NOT_FOUND, f"no node fits {given!r:.400}")
        return node

    async def wait(self, selector: UiSelector, timeout: int, *, there: bool) -> bool:
        """Wait some milliseconds until a selector fits a node, or fits none; returns whether it came to that."""
        loop = asyncio.get_running_loop()
        end = loop.time() + min(max(timeout, 0), MAX_WAIT) / 1000
        looked_at: WindowHierarchy | None = None
        while True:
            hierarchy = self.hierarchy
            if hierarchy is not looked_at and (find(selector, hierarchy.active.root) is not None) is there:
                return True
            looked_at = hierarchy
            left = end - loop.time()
            if left <= 0:
                return False
            await asyncio.sleep(min(POLL, left))


def whole(value: object) -> int:
    """A parameter that Java takes as an int or a long; a fraction is cut off."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1 << 31:
        raise AutomationError(ILLEGAL_ARGUMENT, f"a number is needed, not {value!r:.40}")
    return int(value)


def words(value: object, most: int = 100_000) -> str:
    """A parameter that is a text."""
    if not isinstance(value, str) or len(value) > most or _SURROGATES.search(value):
        raise AutomationError(ILLEGAL_ARGUMENT, f"a text of at most {most} characters is needed, not {value!r:.40}")
    return value
