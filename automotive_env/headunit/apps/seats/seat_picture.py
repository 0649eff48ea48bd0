"""A seat seen from its side, as it stands and with what it does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.pictures.shapes import PicturePoint, along, between, smooth, stroke

BACK = (
    (-26, -22), (20, -34), (80, -37), (140, -32), (190, -25), (212, -12), (214, 5), (202, 19), (168, 24), (130, 22), (95, 26),
    (60, 36), (25, 38), (-10, 30), (-32, 4),
)  # fmt: skip
"""Outline of the backrest: along it from the hip, and towards the person."""
BACK_PAD = ((52, 33), (95, 24), (130, 20), (168, 22), (198, 14), (190, 2), (165, 5), (110, 6), (64, 14))
HEAD = ((-20, -14), (10, -17), (36, -12), (44, 2), (38, 16), (10, 20), (-16, 16), (-26, 2))
"""Outline of the headrest, from its lower end."""
SLOPE = 7
"""Degrees by which the cushion rises to the knee."""


class SeatPictureState(NamedTuple):
    """What is shown of a seat.

    Attributes:
        position: in percent: recline of the backrest, distance from the front end of the rail, height and length of the cushion,
            height of the headrest.
        heat: 0 off .. 5.
        air: 0 off .. 5.
        massage: whether it kneads.
    """

    position: tuple[float, ...]
    heat: int = 0
    air: int = 0
    massage: bool = False


class _Frame(NamedTuple):
    """Where a seat is on the board.

    Attributes:
        unit: pixels of the board for each of a picture 500 high.
        hip: where cushion and backrest meet.
        shoulder: where the headrest stands.
        lean: direction of the backrest, degrees.
        length: of the cushion.
        lift: of the headrest above the shoulder.
    """

    unit: float
    hip: PicturePoint
    shoulder: PicturePoint
    lean: float
    length: float
    lift: float

    def back(self, up: float, front: float, base: PicturePoint | None = None) -> PicturePoint:
        """A point of the backrest, or of what stands on a base in the same direction."""
        return along(along(base or self.hip, self.lean, up * self.unit), self.lean - 90, front * self.unit)

    def cushion(self, out: float, up: float) -> PicturePoint:
        """A point of the cushion."""
        return along(along(self.hip, SLOPE, out * self.unit), SLOPE + 90, up * self.unit)


def _frame(seat: SeatPictureState, width: int, height: int) -> _Frame:
    recline, back, up, length, headrest = seat.position
    unit = height / 500
    hip = (width * 0.45 - (back - 50) * 0.5 * unit, height * 0.71 - (up - 50) * 0.35 * unit)
    lean = 88 + recline * 0.28
    return _Frame(unit, hip, along(hip, lean, 206 * unit), lean, 118 + length * 0.5, 24 + headrest * 0.26)


def paint_seat(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the seat of a `SeatPictureState`."""
    frame = _frame(shown, width, height)
    works = shown.heat or shown.air
    glow = theme["warm"] if shown.heat else theme["cool"] if shown.air else theme["accent"]
    night = theme.name == "night"
    leather: Rgb = (88, 103, 121) if night else (163, 176, 190)
    pad = between(leather, glow, 0.2 + 0.1 * shown.heat) if shown.heat else between(leather, (255, 255, 255), 0.2)
    _halo(board, width, height, theme["card"], glow, 0.16 if works else 0.08)
    _rail(board, frame, width, height, theme["line"])
    _back(board, frame, leather, between(leather, (0, 0, 0), 0.22 if night else 0.1), pad, theme["faint"])
    _cushion(board, frame, leather, pad)
    _effects(board, frame, theme, shown)


