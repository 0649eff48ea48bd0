"""The roof of the car from above: the sunroof, and the sunshades under its glass."""

from __future__ import annotations

from typing import Any, NamedTuple

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Theme
from automotive_env.headunit.pictures.car_picture import CABIN, PANES, CarPaint, PointOnCar, box, mirrored, paint_body, shape
from automotive_env.headunit.pictures.shapes import between, stroke

WIDE = 0.112
"""Half the width of the glass in the roof, in lengths of the car."""
FRONT = (0.095, -0.075)
REAR = (-0.115, -0.305)
"""Front and rear end of the glass over the front and the rear row."""


class RoofPictureState(NamedTuple):
    """What is shown: whether the sunroof is tilted; how far it and the sunshades of both rows are open, 0..100."""

    tilted: bool = False
    opening: float = 0.0
    front_shade: float = 0.0
    rear_shade: float = 0.0


def paint_roof(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the roof of a `RoofPictureState`, the car's nose up and beyond the board."""
    length = min(width / 0.52, height / 0.66)

    def at(right: float, ahead: float) -> tuple[float, float]:
        return width / 2 + right * length, height / 2 - (ahead + 0.10) * length

    paint, unit = CarPaint.of(theme), length / 100
    paint_body(board, at, unit, paint)
    roof = [(right * 0.86, ahead * 0.80 - 0.018) for right, ahead in CABIN]
    shape(board, at, mirrored(roof), between(paint.body, paint.edge, 0.25))
    for side in (-1, 1):
        for across, front, rear in PANES:
            stroke(board, [at(side * (across + 0.008), front), at(side * (across + 0.008), rear)], 2 * unit, paint.glass)
    _pane(board, at, REAR, shown.rear_shade / 100, theme)
    _pane(board, at, FRONT, shown.front_shade / 100, theme)
    _sunroof(board, at, unit, theme, shown)


def _pane(board: ImageDraw.ImageDraw, at: PointOnCar, ends: tuple[float, float], bare: float, theme: Theme) -> None:
    """Glass, and the sunshade under it, which is drawn from the rear."""
    paint = CarPaint.of(theme)
    front, rear = ends
    box(board, at, 0, (front + rear) / 2, WIDE, (front - rear) / 2, 0.018, between(paint.glass, paint.inside, 0.35))
    edge = rear + (front - rear) * (1 - bare)
    if edge - rear > 0.012:
        box(
            board,
            at,
            0,
            (edge + rear) / 2,
            WIDE - 0.006,
            (edge - rear) / 2 - 0.004,
            0.012,
            between(paint.seat, paint.edge, 0.45),
        )


def _sunroof(board: ImageDraw.ImageDraw, at: PointOnCar, unit: float, theme: Theme, shown: RoofPictureState) -> None:
    """The part of the front glass that is out of the way, or the gap behind a tilted one."""
    front, rear = FRONT
    if shown.tilted:
        for lift in (0.0, 0.016):
            stroke(
                board, [at(-WIDE + 0.02, rear + lift), at(WIDE - 0.02, rear + lift)], (1.4 - 30 * lift) * unit, theme["accent"]
            )
    elif shown.opening:
        edge = front - (front - rear) * shown.opening / 100
        box(board, at, 0, (front + edge) / 2, WIDE, max(0.004, (front - edge) / 2), 0.014, CarPaint.of(theme).inside)
        stroke(board, [at(-WIDE + 0.01, edge), at(WIDE - 0.01, edge)], 1.4 * unit, theme["accent"])
