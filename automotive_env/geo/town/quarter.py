"""Generates the content of a quarter: streets, blocks, houses, parks and ponds."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from automotive_env.geo.town.cells import Cell, centre, corners, district
from automotive_env.geo.town.hash_noise import hash_noise
from automotive_env.geo.town.plane import Point, Points, all_bent, bent, bent_point, line
from automotive_env.geo.town.waters import RIVER_WIDTH, river_distance

Shape: TypeAlias = list[Point]
"""An area of the plan by its corners."""
Kind: TypeAlias = Literal["park", "dense", "homes", "works"]

HALF_STREET = 8.0
"""Metres from the middle of a street to the blocks beside it."""
HALF_ROAD = 15.0
"""Metres from the middle of a main road to the blocks beside it."""


class Street(NamedTuple):
    """A street right across a quarter, from border to border, in the plan.

    Attributes:
        start, end: its ends.
        number: its place among those of the quarter.
    """

    start: Point
    end: Point
    number: int


class Quarter(NamedTuple):
    """A quarter, as lines and areas in the town.

    Attributes:
        kind: what it is.
        ground: its area.
        streets, lanes: its through streets, and those between them.
        blocks: areas between streets.
        greens, ponds, paths: of parks.
        houses: outlines of houses.
        heights: their heights in metres.
        yards: holes in the houses, as far as they surround one.
    """

    kind: Kind
    ground: Points
    streets: tuple[Points, ...] = ()
    lanes: tuple[Points, ...] = ()
    blocks: tuple[Points, ...] = ()
    greens: tuple[Points, ...] = ()
    ponds: tuple[Points, ...] = ()
    paths: tuple[Points, ...] = ()
    houses: tuple[Points, ...] = ()
    heights: tuple[float, ...] = ()
    yards: tuple[Points, ...] = ()


class _Frame:
    """The grid of a quarter: along (u) and across (v) its streets, around its centre."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.kind = kind_of(cell)
        self.origin = centre(cell)
        angle = math.radians(hash_noise(district(cell), "angle") * 90 + 16 * (hash_noise(cell, "angle") - 0.5))
        self.cosine, self.sine = math.cos(angle), math.sin(angle)
        wide, deep = {"park": (170, 170), "dense": (84, 118), "homes": (86, 190), "works": (150, 210)}[self.kind]
        self.wide = wide * (0.9 + 0.25 * hash_noise(cell, "wide"))
        self.deep = deep * (0.85 + 0.4 * hash_noise(cell, "deep"))

    def at(self, u: float, v: float) -> Point:
        return self.origin[0] + u * self.cosine - v * self.sine, self.origin[1] + u * self.sine + v * self.cosine

    def u(self, number: int) -> float:
        """Where a through street runs."""
        return (number + 0.5 + 0.22 * (hash_noise(self.cell, number, "u") - 0.5)) * self.wide

    def v(self, strip: int, number: int) -> float:
        """Where a lane between two through streets runs."""
        shift = 0.5 if hash_noise(self.cell, strip, "shift") < 0.35 else 0.0
        return (number + shift + 0.16 * (hash_noise(self.cell, strip, number, "v") - 0.5)) * self.deep


@lru_cache(maxsize=4096)
def kind_of(cell: Cell) -> Kind:
    """What a quarter is."""
    noise, area = hash_noise(cell, "kind"), hash_noise(district(cell), "kind")
    if noise < 0.11:
        return "park"
    if noise > 0.93:
        return "works"
    return "dense" if area < 0.62 else "homes"


Side: TypeAlias = tuple[float, float, float]
"""An edge of a convex shape: what x and y are multiplied with, and what is added, to know how far inside a point is."""


def _sides(shape: Shape) -> list[Side]:
    """The edges of a convex shape whose corners go round to the left."""
    sides = []
    for place, (x, y) in enumerate(shape):
        end = shape[(place + 1) % len(shape)]
        run, rise = end[0] - x, end[1] - y
        norm = math.hypot(run, rise) or 1.0
        sides.append((-rise / norm, run / norm, (x * rise - y * run) / norm))
    return sides


def _inside(shape: Shape, sides: list[Side], inwards: float) -> Shape:
    """The part of a convex shape within others' edges, at least so far from them."""
    for a, b, c in sides:
        over = [x * a + y * b + c - inwards for x, y in shape]
        if max(over) <= 0:
            return []
        if min(over) < 0:
            shape = _cut(shape, over)
    return shape


