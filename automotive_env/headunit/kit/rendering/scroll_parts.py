"""What becomes of a screen that is too high for its region: its toolbar stays, and below it each pane scrolls by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from automotive_env.headunit.kit.rendering.heights import brace, stretches
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row, Spacer, Stack
from automotive_env.headunit.kit.rendering.theme import GAP, TARGET
from automotive_env.headunit.kit.widgets.corner_overlay import CornerOverlay
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.page import DialogFrame
from automotive_env.headunit.kit.widgets.picture import PictureWidget

SCROLL = "screen_scroll"
"""Id of the first part of a screen that scrolls; further ones are numbered from 2."""
MIN_PANE_HEIGHT, MIN_LIST_HEIGHT = 320, 100
"""Height that a part is given at least to scroll in, and what is a list anyway, or stands in a dialog."""
LEAST_BELOW = 200
"""Height that is left below a head at least, so that it need not scroll away with the rest."""
LEAST_PICTURE = 120
"""Height down to which a picture gives way before anything scrolls."""
HEAD = TARGET + 48
"""Height up to which what stands first stays where it is, such as a toolbar."""


def scroll_parts(root: LayoutNode, width: int, height: int, moving: bool) -> LayoutNode:
    """A screen that is no higher than its region; the one that was given is changed."""
    root = _Parts(moving).fitted(root, width, height)
    return root if brace(root, width) <= height else _Parts(moving).scrolling(root, width, height)


class _Parts:
    def __init__(self, moving: bool) -> None:
        self.moving = moving
        self.least = MIN_PANE_HEIGHT
        self.ids: Iterator[str] = (SCROLL if number == 1 else f"{SCROLL}_{number}" for number in count(1))

    def fitted(self, node: LayoutNode, width: int, height: int) -> LayoutNode:
        """A node that scrolls, as far inside as there is room for it, where it is higher than that."""
        if node.width is not None:
            width = min(width, node.width)
        if brace(node, width) <= height:
            return node
        if isinstance(node, PictureWidget) and node.height and height >= LEAST_PICTURE:
            return _shrunk(node, height)
        if isinstance(node, ListView) and height >= MIN_LIST_HEIGHT:
            node.lowest = height
            return node
        if isinstance(node, CornerOverlay) and brace(node.base, width) <= height:
            return self._overlay(node, width, height)
        if isinstance(node, Stack) and _tightened(node, width, height):
            return node
        if isinstance(node, DialogFrame):
            self.least = MIN_LIST_HEIGHT
            node.child = self.fitted(node.child, node.size[0], height - 2 * node.margin)
            node.size = (node.size[0], min(node.size[1], height - 2 * node.margin))
            return node
        if isinstance(node, Stack) and not isinstance(node, Grid) and height - 2 * node.padding[1] >= self._least(node):
            node.height = None
            if isinstance(node, Column) and _shrink_pictures(node, brace(node, width) - height) and brace(node, width) <= height:
                return node
            inner = (width - 2 * node.padding[0], height - 2 * node.padding[1])
            return self._panes(node, *inner) if isinstance(node, Row) else self._column(node, *inner)
        return self.scrolling(node, width, height)

    def _least(self, node: LayoutNode) -> int:
        return MIN_LIST_HEIGHT if _is_list(node) else self.least

    def _overlay(self, overlay: CornerOverlay, width: int, height: int) -> LayoutNode:
        """What lies in each corner gets what the one above or below it leaves."""
        room = height - 2 * overlay.margin
        tall = {(side, end): brace(corner, width) for corner, side, end in overlay.corners if corner}
        for place, (corner, side, end) in enumerate(overlay.corners):
            if corner and tall[side, end] > (left := room - tall.get((side, 1 - end), -GAP) - GAP):
                wide = corner.wanted(width - 2 * overlay.margin)[0]
                fitted = self.fitted(corner, wide, left)
                fitted.width, fitted.height = wide, left
                overlay.corners[place] = (fitted, side, end)
        overlay.height = None
        return overlay

    def _panes(self, row: Row, width: int, height: int) -> LayoutNode:
        sizes = row.shares([child.wanted(width)[0] for child in row.children], width, 0)
        row.children = [self._pane(child, size, height) for child, size in zip(row.children, sizes, strict=True)]
        return row

    def _pane(self, node: LayoutNode, width: int, height: int) -> LayoutNode:
        grow = node.grow
        pane = self.fitted(node, width, height)
        pane.grow, pane.width = grow, pane.width if grow or pane is node else width
        return pane

    def _column(self, column: Stack, width: int, height: int) -> LayoutNode:
        """What stands highest in a column gets what the others leave; where that is too little, all but the head scrolls."""
        tall = [brace(child, width) for child in column.children]
        body = max(range(len(tall)), key=tall.__getitem__)
        room = height - sum(tall) + tall[body] - column.gap * (len(tall) - 1)
        if room >= self._least(column.children[body]):
            for child in column.children:
                child.grow = 0.0
            column.children[body] = self.fitted(column.children[body], width, room)
            column.children[body].grow = 1.0
            return column
        room = height - tall[0] - column.gap
        head = 1 if len(tall) > 1 and tall[0] <= HEAD and room >= LEAST_BELOW else 0
        rest = Column(*column.children[head:], gap=column.gap)
        column.children = [*column.children[:head], self.scrolling(rest, width, room if head else height)]
        return column

    def scrolling(self, node: LayoutNode, width: int, height: int) -> LayoutNode:
        """A list of a height that holds all of a node."""
        held = flat(node, self.moving)
        brace(held, width)
        if isinstance(held, Stack):
            held.height = None
        shown = ListView(held, id=next(self.ids))
        shown.lowest = height
        shown.width = node.width
        return shown


def _tightened(node: Stack, width: int, height: int) -> bool:
    """Whether it fits with half the space between what stands in it; otherwise the space stays."""
    stacks = [stack for stack in _stacks(node) if not isinstance(stack, Row)]
    before = [(stack.gap, stack.padding, stack.height) for stack in stacks]
    for stack in stacks:
        across, along = stack.padding
        stack.gap, stack.padding = (stack.gap + 1) // 2, (across, (along + 1) // 2)
    if brace(node, width) <= height:
        return True
    for stack, held in zip(stacks, before, strict=True):
        stack.gap, stack.padding, stack.height = held
    brace(node, width)
    return False


def _stacks(node: LayoutNode) -> Iterator[Stack]:
    if isinstance(node, Stack):
        yield node
        for child in node.children:
            yield from _stacks(child)


def _is_list(node: LayoutNode) -> bool:
    """Whether there is nothing but a list in a node."""
    if isinstance(node, Column) and len(node.children) == 1:
        return _is_list(node.children[0])
    return isinstance(node, ListView)


def _shrink_pictures(column: Column, over: int) -> bool:
    """Take height from the pictures that stand in a column by themselves, in proportion; returns whether any gave way."""
    shrunk = False
    for child in column.children:
        if isinstance(child, PictureWidget) and child.height and child.height > LEAST_PICTURE and over > 0:
            height = max(LEAST_PICTURE, child.height - over)
            over -= child.height - height
            shrunk = bool(_shrunk(child, height))
    return shrunk


def _shrunk(picture: PictureWidget, height: int) -> PictureWidget:
    """A picture of a lower height, in proportion."""
    if picture.height:
        picture.width = picture.width and picture.width * height // picture.height
        picture.height = height
    return picture


def flat(node: LayoutNode, moving: bool) -> LayoutNode:
    """A node in which no list scrolls by itself; what lies beside a long one is not drawn out to its height."""
    if isinstance(node, ListView):
        content = node.content(moving)
        content.grow, content.width, content.floor = node.grow, node.width, (node.floor[0], 0)
        return flat(content, moving)
    if isinstance(node, Stack):
        node.children = [flat(child, moving) for child in node.children]
        if isinstance(node, Column):
            for child in node.children:
                child.grow = child.grow if isinstance(child, Spacer) or stretches(child) else 0.0
    elif isinstance(node, CornerOverlay):
        node.base = flat(node.base, moving)
        node.corners = [(flat(corner, moving) if corner else None, side, end) for corner, side, end in node.corners]
    return node
