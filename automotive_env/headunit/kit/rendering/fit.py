"""Responsive layout: fits a screen into a region smaller than the one that it was declared for.

What stands side by side and is too wide first gives up fixed widths, then breaks into lines, and grids into fewer
columns. What becomes too high for the region scrolls by parts; see `scroll_parts`.
"""

from __future__ import annotations

from math import ceil

from automotive_env.headunit.kit.rendering.heights import brace, stretches
from automotive_env.headunit.kit.rendering.node import Column, Grid, LayoutNode, Row, Spacer, Stack
from automotive_env.headunit.kit.rendering.scroll_parts import scroll_parts
from automotive_env.headunit.kit.rendering.theme import DECLARED_WIDTH
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.corner_overlay import CornerOverlay
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.page import DialogFrame
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.kit.widgets.text_field import TextField


def fit(root: LayoutNode, width: int, height: int, moving: bool) -> LayoutNode:
    """The same screen for a region; the one that was given is changed."""
    root.grow = 1.0
    if width < DECLARED_WIDTH:
        root = narrowed(_stacked(root) if width < height else root, width)
    return root if brace(root, width) <= height else scroll_parts(root, width, height, moving)


# Widths


def _stacked(node: LayoutNode) -> LayoutNode:
    """A page of an upright display: its panes stand one below the other, in every language."""
    if isinstance(node, Row) and node.grow and sum(_is_pane(child) for child in node.children) > 1:
        tall = [child for child in node.children if stretches(child)]
        below = [_line(node, [child], tall or node.children) for child in node.children if not isinstance(child, Spacer)]
        return Column(*below, gap=node.gap, padding=node.padding, grow=node.grow)
    if isinstance(node, Column):
        node.children = [_stacked(child) for child in node.children]
    return node


def _is_pane(node: LayoutNode) -> bool:
    return isinstance(node, (Column, ListView)) and not any(
        isinstance(child, PictureWidget) for child in getattr(node, "children", ())
    )


def narrowed(node: LayoutNode, width: int) -> LayoutNode:
    """A node that can be read and touched in a width."""
    if node.width is not None and node.width > width:
        _cut(node, width)
    width = width if node.width is None else node.width
    if isinstance(node, Row):
        return _narrowed_row(node, width)
    if isinstance(node, Grid):
        return _narrowed_grid(node, width)
    if isinstance(node, Stack):
        inner = width - 2 * node.padding[0]
        node.children = [narrowed(child, inner) for child in node.children]
    elif isinstance(node, ListView):
        _narrow_list(node, width)
    elif isinstance(node, CornerOverlay):
        return _narrowed_overlay(node, width)
    elif isinstance(node, DialogFrame):
        _narrow_dialog(node, width)
    elif isinstance(node, Text) and node.lines == 1 and isinstance(node.text, str) and node.least() > width:
        node.lines, node.height = 3, None
    return node


def _cut(node: LayoutNode, width: int) -> None:
    """Take width from a node; pictures keep their proportions."""
    if node.width and node.height is not None and isinstance(node, (PictureWidget, CornerOverlay)):
        node.height = node.height * width // node.width
    node.width = width


def _narrowed_row(row: Row, width: int) -> LayoutNode:
    row.drop(width)
    if row.unbroken() > width and (lines := _lines(row, width - 2 * row.padding[0])) and len(lines) > 1:
        tall = [child for child in row.children if row.grow and stretches(child)]
        below = [_line(row, line, tall or row.children) for line in lines]
        return narrowed(Column(*below, gap=row.gap, padding=row.padding, grow=row.grow, width=row.width), width)
    inner = width - 2 * row.padding[0]
    _give_way(row, inner)
    for child in row.children:
        if child.grow:
            child.floor = (child.least(), 0)
    sizes = row.shares([child.wanted(inner)[0] for child in row.children], inner, 0)
    row.children = [narrowed(child, size) for child, size in zip(row.children, sizes, strict=True)]
    return row


