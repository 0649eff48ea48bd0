"""The emblem of the car: two peaks of a road that leads to the horizon, in a ring."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.pictures.shapes import PicturePoint


def emblem(board: ImageDraw.ImageDraw, middle: PicturePoint, radius: float, ink: Rgb, on: Rgb) -> None:
    """Draw it around a place, in a colour on another one."""
    x, y = middle
    board.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)
    inner = radius * 0.86
    board.ellipse((x - inner, y - inner, x + inner, y + inner), fill=on)
    for side in (-1, 1):
        limb = ((0.06, -0.56), (0.24, -0.56), (0.62, 0.46), (0.40, 0.46))
        board.polygon([(x + side * across * radius, y + down * radius) for across, down in limb], fill=ink)
    board.polygon(
        [(x + across * radius, y + down * radius) for across, down in ((0.0, -0.02), (0.13, 0.46), (-0.13, 0.46))], fill=ink
    )


def paint_emblem(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw it on a card."""
    emblem(board, (width / 2, height / 2), min(width, height) * 0.48, theme["quiet"], theme["card"])
