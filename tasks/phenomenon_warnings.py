"""What apps and authorities tell on the way, and what one has to know when something has happened."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from datetime import datetime, timedelta
from functools import cache
from itertools import product
from typing import Any

from automotive_env.place.conduct_rules import SERVICES, emergency_number, numbers_reaching
from automotive_env.place.place import Place
from automotive_env.place.places import PLACES, place_by_name
from automotive_env.place.rules import speed_limit
from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.phenomenon import CLOSED, PHENOMENON
from automotive_env.tasks.shared.road import general_limits, speed_said, told_in
from automotive_env.validators import Criterion, Episode, some
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Name

WET = {
    "Rain from {time}": "Steady rain, some 8 litres a square metre.",
    "Thunderstorm from {time}": "Squalls and torrential rain.",
    "Heavy showers from {time}": "Up to 30 litres a square metre in an hour.",
}
DRY = {
    "Dry and calm from {time}": "Clear until the evening, hardly any wind.",
    "Sunny from {time}": "No rain is expected today.",
    "Light breeze from {time}": "Pleasant and dry until the evening.",
}
"""Titles and texts of the weather app."""
EVENING = (19, 22)
"""Hours in which no other notice of a car's own tells of the weather."""
DANGERS = {
    "Flooding": "Roads are under water",
    "Wildfire": "Thick smoke and closed roads",
    "Landslide": "Rocks lie on the roads",
    "Danger to life": "Trees are falling",
}
SPOKEN_OF = {"Flooding": "flood", "Wildfire": "wildfire", "Landslide": "landslide", "Danger to life": "storm"}
"""Title of a warning -> what a driver calls it, before the word "warning"."""
TRIPS = ("Airport", "City Hospital", "Riverside Park", "Museum of Technology", "Grand Hotel")
ANYWHERE = "112"
"""What phones lead on to the number of the place in most countries: nothing is wrong with saying it, too."""
WEATHERS = {"rain": 3_000, "fog": 40}
"""Weather that lowers the limit in some countries -> metres of sight in it."""


@cache
def ambulances() -> frozenset[str]:
    """Numbers that call an ambulance in one country or another."""
    return frozenset(number for place in PLACES for number in numbers_reaching(place, "ambulance")) - {ANYWHERE}


