"""Routes of the town: of each kind the best there is, whatever is to be avoided."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automotive_env.place.places import PLACES, place_by_name
from automotive_env.place.town.guidance import route_of, trip
from automotive_env.place.town.routing import TURN_AROUND, RouteKind, RoutePlan, RoutePreferences

CITIES = ("Lyon", "Tokyo", "Dubai", "Sydney")
AVOIDANCES = list(product((True, False), repeat=3))


def way(city: str, north: float, east: float, bearing: float, wishes: RoutePreferences) -> RoutePlan:
    place = place_by_name(city)
    going = trip(place.latitude + north, place.longitude + east, bearing, city, 1).to("Riverside Park", wishes=wishes)
    route = route_of(going)
    assert route is not None
    return route


def kinds(city: str, north: float, east: float, bearing: float, avoided: tuple[bool, bool, bool]) -> tuple[RoutePlan, RoutePlan]:
    both: tuple[RouteKind, RouteKind] = ("fastest", "shortest")
    fastest, shortest = (way(city, north, east, bearing, RoutePreferences(kind, *avoided)) for kind in both)
    return fastest, shortest


@given(
    city=st.sampled_from(CITIES), north=st.floats(-0.05, 0.05), east=st.floats(-0.05, 0.05), bearing=st.floats(0, 360),
    avoided=st.sampled_from(AVOIDANCES),
)  # fmt: skip
@settings(max_examples=40, deadline=None, derandomize=True)
def test_the_shortest_is_never_longer_and_the_fastest_never_slower(
    city: str, north: float, east: float, bearing: float, avoided: tuple[bool, bool, bool]
) -> None:
    fastest, shortest = kinds(city, north, east, bearing, avoided)
    assert shortest.metres <= fastest.metres + 1
    assert fastest.seconds <= shortest.seconds + 1


@pytest.mark.sweep
@pytest.mark.parametrize("city", [place.name for place in PLACES][::10])
@pytest.mark.parametrize("avoided", AVOIDANCES)
def test_so_it_is_everywhere(city: str, avoided: tuple[bool, bool, bool]) -> None:
    for number in range(3):
        fastest, shortest = kinds(city, 0.013 * number, -0.017 * number, 100.0 * number, avoided)
        assert shortest.metres <= fastest.metres + 1
        assert fastest.seconds <= shortest.seconds + 1


def test_to_turn_back_takes_time() -> None:
    ahead = way("Lyon", 0.0, 0.0, 0.0, RoutePreferences())
    bearings = [way("Lyon", 0.0, 0.0, float(bearing), RoutePreferences()) for bearing in range(0, 360, 30)]
    around = [route for route in bearings if route.turn == "around"]
    assert min(route.seconds for route in bearings) <= ahead.seconds
    assert all(route.legs[0].seconds > TURN_AROUND for route in around)
