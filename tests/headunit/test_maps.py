"""Maps: destinations, the route, how the map looks and what it says."""

from __future__ import annotations

import pytest
from headunit_touch import drives, find, heard, slide, tap

from automotive_env.car.core.world import World
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.place.town.points_of_interest import LANDMARKS


@pytest.fixture
def maps(head_unit: HeadUnit) -> HeadUnit:
    assert head_unit.open_app("maps")
    return head_unit


def names(unit: HeadUnit) -> list[str]:
    return [element.name for element in unit.elements()]


def choose(unit: HeadUnit, name: str) -> None:
    for _ in range(12):
        found = [each for each in unit.elements() if each.name == "destination_item" and each.text == name]
        if found and found[0].box.height > 20:
            assert unit.tap(*found[0].box.center) == ""
            tap(unit, "start_button")
            return
        assert unit.scroll("down") == ""
    raise AssertionError(f"{name} is not offered")


@pytest.mark.parametrize("name", [*LANDMARKS])
def test_a_suggestion_starts_the_route(maps: HeadUnit, world: World, name: str) -> None:
    changes = heard(world)
    choose(maps, name)
    assert ("navigation.is_active", True, "touch") in changes
    assert world.navigation.current_route
    assert world.navigation.current_route.destination == name
    assert {path.split(".")[0] for path, _, _ in changes} <= {"navigation", "environment", "maps"}
    assert find(maps, "destination_text").text == name


def test_the_route_ends(maps: HeadUnit, world: World) -> None:
    assert "route_end_button" not in names(maps)
    choose(maps, "Airport")
    changes = heard(world)
    tap(maps, "route_end_button")
    assert ("navigation.is_active", False, "touch") in changes
    assert world.navigation.current_route is None
    assert "route_end_button" not in names(maps)


def test_suggestions_stay_while_a_route_runs(maps: HeadUnit, world: World) -> None:
    choose(maps, "Airport")
    choose(maps, "Grand Hotel")
    assert world.navigation.current_route
    assert world.navigation.current_route.destination == "Grand Hotel"


def search(unit: HeadUnit, text: str) -> list[str]:
    """Type a text into the search field; returns the names that are found."""
    tap(unit, "search_edit_text")
    assert unit.type_text(text) == ""
    assert unit.enter() == ""
    return [element.text for element in unit.elements() if element.name == "result_item"]


def test_a_search_finds_and_the_place_starts_the_route(maps: HeadUnit, world: World) -> None:
    changes = heard(world)
    assert search(maps, "  the museum of tech ") == ["Museum of Technology"]
    assert not world.navigation.is_active
    assert changes == []
    tap(maps, "result_item")
    assert find(maps, "place_category").text == "Museum"
    tap(maps, "start_button")
    assert world.navigation.current_route
    assert world.navigation.current_route.destination == "Museum of Technology"
    assert {cause for _, _, cause in changes} == {"touch"}


@pytest.mark.parametrize("text", ["asdf qwerty", "Opera House", "Not the Grand Hotel but Rome", "Musuem of Tecnology", "Airport"])
def test_a_text_alone_starts_nothing(maps: HeadUnit, world: World, text: str) -> None:
    search(maps, text)
    assert not world.navigation.is_active
    assert find(
        maps, "empty_text" if text in ("asdf qwerty", "Opera House", "Not the Grand Hotel but Rome") else "results_text"
    ).text


def test_what_is_nearly_right_is_asked_about(maps: HeadUnit) -> None:
    assert search(maps, "Musuem of Tecnology")[0] == "Museum of Technology"
    assert find(maps, "results_text").text == "Did you mean Museum of Technology?"


def test_nothing_typed_starts_nothing(maps: HeadUnit, world: World) -> None:
    tap(maps, "search_edit_text")
    assert maps.enter() == "type what to look for first"
    assert not world.navigation.is_active


def test_no_typing_while_driving_but_suggestions(maps: HeadUnit, world: World) -> None:
    drives(world)
    assert "locked" in maps.tap(*find(maps, "search_edit_text").box.center)
    assert maps.type_text("Opera House") != ""
    choose(maps, "Work")
    assert world.navigation.is_active


@pytest.mark.parametrize(
    ("id", "path"),
    [("traffic_toggle", "navigation.traffic_status_enabled")],
)
def test_switches(maps: HeadUnit, world: World, id: str, path: str) -> None:
    before = world.get(path)
    assert find(maps, id).role == "Switch"
    assert find(maps, id).checked is before
    changes = heard(world)
    tap(maps, id)
    assert (path, not before, "touch") in changes
    assert find(maps, id).checked is not before


@pytest.mark.parametrize(("id", "view"), [("map_view_3d", "3D view"), ("map_view_2d", "2D view")])
def test_views(maps: HeadUnit, world: World, id: str, view: str) -> None:
    world.set("navigation.map_view", "North up")
    changes = heard(world)
    before = maps.frame().copy()
    tap(maps, id)
    assert changes == [("navigation.map_view", view, "touch")]
    assert find(maps, id).checked
    assert (maps.frame() != before).any()


@pytest.mark.parametrize("mode", ["Concise", "Mute", "Detailed"])
def test_voice_modes(maps: HeadUnit, world: World, mode: str) -> None:
    world.set("navigation.broadcast_mode", "Mute" if mode != "Mute" else "Detailed")
    tap(maps, f"voice_{mode.lower()}")
    assert world.navigation.broadcast_mode == mode
    assert world.navigation.voice_notifications_enabled is (mode != "Mute")
    chosen = [each for each in ("concise", "detailed", "mute") if find(maps, f"voice_{each}").checked]
    assert chosen == [mode.lower()]