def _cut(shape: Shape, over: list[float]) -> Shape:
    """The part of a shape whose corners are over an edge by something positive."""
    kept: Shape = []
    for place, (point, side) in enumerate(zip(shape, over, strict=True)):
        following = (place + 1) % len(shape)
        if side >= 0:
            kept.append(point)
        if (side >= 0) != (over[following] >= 0):
            share = side / (side - over[following])
            other = shape[following]
            kept.append((point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share))
    return kept


def _chord(start: Point, end: Point, border: Shape) -> tuple[Point, Point] | None:
    """The part of a line within a border."""
    low, high = 0.0, 1.0
    for place, a in enumerate(border):
        b = border[(place + 1) % len(border)]
        run, rise = b[0] - a[0], b[1] - a[1]
        first = (start[1] - a[1]) * run - (start[0] - a[0]) * rise
        last = (end[1] - a[1]) * run - (end[0] - a[0]) * rise
        if first < 0 and last < 0:
            return None
        if (first < 0) != (last < 0):
            share = first / (first - last)
            low, high = (max(low, share), high) if first < 0 else (low, min(high, share))
    if high <= low:
        return None
    run, rise = end[0] - start[0], end[1] - start[1]
    return (start[0] + run * low, start[1] + rise * low), (start[0] + run * high, start[1] + rise * high)


def _numbers(frame: _Frame, border: Shape) -> range:
    reach = max(math.dist(frame.origin, corner) for corner in border)
    return range(-math.ceil(reach / frame.wide) - 1, math.ceil(reach / frame.wide) + 1)


def _reach(border: Shape, origin: Point) -> float:
    return max(math.dist(origin, corner) for corner in border)


@lru_cache(maxsize=2048)
def streets(cell: Cell) -> tuple[Street, ...]:
    """The through streets of a quarter; a park has none."""
    frame, border = _Frame(cell), [corner.at for corner in corners(cell)]
    if frame.kind == "park":
        return ()
    reach, found = _reach(border, frame.origin), []
    for number in _numbers(frame, border):
        u = frame.u(number)
        chord = _chord(frame.at(u, -reach), frame.at(u, reach), border)
        if chord and math.dist(*chord) > 60:
            found.append(Street(*chord, number))
    return tuple(found)


@lru_cache(maxsize=1024)
def quarter(cell: Cell) -> Quarter:
    """A quarter with all that fills it."""
    border = [corner.at for corner in corners(cell)]
    ground = np.concatenate([line(a, border[(i + 1) % len(border)])[:-1] for i, a in enumerate(border)])
    frame = _Frame(cell)
    return _park(frame, ground, border) if frame.kind == "park" else _built(frame, ground, border)


