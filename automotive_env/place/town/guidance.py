"""Guidance: where the car is on the street net, the route of a trip, and where the car is some metres further along it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from automotive_env.place.town.geocoding import PlaceLocation, Town, town_of
from automotive_env.place.town.plane import EAST_M, NORTH_M, PlanePoint, bent_point, on_plane
from automotive_env.place.town.points_of_interest import find_place
from automotive_env.place.town.routing import ANY, RouteLeg, RoutePlan, RoutePreferences, StreetSpot, find_route, snapped


class TripState(NamedTuple):
    """Where a car is, and where it is to go.

    Attributes:
        latitude, longitude: of the car, degrees.
        bearing: where it is heading, whole degrees clockwise from north.
        city: name of the city it is in or near.
        targets: names of the stops that are left, and of the destination last; empty where it goes nowhere.
        wishes: what the route is to be like.
        life: the seed of the life whose home it leads to.
    """

    latitude: float
    longitude: float
    bearing: float = 0.0
    city: str = ""
    targets: tuple[str, ...] = ()
    wishes: RoutePreferences = ANY
    life: int = 0

    @property
    def town(self) -> Town:
        """The town that the car is in."""
        return town_of(self.latitude, self.longitude, self.city, self.life)

    def to(self, *targets: str, wishes: RoutePreferences | None = None) -> TripState:
        """The same with other targets, and other wishes where they are given."""
        return self._replace(targets=targets, wishes=wishes or self.wishes)


class MapMatchedPosition(NamedTuple):
    """Where the car is shown: on the street that its position and bearing suggest, pointing along it."""

    spot: StreetSpot
    at: PlanePoint
    heading: float


def trip(
    latitude: float, longitude: float, bearing: float, city: str, life: int = 0, *targets: str, wishes: RoutePreferences = ANY
) -> TripState:
    """A trip, with the position as exact as a fix is: metres and whole degrees."""
    return TripState(round(latitude, 5), round(longitude, 5), float(round(bearing)), city, targets, wishes, life)


@lru_cache(maxsize=64)
def position(latitude: float, longitude: float, bearing: float) -> MapMatchedPosition:
    """The map-matched position of the car."""
    spot = snapped(on_plane(latitude, longitude), bearing)
    along = _direction(spot.at, spot.start, spot.end)
    here = bent_point(*spot.at)
    for way_along in (along, along + 180):
        if math.cos(math.radians(way_along - bearing)) > 0.64:
            return MapMatchedPosition(spot, here, way_along % 360)
    return MapMatchedPosition(spot, here, bearing)


def _direction(at: PlanePoint, start: PlanePoint, end: PlanePoint) -> float:
    """Where a street points at a place on it, from its start to its end, degrees clockwise from north."""
    gap = math.dist(start, end) or 1.0
    run, rise = 4 * (end[0] - start[0]) / gap, 4 * (end[1] - start[1]) / gap
    here, there = bent_point(*at), bent_point(at[0] + run, at[1] + rise)
    return math.degrees(math.atan2(there[0] - here[0], there[1] - here[1]))


def settled(going: TripState, metres: float) -> TripState:
    """The same trip from one of places so many metres apart on the street that the car is on, to be drawn by distance.

    Args:
        going: the trip, whose town it stays in.
        metres: between the places; the car is at most half of it away from the one that is taken.
    """
    spot = position(going.latitude, going.longitude, going.bearing).spot
    length = math.dist(spot.start, spot.end)
    passed = math.floor(math.dist(spot.start, spot.at) / metres) * metres
    share = (passed + min(metres, length - passed) / 2) / (length or 1.0)
    at = _between(spot.start, spot.end, share)
    along = _direction(at, spot.start, spot.end)
    back = math.cos(math.radians(along - going.bearing)) < 0
    there = _on_earth(at, going.latitude)
    steady = trip(*there, along + 180 * back, going.city, going.life, *going.targets, wishes=going.wishes)
    return steady if steady.town == going.town else going


def places_of(going: TripState) -> tuple[PlaceLocation, ...]:
    """Where the targets of a trip are."""
    town = going.town
    return tuple(find_place(name, town).location for name in going.targets)


@lru_cache(maxsize=512)
def route_of(going: TripState) -> RoutePlan | None:
    """The route of a trip; None where it has no target."""
    if not going.targets:
        return None
    spot = position(going.latitude, going.longitude, going.bearing).spot
    return find_route(spot, going.bearing, places_of(going), going.wishes)


class RoutePosition(NamedTuple):
    """Where a car is after some metres.

    Attributes:
        latitude, longitude: degrees.
        bearing: degrees clockwise from north.
        passed: how many targets it has reached.
    """

    latitude: float
    longitude: float
    bearing: float
    passed: int


def moved(going: TripState, metres: float) -> RoutePosition | None:
    """Where the car is so many metres further along its route; at the end of it, it stays. None where it goes nowhere."""
    route = route_of(going)
    if route is None:
        return None
    passed, left = 0, metres
    while passed < len(going.targets) and (part := route_of(going.to(*going.targets[: passed + 1]))) and left >= part.metres:
        passed += 1
    leg, along = _leg_at(route.legs, left)
    at = _between(leg.start, leg.end, along / (leg.metres or 1.0))
    bearing = _direction(at, leg.start, leg.end) % 360 if leg.metres else going.bearing
    return RoutePosition(*_on_earth(at, going.latitude), bearing, passed)


def _between(start: PlanePoint, end: PlanePoint, share: float) -> PlanePoint:
    """The point at a share of the way between two."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _on_earth(at: PlanePoint, near: float) -> tuple[float, float]:
    """Latitude and longitude of a point of the plan, in the band of a latitude nearby."""
    x, y = bent_point(*at)
    return y / NORTH_M, x / (EAST_M * math.cos(math.radians(math.floor(near) + 0.5)))


def _leg_at(legs: tuple[RouteLeg, ...], metres: float) -> tuple[RouteLeg, float]:
    """The leg that is under way after some metres, and how far into it."""
    for leg in legs:
        if metres < leg.metres:
            return leg, metres
        metres -= leg.metres
    return legs[-1], legs[-1].metres
