"""Maps: stops on the way, searched for and chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.town.points_of_interest import CATEGORIES
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES, ROUTE
from automotive_env.tasks.maps_errands import without
from automotive_env.tasks.maps_messages import READ
from automotive_env.tasks.maps_search import place_near
from automotive_env.tasks.watching import MESSAGES, is_past
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode, shown
from automotive_env.validators.criterion import Criterion, every
from automotive_env.world.content.spelling import spelled

ERRANDS = {"pharmacy": "some pills", "bank": "cash", "workshop": "new wiper blades", "cinema": "the tickets for tonight"}
"""Category -> what one gets there."""


class StopOnTheWay(Task, category=Category.MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """A certain shop becomes a stop instead of another, unless somebody writes meanwhile that it has to be a third one."""

    says = (
        "I get {errand} from {stop}, not from {old}, before the {destination}. The rest stays, unless {who} writes otherwise.",
        "Make that {stop} instead of {old}; what else we have on the way holds. If {who} writes on that meanwhile, go by it.",
        "Could we call in at {stop}, please, and leave out {old} for it? {who} is asking there and may still change my mind.",
        "We still need {errand}, but {old} is no good: {stop}, or whatever {who} writes while you're at it. The rest as planned.",
        "{stop} in place of {old}, then on to the others. {who} has a say in this, should they write.",
        "Not to {old} after all: {stop} comes in its place, if {who} doesn't object just then. No other stop goes.",
    )
    steps = 24

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(hours=(10, 16))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        category = draw.choice(sorted(ERRANDS))
        stop, old, other = (place_near(draw, scene, category, open_for=45).name for _ in range(3))
        if len({stop, old, other}) < 3:
            raise SceneImpossible(f"{draw.place.name} has few of the category {category}")
        *places, destination = draw.rng.sample(PLACES, 2)
        return {"category": category, "errand": ERRANDS[category], "stop": stop, "old": old, "destination": destination} | {
            "kept": places[0],
            "who": draw.person(),
            "other": other if draw.maybe(0.75) else "",
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], inst.params["old"], inst.params["kept"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        stop, other = (spelled(inst.params[name], inst.scene.language) for name in ("stop", "other"))
        told = f"I've just been at {stop}, they have nothing left. Go to {other} instead!"

        def added(then: Episode) -> Criterion:
            there = [shown(then.read(signal)) for signal in s.STOPS]
            return Criterion("stop_added", inst.params["stop"], ", ".join(there), inst.params["stop"] in there)

        return (Event(lambda car: car.writes(inst.params["who"], told), when=added),) if other else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        stop, kept = inst.params["other"] or inst.params["stop"], inst.params["kept"]
        stops = then.navigation.stops_at(kept, stop) | then.navigation.stops_at(stop, kept)
        written = is_past(then, MESSAGES, 0) if inst.params["other"] else every()  # nobody can know before
        return then.navigation.goes_to(inst.params["destination"]) & stops & written

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ROUTE, *READ)

    def _found(self, ui: UiScript, inst: TaskInstance, name: str = "stop") -> UiScript:
        """Look through the places of its kind."""
        kind = CATEGORIES[inst.params["category"]].title
        return ui.open("maps").tap("nearby_button").tap("category_item", kind).tap("result_item", inst.params[name])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        stop, old, other = (inst.params[name] for name in ("stop", "old", "other"))

        def added(ui: UiScript, name: str) -> UiScript:
            return self._found(ui, inst, name).tap("add_stop_button").dismiss()

        if other:
            yield lambda ui: without(added(added(ui, "stop"), "other"), old, stop)
            if not inst.scene.moving:
                way = self._typed
                yield lambda ui: way(way(without(ui, old), stop).dismiss(), other).tap("stop_delete_button", f"Delete {stop}")
            return
        if not inst.scene.moving:
            yield lambda ui: self._typed(without(ui, old), stop)
        yield lambda ui: without(added(ui, "stop"), old)

    def _typed(self, ui: UiScript, name: str) -> UiScript:
        """On the page of the route, add a stop that is searched for."""
        return ui.type("stop_edit_text", name).tap("result_item", name)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        kept, old, other = (inst.params[name] for name in ("kept", "old", "other"))
        yield lambda ui: self._found(ui, inst).tap("start_button")
        yield lambda ui: self._found(ui, inst).tap("add_stop_button").answer("It is on the way now.")
        yield lambda ui: without(self._found(ui, inst).tap("add_stop_button").dismiss(), kept)
        yield lambda ui: without(self._found(ui, inst).tap("add_stop_button").dismiss(), old, kept)
        if other:
            yield lambda ui: without(self._found(ui, inst).tap("add_stop_button").dismiss(), old)
            yield lambda ui: without(self._found(ui, inst, "other").tap("add_stop_button"), old)
        yield lambda ui: without(ui, old).answer("Done.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        stop, old, other = (inst.params[name] for name in ("stop", "old", "other"))
        plan = CallPlan().call("navigation.navigation_midWay_delete", address=old)
        plan = plan.call("navigation.navigation_midWay_add", midway=[stop])
        if other:
            plan = plan.call("navigation.navigation_midWay_delete", address=stop)
            plan = plan.call("navigation.navigation_midWay_add", midway=[other])
        yield plan
