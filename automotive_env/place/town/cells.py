"""The town plan: a Voronoi diagram of jittered grid points. Its cells are quarters, its edges main roads."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from automotive_env.place.town.hash_noise import hash_noise_each
from automotive_env.place.town.plane import PlanePoint

SPACING = 640.0
"""Metres between centres of quarters, roughly."""
JITTER = 0.34
FARTHEST = math.hypot(0.5 + JITTER, 0.5 + JITTER) * SPACING
"""Metres from the centre of a quarter to a place in it, at most: the centre of its own square is no farther away."""
_SIDE = 1 << 20
"""Columns and rows of the lattice, which is far larger than the earth."""
_NUMBERS = _SIDE * _SIDE
_SHIFT: int = sum(_SIDE // 2 * _SIDE**place for place in range(6))
"""What makes the number of a crossing one of natural numbers, below and above 0 as columns and rows are."""

TownCell: TypeAlias = tuple[int, int]
"""A quarter, by its place in the lattice."""
CrossingNumber: TypeAlias = int
"""A crossing of main roads: the numbers of the three quarters that meet there, sorted, as one number. Routing looks many up."""


class QuarterCorner(NamedTuple):
    """A corner of a quarter.

    Attributes:
        at: where it is, in the plan.
        beside: the quarter on the other side of the border that begins here.
    """

    at: PlanePoint
    beside: TownCell


_AROUND = [(a, b) for a in range(-2, 3) for b in range(-2, 3) if a or b]
"""The quarters that may share a border with one, beside it."""
_Shape: TypeAlias = list[tuple[float, float, TownCell]]
"""Corners while a shape is cut: east, north, and the quarter beside."""


@lru_cache(maxsize=4096)
def centre(cell: TownCell) -> PlanePoint:
    """The centre of a quarter, in the plan."""
    x, y = hash_noise_each(cell, "x", "y")
    east, north = cell[0] + 0.5 + JITTER * 2 * (x - 0.5), cell[1] + 0.5 + JITTER * 2 * (y - 0.5)
    return east * SPACING, north * SPACING


@lru_cache(maxsize=4096)
def corners(cell: TownCell) -> tuple[QuarterCorner, ...]:
    """The corners of a quarter, in order."""
    x, y = centre(cell)
    reach = 2 * SPACING
    shape: _Shape = [(x + a * reach, y + b * reach, cell) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    around = [(cell[0] + a, cell[1] + b) for a, b in _AROUND]
    farthest = math.inf
    for away, other in sorted([(math.dist((x, y), centre(other)), other) for other in around]):
        if away / 2 > farthest:
            break
        cut = _nearer(shape, (x, y), centre(other), other)
        if cut is not shape:
            shape = cut
            farthest = max([math.hypot(east - x, north - y) for east, north, _ in shape])
    return tuple([QuarterCorner((east, north), beside) for east, north, beside in shape])


def _nearer(shape: _Shape, here: PlanePoint, there: PlanePoint, other: TownCell) -> _Shape:
    """The part of a shape that is nearer to one point than to another."""
    across, up = there[0] - here[0], there[1] - here[1]
    east, north = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
    beyond = [(x - east) * across + (y - north) * up for x, y, _ in shape]
    if max(beyond) <= 0:
        return shape
    kept: _Shape = []
    for place, over in enumerate(beyond, -len(shape)):
        corner, next_over = shape[place], beyond[place + 1]
        if over <= 0:
            kept.append(corner)
        if (over <= 0) != (next_over <= 0):
            share = over / (over - next_over)
            (x, y, beside), following = corner, shape[place + 1]
            kept.append((x + (following[0] - x) * share, y + (following[1] - y) * share, other if over <= 0 else beside))
    return kept


class CellBorder(NamedTuple):
    """A main road between two crossings.

    Attributes:
        start, end: its crossings.
        first, last: where they are, in the plan.
        cells: the quarters it divides, sorted.
    """

    start: CrossingNumber
    end: CrossingNumber
    first: PlanePoint
    last: PlanePoint
    cells: tuple[TownCell, TownCell]

    @property
    def wide(self) -> bool:
        """Whether it is one of the great roads between districts."""
        return district(self.cells[0]) != district(self.cells[1])


@lru_cache(maxsize=4096)
def borders(cell: TownCell) -> tuple[CellBorder, ...]:
    """The main roads around a quarter, in order."""
    shape = corners(cell)
    crossings = [crossing_of(cell, shape[place - 1].beside, corner.beside) for place, corner in enumerate(shape)]
    ends = zip(shape, crossings, shape[1:] + shape[:1], crossings[1:] + crossings[:1], strict=True)
    return tuple(
        CellBorder(start, end, at, last, (cell, beside) if cell < beside else (beside, cell))
        for (at, beside), start, (last, _), end in ends
    )


def crossing_of(*cells: TownCell) -> CrossingNumber:
    """The crossing where three quarters meet."""
    (a, b), (c, d), (e, f) = sorted(cells)
    return ((((a * _SIDE + b) * _SIDE + c) * _SIDE + d) * _SIDE + e) * _SIDE + f + _SHIFT


def cells_of(crossing: CrossingNumber) -> tuple[TownCell, TownCell, TownCell]:
    """The three quarters that meet at a crossing, sorted."""
    first_two, third = divmod(crossing, _NUMBERS)
    first, second = divmod(first_two, _NUMBERS)
    return _cell(first), _cell(second), _cell(third)


def _cell(number: int) -> TownCell:
    column, row = divmod(number, _SIDE)
    return column - _SIDE // 2, row - _SIDE // 2


def district(cell: TownCell) -> TownCell:
    """The district of a quarter: three by three of them, every other row of districts moved by one."""
    row = cell[1] // 3
    return (cell[0] + row % 2) // 3, row


def cell_at(point: PlanePoint) -> TownCell:
    """The quarter at a point of the plan."""
    column, row = math.floor(point[0] / SPACING), math.floor(point[1] / SPACING)
    near = [(column + a, row + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    return min(near, key=lambda cell: math.dist(centre(cell), point))


def cells_between(left: float, bottom: float, right: float, top: float) -> list[TownCell]:
    """The quarters that reach into a rectangle of the town."""
    columns = range(math.floor(left / SPACING - 0.8), math.floor(right / SPACING + 0.8) + 1)
    rows = range(math.floor(bottom / SPACING - 0.8), math.floor(top / SPACING + 0.8) + 1)
    return [(column, row) for row in rows for column in columns]
