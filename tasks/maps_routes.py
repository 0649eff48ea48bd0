"""Maps: what the way is to be like, asked for, implied, or demanded by the law of the place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.currency import written_price
from automotive_env.geo.places import place_by_name
from automotive_env.geo.town.guidance import route_of
from automotive_env.geo.town.routing import Kind, Route, Wishes
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES, ROUTE
from automotive_env.tasks.maps_search import here
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Price
from automotive_env.validators.answers import Amount, Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.signals import Signal

MAPS = Category.MAPS
AVOIDED = {"tolls": s.AVOID_TOLLS, "motorways": s.AVOID_MOTORWAYS, "ferries": s.AVOID_FERRIES}
KINDS = {"shortest": "the shortest way", "fastest": "the quickest way"}


def preview(ui: UiScript, destination: str) -> UiScript:
    """Open the page that compares the ways to a place that the map suggests."""
    return ui.open("maps").tap("destination_item", destination).tap("routes_button")


class WayAsWished(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """A route of a kind that keeps off two things and no longer off the third, which was avoided until now."""

    says = (
        "To the {destination}, {way}. No {first}, no {second}; {fine} are fine again.",
        "{destination}, please: {way}, without {first} and {second}. We may use {fine} now.",
        "Could you take us {way} to the {destination}? It must keep off {first} and {second}, but no longer off {fine}.",
        "I have nothing against {fine} any more, only against {first} and {second}. So {way} to the {destination} like that.",
        "We want to get to the {destination} by {way}: {first} out, {second} out, {fine} in.",
        "Off {first} and {fine}, no, sorry: off {first} and {second}, while {fine} are allowed. To the {destination}, {way}.",
    )
    steps = 14

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, second, fine = draw.rng.sample(sorted(AVOIDED), 3)
        kind = draw.choice(sorted(KINDS))
        wishes = {"first": first, "second": second, "fine": fine, "kind": kind, "way": KINDS[kind]}
        return wishes | {"second_is_avoided": draw.maybe(), "destination": draw.choice(PLACES)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(AVOIDED[inst.params["first"]], False)
        car.write(AVOIDED[inst.params["second"]], inst.params["second_is_avoided"])
        car.write(AVOIDED[inst.params["fine"]], True)
        car.write(s.ROUTE_KIND, "shortest" if inst.params["kind"] == "fastest" else "fastest")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        off = every(*(then.is_(AVOIDED[what], what != inst.params["fine"]) for what in AVOIDED))
        route = then.navigation.goes_to(inst.params["destination"]) & then.navigation.stops_at()
        return route & then.is_(s.ROUTE_KIND, inst.params["kind"]) & off

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ROUTE, "maps.avoid_*", "maps.route_kind")

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        other = "shortest" if inst.params["kind"] == "fastest" else "fastest|quickest"
        return (Says("that name no other kind of way", "^", rf"(?<!not the )\b({other}) (way|route)\b"),)

    def _chosen(self, ui: UiScript, inst: TaskInstance, *avoided: str) -> UiScript:
        """On the page of the ways, choose the kind, and avoid these things and no others."""
        ui = preview(ui, inst.params["destination"]).tap(f"route_{inst.params['kind']}")
        for what in AVOIDED:
            ui = ui.switch(f"avoid_{what}", what in avoided)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        first, second = inst.params["first"], inst.params["second"]
        yield lambda ui: self._chosen(ui, inst, first, second).tap("start_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        first, second, fine = (inst.params[name] for name in ("first", "second", "fine"))
        yield lambda ui: self._chosen(ui, inst, first, second).answer("The route is planned as you wish.")
        yield lambda ui: self._chosen(ui, inst, first, second, fine).tap("start_button")
        yield lambda ui: self._chosen(ui, inst, first, fine).tap("start_button")
        yield (
            lambda ui: (
                self._chosen(ui, inst, first, second).tap("start_button").tap("route_stops_button").tap("place_item", "Work")
            )
        )
        other = "fastest" if inst.params["kind"] == "shortest" else "shortest"
        yield lambda ui: self._chosen(ui, inst, first, second).tap(f"route_{other}").tap("start_button")


class TollOrTime(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Two ways to a place are compared: what the quick one costs, and how much time the free one takes."""

    says = (
        "What would the toll to the {destination} be by the fastest way, and how many minutes does it save over going without?",
        "{destination}: toll on the quickest way? And how much longer without paying? Don't start anything yet.",
        "Before I decide on the {destination}: what is the toll on the quickest way, and how many minutes do I lose without?",
        "Could you compare, please: to the {destination} the fastest way or one free of toll? The toll, and the minutes between.",
        "Is it worth it to pay on our way to the {destination}? I need two numbers: the toll, and the minutes that it buys.",
        "Not the distance, the money and the time: fastest way to the {destination} against the one free of charge.",
    )
    endings = ("answer",)
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        country = place_by_name(scene.place).country
        for destination in draw.rng.sample(PLACES, len(PLACES)):
            paid, free, short = (self._route(scene, destination, kind) for kind in ("fastest", "no tolls", "shortest"))
            minutes = {"fast": self._minutes(paid), "free": self._minutes(free), "short": self._minutes(short)}
            saved, toll = minutes["free"] - minutes["fast"], written_price(paid.toll, country)
            # Neither may pass for what is saved: both may be said by somebody who does not know it.
            tells = saved != minutes["fast"] and abs(saved - Price(toll).number) >= 1
            if paid.toll >= 0.1 and not free.toll and saved >= 2 and minutes["short"] != minutes["free"] and tells:
                return {"destination": destination, "toll": toll} | minutes
        raise SceneImpossible(f"no toll saves time in {draw.place.name}")

    def _route(self, scene: Scene, destination: str, kind: Kind) -> Route:
        going = here(scene)
        route = route_of(going.to(destination, wishes=going.wishes._replace(kind=kind)))
        assert route is not None
        return route

    def _minutes(self, route: Route) -> int:
        return max(1, round(route.seconds / 60))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        fast, free = inst.params["fast"], inst.params["free"]
        toll = Price(inst.params["toll"])
        other = rf"\btoll (?:is|costs|of|comes to) (?:\D{{1,3}})?(?!{re.escape(toll.digits)}(?!\d))\d"
        apart = Amount(free - fast, "minutes", 0.05, (fast, free, toll.number))
        return then.answered(toll, apart, Says("that name no other toll", "", other))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        toll, fast, free = (inst.params[name] for name in ("toll", "fast", "free"))
        short = f"The toll is {toll}, and it saves {free - fast} minutes."
        long = f"{toll} for the fastest way, {fast} min; without tolls it is {free} min, so {free - fast} minutes more."
        yield lambda ui: preview(ui, inst.params["destination"]).answer(long)
        yield lambda ui: preview(ui, inst.params["destination"]).answer(short)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        toll, fast, free, short = (inst.params[name] for name in ("toll", "fast", "free", "short"))
        page = inst.params["destination"]
        yield lambda ui: preview(ui, page).answer(f"The toll is {toll}, and it takes {free} minutes.")
        yield lambda ui: preview(ui, page).answer(f"The fastest way saves {free - fast} minutes.")
        yield lambda ui: preview(ui, page).answer(f"The toll is {toll}, the other way is {abs(short - fast)} minutes longer.")
        yield lambda ui: preview(ui, page).tap("start_button").answer(f"The toll is {toll}, and it saves {free - fast} minutes.")


