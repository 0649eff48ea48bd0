"""The net of main roads is the same, whether it is made of quarters' outlines or walked from crossing to crossing."""

from __future__ import annotations

import math
import random

import pytest

from automotive_env.place.town import routing, triangulation
from automotive_env.place.town.cells import borders, cells_of
from automotive_env.place.town.guidance import route_of, trip
from automotive_env.place.town.triangulation import border_between


def some_cells(number: int) -> list[tuple[int, int]]:
    drawn = random.Random(1)
    return [(drawn.randrange(-31_000, 31_000), drawn.randrange(-14_000, 14_000)) for _ in range(number)]


def test_a_border_by_triangles_is_that_of_the_outline() -> None:
    for cell in some_cells(300):
        for border in borders(cell):
            if border.cells[0] == cell:
                found = border_between(*border.cells)
                assert (found.start, found.end, found.cells) == (border.start, border.end, border.cells)
                assert math.dist(found.first, border.first) < 1e-6
                assert math.dist(found.last, border.last) < 1e-6


def test_a_border_does_not_depend_on_what_was_asked_for_before(monkeypatch: pytest.MonkeyPatch) -> None:
    for cell in some_cells(40):
        for border in borders(cell):
            monkeypatch.setattr(triangulation, "_meetings", {})
            first = border_between(*border.cells)
            monkeypatch.setattr(triangulation, "_meetings", {})
            a, b, c = cells_of(border.end)
            for cells in ((b, c), (a, c), (a, b)):
                border_between(*cells)
            assert border_between(*border.cells) == first


def test_the_search_towards_the_car_finds_what_a_search_all_around_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    going = [trip(52.52, 13.405, bearing, "Berlin", 0, name) for name in ("Work", "Grand Hotel") for bearing in (0, 130)]
    routes = [route_of(each) for each in going]
    monkeypatch.setattr(routing, "TOP_SPEED", math.inf)
    for cache in (routing._ways_to, route_of):
        cache.cache_clear()
    assert [route_of(each) for each in going] == routes