def test_zoom(maps: HeadUnit, world: World) -> None:
    changes = heard(world)
    tap(maps, "zoom_in")
    tap(maps, "zoom_out")
    assert changes == [("navigation.map_zoom_level", 6, "touch"), ("navigation.map_zoom_level", 5, "touch")]


def test_distances_follow_the_unit(maps: HeadUnit, world: World) -> None:
    choose(maps, "Airport")
    assert find(maps, "route_distance").text.endswith("km")
    world.set("environment.unit_system", "mile")
    assert find(maps, "route_distance").text.endswith("mi")


def test_the_arrival_follows_the_clock(maps: HeadUnit, world: World) -> None:
    choose(maps, "Airport")
    minutes = int(find(maps, "route_duration").text.removesuffix(" min"))
    assert find(maps, "route_arrival").text == f"12:{minutes:02}"
    world.set("environment.time_display_format", "12-hour format")
    assert find(maps, "route_arrival").text.endswith("PM")


def test_the_map_moves_with_the_car(maps: HeadUnit, world: World) -> None:
    before = maps.frame().copy()
    world.set("road.gps.longitude", 13.42)
    assert (maps.frame() != before).any()
    world.set("road.gps.longitude", 13.405)
    assert (maps.frame() == before).all()


def test_the_map_does_not_tell_the_city(maps: HeadUnit, world: World) -> None:
    city = world.road.city
    assert city
    assert not [each for each in maps.elements() if city in each.text or city in each.description]


def rows(unit: HeadUnit, name: str) -> list[str]:
    return [element.text for element in unit.elements() if element.name == name]


def places(unit: HeadUnit, text: str) -> None:
    """Touch a place of the page of the route."""
    box = next(element.box for element in unit.elements() if element.name == "place_item" and element.text == text)
    assert unit.tap(*box.center) == ""


@pytest.mark.parametrize("moving", [False, True])
def test_stops_are_added_and_deleted(maps: HeadUnit, world: World, moving: bool) -> None:
    world.call("navigation.navigation_route_plan", {"address": "Grand Hotel"})
    if moving:
        drives(world)
    tap(maps, "route_stops_button")
    places(maps, "Home")
    places(maps, "Work")
    assert find(maps, "message").text == "Added as a stop"
    assert [stop.location for stop in world.navigation.waypoints] == ["Home", "Work"]
    assert rows(maps, "stop_item") == ["Home", "Work"]
    first = next(element for element in maps.elements() if element.name == "stop_delete_button")
    assert first.description == "Delete Home"
    assert maps.tap(*first.box.center) == ""
    assert [stop.location for stop in world.navigation.waypoints] == ["Work"]
    assert find(maps, "destination_text").text == "Grand Hotel"
    tap(maps, "routes_button")
    tap(maps, "avoid_ferries")
    assert world.maps.avoid_ferries


def test_a_stop_is_found_by_a_search(maps: HeadUnit, world: World) -> None:
    world.call("navigation.navigation_route_plan", {"address": "Grand Hotel"})
    tap(maps, "route_stops_button")
    tap(maps, "stop_edit_text")
    assert maps.type_text("city hospital") == ""
    assert maps.enter() == ""
    assert world.navigation.waypoints == ()
    tap(maps, "result_item")
    assert [stop.location for stop in world.navigation.waypoints] == ["City Hospital"]
    assert rows(maps, "stop_item") == ["City Hospital"]
    assert world.navigation.current_route
    assert world.navigation.current_route.destination == "Grand Hotel"


def test_another_destination_and_another_start(maps: HeadUnit, world: World) -> None:
    world.call("navigation.navigation_route_plan", {"address": "Grand Hotel"})
    tap(maps, "route_stops_button")
    tap(maps, "route_change_end")
    places(maps, "Work")
    tap(maps, "route_change_start")
    places(maps, "Home")
    route = world.navigation.current_route
    assert route
    assert (route.departure, route.destination) == ("Home", "Work")
    assert find(maps, "route_start").text == "Home"


def test_without_a_route_there_are_no_stops(maps: HeadUnit, world: World) -> None:
    tap(maps, "route_stops_button")
    assert "no route" in find(maps, "empty_text").text
    tap(maps, "choose_button")
    assert world.system.foreground_screen == "maps"


@pytest.mark.parametrize(
    ("id", "path", "value"),
    [
        ("map_heading_up", "navigation.map_view", "Heading up"),
        ("map_north_up", "navigation.map_view", "North up"),
        ("map_view_3d", "navigation.map_view", "3D view"),
        ("map_miles", "environment.unit_system", "mile"),
        ("speed_camera_toggle", "navigation.speed_camera_enabled", True),
        ("traffic_toggle", "navigation.traffic_status_enabled", True),
        ("voice_mute", "navigation.voice_notifications_enabled", False),
        ("voice_concise", "navigation.broadcast_mode", "Concise"),
        ("zoom_in", "navigation.map_zoom_level", 6),
        ("zoom_out", "navigation.map_zoom_level", 4),
    ],
)
def test_map_settings(maps: HeadUnit, world: World, id: str, path: str, value: object) -> None:
    tap(maps, "map_options_button")
    changes = heard(world)
    tap(maps, id)
    assert (path, value, "touch") in changes


def test_loudness_of_guidance(maps: HeadUnit, world: World) -> None:
    tap(maps, "map_options_button")
    slide(maps, "volume_seek_bar", 1.0)
    assert (world.environment.volume, world.environment.sound_channel) == (100, "navigation")
