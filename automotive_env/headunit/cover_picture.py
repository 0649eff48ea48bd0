"""The cover of an album: a picture of its own for every title."""

from __future__ import annotations

import colorsys
from typing import Any
from zlib import crc32

from PIL import ImageDraw

from automotive_env.headunit.theme import Rgb, Theme


def _colour(hue: float, strength: float, light: float) -> Rgb:
    red, green, blue = colorsys.hls_to_rgb(hue % 1, light, strength)
    return round(red * 255), round(green * 255), round(blue * 255)


def paint_cover(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the cover of the title `shown`."""
    seed = crc32(str(shown).encode())
    hue = (seed % 360) / 360
    for y in range(height):
        board.line((0, y, width, y), fill=_colour(hue + 0.12 * y / height, 0.55, 0.30 + 0.28 * y / height))
    left, top = width * (0.3 + (seed >> 9) % 40 / 100), height * (0.28 + (seed >> 13) % 24 / 100)
    size = width * (0.16 + (seed >> 17) % 12 / 100)
    board.ellipse((left - size, top - size, left + size, top + size), fill=_colour(hue + 0.14, 0.8, 0.78))
    for hill in range(3):
        base = height * (0.62 + 0.13 * hill)
        swing = height * 0.09 * (1 + (seed >> (5 * hill)) % 5 / 4)
        middle = width * ((seed >> (4 * hill)) % 10 / 9)
        points = [
            (0.0, float(height)),
            (0.0, base),
            (middle, base - swing),
            (float(width), base + swing / 2),
            (float(width), float(height)),
        ]
        board.polygon(points, fill=_colour(hue + 0.55 + 0.04 * hill, 0.45, 0.34 - 0.09 * hill))
