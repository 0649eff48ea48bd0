"""The car from above with its four wheels, those with too little air in the colour of a warning."""

from __future__ import annotations

from typing import Any

from PIL import ImageDraw

from automotive_env.car.driving.road import WHEELS
from automotive_env.headunit.kit.rendering.theme import Theme
from automotive_env.headunit.pictures.car_picture import CarPaint, box, paint_body, upright

AXLES = {"front": 0.315, "rear": -0.30}
"""How far ahead of the middle the wheels stand, in lengths of the car."""


def paint_tyres(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the car; `shown` says of each of `WHEELS` whether it has too little air."""
    board.rectangle((0, 0, width, height), fill=theme["card"])
    length = min(height * 0.94, width / 0.62)
    at = upright(width, height, length)
    for wheel, low in zip(WHEELS, shown, strict=True):
        axle, side = wheel.split()
        across = 0.208 if side == "right" else -0.208
        box(board, at, across, AXLES[axle], 0.030, 0.062, 0.014, theme["danger" if low else "quiet"])
    paint_body(board, at, length / 100, CarPaint.of(theme))
