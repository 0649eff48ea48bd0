"""The car from above with what stands open: windows, doors, lids, the filler flap; and its lit lamps."""

from __future__ import annotations

import math
from typing import Any

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.pictures.car_picture import (
    PANES,
    SEATS,
    CarPaint,
    CarPictureState,
    PointOnCar,
    box,
    paint_body,
    shape,
    upright,
)
from automotive_env.headunit.pictures.shapes import between, stroke

HINGE = 0.203
"""How far from the middle doors hang."""
MAX_DOOR_DEGREES = 62
"""Degrees by which a door stands out when it is wide open."""
HOOD = ((0.118, 0.245), (0.132, 0.33), (0.125, 0.42), (0.085, 0.455), (0.0, 0.465))
"""Right half of the space under the hood, from the windscreen to the nose."""
BOOT = ((0.0, -0.475), (0.11, -0.465), (0.15, -0.435), (0.12, -0.415), (0.0, -0.42))
"""Right half of the opening at the tail."""
FLAP = (0.196, -0.375)


def paint_car(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the car of a `CarPictureState`, nose up."""
    length = min(height * 0.90, width / 0.70)
    _paint(board, upright(width, height, length), length / 100, theme, shown)


def paint_front(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the front half of the car of a `CarPictureState`, its mirrors in the middle."""
    length = width / 0.60

    def at(right: float, ahead: float) -> tuple[float, float]:
        return width / 2 + right * length, height / 2 - (ahead - 0.15) * length

    _paint(board, at, length / 100, theme, shown)


def _paint(board: ImageDraw.ImageDraw, at: PointOnCar, unit: float, theme: Theme, shown: CarPictureState) -> None:
    paint = CarPaint.of(theme)
    paint_body(board, at, unit, paint, shown.mirrors)
    if shown.hood:
        _lid(board, at, unit, HOOD, (0.245, 0.465), shown.hood / 100, theme)
    if shown.tailgate:
        _lid(board, at, unit, BOOT, (-0.415, -0.475), shown.tailgate / 100, theme)
    if shown.flap:
        right, ahead = FLAP
        stroke(board, [at(right, ahead - 0.016), at(right + 0.055, ahead + 0.008)], 1.5 * unit, theme["accent"])
        box(board, at, right, ahead, 0.014, 0.02, 0.008, theme["accent"])
    for number in range(6):
        row, right_side = divmod(number, 2)
        side = 1 if right_side else -1
        if shown.lamps[number]:
            _glow(board, at, (side * SEATS[row][0], SEATS[row][1] + 0.005), unit, shown.lamps[number] / 100, paint)
        if shown.doors[number]:
            _door(board, at, unit, PANES[row], side, shown.doors[number] / 100, theme)
        _window(board, at, unit, PANES[row], side, shown.windows[number] / 100, theme)


def _lid(
    board: ImageDraw.ImageDraw,
    at: PointOnCar,
    unit: float,
    half: tuple[tuple[float, float], ...],
    ends: tuple[float, float],
    opening: float,
    theme: Theme,
) -> None:
    """The dark space under a lid, and the lid, which stands over its hinge the further the wider it is open."""
    whole = [*half, *((-right, ahead) for right, ahead in reversed(half) if right)]
    shape(board, at, whole, CarPaint.of(theme).inside)
    hinge, free = ends
    edge = free + (hinge - free) * 0.9 * opening
    lid = [(right, hinge + (ahead - hinge) * (edge - hinge) / (free - hinge)) for right, ahead in whole]
    paint = CarPaint.of(theme)
    shape(board, at, lid, between(paint.body, paint.edge, 0.6))
    wide = max(right for right, _ in half) * 0.8
    stroke(board, [at(-wide, edge), at(wide, edge)], 1.6 * unit, theme["accent"])


def _door(
    board: ImageDraw.ImageDraw,
    at: PointOnCar,
    unit: float,
    pane: tuple[float, float, float],
    side: int,
    opening: float,
    theme: Theme,
) -> None:
    """A door swung out around its front edge."""
    _, front, rear = pane
    turn = math.radians(10 + (MAX_DOOR_DEGREES - 10) * opening)
    reach = front - rear
    end = at(side * (HINGE + reach * math.sin(turn)), front - reach * math.cos(turn))
    stroke(board, [at(side * HINGE, front), end], 3.2 * unit, CarPaint.of(theme).edge)
    stroke(board, [at(side * HINGE, front), end], 1.6 * unit, theme["accent"])


def _glow(
    board: ImageDraw.ImageDraw, at: PointOnCar, middle: tuple[float, float], unit: float, shine: float, paint: CarPaint
) -> None:
    """The light of a reading lamp on its seat."""
    warm: Rgb = (255, 196, 84)
    x, y = at(*middle)
    for size, share in ((5.2, 0.35), (3.9, 0.6), (2.4, 0.9)):
        fill = between(paint.seat, warm, share * (0.45 + 0.55 * shine))
        board.ellipse((x - size * unit, y - size * unit, x + size * unit, y + size * unit), fill=fill)


def _window(
    board: ImageDraw.ImageDraw,
    at: PointOnCar,
    unit: float,
    pane: tuple[float, float, float],
    side: int,
    opening: float,
    theme: Theme,
) -> None:
    """A side window, and the air that comes in."""
    across, front, rear = pane
    place = side * (across + 0.008)
    stroke(board, [at(place, front), at(place, rear)], 2.2 * unit, theme["line"])
    if opening < 1:
        stroke(board, [at(place, rear + (front - rear) * (1 - opening)), at(place, rear)], 2.2 * unit, CarPaint.of(theme).glass)
    if opening:
        for puff in (0.25, 0.75):
            ahead = rear + (front - rear) * puff
            stroke(board, [at(side * 0.225, ahead), at(side * (0.25 + 0.04 * opening), ahead + 0.015)], unit, theme["cool"])
