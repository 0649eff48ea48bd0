"""Maps: stops on the way, searched for and chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.town.points_of_interest import CATEGORIES
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES, ROUTE
from automotive_env.tasks.maps_search import place_near
from automotive_env.ui_script import UiScript
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion

ERRANDS = {"pharmacy": "some pills", "bank": "cash", "workshop": "new wiper blades", "cinema": "the tickets for tonight"}
"""Category -> what one gets there."""


class StopOnTheWay(Task, category=Category.MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """A certain one of many shops becomes a stop; the destination stays, and no other stop is made."""

    says = (
        "I need {errand} from {stop} before we get to the {destination}.",
        "Make that {stop} first, then the {destination}.",
        "Could we call in at {stop} on the way, please?",
        "We still need {errand}, so let's drop by {stop}; after that on to the {destination} as planned.",
        "{stop}, quickly, and then carry on.",
        "Not straight to the {destination} after all: {stop} comes first.",
    )
    steps = 14

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(hours=(10, 16))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        category = draw.choice(sorted(ERRANDS))
        stop = place_near(draw, scene, category, open_for=45).name
        return {"category": category, "errand": ERRANDS[category], "stop": stop, "destination": draw.choice(PLACES)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.navigation.goes_to(inst.params["destination"]) & then.navigation.adds_stop(inst.params["stop"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE

    def _found(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Look through the places of its kind."""
        kind = CATEGORIES[inst.params["category"]].title
        return ui.open("maps").tap("nearby_button").tap("category_item", kind).tap("result_item", inst.params["stop"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        stop = inst.params["stop"]
        if not inst.scene.moving:
            yield lambda ui: ui.open("maps").search("search_edit_text", stop, "result_item", stop).tap("add_stop_button")
        yield lambda ui: self._found(ui, inst).tap("add_stop_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._found(ui, inst).tap("start_button")
        yield lambda ui: self._found(ui, inst).answer("It is on the way now.")
        yield lambda ui: ui.open("maps").tap("route_stops_button").tap("place_item", "Work")
        yield lambda ui: self._found(ui, inst).tap("add_stop_button").tap("route_stops_button").tap("place_item", "Work")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        yield CallPlan().call("navigation.navigation_midWay_add", midway=[inst.params["stop"]])
