"""A steering wheel, warm where it is heated."""

from __future__ import annotations

from typing import Any, NamedTuple

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.pictures.car_picture import CarPaint
from automotive_env.headunit.pictures.emblem import emblem
from automotive_env.headunit.pictures.shapes import PicturePoint, between, smooth

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
    disc(radius, between(rim, (0, 0, 0), 0.18))
    disc(radius * 0.985, rim)
    disc(radius * 0.84, between(rim, (0, 0, 0), 0.18))
    disc(radius * 0.825, theme["card"])
    for turn in (200, 340):  # the grips, where thumbs lie
        board.arc((x - radius * 0.95, y - radius * 0.95, x + radius * 0.95, y + radius * 0.95), turn - 16, turn + 16,
                  fill=between(rim, (255, 255, 255), 0.18), width=round(radius * 0.035))  # fmt: skip
    _spokes(board, (x, y), radius, paint)


def _spokes(board: ImageDraw.ImageDraw, middle: PicturePoint, radius: float, paint: CarPaint) -> None:
    """The spokes with their buttons, and the hub with the emblem."""

    def at(across: float, down: float) -> PicturePoint:
        return middle[0] + across * radius, middle[1] + down * radius

    def outline(points: tuple[PicturePoint, ...]) -> list[PicturePoint]:
        return smooth([at(*point) for point in points])

    dark, light = paint.edge, paint.body
    for side in (-1, 1):
        arm = ((0.20, -0.16), (0.52, -0.13), (0.84, -0.10), (0.84, 0.12), (0.52, 0.17), (0.20, 0.24))
        board.polygon(outline(tuple((side * across, down) for across, down in arm)), fill=light)
    foot = ((-0.15, 0.2), (0.15, 0.2), (0.11, 0.5), (0.17, 0.84), (-0.17, 0.84), (-0.11, 0.5))
    board.polygon(outline(foot), fill=light)
    slot = ((-0.05, 0.46), (0.05, 0.46), (0.07, 0.76), (-0.07, 0.76))
    board.polygon([at(*point) for point in slot], fill=dark)
    hub = ((0.0, -0.30), (0.26, -0.25), (0.36, 0.02), (0.27, 0.29), (0.0, 0.37), (-0.27, 0.29), (-0.36, 0.02), (-0.26, -0.25))
    board.polygon(outline(hub), fill=dark)
    board.polygon(outline(tuple((across * 0.95, 0.02 + (down - 0.02) * 0.95) for across, down in hub)), fill=light)
    for side in (-1, 1):
        for across, down in ((0.50, -0.05), (0.66, -0.04), (0.50, 0.09), (0.66, 0.07)):
            (left, top), (right, bottom) = at(side * across - 0.055, down - 0.035), at(side * across + 0.055, down + 0.035)
            board.rounded_rectangle((left, top, right, bottom), radius * 0.03, fill=dark)
    emblem(board, at(0.0, 0.03), radius * 0.15, dark, light)