class _Built:
    """Collects what stands in a quarter, in the plan."""

    def __init__(self, frame: _Frame, border: Shape) -> None:
        self.frame = frame
        self.border = border
        self.sides = _sides(border)
        self.lanes: list[tuple[Point, Point]] = []
        self.blocks: list[Shape] = []
        self.greens: list[Shape] = []
        self.houses: list[Shape] = []
        self.heights: list[float] = []
        self.yards: list[Shape] = []

    def away(self, u: float, v: float) -> float:
        """How far outside the quarter a point is."""
        x, y = self.frame.at(u, v)
        return -min(x * a + y * b + c for a, b, c in self.sides)

    def fill(self, strip: int, number: int) -> None:
        """Build up a cell of the grid."""
        frame = self.frame
        if self.away((strip + 1) * frame.wide, (number + 0.5) * frame.deep) > frame.wide + frame.deep:
            return
        left, right = frame.u(strip), frame.u(strip + 1)
        bottom, top = frame.v(strip, number), frame.v(strip, number + 1)
        if chord := _chord(frame.at(left, bottom), frame.at(right, bottom), self.border):
            self.lanes.append(chord)
        left, right, bottom, top = left + HALF_STREET, right - HALF_STREET, bottom + HALF_STREET, top - HALF_STREET
        block = [frame.at(left, bottom), frame.at(right, bottom), frame.at(right, top), frame.at(left, top)]
        block = _inside(block, self.sides, HALF_ROAD)
        if len(block) < 3 or _area(block) < 500:
            return
        at_river = min(river_distance(*bent_point(*corner)) for corner in block) < RIVER_WIDTH / 2 + 36
        if at_river or hash_noise(frame.cell, strip, number, "green") < 0.05:
            self.greens.append(block)
            return
        self.blocks.append(block)
        noise = hash_noise(frame.cell, strip, number, "house")
        if frame.kind == "homes" and len(block) == 4:
            self.row_houses(block, noise)
        else:
            self.house(block, noise)

    def house(self, block: Shape, noise: float) -> None:
        """One house around a yard, or a hall."""
        house = _inside(block, _sides(block), 4.0)
        if len(house) < 3:
            return
        dense = self.frame.kind == "dense"
        self.houses.append(house)
        self.heights.append(7 + 11 * noise if dense else 6 + 4 * noise)
        yard = _inside(house, _sides(house), 15.0) if dense else []
        if len(yard) >= 3 and _area(yard) > 250:
            self.yards.append(yard)

    def row_houses(self, block: Shape, noise: float) -> None:
        """Two rows of houses, back to back."""
        (x, y), across, along = block[0], block[1], block[3]
        right, up = (across[0] - x, across[1] - y), (along[0] - x, along[1] - y)
        long, short = math.hypot(*up), math.hypot(*right)
        count, deep = max(1, int(long / 27)), min(0.42, 20 / short)
        for place in range(count):
            start, end = (place + 0.18) / count, (place + 0.82) / count
            for near, far in ((6 / short, deep), (1 - deep, 1 - 6 / short)):
                spots = ((near, start), (far, start), (far, end), (near, end))
                self.houses.append([(x + right[0] * a + up[0] * b, y + right[1] * a + up[1] * b) for a, b in spots])
                self.heights.append(4 + 3 * noise)


def _built(frame: _Frame, ground: Points, border: Shape) -> Quarter:
    built, reach = _Built(frame, border), _reach(border, frame.origin)
    for strip in _numbers(frame, border):
        for number in range(-math.ceil(reach / frame.deep) - 1, math.ceil(reach / frame.deep) + 1):
            built.fill(strip, number)
    return Quarter(
        frame.kind,
        ground,
        streets=tuple(line(street.start, street.end) for street in streets(frame.cell)),
        lanes=all_bent([_halved(*lane) for lane in built.lanes]),
        blocks=all_bent(built.blocks),
        greens=all_bent(built.greens),
        houses=all_bent(built.houses),
        heights=tuple(built.heights),
        yards=all_bent(built.yards),
    )


def _halved(start: Point, end: Point) -> Shape:
    return [start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end]


def _area(shape: Shape) -> float:
    return abs(sum(x * shape[i - 1][1] - y * shape[i - 1][0] for i, (x, y) in enumerate(shape))) / 2


def _park(frame: _Frame, ground: Points, border: Shape) -> Quarter:
    """Grass, a pond, and paths across."""
    green = bent(np.array(_inside(border, _sides(border), 12.0)))
    x, y = frame.origin
    turn = np.linspace(0, 2 * math.pi, 26)[:-1]
    size = 70 + 50 * hash_noise(frame.cell, "pond")
    wave = size * (1 + 0.22 * np.sin(2 * turn + 9 * hash_noise(frame.cell, "a")) + 0.12 * np.sin(3 * turn + 5))
    pond = bent(np.stack((x + 40 + wave * np.cos(turn), y - 30 + 0.62 * wave * np.sin(turn)), axis=1))
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(border, border[1:] + border[:1], strict=True)]
    ring = bent(np.stack((x + 40 + 1.35 * wave * np.cos(turn), y - 30 + 0.9 * wave * np.sin(turn)), axis=1))
    paths = [np.concatenate((ring, ring[:1]))]
    for middle in middles[::2]:
        bow = np.array([middle, ((middle[0] + x) / 2 + 30, (middle[1] + y) / 2 - 25), (x + 40, y + 55)])
        share = np.linspace(0, 1, 9)[:, None]
        paths.append(bent((1 - share) ** 2 * bow[0] + 2 * share * (1 - share) * bow[1] + share**2 * bow[2]))
    return Quarter("park", ground, greens=(green,), ponds=(pond,), paths=tuple(paths))
