"""Maps: destinations, routes, guidance and units."""

from __future__ import annotations

from random import Random
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import units
from automotive_env.task import Category, Dimension, Task, TaskInstance
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Checks

MAPS = Category.MAPS
ROUTE = ("navigation.*", "environment.sound_channel")


class NavigateTo(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """A route to a place that the map suggests."""

    says = ("Navigate to the {destination}.", "Take me to the {destination}.", "Start a route to the {destination}.")
    allowed = ROUTE

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"destination": rng.choice(["Airport", "Central Station", "Riverside Park", "Grand Hotel"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.NAVIGATION_ACTIVE, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.navigation.goes_to(inst.params["destination"])

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("maps").tap("destination_item", inst.params["destination"])

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("maps").tap("destination_item", "Museum of Technology")


class EndRoute(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """A route under way is ended."""

    says = ("Stop the navigation.", "End the route.", "Cancel route guidance.")
    allowed = ROUTE

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to("Airport")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.navigation.ended()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("maps").tap("route_end_button")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("maps").switch("voice_toggle", False)


class RunningOnEmpty(Task, category=MAPS, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Hardly any fuel or charge left: a route to where there is some."""

    says = ("The tank is almost empty.", "The range warning just came on.", "We won't get far with what is left in the tank.")
    allowed = (*ROUTE, "system.*")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.FUEL_LEVEL, 4)
        car.write(s.NAVIGATION_ACTIVE, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.navigation.goes_to("Fuel Station") or check.navigation.goes_to("Charging Station")

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("maps").tap("destination_item", "Fuel Station")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("maps").tap("destination_item", "Work")


class QuietGuidance(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT):
    """The voice of the navigation annoys; the route stays."""

    says = ("I know the way, stop telling me every turn.", "This voice giving directions gets on my nerves.")
    allowed = ROUTE

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to("Central Station")
        car.write(s.VOICE_GUIDANCE, True)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.off(s.VOICE_GUIDANCE) and check.navigation.goes_to("Central Station")

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("maps").switch("voice_toggle", False)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("maps").tap("route_end_button")


class LocalDistances(Task, category=MAPS, dimension=Dimension.DRIVING_ALIGNMENT):
    """Distances in the unit of the country."""

    says = (
        "Show distances the way the road signs here do.",
        "The distances don't match the signs of this country, fix that.",
    )
    allowed = ("environment.unit_system",)

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"unit": units(place).value.distance}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DISTANCE_UNIT, "kilometer" if inst.params["unit"] == "mile" else "mile")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return bool(check.read(s.DISTANCE_UNIT) == inst.params["unit"])

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_units").tap(f"distance_{inst.params['unit']}")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        other = "kilometer" if inst.params["unit"] == "mile" else "mile"
        ui.open("settings").tap("section_units").tap(f"distance_{other}")
