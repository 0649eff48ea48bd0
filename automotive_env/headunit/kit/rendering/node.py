"""Layout: a tree of rows, columns and grids that gives every widget its box.

A node has a fixed `width` or `height`, or takes its natural size; with `grow` it shares what is left along its parent's axis.
Across that axis it fills its parent unless its size is fixed, in which case it is centred.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Generic, NamedTuple, TypeVar

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.rendering.theme import GAP, ColourRole

W = TypeVar("W")
S = TypeVar("S", bound="Stack")
BOUNDLESS = 1 << 16
"""More than any width."""

_measured: ContextVar[dict[tuple[LayoutNode, int], tuple[int, int]] | None] = ContextVar("measured", default=None)
"""Node and the width there is for it -> the size that it wants."""


@contextmanager
def measured_once() -> Iterator[None]:
    """Measure each node once for each width in the block, in which no node changes: a tree asks again on each of its levels."""
    token = _measured.set({})
    try:
        yield
    finally:
        _measured.reset(token)


def reflected(box: Box, sum: int) -> Box:
    """A box as a mirror shows it; an edge at x comes to `sum` - x."""
    return Box(sum - box.right, box.top, sum - box.left, box.bottom)


class PlacedWidget(NamedTuple, Generic[W]):
    """A widget in its place.

    Attributes:
        widget: what stands there.
        box: where, on the screen; in a list, where it stands before scrolling.
        on: the plain colour under it.
        scroller: position, among the placed, of the list it scrolls with, or -1.
    """

    widget: W
    box: Box
    on: ColourRole
    scroller: int = -1


class LayoutCollector(Generic[W]):
    """Collects what a layout places.

    Attributes:
        placed: widgets in drawing order.
        contents: list (by its position among the placed) -> height of what it holds.
        moving: whether the car moves, which shortens lists.
        mirrored: whether rows begin at the right, as in languages written from there.
    """

    def __init__(self, moving: bool, mirrored: bool = False) -> None:
        self.placed: list[PlacedWidget[W]] = []
        self.contents: dict[int, int] = {}
        self.moving = moving
        self.mirrored = mirrored
        self.scroller = -1

    def reflected(self, box: Box, within: Box) -> Box:
        """Where a box that stands in another one belongs: as far from the right as it was from the left if that is mirrored."""
        return reflected(box, within.left + within.right) if self.mirrored else box

    def add(self, widget: W, box: Box, on: ColourRole) -> int:
        """Place a widget; returns its position."""
        self.placed.append(PlacedWidget(widget, box, on, self.scroller))
        return len(self.placed) - 1


class LayoutNode:
    """Anything that takes part in a layout.

    Attributes:
        width, height: its size, None where it follows from what it holds or from its parent.
        grow: share of what is left along its parent's axis.
        floor: width and height that it never goes below; given where a screen is fitted into a small region.
        mirrors: whether the inside of a widget is mirrored with the screen; pictures and what has a direction of its own are not.
    """

    width: int | None = None
    height: int | None = None
    grow: float = 0.0
    floor: tuple[int, int] = (0, 0)
    mirrors = True

    def least(self) -> int:
        """The width without which it cannot be read or touched."""
        return self.width or 0

    def natural(self, width: int) -> tuple[int, int]:
        """The size it would like, given the width there is."""
        return self.width or 0, self.height or 0

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        """Put it and what it holds into a box on a plain colour."""

    def wanted(self, width: int) -> tuple[int, int]:
        """Its fixed size, and its natural size where it has none."""
        if self.width is not None and self.height is not None:
            return self.width, self.height
        known = _measured.get()
        if known is not None and (size := known.get((self, width))):
            return size
        wide, tall = self.natural(width if self.width is None else self.width)
        if self.width is not None:
            wide = self.width
        if self.height is not None:
            tall = self.height
        least_wide, least_tall = self.floor
        size = wide if wide > least_wide else least_wide, tall if tall > least_tall else least_tall
        if known is not None:
            known[self, width] = size
        return size


class Spacer(LayoutNode):
    """Empty space: of a size, or all that is left."""

    def __init__(self, size: int | None = None) -> None:
        self.grow = 0.0 if size is not None else 1.0
        self.width = self.height = size

    def wanted(self, width: int) -> tuple[int, int]:
        size = self.width or 0
        return size, size


class Stack(LayoutNode):
    """Children one after the other, along an axis.

    Attributes:
        keeps_order: whether the first stands at the left in all languages: sides of the car, digits, transport controls.
    """

    keeps_order = False

    def __init__(
        self,
        *children: LayoutNode | None,
        gap: int = GAP,
        padding: int | tuple[int, int] = 0,
        width: int | None = None,
        height: int | None = None,
        grow: float = 0.0,
    ) -> None:
        """Hold children.

        Args:
            children: in order; None is left out.
            gap: space between them.
            padding: space around them, or (horizontal, vertical).
            width: fixed width.
            height: fixed height.
            grow: share of what is left along the parent's axis.
        """
        self.children = [child for child in children if child is not None]
        self.gap = gap
        self.padding = padding if isinstance(padding, tuple) else (padding, padding)
        self.width = width
        self.height = height
        self.grow = grow

    def inside(self, box: Box) -> Box:
        """The box without the padding."""
        across, along = self.padding
        return Box(box.left + across, box.top + along, box.right - across, box.bottom - along)

    def shares(self, sizes: Sequence[int], room: int, axis: int) -> list[int]:
        """The size of each child along the axis (0 across, 1 down); what is left goes to those that grow."""
        grows = [child.grow for child in self.children]
        if not any(grows):
            return list(sizes)
        while True:
            shares = self._shared(sizes, room, grows)
            small = [
                place
                for place, (child, share) in enumerate(zip(self.children, shares, strict=True))
                if grows[place] and share < child.floor[axis]
            ]
            if not small:
                return shares
            sizes = list(sizes)
            for place in small:
                sizes[place], grows[place] = self.children[place].floor[axis], 0

    def _shared(self, sizes: Sequence[int], room: int, grows: Sequence[float]) -> list[int]:
        left = room - self.gap * (len(sizes) - 1)
        total = 0.0
        for size, grow in zip(sizes, grows, strict=True):
            if grow:
                total += grow
            else:
                left -= size
        shares: list[int] = []
        given = grown = 0.0
        for size, grow in zip(sizes, grows, strict=True):
            if grow:
                grown += grow
                edge = round(max(0, left) * grown / total)
                shares.append(int(edge - given))
                given = edge
            else:
                shares.append(size)
        return shares


def in_order(stack: S) -> S:
    """A row or grid that keeps its order in all languages; the widgets in it look as declared, too."""
    stack.keeps_order = True
    for child in stack.children:
        child.mirrors = False
    return stack


class Row(Stack):
    """Children side by side.

    Attributes:
        optional: groups of children that are left out, one group after the other, where there is not room for all.
        breaks: whether it breaks into lines before what is around it does.
    """

    optional: Sequence[Sequence[LayoutNode]] = ()
    breaks = False

    def drop(self, width: int) -> None:
        """Leave out what is optional until the rest fits."""
        for group in self.optional:
            if self.unbroken() <= width:
                return
            self.children = [child for child in self.children if child not in group]

    def least(self) -> int:
        if self.breaks:
            return max((child.least() for child in self.children), default=0) + 2 * self.padding[0]
        return self.unbroken()

    def unbroken(self) -> int:
        """The width without which it breaks into lines."""
        wide = sum(child.least() for child in self.children) + self.gap * max(0, len(self.children) - 1)
        return min(wide + 2 * self.padding[0], self.width or BOUNDLESS)

    def natural(self, width: int) -> tuple[int, int]:
        sizes = [child.wanted(width) for child in self.children]
        across, along = self.padding
        wide = sum(size[0] for size in sizes) + self.gap * max(0, len(sizes) - 1)
        shares = self.shares([size[0] for size in sizes], max(wide, width - 2 * across), 0)
        tall = [child.wanted(share)[1] for child, share in zip(self.children, shares, strict=True)]
        return wide + 2 * across, max(tall, default=0) + 2 * along

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        inner = self.inside(box)
        shares = self.shares([child.wanted(inner.width)[0] for child in self.children], inner.width, 0)
        left = inner.left
        for child, share in zip(self.children, shares, strict=True):
            height = inner.height if child.height is None else min(child.height, inner.height)
            top = inner.top + (inner.height - height) // 2
            place = Box(left, top, left + share, top + height)
            child.place(place if self.keeps_order else canvas.reflected(place, inner), on, canvas)
            left += share + self.gap


class Column(Stack):
    """Children one below the other."""

    def least(self) -> int:
        wide = max((child.least() for child in self.children), default=0) + 2 * self.padding[0]
        return min(wide, self.width or BOUNDLESS)

    def natural(self, width: int) -> tuple[int, int]:
        across, along = self.padding
        sizes = [child.wanted(width - 2 * across) for child in self.children]
        tall = sum(size[1] for size in sizes) + self.gap * max(0, len(sizes) - 1)
        return max((size[0] for size in sizes), default=0) + 2 * across, tall + 2 * along

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        inner = self.inside(box)
        shares = self.shares([child.wanted(inner.width)[1] for child in self.children], inner.height, 1)
        top = inner.top
        for child, share in zip(self.children, shares, strict=True):
            width = inner.width if child.width is None else min(child.width, inner.width)
            left = inner.left + (inner.width - width) // 2
            child.place(Box(left, top, left + width, top + share), on, canvas)
            top += share + self.gap


class Grid(Stack):
    """Children in equal cells, row by row."""

    def __init__(
        self,
        *children: LayoutNode | None,
        columns: int,
        row_height: int | None = None,
        gap: int = GAP,
        grow: float = 0.0,
    ) -> None:
        """Hold children in `columns` columns; rows share the height unless `row_height` is given."""
        super().__init__(*children, gap=gap, grow=grow)
        self.columns = columns
        self.row_height = row_height

    @property
    def rows(self) -> int:
        return -(-len(self.children) // self.columns)

    def least(self) -> int:
        return self.cells(self.columns)

    def cells(self, columns: int) -> int:
        """The width without which so many columns cannot be read or touched."""
        widest = max((child.least() for child in self.children), default=0)
        return columns * (widest + self.gap) - self.gap

    def natural(self, width: int) -> tuple[int, int]:
        cell = (width - self.gap * (self.columns - 1)) // self.columns
        tall = self.row_height or max((child.wanted(cell)[1] for child in self.children), default=0)
        return width, self.rows * (tall + self.gap) - self.gap

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        wide = (box.width + self.gap) / self.columns
        tall = self.row_height + self.gap if self.row_height else (box.height + self.gap) / max(1, self.rows)
        for position, child in enumerate(self.children):
            row, column = divmod(position, self.columns)
            left, top = box.left + round(column * wide), box.top + round(row * tall)
            right, bottom = box.left + round((column + 1) * wide) - self.gap, box.top + round((row + 1) * tall) - self.gap
            place = Box(left, top, right, bottom)
            child.place(place if self.keeps_order else canvas.reflected(place, box), on, canvas)
