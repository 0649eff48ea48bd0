"""Nodes that lie over another one, such as a card over a map."""

from __future__ import annotations

from typing import Any

from automotive_env.episode.observation import Box
from automotive_env.headunit.kit.rendering.node import LayoutCollector, LayoutNode
from automotive_env.headunit.kit.rendering.theme import ColourRole


class CornerOverlay(LayoutNode):
    """A node, and others in the corners of it; those need a fixed size and `floats=True` where they are cards."""

    def __init__(
        self,
        base: LayoutNode,
        *,
        top_left: LayoutNode | None = None,
        bottom_left: LayoutNode | None = None,
        bottom_right: LayoutNode | None = None,
        margin: int = 20,
        grow: float = 0.0,
        width: int | None = None,
        height: int | None = None,
    ) -> None:
        """Lay corners over a base, `margin` pixels from its edges."""
        self.base = base
        self.corners = [(top_left, 0, 0), (bottom_left, 0, 1), (bottom_right, 1, 1)]
        self.margin = margin
        self.grow = grow
        self.width = width
        self.height = height

    def least(self) -> int:
        wide = max(node.least() for node, _, _ in ((self.base, 0, 0), *self.corners) if node)
        return min(wide, self.width or wide)

    def natural(self, width: int) -> tuple[int, int]:
        return self.base.wanted(width)

    def place(self, box: Box, on: ColourRole, canvas: LayoutCollector[Any]) -> None:
        self.base.place(box, on, canvas)
        for node, right, bottom in self.corners:
            if node is not None:
                width, height = node.wanted(box.width - 2 * self.margin)
                height = min(height, box.height - 2 * self.margin)
                left = box.right - self.margin - width if right else box.left + self.margin
                top = box.bottom - self.margin - height if bottom else box.top + self.margin
                node.place(canvas.reflected(Box(left, top, left + width, top + height), box), on, canvas)
