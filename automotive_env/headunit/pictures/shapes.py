"""Shapes for drawn pictures: smooth outlines, thick strokes, colour interpolation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb

PicturePoint: TypeAlias = tuple[float, float]

FINE = 10
"""Corners that a smooth outline gets between two points."""


def between(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Linear interpolation of two colours; 0 gives the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def smooth(points: Sequence[PicturePoint]) -> list[PicturePoint]:
    """A closed curve through points."""
    curve: list[PicturePoint] = []
    for place in range(len(points)):
        around = [points[(place + offset) % len(points)] for offset in (-1, 0, 1, 2)]
        xs, ys = [x for x, _ in around], [y for _, y in around]
        curve.extend((_spline(xs, step / FINE), _spline(ys, step / FINE)) for step in range(FINE))
    return curve


def _spline(around: Sequence[float], t: float) -> float:
    """Catmull-Rom: from the second of four values at 0 to the third at 1."""
    before, start, end, after = around
    linear = end - before
    square = 2 * before - 5 * start + 4 * end - after
    cube = 3 * (start - end) + after - before
    return start + (linear * t + square * t * t + cube * t * t * t) / 2


def stroke(board: ImageDraw.ImageDraw, points: Sequence[PicturePoint], width: float, colour: Rgb) -> None:
    """A line of some width with round joints and ends."""
    board.line(list(points), fill=colour, width=round(width), joint="curve")
    for x, y in (points[0], points[-1]):
        board.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=colour)


def along(start: PicturePoint, angle: float, distance: float) -> PicturePoint:
    """The point at a distance in a direction: degrees, counter-clockwise from the right."""
    turn = math.radians(angle)
    return start[0] + math.cos(turn) * distance, start[1] - math.sin(turn) * distance
