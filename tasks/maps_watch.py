"""Maps: what comes up on the way, and how the route changes for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import SceneImpossible
from automotive_env.tasks.maps import MAPS
from automotive_env.tasks.shared.maps import PLACES, ROUTE, kilometres_to, kind_of, left_alone, listed, route_kept, spoken
from automotive_env.tasks.shared.road import a_message_arrives
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Word

FAR_KM = 6
"""Kilometres of road that must lie ahead where traffic is to stand on it after some minutes."""
FUEL = Word(("fuel", "petrol", "gas", "fill", "fill up", "refuel", "tank"), instead_of=("plenty", "enough"))


class JamAhead(Task, category=MAPS, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """The driver wants to be led around traffic; some minutes later there is a jam ahead."""

    steps = 6
    may_change = ("maps.takes_detour=true",)
    conditions = Conditions(moving=True, light=("day",), roads=("urban",), speed=(25, 45))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        far = [place for place in PLACES if kilometres_to(scene, place) >= FAR_KM]
        if not far:
            raise SceneImpossible(f"nothing in {scene.place} is far enough")
        destination = draw.choice(far)
        drawn = {"destination": destination, "there": spoken(destination), "after": draw.integer(1, 3)}
        return drawn | {"minutes": draw.integer(12, 25)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "If there's traffic ahead, take us around it.",
            "Keep us out of traffic jams.",
            "Avoid any traffic jams.",
            "Can you take us round any traffic jams on the way?",
            "Get me to {there} without sitting in traffic.",
            "I'm in a hurry, avoid the traffic jams.",
            check=lambda then: route_kept(then) & then.off(s.TAKES_DETOUR),
        )
        yield Turn(
            event=lambda car: car.event("traffic ahead", minutes=inst.params["minutes"]),
            notice="There is traffic on the route ahead.",
            after=minutes(inst.params["after"]),
            check=lambda then: then.on(s.TAKES_DETOUR) & then.navigation.goes_to(inst.params["destination"]),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.turn().tap("detour_take")
        yield lambda ui: ui.answer("I will.").turn().open("maps").tap("detour_take").answer("We go around the jam.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.turn().tap("detour_keep").answer("We go around the jam.")
        yield lambda ui: ui.turn().open("maps").tap("route_end_button")


class TimeToRefuel(Task, category=MAPS, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """The driver wants to be told when it is time to fill up; most of what comes up is about something else."""

    conditions = Conditions(moving=True, powertrain="combustion")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"level": draw.integer(5, 10), "first": draw.integer(1, 4), "after": draw.integer(3, 9)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.FUEL_LEVEL, inst.params["level"] + 15)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Tell me when we need fuel.",
            "Warn me when the tank gets low.",
            "Tell me when we're low on fuel.",
            "Can you let me know when the fuel gets low?",
            "Give me a shout when fuel's low.",
            "I always forget to fill up, so warn me when fuel's low.",
            check=lambda then: then.alerts.none(),
        )
        yield a_message_arrives(inst.scene, inst.params["first"])
        yield Turn(
            event=lambda car: car.event("low fuel", level=inst.params["level"]),
            notice="A warning has come on.",
            after=minutes(inst.params["after"]),
            check=lambda then: then.alerts.warned(["low fuel"], FUEL),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.answer("I will.").turn().turn().alert("low fuel", "The tank is low, time to fill up.")
        yield lambda ui: ui.turn().turn().answer(f"The tank is down to {inst.params['level']} %, we should fill up.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.turn().answer("There is enough fuel.").turn().alert("low fuel", "Time to fill up.")
        yield lambda ui: ui.turn().turn().answer("There is plenty of fuel.")


class HailSetsIn(Task, category=MAPS, dimension=Dimension.ENVIRONMENT_ALERTS, level=3):
    """Rain is no reason to leave the road; hail is one for a car park."""

    steps = 7
    may_change = (*ROUTE, "wiper.*")
    conditions = Conditions(moving=True, light=("day",), weather=FAIR, outside=(5, 24), roads=("urban",), speed=(20, 40))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"under_way": draw.choice(["", *PLACES[:3]]), "first": draw.integer(2, 5), "after": draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        if inst.params["under_way"]:
            car.routes_to(inst.params["under_way"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Find a car park if it hails.",
            "If it hails, find a car park.",
            "Find a car park once it starts hailing.",
            "Could you take us to a car park when the hail starts?",
            "They say hail's coming, so get us to a car park once it starts.",
            "The car's brand new, so find a car park if it hails.",
            check=route_kept,
        )
        yield Turn(
            event=lambda car: car.turns(weather="rain", visibility=4_000),
            notice="It has started to rain.",
            after=minutes(inst.params["first"]),
            check=left_alone,
        )
        yield Turn(
            event=lambda car: car.turns(weather="hail", visibility=2_500),
            notice="The weather has changed again.",
            after=minutes(inst.params["after"]),
            check=lambda then: then.navigation.leads_by("a car park", kind_of(inst.scene, "parking")),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: listed(ui.turn().turn(), "parking").nth("result_item", 1).tap("start_button")
        if inst.params["under_way"]:
            yield lambda ui: listed(ui.turn().turn(), "parking").nth("result_item", 2).tap("add_stop_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: listed(ui.turn(), "parking").nth("result_item", 1).tap("start_button").turn()
        yield lambda ui: listed(ui.turn().turn(), "hotel").nth("result_item", 1).tap("start_button")
