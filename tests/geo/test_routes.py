import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.errors import UsageError
from automotive_env.geo.places import PLACES, distance, nearest_place, place_by_name
from automotive_env.geo.routes import Route, bearing, drive, moved

latitudes, longitudes = st.floats(-85, 85), st.floats(-179.9, 179.9)


@pytest.mark.parametrize(("to", "heading"), [((1, 0), 0), ((0, 1), 90), ((-1, 0), 180), ((0, -1), 270)])
def test_bearings_go_clockwise_from_north(to, heading):
    assert bearing(0, 0, *to) == pytest.approx(heading)


@given(latitudes, longitudes, st.floats(0, 359.9), st.floats(1, 50_000))
def test_going_somewhere_gets_there(latitude, longitude, heading, metres):
    there = moved(latitude, longitude, heading, metres)
    assert distance(latitude, longitude, *there) == pytest.approx(metres, rel=1e-4, abs=0.05)
    assert -180 <= there[1] <= 180
    turned = (bearing(latitude, longitude, *there) - heading + 180) % 360 - 180
    assert abs(turned) < 1


def test_positions_along_a_route():
    route = Route([(0, 0), (0, 0.01), (0, 0.01), (0.01, 0.01)], altitude=120)
    start, corner, end = (route.position_at(metres) for metres in (0, route.length / 2, route.length))
    assert (start.latitude, start.longitude, start.bearing, start.altitude) == (0, 0, 90, 120)
    assert (corner.latitude, corner.longitude) == pytest.approx((0, 0.01), abs=1e-6)
    assert (end.latitude, end.longitude) == pytest.approx((0.01, 0.01), abs=1e-6)
    assert route.position_at(route.length * 0.75).bearing == 0
    assert route.position_at(-5) == start
    assert route.position_at(route.length + 5) == end


@given(st.sampled_from(PLACES), st.floats(10, 20_000), st.integers(0, 2**32))
def test_a_drive_is_as_long_as_asked_and_stays_at_its_place(place, metres, seed):
    route = drive(place, metres, random.Random(seed))
    assert route.length == pytest.approx(metres, rel=1e-3, abs=0.5)
    for part in range(11):
        fix = route.position_at(metres * part / 10)
        assert distance(fix.latitude, fix.longitude, place.latitude, place.longitude) < 8_000
        assert nearest_place(fix.latitude, fix.longitude) is place
        assert 0 <= fix.bearing < 360
        assert fix.altitude == place.altitude


def test_a_drive_follows_from_its_seed():
    paris = place_by_name("Paris")
    assert drive(paris, 3_000, random.Random(1)).points == drive(paris, 3_000, random.Random(1)).points
    assert drive(paris, 3_000, random.Random(1)).points != drive(paris, 3_000, random.Random(2)).points


def test_a_position_moves_on_with_the_metres():
    route = drive(place_by_name("Sydney"), 5_000, random.Random(4))
    fixes = [route.position_at(metres) for metres in range(0, 5_000, 50)]
    for one, other in itertools.pairwise(fixes):
        assert distance(one.latitude, one.longitude, other.latitude, other.longitude) <= 50.1


@pytest.mark.parametrize("points", [[], [(1, 1)], [(1, 1), (1, 1)]])
def test_a_route_needs_two_points(points):
    with pytest.raises(UsageError, match="two different points"):
        Route(points)


@pytest.mark.parametrize("metres", [0, -1, math.inf, math.nan])
def test_a_drive_needs_a_length(metres):
    with pytest.raises(UsageError, match="positive number of metres"):
        drive(PLACES[0], metres, random.Random(0))
