"""Borders of quarters by the Delaunay triangulation of their centres: one border costs little, no outline is needed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from automotive_env.place.town.cells import CellBorder, CrossingNumber, TownCell, centre, crossing_of
from automotive_env.place.town.plane import PlanePoint

_STEPS = range(-2, 3)
_MOST_SIDES = 20_000
"""Sides of triangles that are remembered, about 6 MB: those of the town that a car is in. More of them are slower to reach."""


def _apart(one: TownCell, other: TownCell) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


_THIRDS: dict[TownCell, Sequence[TownCell]] = {
    (a, b): [
        (c, d) for c in _STEPS for d in _STEPS if sorted((_apart((c, d), (0, 0)), _apart((c, d), (a, b)))) in ([1, 1], [1, 2])
    ]
    for a in _STEPS
    for b in _STEPS
    if a or b
}
"""Where a second quarter lies from a first -> where a third may lie that meets both: at one of them, and near the other."""
_meetings: dict[tuple[TownCell, TownCell], tuple[CrossingNumber, PlanePoint]] = {}
"""Side of a triangle, counter-clockwise -> the crossing where its three quarters meet, and where that is."""


def border_between(first: TownCell, second: TownCell) -> CellBorder:
    """The main road between two quarters that share a border, `first` being the one before `second`.

    It runs counter-clockwise around the first, as `cells.borders` of that one has it; but for rounding it is the same.
    """
    end, last = _meetings.get((first, second)) or _meeting(first, second)
    start, at = _meetings.get((second, first)) or _meeting(second, first)
    return CellBorder(start, end, at, last, (first, second))


def _meeting(first: TownCell, second: TownCell) -> tuple[CrossingNumber, PlanePoint]:
    """Where two quarters meet a third, on the left of the way from the first to the second."""
    third = _third(first, second)
    if third < first and third < second:
        first, second, third = third, first, second
    elif second < first:
        first, second, third = second, third, first
    found = crossing_of(first, second, third), _circumcentre(first, second, third)
    if len(_meetings) > _MOST_SIDES:
        _meetings.clear()
    _meetings[first, second] = _meetings[second, third] = _meetings[third, first] = found
    return found


def _third(first: TownCell, second: TownCell) -> TownCell:
    """The quarter on the left of two others whose circle through the centres of all three holds no other centre."""
    (column, row), (x, y), (east, north) = first, centre(first), centre(second)
    run, rise = east - x, north - y
    third, least = first, math.inf
    for a, b in _THIRDS[second[0] - column, second[1] - row]:
        cell = column + a, row + b
        east, north = centre(cell)
        east -= x
        north -= y
        left = run * north - rise * east
        if left > 0:
            share = (east * (east - run) + north * (north - rise)) / left
            if share < least:
                third, least = cell, share
    return third


def _circumcentre(first: TownCell, second: TownCell, third: TownCell) -> PlanePoint:
    """Where three quarters meet; to the last digit the same only if the least of them comes first."""
    (x, y), (east, north), (other_east, other_north) = centre(first), centre(second), centre(third)
    run, rise, across, up = east - x, north - y, other_east - x, other_north - y
    share = (across * (across - run) + up * (up - rise)) / (run * up - rise * across)
    return x + (run - rise * share) / 2, y + (rise + run * share) / 2
