"""What the maps keep beside the navigation of the public interface: places, wishes for routes, progress, and traffic ahead."""

from __future__ import annotations

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import HEAD_UNIT, ChoiceProperty, FlagProperty, OptionalRecordProperty, RecordsProperty
from automotive_env.car.core.values import StateRecord, about

ROUTE_KINDS = ("fastest", "shortest", "no tolls")
MAX_RECENTS = 10
"""How many of the last destinations are kept."""
FOLLOWS = "follows the drive along the route"


class SavedPlace(StateRecord):
    """A place that is kept."""

    name: str = about("name of the place")


class RouteProgress(StateRecord):
    """How far the car has come on the route that runs."""

    destination: str = about("where that route ends")
    stops: int = about("how many stops it has")
    passed: int = about("how many of its stops and its destination the car has reached")


class TrafficJam(StateRecord):
    """Traffic that stands on the route ahead."""

    road: str = about("name of the road")
    minutes: int = about("how many minutes it costs")


class MapsAppState(Device, module="maps"):
    """Favourites, recent destinations, wishes for routes, and what happens on the way."""

    favorites = RecordsProperty(
        "places that the driver keeps", SavedPlace, (SavedPlace("Home"), SavedPlace("Work")), keyed_by="name", ordered=False,
        read_only=HEAD_UNIT,
    )  # fmt: skip
    recents = RecordsProperty("destinations of late, the last one first", SavedPlace, significant=False, read_only=HEAD_UNIT)
    route_kind = ChoiceProperty(
        "how the route is chosen", ROUTE_KINDS, "fastest", read_only=HEAD_UNIT, trace="says which route runs",
        trace_until="navigation.is_active",
    )  # fmt: skip
    avoid_tolls = FlagProperty("whether routes keep off toll roads", read_only=HEAD_UNIT)
    avoid_motorways = FlagProperty("whether routes keep off motorways", read_only=HEAD_UNIT)
    avoid_ferries = FlagProperty("whether routes keep off ferries", read_only=HEAD_UNIT)
    progress = OptionalRecordProperty("how far the car has come", RouteProgress, significant=False, read_only=FOLLOWS)
    jam = OptionalRecordProperty("the jam ahead, if there is one", TrafficJam, significant=False, read_only="happens on the road")
    offers_detour = FlagProperty("whether the driver is asked about a detour", significant=False, read_only="happens on the road")
    takes_detour = FlagProperty("whether the route leads around the jam", significant=False, read_only=HEAD_UNIT)

    def is_favorite(self, name: str) -> bool:
        """Whether a place is kept."""
        return any(place.name == name for place in self.favorites)

    def keep(self, name: str, *, kept: bool) -> None:
        """Add a place to the favourites, or take it out."""
        others = tuple(place for place in self.favorites if place.name != name)
        self.favorites = (*others, SavedPlace(name)) if kept else others

    def begin(self, destination: str, kind: str) -> None:
        """Note that a route of a kind to a destination begins: no jam is known of it yet."""
        others = tuple(place for place in self.recents if place.name != destination)
        self.recents = (SavedPlace(destination), *others)[:MAX_RECENTS]
        self.route_kind = kind
        self.progress = None
        self.jam = None
        self.offers_detour = self.takes_detour = False

    def answer_offer(self, *, take: bool) -> None:
        """Take the detour that is offered, or keep the route."""
        self.offers_detour = False
        self.takes_detour = take
