"""Routes: previewed, chosen, followed with the clock, left because of traffic; the map under a finger."""

from __future__ import annotations

import math
import re

import pytest
from headunit_touch import find, heard, tap
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.headunit.apps.maps.map_results import PlaceSearchScreen
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.node import LayoutNode
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.pictures.town.journey import far
from automotive_env.headunit.pictures.town.view import MapPictureState
from automotive_env.headunit.ui_state import UiState
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES
from automotive_env.place.town import guidance
from automotive_env.place.town.guidance import position, route_of, settled, trip
from automotive_env.place.town.points_of_interest import LANDMARKS, points_of_interest


def show(unit: HeadUnit, screen: str, *args: str) -> None:
    unit.restore(UiState((ScreenEntry("maps", "maps"), ScreenEntry("maps", screen, args))))


def drive(world: World, speed: float = 72) -> None:
    world.set("road.gear", "drive")
    world.set("road.speed", speed)


def begin(world: World, name: str) -> None:
    assert world.call("navigation.navigation_route_plan", {"address": name}).success


@given(st.sampled_from(PLACES), st.floats(-0.1, 0.1), st.floats(-0.1, 0.1), st.integers(0, 359), st.integers(20, 600))
def test_a_trip_that_is_drawn_by_distance_stays_on_its_street(
    city: Place, north: float, east: float, bearing: int, metres: int
) -> None:
    going = trip(city.latitude + north, city.longitude + east, bearing, city.name)
    steady = settled(going, metres)
    here, there = (position(one.latitude, one.longitude, one.bearing).spot for one in (going, steady))
    assert here.name == there.name
    assert math.dist(here.at, there.at) <= metres / 2 + 2
    assert (steady.town, steady.targets, steady.wishes) == (going.town, going.targets, going.wishes)


def test_a_preview_is_drawn_by_distance(head_unit: HeadUnit, world: World) -> None:
    begin(world, "Airport")
    show(head_unit, "preview", "Airport")
    drive(world)
    (layer,) = (layer for layer in head_unit.layers if layer.entry.screen == "preview")
    shown = set()
    for _ in range(40):
        happen(world, "time passes", seconds=1)
        head_unit.elements()
        shown |= {state.shown for state in layer.states if isinstance(state.shown, MapPictureState)}
    assert 1 < len(shown) < 20


@pytest.mark.parametrize("name", ["Work", "Airport", "Grand Hotel"])
def test_road_distances_agree_everywhere(head_unit: HeadUnit, world: World, name: str) -> None:
    show(head_unit, "place", name)
    by_road = find(head_unit, "place_distance").text.split("· ")[-1]
    show(head_unit, "preview", name)
    assert find(head_unit, "route_fastest").description.startswith(by_road)
    tap(head_unit, "start_button")
    assert find(head_unit, "route_distance").text == by_road
    happen(world, "time passes", seconds=600)  # parked: nothing drifts
    assert find(head_unit, "route_distance").text == by_road


def straight_lines(world: World) -> dict[str, str]:
    """Name of a place -> how far it is in a straight line, as it is written."""
    gps = world.road.gps
    going = trip(gps.latitude, gps.longitude, gps.bearing, world.road.city, world.system.content_seed)
    at = position(going.latitude, going.longitude, going.bearing).at
    places = points_of_interest(going.town).values()
    return {place.name: far(math.dist(place.location.point, at), "kilometer") for place in places}


@pytest.mark.parametrize(
    ("app", "screen", "args", "row"),
    [
        ("maps", "maps", (), "destination_item"),
        ("maps", "results", ("coffee", "go"), "result_item"),
        ("maps", "results", ("hote", "stop"), "result_item"),
        ("energy", "energy", (), "station_item"),
        ("maps", "stops", (), "place_item"),
    ],
)
def test_lists_show_straight_line_distances(
    head_unit: HeadUnit, world: World, app: str, screen: str, args: tuple[str, ...], row: str
) -> None:
    expected = straight_lines(world)
    begin(world, "Airport")
    head_unit.restore(UiState((ScreenEntry(app, screen, args),)))
    if app == "energy":
        tap(head_unit, "energy_stations")
    rows = [element for element in head_unit.elements() if element.name == row]
    assert rows
    for element in rows:
        assert expected[element.text] in re.split(r" · |, |\n", element.description)


