"""Accessibility windows and their trees, also as XML: what the head unit shows, as Android and uiautomator2 tell it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

from automotive_env.episode.observation import Box, Element
from automotive_env.headunit.head_unit import ShownWindow

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

ROOT_CLASS = "android.widget.FrameLayout"
UNFOCUSED = frozenset({"top_bar", "bottom_bar", "heads_up", "heads_up_message", "incoming_call", "keyboard", "toast"})
"""Screens of the system that never take the focus."""


@dataclass(slots=True, eq=False)
class AccessibilityNode:
    """A node of an accessibility tree.

    Attributes:
        element: what is known of it; the root of a window has an element of its own, with the index -1.
        index: place among its siblings.
        parent: None for the root of a window.
        children: in drawing order.
    """

    element: Element
    index: int = 0
    parent: AccessibilityNode | None = None
    children: list[AccessibilityNode] = field(default_factory=list)

    @property
    def focusable(self) -> bool:
        """Whether it takes the focus: what reacts to a touch."""
        return self.element.clickable or self.element.editable

    def walk(self) -> Iterator[AccessibilityNode]:
        """The node and all below it, in drawing order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True, eq=False)
class AccessibilityWindow:
    """One window.

    Attributes:
        number: place from the bottom, 0 is the lowest.
        app: the head unit's name of who shows it, such as "system".
        screen: its name of what is shown, such as "top_bar".
        title: as its elements tell it.
        package: who owns it.
        root: its tree; without children where all of it is hidden.
    """

    number: int
    app: str
    screen: str
    title: str
    package: str
    box: Box
    root: AccessibilityNode

    @property
    def is_activity(self) -> bool:
        """Whether it belongs to an activity; the panels of the system, such as climate, do not."""
        return self.app not in ("system", "climate")

    @property
    def visible(self) -> bool:
        """Whether any of it can be seen."""
        return bool(self.root.children)

    @property
    def id(self) -> int:
        """Its number towards accessibility services, the same as long as the same stands at its place."""
        return crc32(f"{self.number} {self.package} {self.title}".encode()) & 0xFFFFFFF


class WindowHierarchy:
    """All windows of a device at one moment, from the bottom to the top."""

    def __init__(self, device: VirtualDevice) -> None:
        parts = device.head_unit.windows()
        self.windows = tuple(AccessibilityWindow(number, *shown[:-1], _tree(shown)) for number, shown in enumerate(parts))
        focusable = [window for window in self.windows if window.screen not in UNFOCUSED]
        self.active = focusable[-1]
        """The window with the focus: the highest that can have it. There always is one, at least the home screen."""

    @property
    def shown(self) -> tuple[AccessibilityWindow, ...]:
        """The windows of which something can be seen."""
        return tuple(window for window in self.windows if window.visible)


def _tree(shown: ShownWindow) -> AccessibilityNode:
    """Elements in drawing order as a tree: what lies in a list is below it. Walking the tree gives that order again."""
    root = AccessibilityNode(Element(-1, ROOT_CLASS, package=shown.package, window=shown.title, box=shown.box))
    path = [root]
    for element in shown.elements:
        while len(path) > 1 and not element.box.lies_in(path[-1].element.box):
            path.pop()
        parent = path[-1]
        node = AccessibilityNode(element, len(parent.children), parent)
        parent.children.append(node)
        if element.scrollable:
            path.append(node)
    return root


PROLOG = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
MAX_TREE_DEPTH = 50
"""Levels of nodes that uiautomator2 asks for."""
_SPECIAL = re.compile('[&<>"\x00-\x1f\ud800-\udfff\ufffe\uffff]')
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}


def escaped(text: str) -> str:
    """A text within quotes. What XML cannot say becomes a dot, as Android has it."""
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], "."), text) if _SPECIAL.search(text) else text


def _is(fact: bool) -> str:
    return "true" if fact else "false"