BECAUSE = {
    "tolls": ("we left every coin and card at home", "I refuse to pay for the use of a road today"),
    "motorways": ("we are on the spare wheel and mustn't go fast", "my mother panics among lorries at full speed"),
    "ferries": ("half of us get sick on anything that floats", "I don't trust this car on a ship"),
}
"""What is to be avoided -> why, without its name."""
KEPT_OFF = {
    "tolls": r"tolls?|pay\w*|fees?|charges?",
    "motorways": r"motorways?|highways?|freeways?|expressways?",
    "ferries": r"ferr(?:y|ies)|boats?|ships?",
}
"""What is avoided -> words for it."""
FINE_AGAIN = {
    "tolls": "my firm pays for whatever a road costs from today on",
    "motorways": "with the new wheels we may go as fast as we like again",
    "ferries": "nobody here gets sick on the water any more",
}
"""What need not be avoided any longer -> why, without its name."""


class RoadsToAvoid(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT):
    """A reason to keep off something that is not named, and one to keep off another no longer; the way may suit both."""

    says = (
        "Bad news: {because}. Good news: {fine}. See that our way suits both, if it doesn't yet.",
        "Could our way take into account, please, that {because}, and that {fine}? Say so if it does already.",
        "Same destination, but mind this: {because}; and {fine}.",
        "I should have told you earlier that {because}, and besides, {fine}. Is the way planned for that? If not, please do.",
        "No, we needn't turn back. Only, {because}, while {fine}; so change how we get there, unless it suits already.",
        "By the way, {because}. And {fine}.",
    )
    endings = ("act", "refrain")
    steps = 20

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        what, lifted, third = draw.rng.sample(sorted(AVOIDED), 3)
        kept, held = (True, False) if draw.ending == "refrain" else draw.choice([(False, True), (False, False), (True, True)])
        avoids = {"avoids": kept, f"avoids_{lifted}": held, f"avoids_{third}": draw.maybe()}
        wishes = {"what": what, "because": draw.choice(BECAUSE[what]), "lifted": lifted, "fine": FINE_AGAIN[lifted]}
        return wishes | {"destination": draw.choice(PLACES)} | avoids

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])
        for what, signal in AVOIDED.items():
            car.write(signal, inst.params.get(f"avoids_{what}", inst.params["avoids"]))

    def _others(self, inst: TaskInstance) -> list[Signal]:
        return [signal for what, signal in AVOIDED.items() if what not in (inst.params["what"], inst.params["lifted"])]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        off = then.on(AVOIDED[inst.params["what"]])
        if inst.params["what"] == "tolls":
            off |= then.is_(s.ROUTE_KIND, "no tolls")
        suits = off & then.off(AVOIDED[inst.params["lifted"]]) & then.as_it_was(*self._others(inst))
        return then.navigation.goes_to(inst.params["destination"]) & then.navigation.stops_at() & suits

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        kind = ("maps.route_kind=no tolls",) if inst.params["what"] == "tolls" else ()
        return (*ROUTE, f"maps.avoid_{inst.params['what']}=true", f"maps.avoid_{inst.params['lifted']}=false", *kind)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (self._kept_off(inst),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (replace(self._kept_off(inst), ways="^"),)

    @staticmethod
    def _kept_off(inst: TaskInstance) -> Says:
        """What says that the way keeps off what was told, and neither off the rest nor only now."""
        words = KEPT_OFF[inst.params["what"]]
        third = next(what for what in AVOIDED if what not in (inst.params["what"], inst.params["lifted"]))
        contrary = rf"\b({words})\w*[^.;,]* (not|\w+n't) (avoid|kept)|\bnow (avoid|keep)"
        contrary += rf"|^(?!.*\b({words})).*" if inst.params[f"avoids_{third}"] else "|"
        contrary += rf"\b({KEPT_OFF[third]})"
        contrary += rf"|\b(avoids?|avoiding|keeps? off) (the )?({KEPT_OFF[inst.params['lifted']]})\b(?! is off)"
        contrary += rf"|\b({KEPT_OFF[inst.params['lifted']]})\w* (are|is) (already |now )?avoided\b"
        return Says(f"that the way keeps off {inst.params['what']}", rf"\b({words})", contrary)

    def _is_saved(self, inst: TaskInstance) -> bool:
        """Whether a way without tolls is offered: the fastest has one, and there is another."""
        lifted = inst.params["lifted"]
        roads, ferries = (name == lifted or not inst.params[f"avoids_{name}"] for name in ("motorways", "ferries"))
        wishes = Wishes("fastest", True, roads, ferries)
        kinds: tuple[Kind, ...] = ("fastest", "no tolls")
        going = here(inst.scene).to(inst.params["destination"])
        paid, free = (route_of(going._replace(wishes=wishes._replace(kind=kind))) for kind in kinds)
        return paid is not None and free is not None and bool(paid.toll) and not free.toll

    def _page(self, ui: UiScript) -> UiScript:
        """The page of the ways to any place: what is avoided holds for all."""
        return preview(ui, "Home")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        what = inst.params["what"]
        if inst.ending == "refrain":
            yield lambda ui: self._page(ui).answer(f"The route already avoids {what}.")
            yield lambda ui: self._page(ui).answer(f"No need to change anything: {what} are avoided.")
            return
        destination, lifted = inst.params["destination"], inst.params["lifted"]

        def wished(ui: UiScript) -> UiScript:
            return ui.switch(f"avoid_{what}", True).switch(f"avoid_{lifted}", False)

        yield lambda ui: wished(self._page(ui))
        yield lambda ui: wished(preview(ui, destination)).tap("start_button")
        if what == "tolls" and not inst.params["avoids"] and self._is_saved(inst):
            yield lambda ui: preview(ui, destination).switch(f"avoid_{lifted}", False).tap("route_no_tolls").tap("start_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        what = inst.params["what"]
        lifted = inst.params["lifted"]
        other = next(one for one in AVOIDED if one not in (what, lifted))
        done = f"The route already avoids {what}."
        yield lambda ui: self._page(ui).tap(f"avoid_{other}").answer(done)
        yield lambda ui: self._page(ui).tap(f"avoid_{what}").tap(f"avoid_{what}").tap(f"avoid_{other}").answer(done)
        yield lambda ui: self._page(ui).answer(done if inst.ending == "act" else f"It is all right: {what} are not avoided.")
        if not inst.params["avoids"] and inst.params[f"avoids_{lifted}"]:
            yield lambda ui: self._page(ui).tap(f"avoid_{what}")
            yield lambda ui: self._page(ui).tap(f"avoid_{lifted}")
        yield lambda ui: self._page(ui).switch(f"avoid_{what}", True).open("maps").back().back().tap("route_end_button")
