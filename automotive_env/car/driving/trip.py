"""The trip that the car is on, as its properties tell it, and how it goes on while time passes."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from automotive_env.car.core.world import World, slot_of
from automotive_env.car.systems.maps_app_state import RouteProgress, TrafficJam
from automotive_env.place.town.guidance import TripState, moved, route_of, trip
from automotive_env.place.town.kinds_of_road import kind_driven
from automotive_env.place.town.routing import RoutePlan, RoutePreferences

WISHES = (
    "maps.route_kind", "maps.avoid_tolls", "maps.avoid_motorways", "maps.avoid_ferries", "maps.jam", "maps.takes_detour",
)  # fmt: skip
"""What the route is to be like."""
HERE = ("road.gps.latitude", "road.gps.longitude", "road.gps.bearing", "road.city", "system.content_seed")
"""Where the car is, and whose life it is in."""
TRIP = (*HERE, "navigation.is_active", "navigation.current_route", "navigation.waypoints", "maps.progress", *WISHES)
"""Paths of everything that a trip follows from."""
_values_of_trip = itemgetter(*map(slot_of, TRIP))
_GUIDES = slot_of("navigation.is_active")
JAM_AHEAD = 200.0
"""Metres from which on a jam is still ahead."""


def wishes_of(kind: Any, tolls: bool, motorways: bool, ferries: bool, jam: TrafficJam | None, detour: bool) -> RoutePreferences:
    """What a route is to be like, from the values of `WISHES`."""
    return RoutePreferences(kind, not tolls, not motorways, not ferries, jam.road if jam and detour else "")


def trip_of(
    latitude: float,
    longitude: float,
    bearing: float,
    city: str,
    life: int,
    active: bool,
    route: Any,
    stops: Any,
    progress: Any,
    *wishes: Any,
) -> TripState:
    """The trip that the values of `TRIP` tell of; without targets where no guidance runs or the car has arrived."""
    targets = (*(stop.location for stop in stops), route.destination) if active and route and route.destination else ()
    passed = reached(route, stops, progress) if targets else 0
    return trip(latitude, longitude, bearing, city, life, *targets[passed:], wishes=wishes_of(*wishes))


def reached(route: Any, stops: Any, progress: RouteProgress | None) -> int:
    """How many stops of a route, and its destination, the car has reached."""
    same = (
        progress is not None and route is not None and (progress.destination, progress.stops) == (route.destination, len(stops))
    )
    return progress.passed if progress is not None and same else 0


def arrived(active: bool, route: Any, stops: Any, progress: RouteProgress | None) -> bool:
    """Whether the car is where the route that runs ends."""
    return active and reached(route, stops, progress) > len(stops)


def current_trip(world: World) -> TripState:
    """The trip that a car is on."""
    return trip_of(*_values_of_trip(world.values))


def delay(route: RoutePlan, jam: TrafficJam | None) -> float:
    """Seconds that a jam costs on a route."""
    return 60.0 * jam.minutes if jam and jam.road in route.roads else 0.0


def drive_on(world: World, seconds: float) -> None:
    """The car goes on along the route that runs, as fast as it drives; at the end it stays, and the route says so.

    The kind of road that is told, as by an event, lasts until the car comes to a road of another kind.
    """
    if not world.values[_GUIDES] or world.road.driving_state != "moving" or world.road.gear == "reverse":
        return
    going = current_trip(world)
    found = moved(going, world.road.speed / 3.6 * seconds)
    if found is None:
        return
    gps, navigation = world.road.gps, world.navigation
    gps.latitude, gps.longitude, gps.bearing = round(found.latitude, 6), round(found.longitude, 6), round(found.bearing, 1)
    told = world.road.road_type
    drawn = kind_driven(current_trip(world), told)
    if told == "parking" or drawn != kind_driven(going, told):
        world.road.road_type = drawn
    if found.passed:
        stops = len(navigation.waypoints)
        passed = stops + 1 - len(going.targets) + found.passed
        destination = navigation.current_route.destination if navigation.current_route else ""
        world.maps.progress = RouteProgress(destination, stops, passed)
        if passed > stops:
            world.maps.offers_detour = False


def traffic_ahead(world: World, minutes: float) -> bool:
    """Let traffic stand on the route ahead, and ask the driver; False where no guidance runs or the route is too short."""
    route = route_of(current_trip(world))
    road = _road_ahead(route) if route else ""
    if not road:
        return False
    world.maps.jam = TrafficJam(road, round(minutes))
    world.maps.takes_detour = False
    world.maps.offers_detour = True
    return True


def _road_ahead(route: RoutePlan) -> str:
    """The longest road of a route of which all lies ahead by `JAM_AHEAD`."""
    run, ahead, near = 0.0, dict[str, float](), set[str]()
    for leg in route.legs:
        if run < JAM_AHEAD:
            near.add(leg.name)
        ahead[leg.name] = ahead.get(leg.name, 0.0) + leg.metres
        run += leg.metres
    far = {name: metres for name, metres in ahead.items() if name not in near}
    return max(far, key=lambda name: far[name], default="")