def _back(board: ImageDraw.ImageDraw, frame: _Frame, leather: Rgb, shell: Rgb, pad: Rgb, metal: Rgb) -> None:
    """The backrest with its headrest."""
    for side in (-2, 8):
        bar = [frame.back(0, side, frame.shoulder), frame.back(frame.lift + 6, side, frame.shoulder)]
        stroke(board, bar, 5 * frame.unit, metal)
    _fill(board, [frame.back(up + frame.lift, front, frame.shoulder) for up, front in HEAD], leather)
    _fill(board, [frame.back(*point) for point in BACK], shell)
    _fill(board, [frame.back(*point) for point in BACK_PAD], pad)


def _fill(board: ImageDraw.ImageDraw, points: Sequence[PicturePoint], colour: Rgb) -> None:
    board.polygon(smooth(points), fill=colour)


def _halo(board: ImageDraw.ImageDraw, width: int, height: int, card: Rgb, glow: Rgb, strength: float) -> None:
    """A light behind the seat."""
    rings = 24
    for ring in range(rings):
        radius = height * 0.52 * (1 - ring / rings)
        colour = between(card, glow, strength * (ring / rings) ** 1.5)
        board.ellipse((width / 2 - radius, height * 0.5 - radius, width / 2 + radius, height * 0.5 + radius), fill=colour)


def _rail(board: ImageDraw.ImageDraw, frame: _Frame, width: int, height: int, metal: Rgb) -> None:
    floor, unit = height * 0.9, frame.unit
    stroke(board, [(width * 0.18, floor), (width * 0.84, floor)], 8 * unit, metal)
    left, right = frame.cushion(0, -20), frame.cushion(116, -20)
    feet = [(right[0] - 14 * unit, floor), (left[0] + 6 * unit, floor)]
    board.polygon([left, right, *feet], fill=between(metal, (0, 0, 0), 0.15))


def _cushion(board: ImageDraw.ImageDraw, frame: _Frame, leather: Rgb, pad: Rgb) -> None:
    far = frame.length
    outline = (
        (-28, -6), (-16, -30), (30, -36), (far * 0.55, -34), (far - 20, -30), (far + 12, -18), (far + 24, 4), (far + 10, 26),
        (far - 30, 30), (far * 0.5, 24), (40, 26), (0, 34), (-20, 20),
    )  # fmt: skip
    _fill(board, [frame.cushion(*point) for point in outline], leather)
    top = (
        (far * 0.34, 25), (far * 0.5, 22), (far - 30, 28), (far + 4, 22), (far - 4, 10), (far - 40, 10), (far * 0.5, 6),
        (far * 0.38, 10),
    )  # fmt: skip
    _fill(board, [frame.cushion(*point) for point in top], pad)


def _effects(board: ImageDraw.ImageDraw, frame: _Frame, theme: Theme, seat: SeatPictureState) -> None:
    if seat.massage:
        for place in range(5):
            x, y = frame.back(52 + 34 * place, 2)
            for size, colour in ((11, theme["card"]), (8, theme["accent"])):
                reach = size * frame.unit
                board.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    if seat.heat:
        for place in range(3):
            stroke(
                board, _wave(frame.cushion(78 + 34 * place, 44), 50 * frame.unit, 6 * frame.unit), 5 * frame.unit, theme["warm"]
            )
    if seat.air:
        for place in range(3):
            _arrow(board, frame.back(122 + 34 * place, 44), frame.lean - 90, frame.unit, theme["cool"])


def _wave(start: PicturePoint, length: float, swing: float) -> list[PicturePoint]:
    """A line upwards that swings from side to side."""
    steps = 32
    return [
        (start[0] + swing * math.sin(step / steps * 3 * math.pi), start[1] - length * step / steps) for step in range(steps + 1)
    ]


def _arrow(board: ImageDraw.ImageDraw, start: PicturePoint, angle: float, unit: float, colour: Rgb) -> None:
    end = along(start, angle, 52 * unit)
    stroke(board, [start, end], 5 * unit, colour)
    for turn in (145, -145):
        stroke(board, [end, along(end, angle + turn, 14 * unit)], 5 * unit, colour)
