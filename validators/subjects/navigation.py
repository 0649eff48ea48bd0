"""Where the car is guided."""

from __future__ import annotations

from collections.abc import Collection

from automotive_env.car.devices.navigation import HERE
from automotive_env.validators import signals as s
from automotive_env.validators.criteria_builder import CriteriaBuilder, shown
from automotive_env.validators.criterion import Criterion


class NavigationCriteria(CriteriaBuilder):
    """Sentences about the route."""

    def _guided(self) -> Criterion:
        """Guidance runs, from where the car is or, if that was so, from another place."""
        begins, before = self.read(s.ROUTE_START), self.start(s.ROUTE_START)
        found = Criterion("route_start", "a route from where the car is", shown(begins), begins in (HERE, before))
        return self.on(s.NAVIGATION_ACTIVE) & found

    def goes_to(self, destination: str) -> Criterion:
        """A route leads to a destination, by its whole name, with or without an article."""
        there = str(self.read(s.DESTINATION) or "")
        bare, wanted = (name.casefold().strip().removeprefix("the ") for name in (there, destination))
        named = Criterion("destination", f"route to {destination}", there or "none", bare == wanted)
        return self._guided() & named

    def stops_at(self, *stops: str) -> Criterion:
        """The stops of the route, in order, are these and no others; none where none is named."""
        there = [self.read(signal) for signal in s.STOPS]
        self.start(s.STOP_COUNT)
        found = [shown(stop) for stop in there if stop is not None]
        met = [stop.casefold() for stop in found] == [stop.casefold() for stop in stops]
        return Criterion("stops", ", ".join(stops) or "no stops", ", ".join(found) or "none", met) & self.is_(
            s.STOP_COUNT, len(stops)
        )

    def ends_at(self, kind: str, names: Collection[str]) -> Criterion:
        """A route leads to one of several places, which are of a kind: "a hotel"."""
        end = shown(self.read(s.DESTINATION))
        return self._guided() & Criterion("destination", f"a route to {kind}", end, end in names)

    def stops_first_at(self, kind: str, names: Collection[str]) -> Criterion:
        """The first stop of the route is one of several places, which are of a kind: "a restaurant"."""
        stop = shown(self.read(s.STOPS[0]))
        return self._guided() & Criterion("first_stop", f"a stop at {kind}", stop, stop in names)

    def adds_stop_at(self, kind: str, names: Collection[str]) -> Criterion:
        """The stops of the route are those that there were and, at any place, one of several others of a kind."""
        there = [shown(place) for signal in s.STOPS if (place := self.read(signal)) is not None]
        before = [shown(place) for signal in s.STOPS if (place := self.start(signal)) is not None]
        new = [place for place in there if place not in before]
        found = ", ".join(there) or "no stops"
        met = len(new) == 1 and new[0] in names and [place for place in there if place in before] == before
        return self._guided() & Criterion("added_stop", f"one more stop, at {kind}", found, met)

    def leads_by(self, kind: str, names: Collection[str]) -> Criterion:
        """A route leads straight to one of several places of a kind, or on to where it led, over one of them."""
        return self.ends_at(kind, names) & self.stops_at() | self.adds_stop_at(kind, names) & self.as_it_was(s.DESTINATION)

    def keeps(self, *names: str) -> Criterion:
        """The places that the driver keeps are these, in any order."""
        there = [shown(place) for signal in s.FAVORITES if (place := self.read(signal)) is not None]
        for signal in s.FAVORITES:
            self.start(signal)
        return Criterion("favourites", ", ".join(names), ", ".join(there) or "none", sorted(there) == sorted(names))

    def ended(self) -> Criterion:
        """No route is under way."""
        return self.off(s.NAVIGATION_ACTIVE)
