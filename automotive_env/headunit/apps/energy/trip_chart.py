"""A bar for each of the last trips, as high as it used energy."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Theme

GOOD = 20.0
"""Kilowatt hours for 100 km up to which a trip was thrifty."""
MAX_CONSUMPTION = 34.0


def paint_trips(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw bars for kilowatt hours for 100 km, the oldest at the left."""
    board.rectangle((0, 0, width, height), fill=theme["card"])
    bottom, step = height - 6, width / max(1, len(shown))
    for part in (0.25, 0.5, 0.75, 1.0):
        y = bottom - part * (bottom - 8)
        board.line((0, y, width, y), fill=theme["line"], width=2)
    for place, value in enumerate(shown):
        left, top = place * step + step * 0.2, bottom - min(1.0, value / MAX_CONSUMPTION) * (bottom - 8)
        fill = theme["good" if value <= GOOD else "accent"]
        board.rounded_rectangle((left, top, left + step * 0.6, bottom), 6, fill=fill)
    board.line((0, bottom, width, bottom), fill=theme["quiet"], width=2)
