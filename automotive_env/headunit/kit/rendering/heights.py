"""How high what a screen holds has to be, at least, to be read and touched."""

from __future__ import annotations

from automotive_env.headunit.kit.rendering.node import Grid, LayoutNode, Row, Stack
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.widgets.corner_overlay import CornerOverlay
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.page import DialogFrame
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.widget import Widget

PICTURE = 240
"""Height that a picture is given at least, where it has none of its own."""


def stretches(node: LayoutNode) -> bool:
    """Whether there is something in it that gains by being higher: a list, or a picture without a size."""
    if isinstance(node, CornerOverlay):
        return node.height is None and stretches(node.base)
    if isinstance(node, Stack):
        return node.height is None and any(map(stretches, node.children))
    return isinstance(node, ListView) or (isinstance(node, PictureWidget) and node.height is None)


def brace(node: LayoutNode, width: int) -> int:
    """Minimum height of a node; stored as the floor of the node and of its children."""
    if node.width is not None:
        width = min(width, node.width)
    tall = _braced(node, width)
    if isinstance(node, Stack) and node.height is not None:
        tall = node.height = max(tall, node.height)
    node.floor = (node.floor[0], tall)
    return tall


def _braced(node: LayoutNode, width: int) -> int:
    if isinstance(node, Stack):
        return _stack(node, width - 2 * node.padding[0]) + 2 * node.padding[1]
    if isinstance(node, ListView):
        content = node.content(moving=False)
        return min(node.lowest, brace(content, width))
    if isinstance(node, CornerOverlay):
        sides = [_side(node, side, width - 2 * node.margin) for side in (0, 1)]
        return max(node.height or 0, brace(node.base, width), *sides)
    if isinstance(node, DialogFrame):
        return brace(node.child, node.size[0])
    if isinstance(node, PictureWidget):
        return node.height or PICTURE
    tall = node.wanted(width)[1]
    return max(tall, TARGET) if isinstance(node, Widget) and node.clickable and node.height is None else tall


def _side(overlay: CornerOverlay, side: int, width: int) -> int:
    """Height that the corners at the left or at the right need, one above the other."""
    tall = [_braced(corner, width) for corner, right, _ in overlay.corners if corner and right == side]
    return sum(tall) + overlay.margin * (len(tall) + 1)


def _stack(node: Stack, inner: int) -> int:
    between = node.gap * max(0, len(node.children) - 1)
    if isinstance(node, Row):
        sizes = node.shares([child.wanted(inner)[0] for child in node.children], inner, 0)
        return max((brace(child, size) for child, size in zip(node.children, sizes, strict=True)), default=0)
    if isinstance(node, Grid):
        cell = (inner + node.gap) // node.columns - node.gap
        tall = max((brace(child, cell) for child in node.children), default=0)
        if node.row_height:
            tall = node.row_height = max(node.row_height, tall)
        return node.rows * (tall + node.gap) - node.gap
    return sum(brace(child, inner) for child in node.children) + between
