"""Maps: where to go, and by what kind of way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.tasks.kit import Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.maps import PLACES, ROUTE, change_end, preview, routed, spoken, ways, without
from automotive_env.validators import Criterion, Episode, every
from automotive_env.validators import signals as s

MAPS = Category.MAPS
AVOIDED = {"tolls": s.AVOID_TOLLS, "motorways": s.AVOID_MOTORWAYS, "ferries": s.AVOID_FERRIES}
KINDS = ("fastest", "shortest")


class NavigateTo(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """A route to a place that the map suggests, whether or not another one is under way."""

    says = (
        "Take me to {there}.",
        "Navigate to {there}.",
        "Directions to {there}.",
        "Can you give me directions to {there}?",
        "Let's head over to {there}.",
        "We're expected at {there}, can you get us there?",
    )
    steps = 8
    may_change = ROUTE

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        destination, other = draw.rng.sample(PLACES, 2)
        return {"destination": destination, "there": spoken(destination), "under_way": draw.choice(["", other])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        if inst.params["under_way"]:
            car.routes_to(inst.params["under_way"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.navigation.goes_to(inst.params["destination"]) & then.navigation.stops_at()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        destination = inst.params["destination"]
        if inst.params["under_way"]:
            yield lambda ui: change_end(ui, destination)
        else:
            yield lambda ui: routed(ui, destination)
            yield lambda ui: preview(ui, destination).tap("start_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        other = next(place for place in PLACES if place not in (inst.params["destination"], inst.params["under_way"]))
        yield lambda ui: change_end(ui, other) if inst.params["under_way"] else routed(ui, other)
        if not inst.params["under_way"]:
            yield lambda ui: ui.open("maps").tap("destination_item", inst.params["destination"])


class EndRoute(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """A place is called off: the end of the route, and with it all of it, or the stop on the way."""

    says = (
        "We're not going to {there} now, end the route.",
        "Stop the navigation to {there}.",
        "Cancel the trip to {there}.",
        "Can you stop navigating to {there}?",
        "Cancel the navigation to {there}.",
        "Our plans have changed, so cancel the route to {there}.",
    )
    may_change = ROUTE

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        place, other = draw.rng.sample(PLACES, 2)
        return {"place": place, "there": spoken(place), "end": draw.choice(["", other])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        place, end = inst.params["place"], inst.params["end"]
        car.routes_to(end, place) if end else car.routes_to(place)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        end = inst.params["end"]
        return then.navigation.goes_to(end) & then.navigation.stops_at() if end else then.navigation.ended()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.params["end"]:
            yield lambda ui: without(ui, inst.params["place"])
        else:
            yield lambda ui: ui.open("maps").tap("route_end_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: routed(ui, "Home")
        if inst.params["end"]:
            yield lambda ui: ui.open("maps").tap("route_end_button")


class WayAsWished(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """A route of a kind that keeps off two things."""

    says = (
        "{kind} way to {there}, avoid {first}, {second}.",
        "Find the {kind} way to {there}, no {first} or {second}.",
        "{kind} to {there}, no {first} or {second}.",
        "Can you find the {kind} way to {there} without {first} or {second}?",
        "Take the {kind} way to {there}, but avoid {first} and {second}.",
        "I hate {first} and {second}, so find the {kind} way to {there} without them.",
    )
    steps = 10
    conditions = Conditions(roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, second, other = draw.rng.sample(sorted(AVOIDED), 3)
        wishes = {"first": first, "second": second, "other": other, "kind": draw.choice(KINDS)}
        destination = draw.choice(PLACES)
        return wishes | {"destination": destination, "there": spoken(destination)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(AVOIDED[inst.params["second"]], False)
        car.write(s.ROUTE_KIND, "shortest" if inst.params["kind"] == "fastest" else "fastest")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        avoided = every(*(then.on(AVOIDED[inst.params[name]]) for name in ("first", "second")))
        route = then.navigation.goes_to(inst.params["destination"]) & then.is_(s.ROUTE_KIND, inst.params["kind"])
        return route & avoided & then.as_it_was(AVOIDED[inst.params["other"]])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ROUTE, *(f"maps.avoid_{inst.params[name]}=true" for name in ("first", "second")))

    def _chosen(self, ui: UiScript, inst: TaskInstance, kind: str, *avoided: str) -> UiScript:
        ui = preview(ui, inst.params["destination"])
        for what in avoided:
            ui = ui.switch(f"avoid_{what}", True)
        return ui.tap(f"route_{kind}").tap("start_button")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._chosen(ui, inst, inst.params["kind"], inst.params["first"], inst.params["second"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        first, second, kind = (inst.params[name] for name in ("first", "second", "kind"))
        wrong = next(one for one in KINDS if one != kind)
        yield lambda ui: self._chosen(ui, inst, wrong, first, second)
        yield lambda ui: self._chosen(ui, inst, kind, first)


class RoadsToAvoid(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Motorways frighten the driver: the route keeps off them."""

    says = (
        "Motorways make me nervous, avoid them.",
        "I'd rather stay off the motorway today.",
        "I don't like driving on motorways.",
        "Could we get there without the motorway?",
        "I only passed my test last week, so no motorways for me.",
        "I'm too tired for the motorway, let's stick to smaller roads.",
    )
    may_change = (*ROUTE, "maps.avoid_motorways=true")
    conditions = Conditions(roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"destination": draw.choice(PLACES)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])
        car.write(s.AVOID_MOTORWAYS, False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.AVOID_MOTORWAYS) & then.navigation.goes_to(inst.params["destination"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ways(ui).tap("avoid_motorways")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ways(ui).tap("avoid_tolls")
        yield lambda ui: ui.open("maps").tap("route_end_button")
