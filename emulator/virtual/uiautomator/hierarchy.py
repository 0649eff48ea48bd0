"""Accessibility windows and their trees: what the head unit shows, as Android tells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
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
class Node:
    """A node of an accessibility tree.

    Attributes:
        element: what is known of it; the root of a window has an element of its own, with the index -1.
        index: place among its siblings.
        parent: None for the root of a window.
        children: in drawing order.
    """

    element: Element
    index: int = 0
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def focusable(self) -> bool:
        """Whether it takes the focus: what reacts to a touch."""
        return self.element.clickable or self.element.editable

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in drawing order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """One window.

    Attributes:
        number: place from the bottom, 0 is the lowest.
        app: the head unit's name of who shows it, such as "system".
        screen: its name of what is shown, such as "top_bar".
        title: as its elements tell it.
        package: who owns it.
        box: where it is.
        root: its tree; without children where all of it is hidden.
    """

    number: int
    app: str
    screen: str
    title: str
    package: str
    box: Box
    root: Node

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


class Hierarchy:
    """All windows of a device at one moment, from the bottom to the top."""

    def __init__(self, device: VirtualDevice) -> None:
        parts = device.head_unit.windows()
        self.windows = tuple(Window(number, *shown[:-1], _tree(shown)) for number, shown in enumerate(parts))
        focusable = [window for window in self.windows if window.screen not in UNFOCUSED]
        self.active = focusable[-1]
        """The window with the focus: the highest that can have it. There always is one, at least the home screen."""

    @property
    def shown(self) -> tuple[Window, ...]:
        """The windows of which something can be seen."""
        return tuple(window for window in self.windows if window.visible)


def _tree(shown: ShownWindow) -> Node:
    """Elements in drawing order as a tree: what lies in a list is below it. Walking the tree gives that order again."""
    root = Node(Element(-1, ROOT_CLASS, package=shown.package, window=shown.title, box=shown.box))
    path = [root]
    for element in shown.elements:
        while len(path) > 1 and not element.box.lies_in(path[-1].element.box):
            path.pop()
        parent = path[-1]
        node = Node(element, len(parent.children), parent)
        parent.children.append(node)
        if element.scrollable:
            path.append(node)
    return root
