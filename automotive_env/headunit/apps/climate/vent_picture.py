"""A person behind the dashboard or a front seat, and the air that comes from the vents."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any, NamedTuple, TypeAlias

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.pictures.shapes import PicturePoint, stroke

At: TypeAlias = Callable[[PicturePoint], PicturePoint]
"""A place on the board by its parts of the picture."""
STREAMS: dict[str, tuple[PicturePoint, ...]] = {
    "window": ((0.20, 0.44), (0.22, 0.32), (0.30, 0.20)),
    "face": ((0.31, 0.46), (0.42, 0.40), (0.54, 0.34)),
    "feet": ((0.25, 0.62), (0.27, 0.74), (0.33, 0.82)),
}
"""Outlet -> the way its air takes, in parts of the picture."""


class VentPictureState(NamedTuple):
    """Which vents are open.

    Attributes:
        window, face, feet: whether air goes there.
        rear: whether the seat is behind another one.
    """

    window: bool = False
    face: bool = False
    feet: bool = False
    rear: bool = False


def paint_vents(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw `VentPictureState`; the person looks to the left."""
    side = min(width, height * 1.25)
    left, top = (width - side) / 2, (height - side / 1.25) / 2

    def at(point: PicturePoint) -> PicturePoint:
        return left + point[0] * side, top + point[1] * side / 1.25

    thick, body, metal = side * 0.075, theme["faint"], theme["line"]
    (_front_seat if shown.rear else _dashboard)(board, at, side, metal)
    stroke(board, [at((0.86, 0.26)), at((0.82, 0.80))], thick * 0.9, metal)  # backrest
    stroke(board, [at((0.82, 0.80)), at((0.58, 0.80))], thick * 0.9, metal)  # cushion
    x, y = at((0.73, 0.24))
    board.ellipse((x - side * 0.065, y - side * 0.065, x + side * 0.065, y + side * 0.065), fill=body)
    stroke(board, [at((0.75, 0.40)), at((0.73, 0.68))], thick * 1.3, body)
    stroke(board, [at((0.73, 0.68)), at((0.52, 0.66)), at((0.42, 0.90)), at((0.34, 0.92))], thick * 0.8, body)
    hand = (0.50, 0.62) if shown.rear else (0.42, 0.52)
    stroke(board, [at((0.74, 0.42)), at((0.58, 0.54)), at(hand)], thick * 0.6, body)
    for vent, way in STREAMS.items():
        is_open = bool(getattr(shown, vent))
        _arrow(board, [at(point) for point in way], side * (0.026 if is_open else 0.012), theme["accent" if is_open else "line"])


def _dashboard(board: ImageDraw.ImageDraw, at: At, side: float, ink: Rgb) -> None:
    stroke(board, [at((0.06, 0.52)), at((0.40, 0.06)), at((0.90, 0.06))], side * 0.022, ink)  # windscreen and roof
    board.polygon([at(point) for point in ((0.05, 0.54), (0.24, 0.50), (0.31, 0.55), (0.27, 0.66), (0.05, 0.70))], fill=ink)
    stroke(board, [at((0.34, 0.46)), at((0.42, 0.66))], side * 0.022, ink)  # steering wheel


def _front_seat(board: ImageDraw.ImageDraw, at: At, side: float, ink: Rgb) -> None:
    stroke(board, [at((0.03, 0.06)), at((0.92, 0.06))], side * 0.022, ink)  # roof
    stroke(board, [at((0.30, 0.12)), at((0.58, 0.12)), at((0.56, 0.30)), at((0.24, 0.30)), at((0.30, 0.12))], side * 0.014, ink)
    stroke(board, [at((0.10, 0.18)), at((0.11, 0.25))], side * 0.05, ink)  # headrest, backrest and cushion
    stroke(board, [at((0.11, 0.34)), at((0.18, 0.80))], side * 0.075, ink)
    stroke(board, [at((0.18, 0.80)), at((0.04, 0.80))], side * 0.068, ink)
    board.polygon([at(point) for point in ((0.20, 0.50), (0.27, 0.50), (0.30, 0.66), (0.23, 0.66))], fill=ink)


def _arrow(board: ImageDraw.ImageDraw, way: list[PicturePoint], wide: float, ink: Rgb) -> None:
    stroke(board, way, wide, ink)
    (x, y), (tip_x, tip_y) = way[-2:]
    long = ((tip_x - x) ** 2 + (tip_y - y) ** 2) ** 0.5
    right, down = (tip_x - x) / long, (tip_y - y) / long
    head = wide * 2.6
    turns = ((cos(turn), sin(turn)) for turn in (0.0, pi * 0.72, -pi * 0.72))
    corners = [(tip_x + head * (right * c - down * s), tip_y + head * (right * s + down * c)) for c, s in turns]
    board.polygon(corners, fill=ink)
