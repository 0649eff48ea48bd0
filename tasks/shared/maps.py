"""Maps: where things are on the screen, the places around a car, and what is true of a route."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from automotive_env.place.town.guidance import TripState, position, route_of, trip
from automotive_env.place.town.points_of_interest import CATEGORIES, PointOfInterest, points_of_interest
from automotive_env.place.town.search import category_of, in_category
from automotive_env.tasks.kit import Draw, Scene
from automotive_env.tasks.kit.scene import SceneImpossible
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Criterion, Episode, shown
from automotive_env.validators import signals as s

ROUTE = ("navigation.is_active", "navigation.current_route", "navigation.waypoints", "maps.route_kind")
"""What a new route or a new stop changes."""
READ = ("conversation.messages",)
"""A message that was opened counts as read."""
PLACES = ("Airport", "Central Station", "City Hospital", "Riverside Park", "Museum of Technology", "Grand Hotel")
"""Destinations that the map suggests."""
_WITH_ARTICLE = {"Airport": "the airport", **{name: f"the {name}" for name in ("Museum of Technology", "Grand Hotel")}}
LISTED = 12
"""Places of a list that are near."""


def spoken(place: str) -> str:
    """A place that the map suggests, as people say it."""
    return _WITH_ARTICLE.get(place, place)


def routed(ui: UiScript, destination: str) -> UiScript:
    """Start a route to a place that the map suggests."""
    return ui.open("maps").tap("destination_item", destination).tap("start_button")


def change_end(ui: UiScript, destination: str) -> UiScript:
    """Let the route under way end elsewhere, which takes its stops off."""
    return ui.open("maps").tap("route_stops_button").tap("route_change_end").tap("place_item", destination)


def without(ui: UiScript, *stops: str) -> UiScript:
    """Take stops off the route."""
    ui = ui.open("maps").tap("route_stops_button")
    for stop in stops:
        ui = ui.tap("stop_delete_button", f"Delete {stop}")
    return ui


def listed(ui: UiScript, category: str) -> UiScript:
    """The list of the places of a category."""
    return ui.open("maps").tap("nearby_button").tap("category_item", CATEGORIES[category].title)


def added(ui: UiScript, category: str, name: str) -> UiScript:
    """Add a place of a category as a stop, and go back to the map."""
    return listed(ui, category).tap("result_item", name).tap("add_stop_button")


def options(ui: UiScript) -> UiScript:
    """The page on how the map looks and what is said."""
    return ui.open("maps").tap("map_options_button")


def preview(ui: UiScript, destination: str) -> UiScript:
    """The page that compares the ways to a place that the map suggests."""
    return ui.open("maps").tap("destination_item", destination).tap("routes_button")


def ways(ui: UiScript) -> UiScript:
    """The page that compares the ways to where the route leads."""
    return ui.open("maps").tap("route_stops_button").tap("routes_button")


def here(scene: Scene) -> TripState:
    """Where the car of a scene stands, going nowhere."""
    return trip(scene.latitude, scene.longitude, 0, scene.place, scene.life)


def kilometres_to(scene: Scene, destination: str) -> float:
    """How long the fastest way to a place is."""
    route = route_of(here(scene).to(destination))
    return route.metres / 1_000 if route else 0.0


def nearest_first(scene: Scene, category: str) -> tuple[PointOfInterest, ...]:
    """The places of a category in the order of the lists: those nearest in a straight line first."""
    going = here(scene)
    return in_category(category, going.town, position(going.latitude, going.longitude, going.bearing).at)


@dataclass(frozen=True, slots=True)
class PlaceKind(Collection[str]):
    """All places of a category, by their names or by what people call any of them, such as "the nearest petrol station"."""

    category: str
    names: tuple[str, ...]

    def __contains__(self, name: object) -> bool:
        return name in self.names or category_of(str(name)) == self.category

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def kind_of(scene: Scene, category: str) -> PlaceKind:
    """All places of a category in the town around the car."""
    known = points_of_interest(here(scene).town).values()
    return PlaceKind(category, tuple(place.name for place in known if place.category == category))


def minutes_open(place: PointOfInterest, scene: Scene) -> int:
    """For how many minutes a place stays open; 0 where it is shut now."""
    opens, closes = place.hours
    now = 60 * int(scene.time[11:13]) + int(scene.time[14:16])
    return max(0, 60 * closes - now) if now >= 60 * opens else 0


def open_names(scene: Scene, category: str) -> list[str]:
    """The names of those places of a category that are open now."""
    known = points_of_interest(here(scene).town).values()
    return [place.name for place in known if place.category == category and minutes_open(place, scene)]


def places_near(draw: Draw, scene: Scene, category: str, count: int = 1, *, open_for: int = 0) -> list[str]:
    """Names of places that stand in the list of a category, open for so many minutes yet.

    Raises:
        SceneImpossible: there are fewer.
    """
    near = [place for place in nearest_first(scene, category) if place.is_named][:LISTED]
    found = [place.name for place in near if minutes_open(place, scene) >= open_for]
    if len(found) < count:
        raise SceneImpossible(f"{scene.place} has no {count} of the category {category} open at {scene.time[11:16]}")
    return draw.rng.sample(found, count)


def calls_at(then: Episode, stops: Sequence[str]) -> Criterion:
    """The stops of the route are these, in any order."""
    there = [shown(stop) for signal in s.STOPS if (stop := then.read(signal)) is not None]
    return Criterion("stops", ", ".join(stops) or "no stops", ", ".join(there) or "none", sorted(there) == sorted(stops))


def route_kept(then: Episode) -> Criterion:
    """The route, or that there is none, is as it was when the turn began."""
    return then.as_it_was(s.NAVIGATION_ACTIVE, s.DESTINATION, s.STOP_COUNT)


def left_alone(then: Episode) -> Criterion:
    """What happened was no reason to speak, nor to change the route."""
    return route_kept(then) & then.alerts.none() & then.silent()
