"""What the maps say about places and routes: bound texts, and the icons of turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from automotive_env.car.driving.trip import HERE, TRIP, WISHES, delay, trip_of, wishes_of
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.language.translate import VerbatimText
from automotive_env.headunit.pictures.town.journey import arrival, far, lasts
from automotive_env.place.town.geocoding import Town
from automotive_env.place.town.guidance import TripState, position, route_of, trip
from automotive_env.place.town.points_of_interest import LANDMARKS, PointOfInterest, find_place
from automotive_env.place.town.routing import RoutePlan
from automotive_env.place.town.search import straight_line

UNIT = "environment.unit_system"
CLOCK = ("environment.timestamp", "environment.time_display_format")
JAM = "maps.jam"
FIX = HERE[:3]
"""Latitude, longitude and bearing of the car."""
TURNS = {
    "left": ("turn_left", "Turn left"),
    "right": ("turn_right", "Turn right"),
    "slight left": ("turn_slight_left", "Keep left"),
    "slight right": ("turn_slight_right", "Keep right"),
    "straight": ("straight", "Straight on"),
    "around": ("u_turn_left", "Turn around"),
}


def written(name: str) -> str:
    """The name of a place as it is shown: only what every town has is translated."""
    return name if name in LANDMARKS else VerbatimText(name)


def here(car: BuildContext, fix: Sequence[float] | None = None) -> TripState:
    """Where the car is, or was at a fix, going nowhere."""
    latitude, longitude, bearing = fix or [car.get(path) for path in FIX]
    return trip(latitude, longitude, bearing, *[car.get(path) for path in HERE[len(FIX) :]])


TOWN: Bind[Town] = bind(*HERE, to=lambda *here: trip(*here).town)
"""The town that the car is in."""


def place_of(car: BuildContext, name: str) -> PointOfInterest:
    """The place of a name in the town that the car is in."""
    return find_place(name, car.follow(TOWN))


def to_place(say: Callable[..., str], *names: str, kind: str = "", paths: tuple[str, ...] = ()) -> Bind[str]:
    """A fact about the route from here over places to the last of them: `say` gets it and the values of the paths."""
    spot = len(HERE)
    wished = spot + len(WISHES)

    def to(*values: Any) -> str:
        wishes = wishes_of(*values[spot:wished])._replace(around="")
        if kind:
            wishes = wishes._replace(kind=kind)  # type: ignore[arg-type]
        found = route_of(trip(*values[:spot], *names, wishes=wishes))
        return say(found, *values[wished:]) if found else ""

    return bind(*HERE, *WISHES, *paths, to=to)


def away(name: str) -> Bind[str]:
    """The straight-line distance to a place, which needs no route."""

    def to(*values: Any) -> str:
        *spot, unit = values
        going = trip(*spot)
        at = position(going.latitude, going.longitude, going.bearing).at
        return far(straight_line(find_place(name, going.town), at), unit)

    return bind(*HERE, UNIT, to=to)


def guided(say: Callable[..., str], *paths: str) -> Bind[str]:
    """A fact about the rest of the route that runs: `say` gets it and the values of the paths."""

    def to(*values: Any) -> str:
        found = route_of(trip_of(*values[: len(TRIP)]))
        return say(found, *values[len(TRIP) :]) if found else ""

    return bind(*TRIP, *paths, to=to)


def turn_icon(route: RoutePlan) -> str:
    """The icon of the next turn."""
    return TURNS[route.turn][0]


def next_turn(found: RoutePlan, unit: str) -> str:
    """The next turn, and how far it is."""
    says, distance = TURNS[found.turn][1], far(found.turn_in, unit)
    if found.turn == "around":
        return says
    return f"{says}, {distance}" if found.turn == "straight" else f"{says} in {distance}"


def next_street(found: RoutePlan) -> str:
    """The street that the next turn leads into."""
    return VerbatimText(found.turn_into)


def arrives() -> Bind[str]:
    """When the car is there."""
    return guided(lambda route, jam, now, form: arrival(now, route.seconds + delay(route, jam), form), JAM, *CLOCK)


def takes() -> Bind[str]:
    """How long the rest of the route takes."""
    return guided(lambda route, jam: lasts(route.seconds + delay(route, jam)), JAM)


def remains() -> Bind[str]:
    """How far the destination is."""
    return guided(lambda route, unit: far(route.metres, unit), UNIT)