def test_lists_search_no_route(head_unit: HeadUnit, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a list searched a route")

    route_of.cache_clear()
    monkeypatch.setattr(guidance, "find_route", refuse)
    head_unit.restore(UiState((ScreenEntry("maps", "maps"), ScreenEntry("maps", "results", ("coffee", "go")))))
    assert "result_item" in {element.name for element in head_unit.elements()}
    drive(world)
    happen(world, "time passes", seconds=5)
    assert "result_item" in {element.name for element in head_unit.elements()}


def test_a_route_is_chosen_and_what_it_avoids(head_unit: HeadUnit, world: World) -> None:
    show(head_unit, "preview", "Airport")
    fastest = find(head_unit, "route_fastest").description
    assert "Toll" in fastest
    tap(head_unit, "avoid_tolls")
    assert world.maps.avoid_tolls
    assert find(head_unit, "route_fastest").description != fastest
    tap(head_unit, "route_shortest")
    assert find(head_unit, "route_shortest").selected
    tap(head_unit, "start_button")
    assert world.maps.route_kind == "shortest"
    assert [place.name for place in world.maps.recents] == ["Airport"]


def test_routes_that_are_offered_differ_or_say_so_and_one_without_tolls_has_none(head_unit: HeadUnit) -> None:
    free = set()
    for name in LANDMARKS:
        show(head_unit, "preview", name)
        routes = {element.name: element.description for element in head_unit.elements() if element.name.startswith("route_")}
        routes.pop("route_map", None)
        assert list(routes)[:2] == ["route_fastest", "route_shortest"]
        assert len(set(routes.values())) == len(routes)
        free.add("route_no_tolls" in routes)
        if "route_no_tolls" in routes:
            assert "Toll" in routes["route_fastest"]
            assert "Toll" not in routes["route_no_tolls"]
    assert free == {True, False}


@pytest.mark.parametrize("touched", [True, False])
def test_results_stand_still_while_the_car_goes_on(
    head_unit: HeadUnit, world: World, monkeypatch: pytest.MonkeyPatch, touched: bool
) -> None:
    built: list[str] = []

    def build(screen: PlaceSearchScreen, car: BuildContext) -> LayoutNode:
        built.append(screen.name)
        return shown(screen, car)

    shown = PlaceSearchScreen.build
    monkeypatch.setattr(PlaceSearchScreen, "build", build)
    begin(world, "Airport")
    drive(world)
    if touched:
        show(head_unit, "results", "", "go")
        kind = next(element for element in head_unit.elements() if element.name == "category_item")
        head_unit.tap(*kind.box.center)
    else:
        head_unit.push(ScreenEntry("maps", "results", ("coffee", "go")))
    before = [element for element in head_unit.elements() if element.name == "result_item"]
    built.clear()
    for _ in range(6):
        happen(world, "time passes", seconds=10)
        after = [element for element in head_unit.elements() if element.name == "result_item"]
    assert built == []
    assert [element.text for element in after] == [element.text for element in before]
    assert [element.description for element in after] != [element.description for element in before]


def test_a_charging_stop_where_the_range_does_not_suffice(head_unit: HeadUnit, world: World) -> None:
    world.set("road.fuel_level", 1)
    show(head_unit, "preview", "Airport")
    tap(head_unit, "add_charging_button")
    station = find(head_unit, "charge_text").text
    tap(head_unit, "start_button")
    assert [stop.location for stop in world.navigation.waypoints] == [station]


def test_a_route_goes_on_with_the_clock_until_it_ends(head_unit: HeadUnit, world: World) -> None:
    begin(world, "Work")
    head_unit.open_app("maps")
    drive(world)
    before = float(find(head_unit, "route_distance").text.removesuffix(" km"))
    happen(world, "time passes", seconds=50)
    assert find(head_unit, "route_distance").text == f"{before - 1:.1f} km"
    happen(world, "time passes", seconds=600)
    assert find(head_unit, "destination_text").text == "You have arrived"
    assert world.navigation.is_active, "it is the driver who ends guidance"
    tap(head_unit, "route_end_button")
    assert not world.navigation.is_active


def test_stops_are_passed_and_stay_in_the_route(world: World) -> None:
    begin(world, "Airport")
    world.call("navigation.navigation_midWay_add", {"midway": ["Grand Hotel"]})
    drive(world)
    happen(world, "time passes", seconds=200)
    assert world.maps.progress
    assert world.maps.progress.passed == 1
    assert [stop.location for stop in world.navigation.waypoints] == ["Grand Hotel"]
    world.call("navigation.navigation_midWay_delete", {"number": 0})
    happen(world, "time passes", seconds=1)
    assert world.navigation.current_route
    assert world.navigation.current_route.destination == "Airport"


@pytest.mark.parametrize("speed", [0, 72])
def test_without_a_route_the_car_stays_where_it_is(world: World, speed: float) -> None:
    drive(world, speed)
    before = world.road.gps.latitude, world.road.gps.longitude
    happen(world, "time passes", seconds=60)
    assert (world.road.gps.latitude, world.road.gps.longitude) == before


@pytest.mark.parametrize("take", [True, False])
def test_traffic_ahead_offers_a_detour(head_unit: HeadUnit, world: World, take: bool) -> None:
    begin(world, "Airport")
    head_unit.open_app("maps")
    minutes = int(find(head_unit, "route_duration").text.removesuffix(" min"))
    happen(world, "traffic ahead", minutes=9)
    assert int(find(head_unit, "route_duration").text.removesuffix(" min")) == minutes + 9
    tap(head_unit, "detour_take" if take else "detour_keep")
    assert world.maps.takes_detour is take
    assert "detour_title" not in [element.name for element in head_unit.elements()]
    after = int(find(head_unit, "route_duration").text.removesuffix(" min"))
    assert after < minutes + 9 if take else after == minutes + 9


def test_home_shows_the_route(head_unit: HeadUnit, world: World) -> None:
    assert find(head_unit, "heading_text").text
    begin(world, "Airport")
    assert find(head_unit, "next_turn_text").text
    assert find(head_unit, "destination_text").text == "Airport"
    assert find(head_unit, "route_distance").text.endswith("km")


def test_the_map_moves_under_a_finger_and_comes_back(head_unit: HeadUnit, world: World) -> None:
    head_unit.open_app("maps")
    changes = heard(world)
    before = head_unit.frame().copy()
    assert head_unit.drag(900, 300, 700, 250) == ""
    assert (head_unit.frame() != before).any()
    assert (head_unit.frame() == head_unit.redrawn()).all()
    moved = head_unit.frame().copy()
    assert head_unit.scroll("left", find(head_unit, "map_view").box.center) == ""
    assert (head_unit.frame() != moved).any()
    tap(head_unit, "recentre_button")
    assert (head_unit.frame() == before).all()
    assert changes == []


def test_the_field_is_above_the_keyboard_while_a_route_runs(head_unit: HeadUnit, world: World) -> None:
    begin(world, "Airport")
    head_unit.open_app("maps")
    tap(head_unit, "search_edit_text")
    field = find(head_unit, "search_edit_text")
    keyboard = min(element.box.top for element in head_unit.elements() if element.name.startswith("key_"))
    assert field.focused
    assert field.box.bottom <= keyboard


def test_a_favourite_is_kept_and_offered(head_unit: HeadUnit, world: World) -> None:
    show(head_unit, "place", "Hotel Winkler")
    tap(head_unit, "favorite_button")
    assert world.maps.is_favorite("Hotel Winkler")
    head_unit.open_app("maps")
    assert "Hotel Winkler" in [each.text for each in head_unit.elements() if each.name == "destination_item"]
    show(head_unit, "place", "Hotel Winkler")
    tap(head_unit, "favorite_button")
    assert not world.maps.is_favorite("Hotel Winkler")


def test_a_place_that_is_held_joins_the_favourites_or_leaves_them(head_unit: HeadUnit, world: World) -> None:
    head_unit.open_app("maps")
    for kept in (True, False):
        world.maps.keep("Home", kept=kept)
        home = next(each for each in head_unit.elements() if each.text == "Home")
        assert head_unit.long_press(*home.box.center) == ""
        assert world.maps.is_favorite("Home") is not kept


def test_a_place_is_called(head_unit: HeadUnit, world: World) -> None:
    show(head_unit, "place", "Hotel Winkler")
    phone = find(head_unit, "place_phone").text
    tap(head_unit, "place_call_button")
    assert world.conversation.current_contact == phone
    assert world.conversation.call_state == "active"


def test_a_route_with_several_stops_ends_after_a_question(head_unit: HeadUnit, world: World) -> None:
    world.call("navigation.navigation_route_plan", {"address": "Airport"})
    world.call("navigation.navigation_midWay_add", {"midway": ["Work", "Museum of Technology"]})
    head_unit.open_app("maps")
    tap(head_unit, "route_end_button")
    tap(head_unit, "keep_route_button")
    assert world.navigation.is_active
    tap(head_unit, "route_end_button")
    tap(head_unit, "confirm_end_route_button")
    assert not world.navigation.is_active
