"""The coordinates of the town: metres east and north, and a smooth distortion of the regular plan that curves its streets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Point: TypeAlias = tuple[float, float]
"""Metres east and north."""
Points: TypeAlias = npt.NDArray[np.float64]
"""Points as an array, shape (count, 2)."""

EAST_M = 111_320.0
"""Metres of a degree of longitude at the equator."""
NORTH_M = 110_540.0
"""Metres of a degree of latitude."""


def on_plane(latitude: float, longitude: float, near: float | None = None) -> Point:
    """A position on earth as a point; true to scale within the band of one degree of latitude that `near` lies in."""
    band = math.floor(latitude if near is None else near) + 0.5
    return longitude * EAST_M * math.cos(math.radians(band)), latitude * NORTH_M


def bent(points: Points) -> Points:
    """Apply the distortion: points of the regular plan to points of the town."""
    x, y = points[:, 0], points[:, 1]
    east = 58 * np.sin(y / 520) + 24 * np.sin((x + y) / 280 + 1)
    north = 58 * np.sin(x / 540 + 2) + 24 * np.sin((x - y) / 300)
    return np.asarray(points + np.stack((east, north), axis=1), np.float64)


def bent_point(x: float, y: float) -> Point:
    """Apply the distortion to one point."""
    east = 58 * math.sin(y / 520) + 24 * math.sin((x + y) / 280 + 1)
    north = 58 * math.sin(x / 540 + 2) + 24 * math.sin((x - y) / 300)
    return x + east, y + north


def unbent(point: Point) -> Point:
    """Invert the distortion: a point of the town to the regular plan."""
    x, y = point
    for _ in range(16):
        east, north = bent_point(x, y)
        x, y = x + point[0] - east, y + point[1] - north
    return x, y


def all_bent(shapes: Sequence[Sequence[Point]]) -> tuple[Points, ...]:
    """Apply the distortion to several shapes at once."""
    if not shapes:
        return ()
    points = bent(np.array([point for shape in shapes for point in shape]))
    ends = np.cumsum([0, *map(len, shapes)]).tolist()
    return tuple(points[start:end] for start, end in pairwise(ends))


def line(start: Point, end: Point, step: float = 45.0) -> Points:
    """A straight line of the plan, distorted, as a polyline."""
    count = max(2, int(math.dist(start, end) / step) + 1)
    return bent(np.linspace(start, end, count))


def length(points: Points) -> float:
    """Length of a line."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def ribbon(points: Points, width: float) -> Points:
    """The outline of a band along a line."""
    run = np.gradient(points, axis=0)
    side = np.stack((-run[:, 1], run[:, 0]), axis=1) / np.hypot(run[:, 0], run[:, 1])[:, None] * width / 2
    return np.asarray(np.concatenate((points + side, (points - side)[::-1])), np.float64)


def curve(start: float, end: float, step: float = 60.0) -> Points:
    """Evenly spaced places on an axis, at round multiples so that parts of a curve meet."""
    return np.asarray(np.arange(math.floor(start / step), math.ceil(end / step) + 1) * step, np.float64)
