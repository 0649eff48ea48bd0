"""The coordinates of the town: metres east and north, and a smooth distortion of the regular plan that curves its streets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


PlanePoint: TypeAlias = tuple[float, float]
"""Metres east and north."""
PlanePoints: TypeAlias = "npt.NDArray[np.float64]"
"""Points as an array, shape (..., 2)."""

EAST_M = 111_320.0
"""Metres of a degree of longitude at the equator."""
NORTH_M = 110_540.0
"""Metres of a degree of latitude."""
STRETCH = 1.22
"""By which factor the distortion moves two points apart at most."""


def on_plane(latitude: float, longitude: float, near: float | None = None) -> PlanePoint:
    """A position on earth as a point; true to scale within the band of one degree of latitude that `near` lies in."""
    band = math.floor(latitude if near is None else near) + 0.5
    return longitude * EAST_M * math.cos(math.radians(band)), latitude * NORTH_M


def bent(points: PlanePoints) -> PlanePoints:
    """Apply the distortion: points of the regular plan to points of the town."""
    x, y = points[..., 0], points[..., 1]
    moved = np.empty(points.shape)
    np.add(x, 58 * np.sin(y / 520) + 24 * np.sin((x + y) / 280 + 1), out=moved[..., 0])
    np.add(y, 58 * np.sin(x / 540 + 2) + 24 * np.sin((x - y) / 300), out=moved[..., 1])
    return moved


def bent_point(x: float, y: float) -> PlanePoint:
    """Apply the distortion to one point."""
    east = 58 * math.sin(y / 520) + 24 * math.sin((x + y) / 280 + 1)
    north = 58 * math.sin(x / 540 + 2) + 24 * math.sin((x - y) / 300)
    return x + east, y + north


def unbent(point: PlanePoint) -> PlanePoint:
    """Invert the distortion: a point of the town to the regular plan."""
    x, y = point
    for _ in range(16):
        east, north = bent_point(x, y)
        x, y = x + point[0] - east, y + point[1] - north
    return x, y


def line(start: PlanePoint, end: PlanePoint, step: float = 45.0) -> PlanePoints:
    """A straight line of the plan, distorted, as a polyline."""
    count = max(2, int(math.dist(start, end) / step) + 1)
    return bent(np.linspace(start, end, count))


def length(points: PlanePoints) -> float:
    """Length of a line."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def lines(starts: PlanePoints, ends: PlanePoints, count: int) -> PlanePoints:
    """Straight lines of the plan, distorted, as polylines of so many points each: shape (lines, count, 2)."""
    share = np.linspace(0, 1, count)[:, None]
    return bent(starts[:, None] * (1 - share) + ends[:, None] * share)


def directions(paths: PlanePoints) -> PlanePoints:
    """Where lines, shape (..., count, 2), lead at each of their points, as unit vectors."""
    first, last = paths[..., :1, :], paths[..., -1:, :]
    run = np.concatenate((paths[..., 1:, :], last), axis=-2) - np.concatenate((first, paths[..., :-1, :]), axis=-2)
    return np.asarray(run / np.hypot(run[..., 0], run[..., 1])[..., None])


def ribbons(paths: PlanePoints, runs: PlanePoints, widths: npt.NDArray[np.float64], caps: bool = False) -> PlanePoints:
    """The outlines of bands along lines, round at their ends where they have caps.

    Args:
        paths: shape (..., count, 2).
        runs: their `directions`.
        widths: at each of their points.
        caps: whether a half-disc is added to both ends.
    """
    run = runs * (widths / 2)[..., None]
    side = run[..., ::-1] * (-1, 1)
    pieces = [paths + side, (paths - side)[..., ::-1, :]]
    if caps:
        turn = np.linspace(math.pi / 2, -math.pi / 2, 7)[1:-1, None]
        tip, tail = paths[..., -1:, :], paths[..., :1, :]
        pieces.insert(1, tip + side[..., -1:, :] * np.sin(turn) + run[..., -1:, :] * np.cos(turn))
        pieces.append(tail - side[..., :1, :] * np.sin(turn) - run[..., :1, :] * np.cos(turn))
    return np.concatenate(pieces, axis=-2)


def curve(start: float, end: float) -> PlanePoints:
    """Places on an axis every 60 m, at multiples of that, so that parts of a curve meet."""
    step = 60.0
    return np.asarray(np.arange(math.floor(start / step), math.ceil(end / step) + 1) * step, np.float64)
