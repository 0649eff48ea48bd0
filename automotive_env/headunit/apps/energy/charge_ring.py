"""A ring gauge of the energy that is left."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Theme

LOW = 15
"""Percent from which on downwards it warns."""


def paint_ring(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw a ring that is filled to `shown` percent."""
    board.rectangle((0, 0, width, height), fill=theme["card"])
    size = min(width, height)
    line, edge = round(size * 0.09), size * 0.02
    left, top = (width - size) / 2 + edge, (height - size) / 2 + edge
    box = (left, top, left + size - 2 * edge, top + size - 2 * edge)
    board.arc(box, 135, 405, fill=theme["line"], width=line)
    end = 135 + 270 * shown / 100
    if shown > 0:
        board.arc(box, 135, end, fill=theme["danger" if shown <= LOW else "good"], width=line)


__all__ = ["LOW", "paint_ring"]
