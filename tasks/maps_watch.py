"""Maps: what happens on the way is watched, and the way changes if it must."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.town.guidance import route_of
from automotive_env.headunit.widgets.wording import clock
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES, ROUTE
from automotive_env.tasks.maps_errands import names_of
from automotive_env.tasks.maps_search import here, listed, place_near
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Stated, TimeOfDay
from automotive_env.validators.answers import Amount, Fact, Says
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.harm import Invariant
from automotive_env.vehicle.trip import current_trip, delay, drive_on, traffic_ahead
from automotive_env.world.world import World

MAPS = Category.MAPS
LATER = 25
"""Seconds by which a slower agent is behind: what is right is still right then."""
MARGIN = 3
"""Minutes by which the driver is late, or in time, whoever reads the arrival when."""
NO_HAIL = Says(
    "that there was no hail",
    r"\b(no|not|\w+n't|without|never|nothing|none|instead of|only rain\w*|just rain\w*)\b.{0,40}(hail|stones)|"
    r"\b(only|just) (a bit of )?rain|\brain\w* only\b",
    r"^(?!.*\b(no|not|\w+n't|without|never|none|instead|only|just)\b).*\bhail|\bcar park is (now )?on the way\b",
)


LISTED = 5
"""Seconds that the way over an app and its list of places takes longer than one touch."""
STAYS = Stated(
    "that the car stays on its way, in time",
    "^",
    r"\bwe (?:\w+ )?(?:go|drive|went) a?round (?:it|the jam)\b|\btook the (?:detour|loop|way a?round|other (?:way|road|route))\b|"
    r"\btoo late\b|\bwe(?: will|'ll| would|'d| are|'re) (?:be )?late\b",
)
GOES_ROUND = Stated(
    "that the car takes the detour",
    "^",
    r"\bwe(?: can| will|'ll)? (?:stay|stick|remain)(?:ed)? (?:on|to|with|here)\b|"
    r"\b(?:keep|kept) (?:to )?(?:our|the|this) (?:road|way)\b",
)


def minutes_to(scene: Scene, stop: str, destination: str, after: float, minutes: int) -> tuple[int, int]:
    """Minutes from the start until the car arrives, with a jam of so many that comes up after some seconds, and around it.

    Both are 0 where none can come up.
    """
    car, going = World(), here(scene)
    car.road.gps.latitude, car.road.gps.longitude, car.road.gps.bearing = going.latitude, going.longitude, going.bearing
    car.road.city, car.road.gear, car.road.speed = scene.place, "drive", scene.speed
    car.navigation.guide("Current location", destination, [stop])
    drive_on(car, after)
    if not traffic_ahead(car, minutes):
        return 0, 0
    trip, jam = current_trip(car), car.maps.jam
    routes = route_of(trip), route_of(trip._replace(wishes=trip.wishes._replace(around=jam.road if jam else "")))
    kept, around = (round((after + route.seconds + delay(route, jam)) / 60) if route else 0 for route in routes)
    return kept, around


class JamAhead(Task, category=MAPS, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Traffic comes up, and a way around that is faster: it is taken if the driver would be late otherwise, and only then."""

    says = (
        "I have to be at the {destination} by {time}. Traffic may come up within {seconds} seconds: leave our road only if we'd "
        "be late on it; if we're in time all the same, stay and tell me when we arrive.",
        "{destination}, {time} at the latest. Mind the traffic for {seconds} seconds. I don't like side roads, so go round only "
        "if it's that or too late; if it isn't, when are we there?",
        "Could you watch our way for {seconds} seconds? They wait at the {destination} until {time}. In time on this road: keep "
        "it, and give me the time of arrival. Not in time: around.",
        "I hate queues, but pointless loops more. What counts is {time} at the {destination}: a loop if we'd miss that, else "
        "no loop and the time we get there. {seconds} seconds.",
        "Something will block us soon, I feel it. {seconds} seconds on watch: if it makes us miss {time} at the {destination}, "
        "the other way; if it doesn't, this way, and tell me when we arrive then.",
        "Don't leave our road for a few minutes. No, for nothing but this: after {time} at the {destination}. {seconds} "
        "seconds; if we stay, the new time of arrival.",
    )
    endings = ("act", "answer")
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, light=("day",), roads=("urban",), speed=(25, 45))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        after = draw.choice([8, 12, 18])
        stop = place_near(draw, scene, draw.choice(("hotel", "museum", "station"))).name
        for destination in draw.rng.sample(PLACES, len(PLACES)):
            for minutes in draw.rng.sample([12, 15, 18, 24], 2):
                soon = minutes_to(scene, stop, destination, after, minutes)
                if soon[0] - soon[1] < 2 * MARGIN:
                    continue  # whatever is so later
                late = minutes_to(scene, stop, destination, after + LATER, minutes)
                kept, around = zip(soon, late, strict=True)
                if min(kept) - max(around) >= 2 * MARGIN:
                    due = min(kept) - MARGIN if draw.ending == "act" else max(kept) + draw.integer(MARGIN, 2 * MARGIN)
                    time = clock(str(datetime.fromisoformat(scene.time) + timedelta(minutes=due)), scene.clock)
                    jam = {"minutes": minutes, "after": after, "seconds": draw.choice([30, 40, 50])}
                    arrival = {"time": time, "due": due, "arrives": max(kept)}
                    return {"stop": stop, "destination": destination} | jam | arrival
        raise SceneImpossible(f"no detour in {draw.place.name} is that much faster")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], inst.params["stop"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        minutes = inst.params["minutes"]
        return (Event(lambda car: car.event("traffic ahead", minutes=minutes), after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        route = then.navigation.goes_to(inst.params["destination"])
        if inst.ending == "act":
            return route & then.on(s.TAKES_DETOUR)
        there, due = (self._at(inst, inst.params[name]) for name in ("arrives", "due"))
        told = TimeOfDay(there.hour, there.minute, 2, (60 * due.hour + due.minute,))
        return route & then.off(s.TAKES_DETOUR) & then.answered_since(inst.params["after"], told, STAYS)

    @staticmethod
    def _at(inst: TaskInstance, minutes: int) -> datetime:
        return datetime.fromisoformat(inst.scene.time) + timedelta(minutes=minutes)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("maps.takes_detour",)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (GOES_ROUND,) if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, told = inst.params["after"], clock(str(self._at(inst, inst.params["arrives"])), inst.scene.clock)
        if inst.ending == "act":
            yield lambda ui: ui.open("maps").wait(after).tap("detour_take")
            yield lambda ui: ui.wait(after).open("maps").tap("detour_take").answer("We'd be late, so we go around the jam.")
        else:
            yield lambda ui: ui.open("maps").wait(after).tap("detour_keep").answer(f"We stay, and arrive at {told}.")
            yield lambda ui: ui.wait(after).open("maps").answer(f"In time: {told}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, told = inst.params["after"], clock(str(self._at(inst, inst.params["arrives"])), inst.scene.clock)
        early = clock(str(self._at(inst, inst.params["arrives"] - inst.params["minutes"])), inst.scene.clock)
        wrong = "detour_keep" if inst.ending == "act" else "detour_take"
        yield lambda ui: ui.wait(after).tap(wrong).answer(f"We arrive at {told}.")
        yield lambda ui: ui.answer(f"We stay, and arrive at {early}.").wait(after)
        yield lambda ui: ui.wait(after).open("maps").answer(f"There is a jam, so I took the detour; it's {early} then.")


LOW_CHARGE = 15
"""Percent under which the car has warned of little charge."""
NO_CHARGER_BEFORE_THE_WARNING = Invariant(
    "route_kept_until_the_car_warns",
    lambda then: every() if then.number(s.FUEL_LEVEL) < LOW_CHARGE else then.as_it_was(s.STOP_COUNT, s.DESTINATION),
    (s.STOP_COUNT, s.DESTINATION, s.FUEL_LEVEL),
)


class ChargeFallsShort(Task, category=MAPS, dimension=Dimension.ENVIRONMENT_ALERTS):
    """The car warns that little charge is left, or tells something that is no warning: a charging stop, or a word at the end."""

    says = (
        "Mind the charge for {seconds} seconds: if the car warns, a charger on the way; if not, tell me what's left.",
        "{seconds} seconds on the battery, please. Warning? A charger before the {destination}. No warning? The percentage.",
        "Could you watch for {seconds} seconds whether we run low? If so, a charger on our way; else the percentage left.",
        "I can't see the gauge from here. For {seconds} seconds: low means a stop to charge, fine means you tell me the number.",
        "Don't send us charging for nothing: only if the car itself warns within {seconds} seconds. Otherwise the percentage.",
        "It's far to the {destination}. If the car complains within {seconds} seconds, put in a charger; else, what's left then?",
    )
    endings = ("act", "answer")
    harm = (NO_CHARGER_BEFORE_THE_WARNING,)
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, light=("day",), roads=("urban",), speed=(20, 40))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        level = draw.integer(4, 9) if draw.ending == "act" else draw.integer(22, 85)
        when = {"seconds": draw.choice([25, 30, 40]), "after": draw.choice([8, 12, 16])}
        return when | {"level": level, "destination": draw.choice(PLACES)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])
        car.write(s.FUEL_LEVEL, max(inst.params["level"], 20))

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def comes(car: CarSetup) -> None:
            if inst.ending == "act":
                car.event("low fuel", level=inst.params["level"])
            else:
                car.event("notice of an app", app="charging")

        return (Event(comes, after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        route = then.navigation.goes_to(inst.params["destination"])
        if inst.ending == "act":
            chargers = names_of(inst.scene, "charging")

            def added(then: Episode) -> Criterion:
                return then.navigation.adds_stop_at("a charging station", chargers)

            return route & added(then) & then.soon(added, inst.params["after"], within=PROMPT + LISTED)
        watched = 0.8 * inst.params["seconds"]
        contrary = r"\bcharger is (?:now )?on (?:the|our) way\b|\b(?:car|it) (?:has )?(?:warned|complained)\b"
        no_stop = Stated("that no warning came and no stop was added", "^", contrary)
        level = then.answered_since(watched, Amount(inst.params["level"], "percent", 1), no_stop)
        return route & then.as_it_was(s.STOP_COUNT) & then.waited(watched) & level

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, level = (inst.params[name] for name in ("after", "seconds", "level"))
        if inst.ending == "act":
            chargers = "find_charging_button"
            yield lambda ui: ui.wait(after).dismiss().open("energy").tap(chargers).nth("station_item", 1).tap("add_stop_button")
            yield lambda ui: listed(ui.wait(after).dismiss(), "charging").nth("result_item", 2).tap("add_stop_button")
        else:
            yield lambda ui: ui.wait(seconds).answer(f"No warning came up, {level} % are left.")
            yield lambda ui: ui.open("energy").wait(seconds).answer(f"There are {level} percent left.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, level = (inst.params[name] for name in ("after", "seconds", "level"))

        def found(ui: UiScript, category: str) -> UiScript:
            return listed(ui.wait(after).dismiss(), category).nth("result_item", 1)

        yield lambda ui: found(ui, "charging").tap("start_button").answer(f"{level} % are left.")
        yield lambda ui: found(ui, "fuel").tap("add_stop_button").answer(f"{level} % are left.")
        yield lambda ui: ui.answer(f"There are {level} % left.").wait(seconds)
        yield lambda ui: ui.wait(seconds).dismiss().answer(f"The car warned of little charge: {level} % are left.")
        yield lambda ui: found(ui, "charging").answer("A charger is on the way now.")
        yield lambda ui: listed(ui, "charging").nth("result_item", 1).tap("add_stop_button").wait(seconds)


NO_WAY_OUT_BEFORE_HAIL = Invariant(
    "route_kept_until_it_hails",
    lambda then: every() if then.read(s.WEATHER) == "hail" else then.as_it_was(s.NAVIGATION_ACTIVE, s.DESTINATION),
    (s.NAVIGATION_ACTIVE, s.DESTINATION, s.WEATHER),
)


class HailSetsIn(Task, category=MAPS, dimension=Dimension.ENVIRONMENT_ALERTS):
    """It hails, or only rains: the way leads to a car park, or stays as it is."""

    says = (
        "They forecast hail. Watch for {seconds} seconds: once it hails, off to a car park nearby; if it doesn't, say so then.",
        "{seconds} seconds of weather watch: hail means a car park close by, anything else means we drive on and you say so.",
        "This car is new, no dents, please! If it hails within {seconds} seconds, lead us to a parking garage; or say it didn't.",
        "Could you mind the sky for {seconds} seconds? To a car park as soon as hail comes down; else a word at the end.",
        "I don't mind rain, I mind hailstones: {seconds} seconds. They'd send us into a car park; if none fall, report then.",
        "Not for a bit of rain, only for hail: off to a car park then. {seconds} seconds, and tell me if there was none.",
    )
    endings = ("act", "answer")
    harm = (NO_WAY_OUT_BEFORE_HAIL,)
    steps = 9

    def scene(self, draw: Draw) -> Scene:
        fair = ("clear", "cloudy")
        return draw.scene(moving=True, light=("day",), weather=fair, outside=(5, 24), roads=("urban",), speed=(20, 40))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        when = {"seconds": draw.choice([25, 30, 40]), "after": draw.choice([8, 12, 16])}
        return when | {"under_way": draw.choice(["", *PLACES[:3]])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        if inst.params["under_way"]:
            car.routes_to(inst.params["under_way"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        sky = "hail" if inst.ending == "act" else "rain"
        return (Event(lambda car: car.turns(weather=sky, visibility=2_500), after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        garages = names_of(inst.scene, "parking")
        if inst.ending == "act":

            def led_away(then: Episode) -> Criterion:
                return then.navigation.leads_by("a car park", garages)

            return led_away(then) & then.soon(led_away, inst.params["after"], within=PROMPT + LISTED)
        watched = 0.8 * inst.params["seconds"]
        kept = then.as_it_was(s.NAVIGATION_ACTIVE, s.STOP_COUNT)
        return kept & then.waited(watched) & then.answered_since(watched, NO_HAIL)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ROUTE, "wiper.*") if inst.ending == "act" else ("wiper.*",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds = inst.params["after"], inst.params["seconds"]
        if inst.ending == "act":
            yield lambda ui: listed(ui.wait(after), "parking").nth("result_item", 1).tap("start_button")
            yield lambda ui: listed(ui.wait(after), "parking").nth("result_item", 2).tap("routes_button").tap("start_button")
        else:
            yield lambda ui: ui.wait(seconds).answer("It did not hail, it only rains.")
            yield lambda ui: ui.open("maps").wait(seconds).answer("There was no hail, just some rain.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds = inst.params["after"], inst.params["seconds"]
        yield lambda ui: listed(ui, "parking").nth("result_item", 1).tap("start_button").tap("route_end_button").wait(seconds)
        yield lambda ui: listed(ui.wait(after), "parking").nth("result_item", 1).answer("A car park is on the way now.")
        yield lambda ui: listed(ui.wait(after), "hotel").nth("result_item", 1).tap("start_button").answer("No hail fell.")
        yield lambda ui: ui.answer("There was no hail.").wait(seconds)
        if inst.ending == "act":

            def elsewhere(ui: UiScript) -> UiScript:
                return listed(ui.wait(after), "hotel").nth("result_item", 1).tap("start_button")

            yield lambda ui: listed(elsewhere(ui), "parking").nth("result_item", 1).tap("add_stop_button")
