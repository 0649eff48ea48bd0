"""The town plan: a Voronoi diagram of jittered grid points. Its cells are quarters, its edges main roads."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from automotive_env.geo.town.hash_noise import hash_noise
from automotive_env.geo.town.plane import Point

SPACING = 640.0
"""Metres between centres of quarters, roughly."""
JITTER = 0.34

Cell: TypeAlias = tuple[int, int]
"""A quarter, by its place in the lattice."""
Crossing: TypeAlias = tuple[Cell, Cell, Cell]
"""A crossing of main roads, by the three quarters that meet there, sorted."""


class Corner(NamedTuple):
    """A corner of a quarter.

    Attributes:
        at: where it is, in the plan.
        beside: the quarter on the other side of the border that begins here.
    """

    at: Point
    beside: Cell


@lru_cache(maxsize=8192)
def centre(cell: Cell) -> Point:
    """The centre of a quarter, in the plan."""
    column, row = cell
    east = column + 0.5 + JITTER * 2 * (hash_noise(cell, "x") - 0.5)
    north = row + 0.5 + JITTER * 2 * (hash_noise(cell, "y") - 0.5)
    return east * SPACING, north * SPACING


@lru_cache(maxsize=4096)
def corners(cell: Cell) -> tuple[Corner, ...]:
    """The corners of a quarter, in order."""
    x, y = centre(cell)
    reach = 2 * SPACING
    nowhere = cell
    shape = [Corner((x + a * reach, y + b * reach), nowhere) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    around = [(cell[0] + a, cell[1] + b) for a in range(-2, 3) for b in range(-2, 3) if a or b]
    for other in sorted(around, key=lambda other: math.dist(centre(cell), centre(other))):
        shape = _nearer(shape, (x, y), centre(other), other)
    return tuple(shape)


def _nearer(shape: list[Corner], here: Point, there: Point, other: Cell) -> list[Corner]:
    """The part of a shape that is nearer to one point than to another."""
    normal = there[0] - here[0], there[1] - here[1]
    middle = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
    beyond = [(p[0] - middle[0]) * normal[0] + (p[1] - middle[1]) * normal[1] for p, _ in shape]
    if max(beyond) <= 0:
        return shape
    kept: list[Corner] = []
    for place, (corner, over) in enumerate(zip(shape, beyond, strict=True)):
        following = (place + 1) % len(shape)
        if over <= 0:
            kept.append(corner)
        if (over <= 0) != (beyond[following] <= 0):
            share = over / (over - beyond[following])
            (x1, y1), (x2, y2) = corner.at, shape[following].at
            cut = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            kept.append(Corner(cut, other if over <= 0 else corner.beside))
    return kept


class Border(NamedTuple):
    """A main road between two crossings.

    Attributes:
        start, end: its crossings.
        first, last: where they are, in the plan.
        cells: the quarters it divides, sorted.
    """

    start: Crossing
    end: Crossing
    first: Point
    last: Point
    cells: tuple[Cell, Cell]

    @property
    def wide(self) -> bool:
        """Whether it is one of the great roads between districts."""
        return district(self.cells[0]) != district(self.cells[1])


def _crossing(cell: Cell, first: Cell, second: Cell) -> Crossing:
    a, b, c = sorted((cell, first, second))
    return a, b, c


@lru_cache(maxsize=4096)
def borders(cell: Cell) -> tuple[Border, ...]:
    """The main roads around a quarter, in order."""
    shape = corners(cell)
    found = []
    for place, (at, beside) in enumerate(shape):
        following = shape[(place + 1) % len(shape)]
        first, second = sorted((cell, beside))
        start = _crossing(cell, shape[place - 1].beside, beside)
        end = _crossing(cell, beside, following.beside)
        found.append(Border(start, end, at, following.at, (first, second)))
    return tuple(found)


def district(cell: Cell) -> Cell:
    """The district of a quarter: three by three of them, every other row of districts moved by one."""
    row = cell[1] // 3
    return (cell[0] + row % 2) // 3, row


def cell_at(point: Point) -> Cell:
    """The quarter at a point of the plan."""
    column, row = math.floor(point[0] / SPACING), math.floor(point[1] / SPACING)
    near = [(column + a, row + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    return min(near, key=lambda cell: math.dist(centre(cell), point))


def cells_between(left: float, bottom: float, right: float, top: float) -> list[Cell]:
    """The quarters that reach into a rectangle of the town."""
    columns = range(math.floor(left / SPACING - 0.8), math.floor(right / SPACING + 0.8) + 1)
    rows = range(math.floor(bottom / SPACING - 0.8), math.floor(top / SPACING + 0.8) + 1)
    return [(column, row) for row in rows for column in columns]
