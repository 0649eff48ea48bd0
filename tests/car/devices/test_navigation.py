"""Route guidance and its map."""

import pytest

from automotive_env.car.core.world import World


@pytest.fixture
def world():
    return World({"navigation": "init1"})


def stops(world):
    route = world.navigation.waypoints
    assert [stop.index for stop in route] == list(range(len(route)))
    return [stop.location for stop in route]


def refused(world, api, arguments):
    before = world.snapshot()
    result = world.call(f"navigation.{api}", arguments)
    assert not result.success
    assert world.snapshot() == before
    return result.message


def test_planning_starts_guidance_without_the_old_stops():
    world = World()
    result = world.call("navigation.navigation_route_plan", {"address": "Porto"})
    assert result.success
    assert result.data == {"departure": "Current location", "destination": "Porto", "waypoints": []}
    assert world.navigation.is_active
    assert stops(world) == []
    assert world.environment.sound_channel == "navigation"


def test_planning_from_elsewhere():
    world = World()
    arguments = {"address": "Porto", "placeOfDeparture": "Braga"}
    assert world.call("navigation.navigation_route_plan", arguments).success
    assert world.navigation.current_route.departure == "Braga"


def test_changing_the_destination_keeps_the_departure_and_drops_the_stops(world):
    world.call("navigation.navigation_route_plan", {"address": "Porto", "placeOfDeparture": "Braga"})
    world.call("navigation.navigation_midWay_add", {"midway": ["Petrol station"]})
    assert world.call("navigation.navigation_destination_change", {"address": "Lisbon"}).success
    assert world.call("navigation.navigation_get_destination", {}).message == "Lisbon"
    assert world.navigation.current_route.departure == "Braga"
    assert stops(world) == []


def test_stops_are_added_at_the_end_and_deleted_by_name_or_place(world):
    assert world.call("navigation.navigation_midWay_add", {"midway": ["Museum", "Bakery"]}).success
    assert stops(world) == ["Old Mill Bridge", "Museum", "Bakery"]
    assert world.call("navigation.navigation_midWay_delete", {"address": "Museum"}).success
    assert stops(world) == ["Old Mill Bridge", "Bakery"]
    assert world.call("navigation.navigation_midWay_delete", {"number": 0}).success
    assert stops(world) == ["Bakery"]
    assert "the stops are: 0 Bakery" in refused(world, "navigation_midWay_delete", {"number": 4})
    refused(world, "navigation_midWay_delete", {"number": 0, "address": "Bakery"})
    refused(world, "navigation_midWay_delete", {})
    assert world.navigation.current_route.destination == "Seaview Conference Centre"


def test_more_stops_than_fit_are_refused(world):
    for _ in range(9):
        assert world.call("navigation.navigation_midWay_add", {"midway": ["Stop"] * 20}).success
    assert "at most 200 stops" in refused(world, "navigation_midWay_add", {"midway": ["Stop"] * 20})


def test_leaving_forgets_the_route(world):
    assert world.call("navigation.navigation_exit", {}).success
    assert world.navigation.current_route is None
    assert not world.navigation.is_active
    assert stops(world) == []
    assert "no destination" in refused(world, "navigation_get_destination", {})


@pytest.mark.parametrize(
    ("api", "arguments"),
    [
        ("navigation_exit", {}),
        ("navigation_destination_change", {"address": "Lisbon"}),
        ("navigation_midWay_add", {"midway": ["Bakery"]}),
        ("navigation_midWay_delete", {"number": 0}),
    ],
)
def test_without_guidance_there_is_nothing_to_change(api, arguments):
    assert "no guidance is running" in refused(World(), api, arguments)


@pytest.mark.parametrize(
    ("arguments", "level"),
    [
        ({"mode": "Zoom in"}, 6),
        ({"mode": "Zoom in", "degree": "tiny"}, 6),
        ({"mode": "Zoom in", "degree": "little"}, 7),
        ({"mode": "Zoom out", "degree": "large"}, 2),
        ({"mode": "Zoom out", "value": 3, "unit": "level"}, 2),
        ({"mode": "Zoom in", "value": 9}, 10),
        ({"mode": "Zoom out", "value": 9}, 1),
    ],
)
def test_zooming_stops_at_the_ends(world, arguments, level):
    assert world.call("navigation.navigation_mapZoom", arguments).success
    assert world.navigation.map_zoom_level == level


def test_zooming_takes_a_value_or_a_degree(world):
    assert "not both" in refused(world, "navigation_mapZoom", {"mode": "Zoom in", "value": 1, "degree": "tiny"})
    refused(world, "navigation_mapZoom", {"mode": "closer"})
    refused(world, "navigation_mapZoom", {"mode": "Zoom in", "value": -1})


def test_speech_and_how_much_is_said_go_together():
    world = World({"navigation": "init2"})
    assert world.call("navigation.navigation_voice_notify_switch", {"switch": True}).success
    assert world.navigation.broadcast_mode == "Detailed"
    assert world.environment.sound_channel == "navigation"
    world.call("navigation.navigation_broadCastMode_switch", {"type": "Mute"})
    assert not world.navigation.voice_notifications_enabled
    world.call("navigation.navigation_broadCastMode_switch", {"type": "Concise"})
    assert world.navigation.voice_notifications_enabled
    world.call("navigation.navigation_voice_notify_switch", {"switch": False})
    assert world.navigation.broadcast_mode == "Concise"


def test_going_silent_does_not_claim_the_loudspeakers(world):
    world.set("environment.sound_channel", "music")
    world.call("navigation.navigation_broadCastMode_switch", {"type": "Mute"})
    world.call("navigation.navigation_voice_notify_switch", {"switch": False})
    assert world.environment.sound_channel == "music"


def test_units_are_those_of_all_displays(world):
    assert world.call("navigation.navigation_meter_unit", {"mode": "Miles"}).success
    assert world.environment.unit_system == "mile"
    assert world.call("navigation.navigation_meter_unit", {"mode": "Kilometers"}).success
    assert world.environment.unit_system == "kilometer"


def test_plain_switches_and_views(world):
    assert world.call("navigation.navigation_trafficStatus_switch", {"switch": True}).success
    assert world.call("navigation.navigation_eDog_switch", {"switch": True}).success
    assert world.call("navigation.navigation_view_switch", {"type": "North up"}).success
    navigation = world.navigation
    assert (navigation.traffic_status_enabled, navigation.speed_camera_enabled, navigation.map_view) == (True, True, "North up")
