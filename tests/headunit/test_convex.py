"""Convex polygons of the map, many at once: what is clipped lies inside, and nothing else is lost."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.headunit.pictures.town.convex import areas, chords, clipped, depths, inset, sides

BOX = np.array([[(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)]])
coordinates = st.floats(-25, 25)


def regular(corners: int, radius: float, x: float, y: float) -> np.ndarray:
    turn = np.arange(corners) * 2 * math.pi / corners
    return np.stack((x + radius * np.cos(turn), y + radius * np.sin(turn)), axis=1)[None]


def clipped_area(polygon: np.ndarray, within: np.ndarray) -> float:
    return sum(float(areas(left).sum()) for _, left in clipped(polygon.copy(), within))


@given(st.integers(3, 8), st.floats(1, 15), coordinates, coordinates)
def test_a_clipped_polygon_lies_inside_and_its_parts_make_up_the_whole(corners: int, radius: float, x: float, y: float) -> None:
    polygon = regular(corners, radius, x, y)
    for _, left in clipped(polygon.copy(), sides(BOX)):
        assert depths(left.reshape(-1, 2), sides(BOX)).min() > -1e-6
    edge = np.array([[[0.6], [0.8], [2.0]]])
    assert clipped_area(polygon, edge) + clipped_area(polygon, -edge) == pytest.approx(float(areas(polygon)[0]), abs=1e-6)


@given(coordinates, coordinates, coordinates, coordinates)
def test_a_chord_is_the_part_of_a_line_inside(x1: float, y1: float, x2: float, y2: float) -> None:
    start, end = np.array([(x1, y1)]), np.array([(x2, y2)])
    first, last, some = chords(start, end, sides(BOX))
    on_the_way = start + np.linspace(0, 1, 200)[:, None] * (end - start)
    inside = on_the_way[depths(on_the_way, sides(BOX)) > 1e-6]
    assert some[0] or len(inside) <= 1
    if some[0]:
        assert depths(np.concatenate((first, last)), sides(BOX)).min() > -1e-6
        reach = math.dist(first[0], last[0]) + 1e-6
        assert all(max(math.dist(point, first[0]), math.dist(point, last[0])) <= reach for point in inside)


def test_an_inset_moves_every_edge_and_says_where_one_is_lost() -> None:
    shapes = np.concatenate((BOX, BOX / 10))
    moved, kept = inset(shapes, 3.0)
    assert kept.tolist() == [True, False]
    assert areas(moved)[0] == pytest.approx(14 * 14)
