"""The street that the map draws under the car is of the kind that is told."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import happen
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES, distance
from automotive_env.place.surroundings import ROAD_TYPES
from automotive_env.place.town.guidance import position
from automotive_env.place.town.kinds_of_road import can_park, is_of_kind, on_road
from automotive_env.place.town.roads import is_ferry
from automotive_env.tasks.kit.scene import Draw


@settings(max_examples=40)
@given(
    place=st.sampled_from(PLACES), kind=st.sampled_from(ROAD_TYPES), north=st.floats(-0.2, 0.2), east=st.floats(-0.2, 0.2)
)  # fmt: skip
def test_a_road_of_every_kind_is_near_every_position(place: Place, kind: str, north: float, east: float) -> None:
    there = round(place.latitude + north, 5), round(place.longitude + east, 5)
    found = on_road(*there, kind)
    assert is_of_kind(position(*found, 0.0).spot, kind)
    assert distance(*there, *found) < 5_000
    assert on_road(*found, kind) == found


@pytest.mark.parametrize("city", ["Berlin", "Chicago", "Rome"])
def test_scenes_put_the_car_on_a_road_as_it_is_told(city: str) -> None:
    place = next(place for place in PLACES if place.name == city)
    for seed in range(12):
        scene = Draw(Random(seed), place).scene(moving=True)
        assert is_of_kind(position(scene.latitude, scene.longitude, 0.0).spot, scene.road)


@pytest.mark.parametrize("destination", ["Airport", "Riverside Park"])
def test_what_is_told_of_the_road_follows_the_drive(destination: str) -> None:
    world, told = World(), set()
    world.call("navigation.navigation_route_plan", {"address": destination})
    world.road.gear, world.road.speed, world.road.road_type = "drive", 60, "parking"
    for _ in range(30):
        happen(world, "time passes", seconds=15)
        gps, kind = world.road.gps, world.road.road_type
        spot = position(round(gps.latitude, 5), round(gps.longitude, 5), float(round(gps.bearing))).spot
        assert kind != "parking"
        assert is_of_kind(spot, kind) or (spot.border is not None and is_ferry(spot.border))
        told.add(kind)
    assert len(told) > 1


def test_what_fits_the_road_is_told_as_before() -> None:
    world = World()
    world.call("navigation.navigation_route_plan", {"address": "Riverside Park"})
    world.road.gear, world.road.speed = "drive", 20
    happen(world, "time passes", seconds=1)
    for told in ("urban", "rural"):
        world.road.road_type = told
        happen(world, "time passes", seconds=1)
        assert (world.road.road_type == told) == (world.road.road_type in ("urban", "rural"))


def test_what_an_event_tells_lasts_until_a_road_of_another_kind() -> None:
    world, told = World(), ["motorway"]
    world.call("navigation.navigation_route_plan", {"address": "Riverside Park"})
    world.road.gear, world.road.speed, world.road.road_type = "drive", 20, "motorway"
    for _ in range(60):
        happen(world, "time passes", seconds=5)
        told.append(world.road.road_type)
    assert told[1] == "motorway"
    assert len(set(told)) > 1


@given(st.sampled_from(PLACES), st.floats(-0.04, 0.04), st.floats(-0.04, 0.04))
def test_nobody_parks_in_a_river_or_a_park(place: Place, north: float, east: float) -> None:
    start = place.latitude + north, place.longitude + east
    found = on_road(*start, "parking")
    assert can_park(*found)
    assert (found == start) == can_park(*start)
