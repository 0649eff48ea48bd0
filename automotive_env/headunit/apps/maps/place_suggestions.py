"""The places that the maps offer at once: favourites, recent destinations, and what every town has."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.systems.maps_app_state import SavedPlace
from automotive_env.headunit.apps.maps.map_words import away, here, place_of, written
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.list_view import ListItem
from automotive_env.place.town.points_of_interest import LANDMARKS

NAV = "navigation"


def offered(car: BuildContext) -> tuple[str, ...]:
    """Names of the places that are offered, each once."""
    kept = [place.name for path in ("maps.favorites", "maps.recents") for place in car.records(path, SavedPlace)]
    return tuple(dict.fromkeys([*kept, *LANDMARKS]))


def keep(name: str, kept: bool) -> TouchHandler:
    """Add a place to the favourites, or take it out."""
    return lambda touch: touch.world.maps.keep(name, kept=kept)


def line(
    car: BuildContext, name: str, on_tap: TouchHandler, *, id: str, height: int = 92, on_long_press: TouchHandler | None = None
) -> ListItem:
    """A place in a list, with its icon and its straight-line distance."""
    recent = any(place.name == name for place in car.records("maps.recents", SavedPlace))
    icon = place_of(car, name).kind.icon
    return ListItem(
        written(name), away(name), id=id, icon="history" if recent and icon == "place" else icon, on_tap=on_tap, height=height,
        on_long_press=on_long_press,
    )  # fmt: skip


def start(name: str, kind: str = "fastest", stops: Sequence[str] = ()) -> TouchHandler:
    """Start guidance to a place over some stops, and show the map."""

    def act(touch: TouchEvent) -> str | None:
        refusal = touch.call(f"{NAV}.navigation_route_plan", address=name)
        if not refusal and stops:
            refusal = touch.call(f"{NAV}.navigation_midWay_add", midway=list(stops))
        if refusal:
            return refusal
        touch.world.maps.begin(name, kind)
        return touch.open("maps")

    return act


def take(purpose: str, name: str) -> TouchHandler:
    """Let the route that runs begin at a place, end there, or stop there, as the purpose says: "start", "end" or "stop"."""

    def act(touch: TouchEvent) -> str | None:
        route = touch.get(f"{NAV}.current_route")
        if purpose == "stop":
            refusal = touch.call(f"{NAV}.navigation_midWay_add", midway=[name])
            if not refusal:
                touch.inform("Added as a stop")
            return refusal
        if purpose == "end":
            return touch.call(f"{NAV}.navigation_destination_change", address=name)
        return touch.call(f"{NAV}.navigation_route_plan", address=route.destination, placeOfDeparture=name)

    return act


__all__ = ["here", "keep", "line", "offered", "start", "take"]
