"""Tell-tales: the symbols of lamps and warnings that drivers know from the dashboard (after ISO 2575), drawn as vectors.

Each is drawn on a grid of 24 units. What is solid in a symbol is an area, so that it can be an outline while it is off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image as Pillow
from PIL import ImageDraw

from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

GRID = 24
FINE = 8
"""How many times larger symbols are drawn before they are reduced."""
LINE = 1.9
"""Width of lines in units."""

GridPoint: TypeAlias = tuple[float, float]
TellTaleMask: TypeAlias = "npt.NDArray[np.uint8]"
"""Coverage of each pixel, shape (height, width), 0..255."""


class TellTalePen:
    """Draws on the grid in white."""

    def __init__(self, size: int) -> None:
        self.unit = size * FINE / GRID
        self.canvas = Pillow.new("L", (size * FINE, size * FINE))
        self.board = ImageDraw.Draw(self.canvas)

    def line(self, *points: GridPoint, wide: float = LINE) -> None:
        """A line with round ends and corners."""
        width, unit = wide * self.unit, self.unit
        self.board.line([(x * unit, y * unit) for x, y in points], fill=255, width=round(width))
        for x, y in points:
            self.board.ellipse((x * unit - width / 2, y * unit - width / 2, x * unit + width / 2, y * unit + width / 2), fill=255)

    def area(self, *points: GridPoint, filled: bool = True) -> None:
        """A polygon with its edge; where it is not filled, only the edge."""
        if filled:
            self.board.polygon([(x * self.unit, y * self.unit) for x, y in points], fill=255)
        self.line(*points, points[0], wide=LINE * 0.9)

    def disc(self, x: float, y: float, radius: float) -> None:
        """A filled circle."""
        unit = self.unit
        self.board.ellipse(((x - radius) * unit, (y - radius) * unit, (x + radius) * unit, (y + radius) * unit), fill=255)

    def mask(self) -> TellTaleMask:
        """What was drawn, reduced to its size."""
        return np.asarray(self.canvas.reduce(FINE))


def arc(x: float, y: float, across: float, down: float, start: float, end: float, steps: int = 32) -> list[GridPoint]:
    """Points of an arc from one angle to another, in degrees clockwise from the right."""
    angles = [(start + (end - start) * step / steps) * pi / 180 for step in range(steps + 1)]
    return [(x + across * cos(angle), y + down * sin(angle)) for angle in angles]


def wave(x: float, top: float, bottom: float, swing: float = 1.1, turns: float = 1.5) -> list[GridPoint]:
    """Points of a wave from top to bottom."""
    steps = 24
    return [(x + swing * sin(2 * pi * turns * step / steps), top + (bottom - top) * step / steps) for step in range(steps + 1)]


def _lamp(pen: TellTalePen, filled: bool, flat: float, right: bool, height: float = 7.0, deep: float = 8.5) -> None:
    """A headlamp: its flat side towards the beam, its dome to the right or to the left."""
    dome = arc(flat, 12, deep if right else -deep, height, -90, 90)
    pen.area(*dome, filled=filled)


def _rays(pen: TellTalePen, start: float, end: float, heights: Sequence[float], slope: float) -> None:
    for height in heights:
        pen.line((start, height), (end, height + slope))


def _low_beam(pen: TellTalePen, filled: bool) -> None:
    _lamp(pen, filled, 12.6, right=True)
    _rays(pen, 9.6, 2.4, (5.6, 9.2, 12.8, 16.4), 2.6)


def _high_beam(pen: TellTalePen, filled: bool) -> None:
    _lamp(pen, filled, 12.6, right=True)
    _rays(pen, 9.6, 2.0, (5.4, 8.7, 12.0, 15.3, 18.6), 0)


def _auto_high_beam(pen: TellTalePen, filled: bool) -> None:
    _high_beam(pen, filled)
    ink = {"wide": 1.5}
    if filled:  # the letter stands out of the lamp
        for points in (((14.2, 15.4), (16.4, 8.6), (18.6, 15.4)), ((15.0, 13.2), (17.8, 13.2))):
            pen.board.line([(x * pen.unit, y * pen.unit) for x, y in points], fill=0, width=round(1.5 * pen.unit))
    else:
        pen.line((14.6, 15.2), (16.4, 9.0), (18.2, 15.2), **ink)
        pen.line((15.3, 13.2), (17.5, 13.2), **ink)


def _front_fog(pen: TellTalePen, filled: bool) -> None:
    _lamp(pen, filled, 13.4, right=True, deep=8)
    _rays(pen, 10.6, 2.0, (6.4, 11.0, 15.6), 2.4)
    _mist(pen, 6.4)


def _rear_fog(pen: TellTalePen, filled: bool) -> None:
    _lamp(pen, filled, 10.6, right=False, deep=8)
    _rays(pen, 13.4, 22.0, (7.2, 12.0, 16.8), 0)
    _mist(pen, 17.6)


def _mist(pen: TellTalePen, x: float) -> None:
    """A wavy line across the beam, with room at its sides."""
    points = wave(x, 3.2, 20.8)
    pen.board.line([(a * pen.unit, b * pen.unit) for a, b in points], fill=0, width=round(5.0 * pen.unit))
    pen.line(*points)


def _position(pen: TellTalePen, filled: bool) -> None:
    pen.area(*arc(10.6, 12, -4.6, 5.2, -90, 90), filled=filled)
    pen.area(*arc(13.4, 12, 4.6, 5.2, -90, 90), filled=filled)
    for slope, height in ((-1.8, 8.6), (0.0, 12.0), (1.8, 15.4)):
        pen.line((4.0, height), (1.2, height + slope))
        pen.line((20.0, height), (22.8, height + slope))


def _tail(pen: TellTalePen, filled: bool) -> None:
    _lamp(pen, filled, 10.6, right=False, deep=8)
    for slope, height in ((-2.0, 7.0), (0.0, 12.0), (2.0, 17.0)):
        pen.line((14.0, height), (20.0, height + slope))


def _hazard(pen: TellTalePen, filled: bool) -> None:
    outer, inner = ((12, 2.6), (22.4, 20.6), (1.6, 20.6)), ((12, 8.8), (17.4, 18.0), (6.6, 18.0))
    pen.line(*outer, outer[0], outer[1])
    pen.area(*inner, filled=filled)


def _wiper(pen: TellTalePen, shape: Sequence[GridPoint], pivot: GridPoint, tip: GridPoint) -> None:
    pen.line(*shape, shape[0], shape[1])
    pen.line(pivot, tip, wide=2.2)
    pen.disc(*pivot, 1.7)


def _front_wiper(pen: TellTalePen, filled: bool) -> None:
    glass = [*arc(12, 20.0, 11.0, 14.6, -150, -30), (16.2, 18.6), *arc(12, 21.4, 4.2, 3.2, -40, -140)]
    _wiper(pen, glass, (12, 17.6), (17.2, 7.6))


def _rear_wiper(pen: TellTalePen, filled: bool) -> None:
    _wiper(pen, ((3, 6), (21, 6), (21, 19), (3, 19)), (12, 18.4), (17.6, 9.0))


def _waves(pen: TellTalePen) -> None:
    for x in (7.4, 12.0, 16.6):
        pen.line(*wave(x, 10.6, 19.6, 0.9, 1.0), wide=1.6)
        pen.area((x - 1.1, 11.0), (x, 9.2), (x + 1.1, 11.0))


def _front_defroster(pen: TellTalePen, filled: bool) -> None:
    pen.line(*arc(12, 20.5, 12.0, 16.0, -146, -34), (18.4, 16.4))
    pen.line(arc(12, 20.5, 12.0, 16.0, -146, -34)[0], (5.6, 16.4))
    _waves(pen)


def _rear_defroster(pen: TellTalePen, filled: bool) -> None:
    pen.line((5.4, 16.2), (2.2, 16.2), (2.2, 4.2), (21.8, 4.2), (21.8, 16.2), (18.6, 16.2))
    _waves(pen)


def _tyre_pressure(pen: TellTalePen, filled: bool) -> None:
    pen.line(*arc(12, 11.4, 8.4, 9.0, 132, 408), wide=2.0)
    pen.line((6.2, 18.4), (17.8, 18.4))
    for x in (7.0, 10.4, 13.6, 17.0):
        pen.line((x, 18.6), (x, 21.2), wide=1.5)
    pen.line((12, 6.4), (12, 12.0), wide=2.4)
    pen.disc(12, 15.4, 1.4)


def _seat_belt(pen: TellTalePen, filled: bool) -> None:
    pen.disc(12, 4.6, 3.0)
    body = ((8.0, 9.0), (16.0, 9.0), (17.6, 17.0), (16.4, 21.6), (7.6, 21.6), (6.4, 17.0))
    pen.area(*body, filled=filled)
    pen.board.line([(16.6 * pen.unit, 8.6 * pen.unit), (6.2 * pen.unit, 18.6 * pen.unit)], fill=0, width=round(4.0 * pen.unit))
    pen.line((16.6, 9.0), (6.6, 18.6), wide=1.7)


def _child_lock(pen: TellTalePen, filled: bool) -> None:
    """A child beside a padlock: what the rear doors' child lock is marked with."""
    pen.disc(7.0, 6.2, 2.9)
    pen.area((3.2, 20.4), (3.6, 12.4), (5.2, 10.6), (8.8, 10.6), (10.4, 12.4), (10.8, 20.4), filled=filled)
    pen.line(*arc(17.2, 10.4, 2.7, 3.4, 180, 360), wide=1.7)
    pen.area((13.8, 11.2), (20.6, 11.2), (20.6, 18.4), (13.8, 18.4), filled=filled)