def _lines(row: Row, room: int) -> list[list[LayoutNode]]:
    """The children in as many lines as they need; alike ones are spread evenly."""
    lines: list[list[LayoutNode]] = [[]]
    left = room
    for child in row.children:
        wide = child.least()
        if lines[-1] and wide > left:
            lines.append([])
            left = room
        lines[-1].append(child)
        left -= wide + row.gap
    alike = all(isinstance(child, Button) for child in row.children) or len({type(child) for child in row.children}) == 1
    each = -(-len(row.children) // len(lines))
    even = [row.children[first : first + each] for first in range(0, len(row.children), each)]
    if alike and all(sum(child.least() + row.gap for child in line) - row.gap <= room for line in even):
        return even
    lines = [line for line in lines if not all(isinstance(child, Spacer) for child in line)]
    return _with_sign(*lines, gap=row.gap, room=room) if len(lines) > 1 and _is_sign(*lines[-1]) else lines


def _with_sign(*lines: list[LayoutNode], gap: int, room: int) -> list[list[LayoutNode]]:
    """Lines of which the last is a lone sign, which comes to the end of the first that has room for it."""
    *above, (sign,) = lines
    if len(above[-1]) > 1:
        above.append([above[-1].pop()])
    if _is_sign(*above[-1]):
        return [*above[:-1], [Spacer(), *above[-1], sign]]
    for line in above:
        wide = sum(child.least() + gap for child in line) + sign.least()
        if wide <= room:
            line += [sign] if any(child.grow for child in line) or wide + gap > room else [Spacer(), sign]
            return above
    return list(lines)


def _is_sign(*line: LayoutNode) -> bool:
    """Whether it is a button with nothing but an icon, which looks lost in a line of its own."""
    return len(line) == 1 and isinstance(line[0], Button) and line[0].text == ""


def _line(row: Row, line: list[LayoutNode], tall: list[LayoutNode]) -> LayoutNode:
    """A line of a row that was broken; those with one of `tall` share what height is left."""
    grow = row.grow if any(child in tall for child in line) else 0.0
    if len(line) > 1 or isinstance(line[0], Button):
        below = Row(*line, gap=row.gap, height=row.height, grow=grow)
        below.keeps_order = row.keeps_order
        return below
    (only,) = line
    only.grow = grow
    if isinstance(only, (Stack, ListView, TextField)):
        only.width = None
    return only


def _give_way(row: Row, room: int) -> None:
    """Reduce fixed widths until the row fits."""
    stiff = [child for child in row.children if not child.grow]
    sizes = [child.wanted(room)[0] for child in stiff]
    over = sum(sizes) + sum(child.least() for child in row.children if child.grow) + row.gap * (len(row.children) - 1) - room
    slack = [max(0, size - child.least()) for child, size in zip(stiff, sizes, strict=True)]
    if over <= 0 or not sum(slack):
        return
    part = min(1.0, over / sum(slack))
    for child, size, soft in zip(stiff, sizes, slack, strict=True):
        if soft:
            _cut(child, size - ceil(soft * part))


def _narrowed_grid(grid: Grid, width: int) -> LayoutNode:
    grid.columns = next((n for n in range(grid.columns, 1, -1) if grid.cells(n) <= width), 1)
    cell = (width - 2 * grid.padding[0] + grid.gap) // grid.columns - grid.gap
    grid.children = [narrowed(child, cell) for child in grid.children]
    return grid


def _narrow_list(shown: ListView, width: int) -> None:
    grid = Grid(*shown.children, columns=shown.columns, gap=shown.gap)
    _narrowed_grid(grid, width)
    shown.columns, shown.children = grid.columns, grid.children


def _narrowed_overlay(overlay: CornerOverlay, width: int) -> LayoutNode:
    """An overlay; where its corners do not stand beside each other, the left ones stand above it."""
    overlay.base = narrowed(overlay.base, width)
    corners = overlay.corners
    room = width - 2 * overlay.margin
    left = max((node.wanted(room)[0] for node, side, _ in corners if node and not side), default=0)
    right = max((node.least() for node, side, _ in corners if node and side), default=0)
    rest = room - left - overlay.margin if left and right else room
    above: list[LayoutNode] = []
    if left and rest < right // 2:
        above = [_lined(node, room) for node, side, _ in corners if node and not side]
        corners, rest = [corner for corner in corners if corner[1]], room
    overlay.corners = [(narrowed(node, rest if side else room) if node else None, side, end) for node, side, end in corners]
    if not above:
        return overlay
    overlay.grow = 1.0
    lined = Column(*above, gap=12, padding=(overlay.margin, 12), grow=1.0 if any(node.grow for node in above) else 0.0)
    return Column(lined, overlay, gap=0, grow=1.0)


def _lined(corner: LayoutNode, width: int) -> LayoutNode:
    """What stood in a corner of an overlay, in a line of its own."""
    if isinstance(corner, Row) and len(corner.children) == 1:
        (corner,) = corner.children
    corner.height = corner.width = None
    return narrowed(corner, width)


def _narrow_dialog(dialog: DialogFrame, width: int) -> None:
    wide = min(dialog.size[0], width - 2 * dialog.margin)
    dialog.child = narrowed(dialog.child, wide)
    dialog.size = (wide, max(dialog.size[1], brace(dialog.child, wide)))
