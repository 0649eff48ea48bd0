"""Convex polygons by the hundred: arrays of shape (count, corners, 2), corners counter-clockwise."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

from automotive_env.place.town.plane import PlanePoint
from automotive_env.plugins.lazy_module import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

Float64Array: TypeAlias = "npt.NDArray[np.float64]"
ConvexPolygons: TypeAlias = Float64Array
"""Polygons with equally many corners, shape (count, corners, 2)."""
PolygonSides: TypeAlias = Float64Array
"""Edges of polygons, shape (edges, 3, count): what x and y are multiplied with, and what is added, to know how far inside a
point is."""


def alike(polygons: Sequence[Sequence[PlanePoint]]) -> ConvexPolygons:
    """Polygons of any number of corners as one array; the last corner of those with fewer of them is repeated."""
    corners = max(map(len, polygons), default=0)
    padded = [[*polygon, *[polygon[-1]] * (corners - len(polygon))] for polygon in polygons]
    return np.array(padded, np.float64).reshape(len(polygons), corners, 2)


def inwards(polygons: ConvexPolygons) -> Float64Array:
    """The direction to the inside of each edge; edges without length have none."""
    run = np.roll(polygons, -1, axis=1) - polygons
    length = np.hypot(run[..., 0], run[..., 1])[..., None]
    return np.asarray(run[..., ::-1] * (-1, 1) / np.where(length, length, 1))


def sides(polygons: ConvexPolygons) -> PolygonSides:
    """The edges of polygons."""
    across = inwards(polygons)
    return np.concatenate((across, -(across * polygons).sum(axis=-1, keepdims=True)), axis=-1).transpose(1, 2, 0).copy()


def depths(points: Float64Array, within: PolygonSides) -> Float64Array:
    """How far each point is inside of all its edges."""
    x, y = points.T
    return reduce(np.minimum, (x * a + y * b + c for a, b, c in within))


def areas(polygons: ConvexPolygons) -> Float64Array:
    """Area of each polygon."""
    following = np.roll(polygons, -1, axis=1)
    return np.asarray((polygons[..., 0] * following[..., 1] - polygons[..., 1] * following[..., 0]).sum(axis=1) / 2)


def inset(polygons: ConvexPolygons, by: float) -> tuple[ConvexPolygons, npt.NDArray[np.bool_]]:
    """Polygons whose edges are moved inwards, and whether each of them kept all its edges; the others are of no use."""
    across = inwards(polygons)
    before = np.roll(across, 1, axis=1)
    mitre = (across + before) / np.maximum(1 + (across * before).sum(axis=-1, keepdims=True), 0.05)
    moved = polygons + by * mitre
    run = np.roll(polygons, -1, axis=1) - polygons
    kept = ((np.roll(moved, -1, axis=1) - moved) * run).sum(axis=-1) > 0
    return moved, kept.all(axis=1)


def clipped(polygons: ConvexPolygons, within: PolygonSides) -> list[tuple[npt.NDArray[np.int64], ConvexPolygons]]:
    """The part of each polygon that lies inside its edges: (which polygons, what is left of them) by number of corners."""
    count = np.full(len(polygons), polygons.shape[1])
    for a, b, c in within[..., None]:
        over = polygons[..., 0] * a + polygons[..., 1] * b + c
        real = np.arange(polygons.shape[1]) < count[:, None]
        outside = (over < 0) & real
        count[(outside == real).all(axis=1)] = 0
        crossing = np.flatnonzero(outside.any(axis=1) & (count > 0))
        if len(crossing):
            parts, counts = _cut(polygons[crossing], over[crossing], count[crossing])
            if parts.shape[1] > polygons.shape[1]:
                more = parts.shape[1] - polygons.shape[1]
                polygons = np.concatenate((polygons, np.repeat(polygons[:, -1:], more, axis=1)), axis=1)
            polygons[crossing, : parts.shape[1]] = parts
            count[crossing] = counts
    return [(which := np.flatnonzero(count == corners), polygons[which, :corners]) for corners in set(count.tolist()) - {0, 1, 2}]


def _cut(
    polygons: ConvexPolygons, over: Float64Array, count: npt.NDArray[np.int64]
) -> tuple[ConvexPolygons, npt.NDArray[np.int64]]:
    """The part of each polygon where its corners are over an edge by something positive (Sutherland and Hodgman)."""
    places = np.arange(polygons.shape[1])
    real = places < count[:, None]
    following = np.where(places + 1 < count[:, None], places + 1, 0)
    rows = np.arange(len(polygons))[:, None]
    other, other_over = polygons[rows, following], over[rows, following]
    inside = over >= 0
    crosses = real & (inside != (other_over >= 0))
    share = over / np.where(crosses, over - other_over, 1.0)
    met = polygons + (other - polygons) * share[..., None]
    corners = np.stack((polygons, met), axis=2).reshape(len(polygons), -1, 2)
    kept = np.stack((inside & real, crosses), axis=2).reshape(len(polygons), -1)
    counts = kept.sum(axis=1)
    order = np.argsort(~kept, axis=1, kind="stable")[:, : counts.max()]
    return corners[rows, order], counts


def chords(
    starts: Float64Array, ends: Float64Array, within: PolygonSides
) -> tuple[Float64Array, Float64Array, npt.NDArray[np.bool_]]:
    """The part of each line inside its edges: where it starts and ends, and whether there is any."""
    run = ends - starts
    low, high = np.zeros(len(starts)), np.ones(len(starts))
    for a, b, c in within:
        first = starts[:, 0] * a + starts[:, 1] * b + c
        last = ends[:, 0] * a + ends[:, 1] * b + c
        share = first / np.where(first == last, 1.0, first - last)
        low = np.where(first < 0, np.maximum(low, np.where(last < 0, np.inf, share)), low)
        high = np.where((first >= 0) & (last < 0), np.minimum(high, share), high)
    some = high > low
    low = np.where(some, low, 0)
    return starts + run * low[:, None], starts + run * high[:, None], some
