"""The accessibility tree: what uiautomator2 dumps, as the elements that an agent sees.

A dump holds the roots of all windows on all displays, in no certain order and without titles; both come from the list of
windows. Elements are what has a text or a description, or can be touched, switched, scrolled or typed into; layout containers
are left out. A control without a label of its own is described by the texts in it, as a screen reader does; these then are no
elements of their own. So a row of the stock Settings is one line: its title and its summary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from automotive_env.android.shell import DeviceFault
from automotive_env.android.windows import AndroidWindow
from automotive_env.episode.observation import Box, Element, RangeInfo
from automotive_env.text.foreign_text import one_fault

MAX_DUMP_CHARACTERS = 8 << 20
"""Characters of a dump that are read; a full screen has a hundred nodes of 400."""
MAX_NODES = 10_000
HEAD_UNIT = 0
"""Android's logical id of its display."""
MAX_DESCRIPTION_CHARACTERS = 120
"""Characters that a control takes from the texts in it."""
_BOUNDS = re.compile(r"\[(-?\d{1,6}),(-?\d{1,6})\]\[(-?\d{1,6}),(-?\d{1,6})\]")
_TOUCHES = ("clickable", "long-clickable", "checkable")
_ABILITIES = (*_TOUCHES, "scrollable")

XmlNode = ElementTree.Element


class WindowRoot(NamedTuple):
    """The root of one window's tree, and the window, where it was found."""

    node: XmlNode
    window: AndroidWindow | None


def parse(xml: str) -> list[XmlNode]:
    """The roots in a dump.

    Raises:
        DeviceFault: it is no dump, or larger than any screen needs.
    """
    if len(xml) > MAX_DUMP_CHARACTERS:
        raise DeviceFault(f"the accessibility tree has {len(xml)} characters; at most {MAX_DUMP_CHARACTERS} are read")
    if "<!" in xml:
        raise DeviceFault("the accessibility tree declares entities or comments; a dump has none")
    try:
        with one_fault():
            hierarchy = ElementTree.fromstring(xml)
    except ValueError as error:
        raise DeviceFault(f"the accessibility tree is no XML: {error}") from None
    if sum(1 for _ in hierarchy.iter()) > MAX_NODES:
        raise DeviceFault(f"the accessibility tree has more than {MAX_NODES} nodes")
    return list(hierarchy)


def elements(roots: Sequence[XmlNode], windows: Sequence[AndroidWindow]) -> tuple[Element, ...]:
    """The elements of all windows of the head unit's display, the lowest window first; `elements[i].index == i`.

    What other displays show, such as the cluster, is left out: a finger reaches the head unit only, as does a screenshot.
    """
    ours = [root for root in roots if _display(root) == HEAD_UNIT]
    found = (element for root in in_order(ours, windows) for element in _elements(root))
    return tuple(element._replace(index=index) for index, element in enumerate(found))


def all_listed(roots: Sequence[XmlNode], windows: Sequence[AndroidWindow]) -> bool:
    """Whether the window of each root on the head unit's display is in the list: one that has just opened may be missing."""
    return all(root.window for root in in_order([root for root in roots if _display(root) == HEAD_UNIT], windows))


def in_order(roots: Sequence[XmlNode], windows: Sequence[AndroidWindow]) -> list[WindowRoot]:
    """Each root with its window, from the bottom to the top of its display.

    A root whose window is not listed, because it has just opened, counts as above all others.
    """
    free = list(enumerate(windows))
    placed: list[tuple[int, int, WindowRoot]] = []
    for node in roots:
        match = next((held for fits in (_same, _within, _inside) for held in free if fits(node, held[1])), None)
        if match:
            free.remove(match)
        layer, window = match or (len(windows), None)
        placed.append((_display(node), layer, WindowRoot(node, window)))
    return [root for _, _, root in sorted(placed, key=lambda entry: entry[:2])]


def _same(node: XmlNode, window: AndroidWindow) -> bool:
    return _box(node) == window.frame and node.get("package") == window.package and _display(node) == window.display


def _within(node: XmlNode, window: AndroidWindow) -> bool:
    """Whether a root is part of a window's frame: what bars and cut-outs leave of it."""
    return node.get("package") == window.package and _inside(node, window)