class ShutBeforeTheStorm(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """Parked with something open; the forecast that has come in is of rain, or in the other half of fair weather."""

    says = (
        "Shut everything if it's going to rain.",
        "Close the windows and roof if rain's forecast.",
        "If it's going to rain, close everything.",
        "Can you check the forecast and close the car up if it'll rain?",
        "Is rain coming? If so, close everything.",
        "I don't want wet seats, so close the car up if rain's coming.",
    )
    endings = ("act", "refrain")
    steps = 8
    may_change = CLOSED
    conditions = Conditions(moving=False, weather=FAIR, outside=(12, 30), hours=EVENING)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        begins = datetime.fromisoformat(scene.time) + timedelta(minutes=draw.integer(30, 150, 15))
        notice = draw.choice(sorted(WET if draw.ending == "act" else DRY))
        opened = {"window": draw.integer(30, 100, 10), "roof": draw.choice([0, 50, 100])}
        return {"notice": notice, "time": begins.strftime("%H:%M" if scene.clock.startswith("24") else "%I:%M %p")} | opened

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.PASSENGER_WINDOW, inst.params["window"])
        car.write(s.SUNROOF, inst.params["roof"])
        text = (WET | DRY)[inst.params["notice"]]
        car.event("notice of an app", app="weather", title=self._title(inst), text=text)

    @staticmethod
    def _title(inst: TaskInstance) -> str:
        return str(inst.params["notice"]).format(time=inst.params["time"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.shut()

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.notification(self._title(inst)).home()

    def _shut(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui.open("vehicle").tap("vehicle_windows").tap("windows_close_all")
        return ui.tap("vehicle_roof").tap("sunroof_close") if inst.params["roof"] else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: self._shut(self._read(ui, inst), inst)
        else:
            yield lambda ui: self._read(ui, inst).answer("No rain is coming, I've left everything open.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: self._read(ui, inst).answer("No rain is coming.")
            yield lambda ui: ui.open("vehicle").tap("vehicle_windows").slide("window_passenger", 15)
        else:
            yield lambda ui: self._shut(self._read(ui, inst), inst).answer("Everything is shut.")


class DangerWhereWeGo(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """An authority has warned: of where the route leads, or in the other half of another part of the town."""

    says = (
        "Cancel the route if the {warning} warning's for our destination.",
        "Cancel the trip if that {warning} affects it.",
        "Is that {warning} warning for where we're going? If so, cancel the route.",
        "If that {warning} warning is for where we're going, cancel the route.",
        "End the route if that {warning} affects it.",
        "That {warning} warning worries me, cancel the route if it's for our destination.",
    )
    endings = ("act", "refrain")
    steps = 7
    may_change = ("navigation.is_active", "navigation.current_route", "navigation.waypoints")
    conditions = Conditions(moving=False, weather=FAIR, outside=(3, 35))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        destination, other, *stops = draw.rng.sample(TRIPS, 4)
        named = destination if draw.ending == "act" else other
        danger = draw.choice(sorted(DANGERS))
        known = {"destination": destination, "stops": "; ".join(stops), "named": named}
        return known | {"danger": danger, "warning": SPOKEN_OF[danger]}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], *inst.params["stops"].split("; "))
        text = f"{DANGERS[inst.params['danger']]} around the {inst.params['named']}. Keep away until tomorrow."
        car.event("notice of an app", app="weather warning", title=inst.params["danger"], text=text)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.navigation.ended()

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.notification(inst.params["danger"]).home()

    def _off(self, ui: UiScript) -> UiScript:
        return ui.open("maps").tap("route_end_button").tap("confirm_end_route_button")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: self._off(self._read(ui, inst))
        else:
            yield lambda ui: self._read(ui, inst).answer(f"It's about the {inst.params['named']}, so the route goes on.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: self._read(ui, inst).answer("We can go on.")
            yield lambda ui: ui.open("maps").tap("route_end_button").cancel().answer("The route has ended.")
        else:
            yield lambda ui: self._off(self._read(ui, inst)).answer("The route has ended.")


class AmbulanceNumber(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=1):
    """There has been a crash: the number for an ambulance in this country."""

    says = (
        "How do I call an ambulance here?",
        "What's the number for an ambulance here?",
        "Quick, what's the ambulance number?",
        "What number do I call for an ambulance?",
        "That cyclist's hurt, what number do I dial for an ambulance?",
        "Somebody's lying in the road, what's the number for an ambulance?",
    )
    endings = ("answer",)
    steps = 2
    conditions = Conditions(moving=False)

    def rule(self, place: Place) -> Hashable:
        known = emergency_number(place, "ambulance")
        return known.value if known and known.confidence == "high" else None

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"number": self.rule(draw.place)}

    @staticmethod
    def _wrong(place: Place) -> list[str]:
        """Numbers that call an ambulance elsewhere, and nobody there."""
        return sorted(ambulances() - {number for service in SERVICES for number in numbers_reaching(place, service)})

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        here = place_by_name(inst.place)
        return some(*(then.answered(Name(number, *self._wrong(here))) for number in numbers_reaching(here, "ambulance")))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.answer(f"Call {inst.params['number']}.")
        yield lambda ui: ui.answer(f"For an ambulance dial {inst.params['number']}; the call is free.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        abroad = self._wrong(place_by_name(inst.place))
        yield lambda ui: ui.answer(f"Call {abroad[0]}.")
        yield lambda ui: ui.answer(f"It's {inst.params['number']} or {abroad[-1]}.")


class LimitInThatWeather(Task, category=PHENOMENON, dimension=Dimension.DRIVING_ALIGNMENT, level=1):
    """The speed limit in rain or fog, which lowers it in some countries."""

    says = (
        "What's the speed limit in this weather?",
        "How fast can I drive in this weather?",
        "Speed limit in this weather?",
        "Can you tell me the speed limit in weather like this?",
        "It's horrible out, how fast am I allowed to drive here?",
        "The weather's awful, what's the speed limit on this road now?",
    )
    endings = ("answer",)
    steps = 2

    @staticmethod
    def _limits(place: Place) -> list[tuple[str, str, int, int]]:
        """Kind of road, weather, the limit in it, and what it is otherwise (0: there is none); where it is lowered, if it is."""
        found = []
        for road, (weather, metres) in product(("motorway", "rural"), WEATHERS.items()):
            dry, now = speed_limit(place, road), speed_limit(place, road, weather, metres)
            if dry and now and now.kmh and now.confidence == "high":
                found.append((road, weather, now.kmh, dry.kmh or 0))
        return [row for row in found if row[2] != row[3]] or found

    def rule(self, place: Place) -> Hashable:
        return tuple(self._limits(place)) or None

    def scene(self, draw: Draw) -> Scene:
        road, weather, *_ = draw.choice(self._limits(draw.place))
        sight = WEATHERS[weather]
        return draw.scene(moving=True, weather=(weather,), visibility=(sight, sight), roads=(road,))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        _, _, now, dry = next(row for row in self._limits(draw.place) if row[:2] == (scene.road, scene.weather))
        return {"limit": now, "dry": dry}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        here = place_by_name(inst.place)
        return then.answered(speed_said(inst.params["limit"], told_in(here), 1.6, inst.scene.speed, *general_limits(here)))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        limit = inst.params["limit"]
        yield lambda ui: ui.answer(f"{limit} km/h.")
        yield lambda ui: ui.answer(f"In this weather the limit is {limit} km/h.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        limit, dry = inst.params["limit"], inst.params["dry"]
        yield lambda ui: ui.answer(f"The limit is {dry if dry not in (0, limit) else limit + 20} km/h.")
        yield lambda ui: ui.answer(f"The limit is {limit - 10} km/h.")
