"""A drawn map: an endless invented town that moves with the car, with a route and a position marker."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from PIL import ImageDraw

from automotive_env.headunit.drawing import SMOOTH
from automotive_env.headunit.theme import Rgb, Theme

Point = tuple[float, float]
TILT = math.radians(17)
BLOCK = 120.0
"""Metres between streets."""


class MapView(NamedTuple):
    """What a map shows.

    Attributes:
        latitude, longitude: of the car, degrees.
        bearing: where it is heading, degrees.
        guided: whether a route is shown.
        scale: metres a pixel.
        traffic: whether busy streets are coloured.
    """

    latitude: float
    longitude: float
    bearing: float = 0.0
    guided: bool = False
    scale: float = 1.4
    traffic: bool = False


def _paper(theme: Theme) -> dict[str, Rgb]:
    if theme.name == "night":
        return {
            "land": (25, 33, 43), "house": (33, 42, 54), "park": (22, 54, 46), "water": (15, 47, 82), "minor": (50, 62, 77),
            "major": (84, 100, 120), "main": (122, 104, 72), "edge": (18, 24, 31), "busy": (206, 110, 62),
        }  # fmt: skip
    return {
        "land": (243, 242, 237), "house": (232, 230, 224), "park": (198, 228, 192), "water": (158, 205, 240),
        "minor": (255, 255, 255), "major": (255, 255, 255), "main": (255, 222, 142), "edge": (212, 212, 206),
        "busy": (236, 120, 60),
    }  # fmt: skip


def _luck(first: int, second: int, third: int = 0) -> float:
    """A number from 0 to 1 that looks drawn by lot and is always the same for the same place."""
    mixed = (first * 73_856_093) ^ (second * 19_349_663) ^ (third * 83_492_791)
    mixed = (mixed ^ (mixed >> 13)) * 1_274_126_177 & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0x3FF) / 1023


class _Town:
    """Turns places of the town into places on the drawing board."""

    def __init__(self, view: MapView, width: int, height: int) -> None:
        self.unit = SMOOTH / 2 / view.scale
        self.here = (view.longitude * 111_320 * math.cos(math.radians(view.latitude)), view.latitude * 110_540)
        self.size = (width, height)
        self.middle = (width * 0.5, height * 0.56)
        cosine, sine = math.cos(TILT), math.sin(TILT)
        east, north = self.here
        self.at = (east * cosine + north * sine, -east * sine + north * cosine)
        reach = math.hypot(width, height) / 2 / self.unit
        self.columns = range(math.floor((self.at[0] - reach) / BLOCK) - 1, math.ceil((self.at[0] + reach) / BLOCK) + 2)
        self.rows = range(math.floor((self.at[1] - reach) / BLOCK) - 1, math.ceil((self.at[1] + reach) / BLOCK) + 2)

    def x(self, column: int) -> float:
        """Where a street runs, in metres."""
        return (column + 0.5 * (_luck(column, 1) - 0.5)) * BLOCK

    def y(self, row: int) -> float:
        return (row + 0.5 * (_luck(row, 2) - 0.5)) * BLOCK

    def pixel(self, x: float, y: float) -> Point:
        x, y = (x - self.at[0]) * self.unit, (y - self.at[1]) * self.unit
        cosine, sine = math.cos(TILT), math.sin(TILT)
        return self.middle[0] + x * cosine - y * sine, self.middle[1] - x * sine - y * cosine

    def sees(self, x: float, y: float) -> bool:
        """Whether a block around a place is on the drawing board."""
        across, along = self.pixel(x, y)
        reach = 1.2 * BLOCK * self.unit
        return -reach < across < self.size[0] + reach and -reach < along < self.size[1] + reach

    def street(self, column: int | None = None, row: int | None = None) -> list[Point]:
        """The line of a street."""
        if column is not None:
            return [self.pixel(self.x(column), self.y(row)) for row in (self.rows[0], self.rows[-1])]
        assert row is not None
        return [self.pixel(self.x(column), self.y(row)) for column in (self.columns[0], self.columns[-1])]

    def across(self, every: float, start: float, swing: float) -> list[list[Point]]:
        """Winding lines that cross the town from side to side, one every so many metres."""
        low, high = self.y(self.rows[0]), self.y(self.rows[-1])
        left, right = int(self.x(self.columns[0])) // 30, int(self.x(self.columns[-1])) // 30
        lines = []
        for number in range(math.floor((low - start) / every), math.ceil((high - start) / every) + 1):
            bases = [(x * 30.0, number * every + start) for x in range(left, right + 1)]
            lines.append(
                [self.pixel(x, y + swing * math.sin(x / 430 + number) + swing * 0.4 * math.sin(x / 170)) for x, y in bases]
            )
        return lines


def paint_map(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the `MapView` `shown`."""
    view: MapView = shown
    town, paper = _Town(view, width, height), _paper(theme)
    board.rectangle((0, 0, width, height), fill=paper["land"])
    _blocks(board, town, paper)
    for line in town.across(1250, 420, 110):
        _line(board, line, paper["water"], 84 * town.unit)
    _streets(board, town, paper, view)
    route = _route(town)
    if view.guided:
        _line(board, route, theme["background"] if theme.name == "night" else (255, 255, 255), 27 * town.unit)
        _line(board, route, theme["accent"], 18 * town.unit)
    _marker(board, route[0], view.bearing, theme)