def _inside(node: XmlNode, window: AndroidWindow) -> bool:
    """The same where the root belongs to another package, as a dialog of the system does."""
    box, frame = _box(node), window.frame
    inside = frame.left <= box.left and frame.top <= box.top and box.right <= frame.right and box.bottom <= frame.bottom
    return inside and _display(node) == window.display


def _elements(root: WindowRoot) -> Iterator[Element]:
    title = root.window.title if root.window else ""
    waiting = [root.node]
    while waiting:
        node = waiting.pop()
        if node.get("visible-to-user") == "false":
            continue
        below = [child for child in node if child.tag == "node"]
        if _is_element(node) and _shown(node):
            element = _element(node, title)
            if _touchable(node) and not element.label:
                spoken, below = _absorb(below)
                element = element._replace(description=_sentence(spoken))
            yield element
        waiting += reversed(below)


def _absorb(nodes: Iterable[XmlNode]) -> tuple[list[str], list[XmlNode]]:
    """The texts in a control, and what in it stays an element because it does something itself."""
    texts: list[str] = []
    rest: list[XmlNode] = []
    waiting = list(nodes)[::-1]
    while waiting:
        node = waiting.pop()
        if _acts(node):
            rest.append(node)
            continue
        texts.append(node.get("text") or node.get("content-desc") or "")
        waiting += [child for child in node if child.tag == "node"][::-1]
    return texts, rest


def _sentence(texts: Iterable[str]) -> str:
    joined = ", ".join(dict.fromkeys(text.strip() for text in texts if text.strip()))
    return joined if len(joined) <= MAX_DESCRIPTION_CHARACTERS else joined[: MAX_DESCRIPTION_CHARACTERS - 1] + "…"


def _is_element(node: XmlNode) -> bool:
    return bool(node.get("text") or node.get("content-desc")) or _acts(node)


def _acts(node: XmlNode) -> bool:
    return any(_is(node, ability) for ability in _ABILITIES) or _editable(node) or bool(node.get("range"))


def _touchable(node: XmlNode) -> bool:
    """Whether it is a control, and not a list or a field, whose contents speak for themselves."""
    return any(_is(node, ability) for ability in _TOUCHES) and not _is(node, "scrollable") and not _editable(node)


def _editable(node: XmlNode) -> bool:
    return (node.get("class") or "").endswith("EditText")


def _shown(node: XmlNode) -> bool:
    box = _box(node)
    return box.width > 0 and box.height > 0


def _is(node: XmlNode, state: str) -> bool:
    return node.get(state) == "true"


def _display(node: XmlNode) -> int:
    number = node.get("display-id") or "0"
    return int(number) if number.isdecimal() else 0


def _box(node: XmlNode, name: str = "bounds") -> Box:
    found = _BOUNDS.fullmatch(node.get(name) or "")
    return Box(*map(int, found.groups())) if found else Box(0, 0, 0, 0)


def _range(node: XmlNode) -> RangeInfo | None:
    """Bounds and value of a slider: an attribute that the virtual device has beyond those of a real one."""
    try:
        low, high, value = map(float, (node.get("range") or "").split())
    except ValueError:
        return None
    return RangeInfo(low, high, value)


def _element(node: XmlNode, title: str) -> Element:
    return Element(
        index=0,
        class_name=node.get("class") or "",
        text=node.get("text") or "",
        description=node.get("content-desc") or "",
        hint=node.get("hint") or "",
        resource_id=node.get("resource-id") or "",
        package=node.get("package") or "",
        window=title,
        box=_box(node),
        range=_range(node),
        clickable=_is(node, "clickable"),
        long_clickable=_is(node, "long-clickable"),
        checkable=_is(node, "checkable"),
        checked=_is(node, "checked"),
        selected=_is(node, "selected"),
        enabled=node.get("enabled") != "false",
        focused=_is(node, "focused"),
        editable=_editable(node),
        scrollable=_is(node, "scrollable"),
        display=_display(node),
        track=_box(node, "track") if node.get("track") is not None else None,
    )
