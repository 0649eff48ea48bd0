"""The car from above with the beams of its lamps."""

from __future__ import annotations

from typing import Any, NamedTuple

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.pictures.car_picture import CarPaint, PointOnCar, paint_body, shape
from automotive_env.headunit.pictures.shapes import PicturePoint, between, stroke


class BeamPictureState(NamedTuple):
    """What shines.

    Attributes:
        low, high: the headlights.
        front_fog, rear_fog: the fog lamps.
        height: aim of the low beam, percent.
    """

    low: bool = False
    high: bool = False
    front_fog: bool = False
    rear_fog: bool = False
    height: float = 50.0


def paint_beams(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw `BeamPictureState`; the car faces right, on the middle lane of a road."""
    length = min(height * 1.5, width * 0.48)

    def at(right: float, ahead: float) -> PicturePoint:
        return width * 0.36 + ahead * length, height / 2 + right * length

    paint, ground = CarPaint.of(theme), between(theme["raised"], theme["quiet"], 0.16)
    board.rectangle((0, 0, width, height), fill=ground)
    _lanes(board, width, height, length, between(ground, theme["card"], 0.7))
    light: Rgb = (255, 232, 170) if theme.name == "night" else (255, 206, 92)
    if shown.front_fog:
        _cone(board, at, 0.44, 0.34, 0.40, ground, light, 0.5)
    if shown.low:
        _cone(board, at, 0.46, 0.40 + shown.height * 0.0025, 0.27, ground, light, 0.8)
    if shown.high:
        _cone(board, at, 0.46, 0.76, 0.16, ground, light, 1.0)
    if shown.rear_fog:
        _cone(board, at, -0.46, -0.24, 0.2, ground, theme["danger"], 0.7)
    paint_body(board, at, length / 100, paint)
    ahead = light if shown.low or shown.high or shown.front_fog else paint.edge
    for side in (-1, 1):
        shape(board, at, [(side * x, y) for x, y in ((0.10, 0.478), (0.165, 0.445), (0.185, 0.395), (0.140, 0.43))], ahead)
        tail = theme["danger"] if shown.rear_fog else paint.edge
        shape(board, at, [(side * x, y) for x, y in ((0.10, -0.484), (0.165, -0.458), (0.19, -0.405), (0.14, -0.455))], tail)


def _lanes(board: ImageDraw.ImageDraw, width: int, height: int, length: float, ink: Rgb) -> None:
    """The dashes on both sides of the lane."""
    for side in (-1, 1):
        y = height / 2 + side * 0.4 * length
        for dash in range(12):
            x = (0.42 * dash - 0.1) * length
            if x < width:
                stroke(board, [(x, y), (x + 0.2 * length, y)], 0.018 * length, ink)


def _cone(
    board: ImageDraw.ImageDraw,
    at: PointOnCar,
    start: float,
    reach: float,
    spread: float,
    ground: Rgb,
    light: Rgb,
    strength: float,
) -> None:
    """Light from both lamps of an end, fading into the ground."""
    steps = 40
    for step in range(steps):
        share = 1 - step / steps
        far, wide = start + reach * share, 0.15 + spread * share
        outline = [(-0.13, start), (0.13, start), (wide, far - reach * share * 0.12), (0.0, far + reach * share * 0.06),
                   (-wide, far - reach * share * 0.12)]  # fmt: skip
        board.polygon([at(*point) for point in outline], fill=between(ground, light, strength * (step / steps) ** 1.7))