def _blocks(board: ImageDraw.ImageDraw, town: _Town, paper: dict[str, Rgb]) -> None:
    for column in town.columns[:-1]:
        for row in town.rows[:-1]:
            left, right, low, high = town.x(column), town.x(column + 1), town.y(row), town.y(row + 1)
            if not town.sees((left + right) / 2, (low + high) / 2):
                continue
            if _luck(column // 2, row // 2, 3) < 0.14:
                _area(board, town, (left, right, low, high), paper["park"])
            else:
                for lot in _lots(column, row, (left + 14, right - 14, low + 14, high - 14)):
                    _area(board, town, lot, paper["house"])


Area = tuple[float, float, float, float]
"""Left, right, lower and upper edge in metres."""


def _lots(column: int, row: int, block: Area) -> list[Area]:
    """The houses of a block: a few of a grid of lots, of different depths."""
    left, right, low, high = block
    lots = []
    for number in range(6):
        luck = _luck(column, row, number)
        if luck > 0.22:
            across, along = divmod(number, 3)
            wide, tall = (right - left) / 2, (high - low) / 3
            x, y = left + across * wide, low + along * tall
            lots.append((x + 2, x + wide * (0.55 + 0.4 * luck), y + 2, y + tall * (0.6 + 0.3 * luck)))
    return lots


def _area(board: ImageDraw.ImageDraw, town: _Town, area: Area, colour: Rgb) -> None:
    left, right, low, high = area
    board.polygon([town.pixel(*corner) for corner in ((left, low), (right, low), (right, high), (left, high))], fill=colour)


def _streets(board: ImageDraw.ImageDraw, town: _Town, paper: dict[str, Rgb], view: MapView) -> None:
    lines = [(12.0, paper["minor"], town.street(column=column)) for column in town.columns if column % 4]
    lines += [(12.0, paper["minor"], town.street(row=row)) for row in town.rows if row % 5]
    for number, line in [(c, town.street(column=c)) for c in town.columns if not c % 4]:
        busy = view.traffic and _luck(number, 7) < 0.5
        lines.append((20.0, paper["busy" if busy else "major"], line))
    for number, line in [(r, town.street(row=r)) for r in town.rows if not r % 5]:
        busy = view.traffic and _luck(number, 8) < 0.4
        lines.append((20.0, paper["busy" if busy else "major"], line))
    lines += [(27.0, paper["main"], line) for line in town.across(1250, -120, 70)]
    for width, _, line in lines:
        _line(board, line, paper["edge"], (width + 4) * town.unit)
    for width, colour, line in lines:
        _line(board, line, colour, width * town.unit)


def _route(town: _Town) -> list[Point]:
    """From the street nearest to the car, along a few streets and out of sight."""
    column = min(town.columns, key=lambda column: abs(town.x(column) - town.at[0]))
    row = min(town.rows, key=lambda row: abs(town.y(row) - town.at[1]))
    turn, side = row + 2, column + 3
    corners = [(column, row), (column, turn), (side, turn), (side, turn + 2), (side + 9, turn + 2)]
    path = [town.pixel(town.x(a), town.y(b)) for a, b in corners]
    return [town.pixel(town.x(column), town.at[1]), *path[1:]]


def _line(board: ImageDraw.ImageDraw, points: list[Point], colour: Rgb, width: float) -> None:
    thick = max(1, round(width))
    board.line(points, fill=colour, width=thick, joint="curve")
    if len(points) > 2:
        for x, y in (points[0], points[-1]):
            board.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=colour)


def _marker(board: ImageDraw.ImageDraw, place: Point, bearing: float, theme: Theme) -> None:
    x, y = place
    size = 30.0 * SMOOTH / 2
    board.ellipse((x - size, y - size, x + size, y + size), fill=theme["card"], outline=theme["line"], width=SMOOTH // 2)
    angle = math.radians(bearing)
    shape = [(0.0, -0.68), (0.48, 0.5), (0.0, 0.26), (-0.48, 0.5)]
    arrow = [
        (x + size * (a * math.cos(angle) - b * math.sin(angle)), y + size * (a * math.sin(angle) + b * math.cos(angle)))
        for a, b in shape
    ]
    board.polygon(arrow, fill=theme["accent"])
