"""Maps: stops on the way, searched for and chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.town.points_of_interest import CATEGORIES
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES, ROUTE
from automotive_env.tasks.maps_errands import without
from automotive_env.tasks.maps_search import place_near
from automotive_env.ui_script import UiScript
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion

ERRANDS = {"pharmacy": "some pills", "bank": "cash", "workshop": "new wiper blades", "cinema": "the tickets for tonight"}
"""Category -> what one gets there."""


class StopOnTheWay(Task, category=Category.MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """A certain one of many shops becomes a stop instead of another; the destination and a third stop stay."""

    says = (
        "I get {errand} from {stop}, not from {old}, before we're at the {destination}. The rest of the way stays.",
        "Make that {stop} instead of {old}, then the {destination}; what else we have on the way holds.",
        "Could we call in at {stop} on the way, please, and leave out {old} for it? Nothing else changes.",
        "We still need {errand}, but {old} is no good, so let's drop by {stop}; anywhere else as planned.",
        "{stop} for {old}, and then carry on with the others.",
        "Not to {old} after all: {stop} comes in its place. No other stop goes.",
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(hours=(10, 16))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        category = draw.choice(sorted(ERRANDS))
        stop, old = (place_near(draw, scene, category, open_for=45).name for _ in range(2))
        if stop == old:
            raise SceneImpossible(f"{draw.place.name} has one {category} only")
        *places, destination = draw.rng.sample(PLACES, 2)
        return {"category": category, "errand": ERRANDS[category], "stop": stop, "old": old, "destination": destination} | {
            "kept": places[0]
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], inst.params["old"], inst.params["kept"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        stop, kept = inst.params["stop"], inst.params["kept"]
        stops = then.navigation.stops_at(kept, stop) | then.navigation.stops_at(stop, kept)
        return then.navigation.goes_to(inst.params["destination"]) & stops

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE

    def _found(self, ui: UiScript, inst: TaskInstance, name: str = "stop") -> UiScript:
        """Look through the places of its kind."""
        kind = CATEGORIES[inst.params["category"]].title
        return ui.open("maps").tap("nearby_button").tap("category_item", kind).tap("result_item", inst.params[name])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        stop, old = inst.params["stop"], inst.params["old"]
        if not inst.scene.moving:
            yield lambda ui: without(ui, old).type("stop_edit_text", stop).tap("result_item", stop)
        yield lambda ui: without(self._found(ui, inst).tap("add_stop_button"), old)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        kept, old = inst.params["kept"], inst.params["old"]
        yield lambda ui: self._found(ui, inst).tap("start_button")
        yield lambda ui: self._found(ui, inst).tap("add_stop_button").answer("It is on the way now.")
        yield lambda ui: without(self._found(ui, inst).tap("add_stop_button"), kept)
        yield lambda ui: without(self._found(ui, inst).tap("add_stop_button"), old, kept)
        yield lambda ui: without(ui, old).answer("Done.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("navigation.navigation_midWay_delete", address=inst.params["old"])
        yield plan.call("navigation.navigation_midWay_add", midway=[inst.params["stop"]])
