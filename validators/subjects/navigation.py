"""Where the car is guided."""

from __future__ import annotations

from automotive_env.validators import signals as s
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.sentences import Sentences, shown


class NavigationSentences(Sentences):
    """Sentences about the route."""

    def goes_to(self, destination: str) -> Criterion:
        """A route leads to a destination, by its whole name, with or without an article."""
        there = str(self.read(s.DESTINATION) or "")
        name = there.casefold().strip().removeprefix("the ")
        named = Criterion("destination", f"route to {destination}", there or "none", name == destination.casefold())
        return self.on(s.NAVIGATION_ACTIVE) & named

    def stops_at(self, *stops: str) -> Criterion:
        """The stops of the route, in order, are these and no others; none where none is named."""
        there = [self.read(signal) for signal in s.STOPS]
        self.start(s.STOP_COUNT)
        found = [shown(stop) for stop in there if stop is not None]
        met = [stop.casefold() for stop in found] == [stop.casefold() for stop in stops]
        return Criterion("stops", ", ".join(stops) or "no stops", ", ".join(found) or "none", met) & self.is_(
            s.STOP_COUNT, len(stops)
        )

    def adds_stop(self, stop: str) -> Criterion:
        """The stops of the route are those that there were, and then this one."""
        before = [shown(place) for signal in s.STOPS if (place := self.start(signal)) is not None]
        return self.stops_at(*before, stop)

    def ended(self) -> Criterion:
        """No route is under way."""
        return self.off(s.NAVIGATION_ACTIVE)
