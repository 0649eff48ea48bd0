"""A drawn map: an endless invented town that moves with the car, with a route and a position marker."""

from __future__ import annotations

import math
from typing import Any, NamedTuple
from zlib import crc32

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
            "land": (24, 31, 40), "block": (30, 38, 49), "park": (24, 52, 44), "water": (18, 44, 74),
            "minor": (46, 57, 71), "major": (72, 88, 108), "edge": (17, 22, 29), "busy": (214, 120, 70),
        }  # fmt: skip
    return {
        "land": (238, 240, 236), "block": (229, 232, 230), "park": (205, 230, 204), "water": (172, 211, 240),
        "minor": (255, 255, 255), "major": (255, 255, 255), "edge": (205, 210, 214), "busy": (232, 130, 60),
    }  # fmt: skip


def _luck(*where: int) -> float:
    return (crc32(repr(where).encode()) % 1000) / 1000


class _Town:
    """Turns places of the town into places on the drawing board."""

    def __init__(self, view: MapView, width: int, height: int) -> None:
        self.unit = SMOOTH / 2 / view.scale
        self.here = (view.longitude * 111_320 * math.cos(math.radians(view.latitude)), view.latitude * 110_540)
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

    def street(self, column: int | None = None, row: int | None = None) -> list[Point]:
        """The line of a street."""
        if column is not None:
            return [self.pixel(self.x(column), self.y(row)) for row in (self.rows[0], self.rows[-1])]
        assert row is not None
        return [self.pixel(self.x(column), self.y(row)) for column in (self.columns[0], self.columns[-1])]

    def river(self) -> list[Point]:
        """The line of the river that crosses the town every now and then."""
        base = math.floor(self.at[1] / 2400) * 2400 + 900
        return [
            self.pixel(x, base + 150 * math.sin(x / 420) + 60 * math.sin(x / 170))
            for x in range(int(self.x(self.columns[0])), int(self.x(self.columns[-1])), 40)
        ]


def paint_map(board: ImageDraw.ImageDraw, width: int, height: int, theme: Theme, shown: Any) -> None:
    """Draw the `MapView` `shown`."""
    view: MapView = shown
    town, paper = _Town(view, width, height), _paper(theme)
    board.rectangle((0, 0, width, height), fill=paper["land"])
    _blocks(board, town, paper)
    _line(board, town.river(), paper["water"], 86 * town.unit)
    _streets(board, town, paper, view)
    route = _route(town)
    if view.guided:
        _line(board, route, theme["background"] if theme.name == "night" else (255, 255, 255), 26 * town.unit)
        _line(board, route, theme["accent"], 17 * town.unit)
    _marker(board, route[0], view.bearing, theme)


def _blocks(board: ImageDraw.ImageDraw, town: _Town, paper: dict[str, Rgb]) -> None:
    for column in town.columns[:-1]:
        for row in town.rows[:-1]:
            luck = _luck(column, row, 3)
            corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
            if luck < 0.62:
                area = [town.pixel(town.x(a), town.y(b)) for a, b in corners]
                board.polygon(area, fill=paper["park"] if luck < 0.13 else paper["block"])


def _streets(board: ImageDraw.ImageDraw, town: _Town, paper: dict[str, Rgb], view: MapView) -> None:
    lines = [(column % 4 == 0, column, town.street(column=column)) for column in town.columns]
    lines += [(row % 5 == 0, row, town.street(row=row)) for row in town.rows]
    for major, _, line in sorted(lines, key=lambda line: line[0]):
        _line(board, line, paper["edge"], (24 if major else 13) * town.unit)
    for major, number, line in sorted(lines, key=lambda line: line[0]):
        busy = view.traffic and major and _luck(number, 7) < 0.5
        _line(board, line, paper["busy"] if busy else paper["major" if major else "minor"], (19 if major else 9) * town.unit)


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
