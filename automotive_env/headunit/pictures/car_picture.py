"""The car from above: its windows, its seats, its lights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from PIL import ImageDraw

from automotive_env.headunit.kit.rendering.theme import Rgb, Theme
from automotive_env.headunit.pictures.shapes import PicturePoint, between, smooth, stroke

PointOnCar: TypeAlias = Callable[[float, float], PicturePoint]
"""A place of the car on the board: to the right of its middle and ahead of it, in lengths of the car."""

BODY = (
    (0.0, 0.5), (0.10, 0.492), (0.162, 0.462), (0.192, 0.40), (0.203, 0.31), (0.204, 0.10), (0.206, -0.10), (0.208, -0.28),
    (0.200, -0.40), (0.172, -0.468), (0.10, -0.494), (0.0, -0.5),
)  # fmt: skip
"""Right half of the outline, from the nose to the tail."""
CABIN = ((0.0, 0.20), (0.09, 0.192), (0.158, 0.165), (0.172, 0.06), (0.174, -0.10), (0.166, -0.30), (0.13, -0.395), (0.0, -0.408))
"""Right half of the cut-open cabin."""
PANES = ((0.150, 0.125, -0.025), (0.150, -0.045, -0.195), (0.150, -0.215, -0.325))
"""Side windows from the front to the rear: how far from the middle they stand, front end, rear end."""
SEATS = ((0.078, 0.072), (0.078, -0.083), (0.078, -0.238))
"""Middle of a seat of each row."""


class CarPictureState(NamedTuple):
    """What is shown. Six places go row by row, left before right; how far something is open goes from 0 to 100.

    Attributes:
        windows, doors: how far each is open.
        hood, tailgate: how far they are open.
        flap: whether the filler flap is open.
        mirrors: whether the left and the right one stand out.
        lamps: how bright each reading lamp is, 0..100.
    """

    windows: tuple[float, ...] = (0.0,) * 6
    doors: tuple[float, ...] = (0.0,) * 6
    hood: float = 0.0
    tailgate: float = 0.0
    flap: bool = False
    mirrors: tuple[bool, bool] = (True, True)
    lamps: tuple[float, ...] = (0.0,) * 6


class CarPaint(NamedTuple):
    """Colours of the car."""

    body: Rgb
    edge: Rgb
    inside: Rgb
    seat: Rgb
    glass: Rgb

    @classmethod
    def of(cls, theme: Theme) -> CarPaint:
        """Those of a theme."""
        if theme.name == "night":
            return cls((70, 84, 101), (102, 119, 139), (17, 23, 30), (50, 62, 76), (140, 178, 214))
        return cls((198, 207, 217), (160, 172, 186), (238, 242, 246), (190, 200, 211), (96, 142, 186))


def mirrored(half: Sequence[PicturePoint]) -> list[PicturePoint]:
    """A whole outline from its right half, mirrored."""
    return [*half, *((-x, y) for x, y in reversed(half) if x)]


def shape(board: ImageDraw.ImageDraw, at: PointOnCar, points: Sequence[PicturePoint], fill: Rgb) -> None:
    """A smooth shape of the car."""
    board.polygon(smooth([at(*point) for point in points]), fill=fill)


def upright(width: int, height: int, length: float) -> PointOnCar:
    """The car in the middle of the board, its nose up, some pixels long."""
    return lambda right, ahead: (width / 2 + right * length, height / 2 - ahead * length)


def paint_body(
    board: ImageDraw.ImageDraw, at: PointOnCar, unit: float, paint: CarPaint, mirrors: tuple[bool, bool] = (True, True)
) -> None:
    """The car without its windows; a unit is a hundredth of its length."""
    for side, out in zip((-1, 1), mirrors, strict=True):
        mirror = ((0.19, 0.165), (0.24, 0.150), (0.25, 0.128), (0.19, 0.140))
        folded = ((0.19, 0.165), (0.213, 0.150), (0.216, 0.085), (0.19, 0.095))
        shape(board, at, [(side * x, y) for x, y in (mirror if out else folded)], paint.edge)
    shape(board, at, mirrored(BODY), paint.edge)
    inner = [(x * 0.965, y * 0.985) for x, y in BODY]
    shape(board, at, mirrored(inner), paint.body)
    for side in (-1, 1):
        crease = [at(side * 0.125, 0.235), at(side * 0.118, 0.33), at(side * 0.095, 0.44)]
        stroke(board, crease, 0.5 * unit, paint.edge)
    shape(board, at, mirrored(CABIN), between(paint.glass, paint.inside, 0.55))
    floor = [(x * 0.86, y * 0.80 - 0.018) for x, y in CABIN]
    shape(board, at, mirrored(floor), paint.inside)
    for across, ahead in SEATS:
        for side in (-1, 1):
            _seat(board, at, side * across, ahead, paint)


def _seat(board: ImageDraw.ImageDraw, at: PointOnCar, across: float, ahead: float, paint: CarPaint) -> None:
    back = between(paint.seat, paint.edge, 0.5)
    box(board, at, across, ahead, 0.050, 0.045, 0.020, paint.seat)
    box(board, at, across, ahead - 0.046, 0.052, 0.015, 0.014, back)
    box(board, at, across, ahead - 0.066, 0.026, 0.009, 0.009, back)


def box(
    board: ImageDraw.ImageDraw, at: PointOnCar, across: float, ahead: float, wide: float, tall: float, radius: float, fill: Rgb
) -> None:
    """A rounded rectangle around a place, given half its width and half its length."""
    (x, y), (right, bottom) = at(across - wide, ahead + tall), at(across + wide, ahead - tall)
    turn = abs(at(radius, 0)[0] - at(0, 0)[0]) + abs(at(radius, 0)[1] - at(0, 0)[1])
    board.rounded_rectangle((min(x, right), min(y, bottom), max(x, right), max(y, bottom)), turn, fill=fill)