def _car_behind(pen: TellTalePen, x: float, y: float, scale: float, filled: bool) -> None:
    """A car seen from behind."""
    body = ((-5, 0.5), (-3.6, -4), (3.6, -4), (5, 0.5), (5, 4), (-5, 4))
    pen.area(*((x + a * scale, y + b * scale) for a, b in body), filled=filled)
    for side in (-1, 1):
        pen.line((x + side * 3.6 * scale, y + 4 * scale), (x + side * 3.6 * scale, y + 5.4 * scale), wide=2.0 * scale)


def _lane_keeping(pen: TellTalePen, filled: bool) -> None:
    pen.line((5.4, 4.0), (2.4, 20.6))
    pen.line((18.6, 4.0), (21.6, 20.6))
    _car_behind(pen, 12, 12.6, 1.05, filled)


def _collision(pen: TellTalePen, filled: bool) -> None:
    _car_behind(pen, 7.2, 14.8, 0.9, filled)
    star = []
    for step in range(16):
        angle, radius = step * pi / 8, 5.0 if step % 2 == 0 else 2.5
        star.append((17.0 + radius * cos(angle), 9.4 + radius * sin(angle)))
    pen.area(*star, filled=filled)


def _blind_spot(pen: TellTalePen, filled: bool) -> None:
    _car_behind(pen, 7.2, 12.0, 1.02, filled)
    for radius in (3.4, 7.0):
        pen.line(*arc(13.4, 12.0, radius, radius * 1.25, -52, 52))


