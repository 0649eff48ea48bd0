"""A steering wheel, warm where it is heated."""

from __future__ import annotations

from typing import Any, NamedTuple

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.pictures.car_picture import CarPaint
from automotive_env.headunit.pictures.shapes import between, stroke

WARM: Rgb = (244, 138, 76)


class WheelPictureState(NamedTuple):
    """What is shown: how strongly the rim is heated, 0..10."""

    heat: float = 0.0


def paint_wheel(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the steering wheel of a `WheelPictureState` as the driver sees it."""
    paint, radius = CarPaint.of(theme), min(width, height) * 0.42
    x, y = width / 2, height / 2
    rim = between(paint.edge, WARM, 0.3 + 0.06 * shown.heat if shown.heat else 0.0)

    def disc(size: float, colour: Rgb, middle: float = y) -> None:
        board.ellipse((x - size, middle - size, x + size, middle + size), fill=colour)

    if shown.heat:
        for ring in (0.09, 0.06, 0.03):
            disc(radius * (1 + ring), between(theme["card"], WARM, (0.1 - ring) * shown.heat * 0.6))
    disc(radius, rim)
    disc(radius * 0.84, theme["card"])
    spoke = paint.body
    stroke(board, [(x - radius * 0.84, y + radius * 0.02), (x + radius * 0.84, y + radius * 0.02)], radius * 0.2, spoke)
    stroke(board, [(x, y), (x, y + radius * 0.84)], radius * 0.22, spoke)
    disc(radius * 0.36, paint.edge, y + radius * 0.04)
    disc(radius * 0.32, paint.body, y + radius * 0.04)
    for side in (-1, 1):
        for step in (0.48, 0.62):
            middle = x + side * radius * step
            board.ellipse((middle - radius * 0.04, y - radius * 0.02, middle + radius * 0.04, y + radius * 0.06), fill=paint.edge)
