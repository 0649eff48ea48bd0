"""The plan of a quarter: what it is, the grid of its streets, and the streets right across it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from automotive_env.place.town.cells import TownCell, centre, corners, district
from automotive_env.place.town.hash_noise import hash_noise
from automotive_env.place.town.plane import PlanePoint

QuarterShape: TypeAlias = list[PlanePoint]
"""An area of the plan by its corners, counter-clockwise."""
QuarterKind: TypeAlias = Literal["park", "dense", "homes", "works"]


SHORTEST_STREET = 60.0
"""Metres across a quarter from which on there is a street."""


class QuarterStreet(NamedTuple):
    """A street right across a quarter, from border to border, in the plan.

    Attributes:
        start, end: its ends.
        number: its place among those of the quarter.
    """

    start: PlanePoint
    end: PlanePoint
    number: int


class QuarterGrid:
    """The grid of a quarter: along (u) and across (v) its streets, around its centre.

    Attributes:
        border: its corners.
        reach: metres from the centre to the farthest of them.
        first: number of the first through street.
        streets: where through streets run (u), from the first on; some lie outside the quarter.
        wide, deep: metres from street to street, and from lane to lane, roughly.
    """

    def __init__(self, cell: TownCell) -> None:
        self.cell = cell
        self.kind = kind_of(cell)
        self.origin = centre(cell)
        angle = math.radians(hash_noise(district(cell), "angle") * 90 + 16 * (hash_noise(cell, "angle") - 0.5))
        self.cosine, self.sine = math.cos(angle), math.sin(angle)
        wide, deep = {"park": (170, 170), "dense": (84, 118), "homes": (86, 190), "works": (150, 210)}[self.kind]
        self.wide = wide * (0.9 + 0.25 * hash_noise(cell, "wide"))
        self.deep = deep * (0.85 + 0.4 * hash_noise(cell, "deep"))
        self.border: QuarterShape = [corner.at for corner in corners(cell)]
        self.reach = max(math.dist(self.origin, corner) for corner in self.border)
        self.first = -math.ceil(self.reach / self.wide) - 1

    @cached_property
    def streets(self) -> list[float]:
        return [self._street(number) for number in range(self.first, 1 - self.first)]

    def at(self, u: float, v: float) -> PlanePoint:
        """A point of the grid, in the plan."""
        return self.origin[0] + u * self.cosine - v * self.sine, self.origin[1] + u * self.sine + v * self.cosine

    def _street(self, number: int) -> float:
        return (number + 0.5 + 0.22 * (hash_noise(self.cell, number, "u") - 0.5)) * self.wide


@lru_cache(maxsize=4096)
def kind_of(cell: TownCell) -> QuarterKind:
    """What a quarter is."""
    noise, area = hash_noise(cell, "kind"), hash_noise(district(cell), "kind")
    if noise < 0.11:
        return "park"
    if noise > 0.93:
        return "works"
    return "dense" if area < 0.62 else "homes"


def _chord(
    start: PlanePoint, end: PlanePoint, edges: Sequence[tuple[float, float, float, float]]
) -> tuple[PlanePoint, PlanePoint] | None:
    """The part of a line within a border."""
    low, high = 0.0, 1.0
    (x, y), (east, north) = start, end
    for across, up, run, rise in edges:
        first = (y - up) * run - (x - across) * rise
        last = (north - up) * run - (east - across) * rise
        if first < 0 and last < 0:
            return None
        if (first < 0) != (last < 0):
            share = first / (first - last)
            low, high = (max(low, share), high) if first < 0 else (low, min(high, share))
    if high <= low:
        return None
    run, rise = end[0] - start[0], end[1] - start[1]
    return (start[0] + run * low, start[1] + rise * low), (start[0] + run * high, start[1] + rise * high)


@lru_cache(maxsize=512)
def frame_of(cell: TownCell) -> QuarterGrid:
    """The grid of a quarter."""
    return QuarterGrid(cell)


@lru_cache(maxsize=2048)
def streets(cell: TownCell) -> tuple[QuarterStreet, ...]:
    """The through streets of a quarter; a park has none."""
    frame = frame_of(cell)
    if frame.kind == "park":
        return ()
    following = frame.border[1:] + frame.border[:1]
    edges = [(x, y, east - x, north - y) for (x, y), (east, north) in zip(frame.border, following, strict=True)]
    found = []
    for number, u in enumerate(frame.streets[:-1], frame.first):
        chord = _chord(frame.at(u, -frame.reach), frame.at(u, frame.reach), edges)
        if chord and math.dist(*chord) > SHORTEST_STREET:
            found.append(QuarterStreet(*chord, number))
    return tuple(found)