def _speed_warning(pen: TellTalePen, filled: bool) -> None:
    """A gauge with its needle in the last third."""
    pen.line(*arc(12, 13.6, 9.6, 9.6, 150, 390), wide=2.0)
    pen.line((12, 13.6), (17.2, 9.0), wide=2.4)
    pen.disc(12, 13.6, 2.2)
    for angle in (180, 225, 270, 315, 360):
        spot = arc(12, 13.6, 6.6, 6.6, angle, angle, 1)[0]
        pen.disc(*spot, 0.8)


TELL_TALES: Mapping[str, Callable[[TellTalePen, bool], None]] = {
    "auto_high_beam": _auto_high_beam,
    "blind_spot": _blind_spot,
    "child_lock": _child_lock,
    "collision": _collision,
    "front_defroster": _front_defroster,
    "front_fog": _front_fog,
    "front_wiper": _front_wiper,
    "hazard": _hazard,
    "high_beam": _high_beam,
    "lane_keeping": _lane_keeping,
    "low_beam": _low_beam,
    "position_lamps": _position,
    "rear_defroster": _rear_defroster,
    "rear_fog": _rear_fog,
    "rear_wiper": _rear_wiper,
    "seat_belt": _seat_belt,
    "speed_warning": _speed_warning,
    "tail_lamps": _tail,
    "tyre_pressure": _tyre_pressure,
}
"""Name of a symbol -> what draws it, filled or as an outline."""


def tell_tale_mask(name: str, size: int, filled: bool = True) -> TellTaleMask:
    """Coverage of a symbol in a square.

    Raises:
        KeyError: there is no such symbol; `TELL_TALES` names those there are.
    """
    pen = TellTalePen(size)
    TELL_TALES[name](pen, filled)
    return pen.mask()