def bounds(box: Box) -> str:
    """A box as "[left,top][right,bottom]"."""
    return f"[{box.left},{box.top}][{box.right},{box.bottom}]"


@lru_cache(maxsize=4096)
def _facts(element: Element) -> tuple[str, str, str, str]:
    """Attributes of an element: before `long-clickable`, from there on, those that only uiautomator2 has, and what slides.

    Android's dumps have no range. Without it a slider could not be read, so a node that has one says it as "low high value",
    and where its track lies as bounds.
    """
    e, focusable = element, element.clickable or element.editable
    first = (
        f' text="{escaped(e.text)}" resource-id="{escaped(e.resource_id)}" class="{e.class_name}" package="{e.package}"'
        f' content-desc="{escaped(e.description)}" checkable="{_is(e.checkable)}" checked="{_is(e.checked)}"'
        f' clickable="{_is(e.clickable)}" enabled="{_is(e.enabled)}" focusable="{_is(focusable)}" focused="{_is(e.focused)}"'
        f' scrollable="{_is(e.scrollable)}"'
    )
    second = f' long-clickable="{_is(e.long_clickable)}" password="false" selected="{_is(e.selected)}"'
    own = f' hint="{escaped(e.hint)}" display-id="{e.display}"'
    ranged = f' range="{e.range.low!r} {e.range.high!r} {e.range.value!r}"' if e.range else ""
    ranged += f' track="{bounds(e.track)}"' if e.track else ""
    return first, second, own, ranged


def _nameless(node: AccessibilityNode) -> bool:
    """Whether a node, and all below it, reacts to touches without saying what it is: "not accessibility friendly"."""
    element = node.element
    if not element.clickable or not element.enabled or element.text or element.description:
        return False
    return not any(below.element.text or below.element.description for below in node.walk())


def _rich(node: AccessibilityNode) -> str:
    """The attributes that uiautomator2's server gives, in its order."""
    first, second, own, ranged = _facts(node.element)
    start = ' NAF="true"' if _nameless(node) else ""
    order = node.index + 1 if node.parent else 0
    box = bounds(node.element.box)
    return (
        f'{start} index="{node.index}"{first}{second} visible-to-user="true" bounds="{box}" drawing-order="{order}"{own}{ranged}'
    )


def _stock(node: AccessibilityNode) -> str:
    """The attributes that `uiautomator dump` gives, in its order."""
    first, second, _, ranged = _facts(node.element)
    start = ' NAF="true"' if _nameless(node) else ""
    return f'{start} index="{node.index}"{first}{second} bounds="{bounds(node.element.box)}"{ranged}'


def _indented(node: AccessibilityNode, depth: int, deepest: int) -> Iterator[str]:
    indent = "\r\n" + "  " * depth
    if not node.children or depth >= deepest:
        yield f"{indent}<node{_rich(node)} />"
        return
    yield f"{indent}<node{_rich(node)}>"
    for child in node.children:
        yield from _indented(child, depth + 1, deepest)
    yield f"{indent}</node>"


def rich_dump(windows: Iterable[AccessibilityWindow], deepest: int = MAX_TREE_DEPTH) -> str:
    """Windows as uiautomator2's server dumps them, from the bottom to the top; nodes below so many levels are left out."""
    nodes = [line for window in windows for line in _indented(window.root, 1, deepest)] if deepest > 0 else []
    if not nodes:
        return f'{PROLOG}\r\n<hierarchy rotation="0" />'
    return f'{PROLOG}\r\n<hierarchy rotation="0">{"".join(nodes)}\r\n</hierarchy>'


def _flat(node: AccessibilityNode) -> str:
    if not node.children:
        return f"<node{_stock(node)} />"
    return f"<node{_stock(node)}>{''.join(map(_flat, node.children))}</node>"


def stock_dump(window: AccessibilityWindow) -> str:
    """One window as `uiautomator dump` gives the active one."""
    return f'{PROLOG}<hierarchy rotation="0">{_flat(window.root)}</hierarchy>'
