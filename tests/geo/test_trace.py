"""GPS traces: fixes lie on the line, as far apart as the car drives, and arrive wherever they are played."""

from __future__ import annotations

import itertools

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.errors import UsageError
from automotive_env.geo.places import distance, place_by_name
from automotive_env.geo.town.guidance import route_of, trip
from automotive_env.geo.trace import fixes_along, line_of_route, play
from automotive_env.headless import HeadlessController
from automotive_env.observation import GpsFix
from automotive_env.validators import signals as s

BERLIN = place_by_name("Berlin")
TRIP = trip(BERLIN.latitude, BERLIN.longitude, 0, "Berlin", 0, "Museum of Technology")
lines = st.lists(st.tuples(st.floats(-0.05, 0.05), st.floats(-0.05, 0.05)), min_size=2, max_size=5)


def metres(one, other):
    return distance(one.latitude, one.longitude, other.latitude, other.longitude)


@given(lines, st.floats(20, 130), st.floats(-80, 80), st.floats(-179, 179))
def test_fixes_are_as_far_apart_as_the_car_drives_from_end_to_end(offsets, kmh, latitude, longitude):
    line = [(latitude + north, longitude + east) for north, east in offsets]
    fixes = list(fixes_along(line, kmh, seconds=10))
    step = kmh / 0.36
    assert all(metres(*pair) <= step * 1.01 + 0.1 for pair in itertools.pairwise(fixes))
    whole = sum(distance(*one, *other) for one, other in itertools.pairwise(line))
    assert len(fixes) == pytest.approx(whole / step + 1.5, abs=0.02 * whole / step + 1)
    assert all(0 <= fix.bearing < 360 for fix in fixes)
    assert (fixes[-1].latitude, fixes[-1].longitude) == line[-1]


def test_a_straight_drive_north():
    first, *_, last = fixes = list(fixes_along([(52.0, 13.0), (52.01, 13.0)], 36, altitude=40))
    assert (first, last) == (GpsFix(52.0, 13.0, 40, 0.0), GpsFix(52.01, 13.0, 40, 0.0))
    assert len(fixes) == 113  # 1,112.7 m at 10 m a fix, and the end


def test_a_car_that_stands_gives_the_same_fix_again():
    speeds = iter([36, 0, 0, 36])
    fixes = list(itertools.islice(fixes_along([(52.0, 13.0), (52.01, 13.0)], lambda: next(speeds)), 5))
    assert fixes[1] == fixes[2] == fixes[3]
    assert fixes[0] != fixes[1]
    assert fixes[3] != fixes[4]


def test_the_line_of_a_route_is_as_long_as_the_route():
    line, route = line_of_route(TRIP), route_of(TRIP)
    assert route is not None
    long = sum(distance(*one, *other) for one, other in itertools.pairwise(line))
    assert long == pytest.approx(route.metres, rel=0.15)  # streets bend
    assert line_of_route(TRIP.to()) == ()


@cases(
    ("line", "kmh", "seconds"),
    [
        ([(91, 0), (0, 0)], 50, 1),
        ([(0, 0), (0, 1)], -1, 1),
        ([(0, 0), (0, 1)], float("nan"), 1),
        ([(0, 0), (0, 1)], 50, 0),
        ([(0, 0), (0, 1)], 0, 1),
        ([(0, 0), (0, 1)], float("inf"), 1),
        ([(0, 0), (0, 1)], 50, float("inf")),
    ],
)
def test_what_cannot_be_driven_is_refused(line, kmh, seconds):
    with pytest.raises(UsageError):
        list(fixes_along(line, kmh, seconds=seconds))


def test_a_trace_is_played_into_the_car():
    car = HeadlessController()
    car.write(s.SPEED, 50.0)
    line, seen = line_of_route(TRIP), []

    def put(fix):
        car.set_gps(fix)
        seen.append((car.world.road.gps.latitude, car.world.road.gps.bearing))

    before = car.world.environment.timestamp
    count = play(fixes_along(line, lambda: float(car.read(s.SPEED)), seconds=5), put, car.advance, seconds=5)
    assert count == len(seen) > 10
    assert seen[-1][0] == pytest.approx(line[-1][0], abs=1e-6)
    assert car.world.environment.timestamp > before
    assert len({bearing for _, bearing in seen}) > 2
    assert play([], put) == 0
