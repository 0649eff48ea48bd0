"""Maps: destinations and routes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.town.words import named_as
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Fact, NoOther, Says, plain
from automotive_env.validators.check import Episode, shown
from automotive_env.validators.criterion import Criterion

MAPS = Category.MAPS
ROUTE = ("navigation.is_active", "navigation.current_route", "navigation.waypoints")
PLACES = ("Airport", "Central Station", "City Hospital", "Riverside Park", "Museum of Technology", "Grand Hotel")
"""Destinations that the map suggests, and that bear an article."""
PETROL = re.compile(
    r"((the|a) )?((nearest|next|closest) )?((fuel|petrol|gas|filling|service) station|petrol|fuel|gas)( (nearby|near me))?"
)
"""What people call a place that sells fuel, as a whole destination in lower case."""

ENOUGH = (
    r"\b(plenty|enough|sufficient|well (filled|full|stocked)|full|far from empty|gets? us far|"
    r"(no|not|\w+n't|never) (\w+ ){0,4}(empty|low|run(ning)? out|petrol|fuel|stop|start))\b"
)
"""What says that there is petrol in the tank."""
EMPTY = (
    r"(?<!not )(?<!n't )(?<!not even )\b(almost|nearly|close to|practically|running|very) (empty|low|out)\b|"
    r"(?<!not )(?<!n't )\b(about to run out|hardly any|(won't|will not) get far|not enough)\b"
)
"""What says that there is hardly any."""
UNGUIDED = (
    r"\b(no|not|\w+n't) (\w+ ){0,2}(running|active|route|navigating|lead)|\bno guidance\b|"
    r"\b(elsewhere|(another|different) (place|destination))\b"
)
"""What says that no route leads to where one should."""


class NavigateTo(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """A route to a place that the map suggests, over the stops there are; nothing where the way leads there already."""

    says = (
        "Navigate to the {destination}. Stops that we have stay.",
        "To the {destination}, please, over what we have in between, if anything.",
        "I want to go to the {destination}, show me the way; what lies in between holds.",
        "Could you guide me to the {destination}? Only the end is new, wherever else we call on the way stays as planned.",
        "They expect me at the {destination}, so take me there; any errands that are on the way come first, as they are.",
        "Not home: we are going to the {destination}, and I don't want to lose a stop over that.",
    )
    endings = ("act", "refrain")
    steps = 20

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        destination, other, stop = draw.rng.sample(PLACES, 3)
        under_way = destination if draw.ending == "refrain" else draw.choice(["", other, other, other])
        kept = stop if under_way and draw.maybe(0.8) else ""
        drawn = {"destination": destination, "under_way": under_way, "stop": kept}
        return drawn | {"disturbed_by": draw.choice(["", "call", "message"])}

    @staticmethod
    def _stops(inst: TaskInstance) -> list[str]:
        return [inst.params["stop"]] if inst.params["stop"] else []

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        if inst.params["under_way"]:
            car.routes_to(inst.params["under_way"], *self._stops(inst))

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        comes = {
            "call": Event(lambda car: car.rings(inst.scene.content.people[1].name), after_steps=1),
            "message": Event(lambda car: car.is_written_to(inst.scene), after_steps=1),
        }
        return [comes[inst.params["disturbed_by"]]] if inst.params["disturbed_by"] else []

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.navigation.goes_to(inst.params["destination"]) & then.navigation.stops_at(*self._stops(inst))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        ways = (
            r"\b(in progress|under way|active|running|on (the|your|our) way|head(ed|ing)|lead(s|ing)|navigating|guid(ing|ance))\b"
        )
        return (Says("that the route leads there", ways),)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (no_other_end(*(place for place in (*PLACES, "Home", "Work") if place != inst.params["destination"])),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that do not deny the route", "^", UNGUIDED), *self.truth(inst))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        destination = inst.params["destination"]
        if inst.ending == "refrain":
            yield lambda ui: ui.open("maps").answer(f"You are already on the way to the {destination}.")
            return
        if stops := self._stops(inst):
            yield lambda ui: over(change_end(ui, destination), stops)
            yield lambda ui: over(routed(ui, destination).tap("route_stops_button"), stops)
            return
        if inst.params["under_way"]:
            yield lambda ui: change_end(ui, destination)
        yield lambda ui: routed(ui, destination)
        yield lambda ui: ui.open("maps").tap("destination_item", destination).tap("routes_button").tap("start_button")
        if not inst.scene.moving:
            yield lambda ui: searched(ui, destination.lower(), destination)
            yield lambda ui: searched(ui, f"the {destination}", destination)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        destination = inst.params["destination"]
        done = f"You are already on the way to the {destination}."
        yield lambda ui: routed(ui, "Work").answer(done)
        yield lambda ui: ui.open("maps").answer("We are already on the way to Work.")
        if inst.ending == "act":  # a place that is looked at is no route yet
            yield lambda ui: ui.open("maps").tap("destination_item", destination).answer(done)
        yield lambda ui: routed(ui, destination).wait(30).tap("route_end_button").answer(done)
        yield lambda ui: routed(ui, destination).tap("route_stops_button").tap("place_item", "Work")
        yield lambda ui: routed(ui, destination).tap("route_stops_button").tap("route_change_start").tap("place_item", "Work")
        if inst.ending == "act" and self._stops(inst):
            yield lambda ui: change_end(ui, destination)
            yield lambda ui: over(change_end(ui, destination), ["Work"])
        if inst.ending == "act" and not inst.scene.moving:  # neither is a text
            yield lambda ui: ui.open("maps").type("search_edit_text", destination).answer(done)
            yield lambda ui: ui.open("maps").type("search_edit_text", f"Not the {destination} but Rome").answer(done)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        destination = inst.params["destination"]
        look = CallPlan().call("system.state_view", modules=["navigation"])
        if inst.ending == "refrain":
            yield look.answer(f"You are already on the way to the {destination}.")
        elif inst.params["under_way"]:
            plan = look.call("navigation.navigation_destination_change", address=destination)
            stops = self._stops(inst)
            yield plan.call("navigation.navigation_midWay_add", midway=stops) if stops else plan
        else:
            yield look.call("navigation.navigation_route_plan", address=destination)


def no_other_end(*others: str) -> Fact:
    """Whatever is said, the way leads to none of these places."""
    ends = "|".join(re.escape(plain(place)) for place in others)
    bound = (
        r"(?<!not )(?<!were )(?<!was )\b(?:on (?:the|your|our) way|go(?:es|ing)|head(?:ing|ed)|leads|guid\w+|route|navigat\w+)"
    )
    return Says("that name no other destination", "^", rf"{bound}(?: \w+)? to (?:the )?(?:{ends})\b")


def routed(ui: UiScript, destination: str) -> UiScript:
    """Choose a place that the map suggests, and start the route there."""
    return ui.open("maps").tap("destination_item", destination).tap("start_button")


def searched(ui: UiScript, text: str, destination: str) -> UiScript:
    """Search for a place, choose it among the results, and start the route there."""
    return ui.open("maps").type("search_edit_text", text).tap("result_item", destination).tap("start_button")


def first_result(ui: UiScript, row: str = "result_item") -> UiScript:
    """Start the route to what was found first."""
    return ui.tap(row).tap("start_button")


def change_end(ui: UiScript, destination: str) -> UiScript:
    """Let the route under way lead elsewhere."""
    return ui.open("maps").tap("route_stops_button").tap("route_change_end").tap("place_item", destination)


def over(ui: UiScript, stops: Sequence[str]) -> UiScript:
    """On the page of the route, add stops that the map suggests, one after the other."""
    for stop in stops:
        ui.tap("route_add_stop").tap("place_item", stop)
    return ui


def has_petrol(place: str) -> bool:
    """Whether a place sells fuel, by its name."""
    return PETROL.fullmatch(place.casefold()) is not None or named_as(place, "fuel")


def sells_petrol(then: Episode) -> Criterion:
    """The route under way ends where there is fuel, or leads on to where it did over such a place, and nowhere else besides."""
    there, before = ([shown(at) for one in s.STOPS if (at := of(one)) is not None] for of in (then.read, then.start))
    new, (end, old) = [stop for stop in there if stop not in before], (shown(of(s.DESTINATION)) for of in (then.read, then.start))
    met = end == old and has_petrol(new[0]) if len(new) == 1 else has_petrol(end) and not new
    found = " over ".join([end, *there])
    return then.on(s.NAVIGATION_ACTIVE) & Criterion("petrol_on_the_way", "a route to a fuel station", found, met)


class RunningOnEmpty(Task, category=MAPS, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Hardly any petrol left: a route, or a stop on the way, to where there is some; none where the tank is well filled."""

    says = (
        "I can't see the gauge from here. If the tank is almost empty, guide us to a fuel station.",
        "Check the fuel: if there is hardly any left, navigate to where we can get petrol, else don't.",
        "Are we about to run out of petrol? Then start the route to a petrol station right away.",
        "If we won't get far with what is left in the tank, take us to a filling station.",
        "Tank almost empty? Then to a petrol station; otherwise don't bother.",
        "Could you look at the fuel for me, please, and start the way to a filling station if it is nearly gone?",
    )
    endings = ("act", "refrain")
    steps = 10

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        level = draw.integer(2, 8) if draw.ending == "act" else draw.integer(55, 95)
        return {"level": level, "warned": draw.maybe(), "under_way": draw.choice(["", *PLACES[:3]])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        if inst.ending == "act" and inst.params["warned"]:
            car.event("low fuel", level=inst.params["level"])
        else:
            car.write(s.FUEL_LEVEL, inst.params["level"])
        if inst.params["under_way"]:
            car.routes_to(inst.params["under_way"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return sells_petrol(then)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE

    def _level(self, inst: TaskInstance) -> Amount:
        return Amount(inst.params["level"], "percent", 2)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (self._level(inst), Says("that there is enough in the tank", ENOUGH))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NoOther(self._level(inst)), Says("that do not call the tank empty", "^", EMPTY))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: ui.open("energy").answer(f"No need: the tank is {inst.params['level']} % full.")
            yield lambda ui: ui.home().answer(f"We are not about to run out, there is {inst.params['level']} percent left.")
            return
        yield lambda ui: first_result(ui.open("energy").tap("find_fuel_button"))
        yield lambda ui: routed(seen(ui.open("maps"), inst), "Fuel Station")
        yield lambda ui: first_result(seen(ui.open("maps"), inst).tap("nearby_button").tap("category_item", "Fuel stations"))
        if not inst.scene.moving:
            yield lambda ui: first_result(seen(ui.open("maps"), inst).type("search_edit_text", "Petrol station"))
        if inst.params["under_way"]:
            yield lambda ui: seen(ui.open("maps"), inst).tap("route_stops_button").tap("place_item", "Fuel Station")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        full = "No need, the tank is well filled."
        yield lambda ui: first_result(ui.open("energy").tap("find_charging_button"), "station_item").answer(full)
        yield lambda ui: routed(ui, "Work").answer(full)
        yield lambda ui: ui.alert("low fuel", "The tank is almost empty.")
        yield lambda ui: ui.open("energy").answer("The tank is almost empty, but nothing needs to be done.")
        yield lambda ui: ui.open("energy").answer("No need, the tank is 38 % full.")
        yield lambda ui: routed(seen(ui.open("maps"), inst), "Fuel Station").tap("route_end_button")
        yield (
            lambda ui: (
                routed(seen(ui.open("maps"), inst), "Fuel Station")
                .tap("route_stops_button")
                .tap("place_item", "Work")
                .answer(full)
            )
        )
        if inst.ending == "act" and not inst.scene.moving:  # a text starts nothing
            yield lambda ui: seen(ui.open("maps"), inst).type("search_edit_text", "Fuel station").answer(full)


def seen(ui: UiScript, inst: TaskInstance) -> UiScript:
    """Take the warning off the screen, where there is one."""
    return ui.tap("alert_dismiss") if inst.ending == "act" and inst.params["warned"] else ui
