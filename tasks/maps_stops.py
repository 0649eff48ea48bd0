"""Maps: what lies on the way, and what somebody writes about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.car.content.spelling import spelled
from automotive_env.place.town.points_of_interest import CATEGORIES, find_place
from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import SceneImpossible
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.maps import MAPS
from automotive_env.tasks.shared.maps import (
    PLACES,
    READ,
    ROUTE,
    added,
    calls_at,
    change_end,
    here,
    left_alone,
    listed,
    minutes_open,
    nearest_first,
    places_near,
    route_kept,
    spoken,
    without,
)
from automotive_env.validators import Criterion, Episode

SHOPS = ("pharmacy", "supermarket", "coffee", "bank", "museum", "workshop", "car wash", "food")
"""Categories of places that shut at some hour."""
ERRANDS = ("pharmacy", "supermarket", "coffee", "hotel", "station", "food")
NEVER_SHUT = tuple(place for place in PLACES if place != "Museum of Technology")
MEETING = ("coffee", "food", "hotel", "museum")
"""Categories of places at which people meet."""


def opened(ui: UiScript, who: str) -> UiScript:
    """Read what somebody has written."""
    return ui.dismiss().open("messages").tap("message_item", who)


class ReplannedStops(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """A stop comes in, another falls away, and then the end changes while the stop stays."""

    steps = 14
    may_change = ROUTE
    conditions = Conditions(moving=False, hours=(11, 16))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kinds = draw.rng.sample(ERRANDS, 2)
        new, old = (places_near(draw, scene, kind, open_for=60)[0] for kind in kinds)
        end, last = draw.rng.sample(PLACES, 2)
        return {"new": new, "kind": kinds[0], "old": old, "end": end, "last": last, "there": spoken(last)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["end"], inst.params["old"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        new, old, end, last = (inst.params[name] for name in ("new", "old", "end", "last"))
        yield Turn(
            "Add {new} as a stop.",
            "Let's stop at {new} too.",
            "Stop at {new} as well.",
            "Can we drop by {new} on the way?",
            "Add {new} to our route, would you?",
            "I have to pick something up at {new}, so add a stop there.",
            check=lambda then: then.navigation.goes_to(end) & calls_at(then, [old, new]),
        )
        yield Turn(
            "Actually, skip the stop at {old}.",
            "We don't need to stop at {old} any more.",
            "Drop the stop at {old}.",
            "Could you take {old} off the route?",
            "Forget about stopping at {old}, we'll go there another time.",
            "{old} can wait till tomorrow, so take it off the route.",
            after=minutes(1),
            speaker="passenger",
            check=lambda then: then.navigation.goes_to(end) & calls_at(then, [new]),
        )
        yield Turn(
            "Take us to {there} instead, but keep the stop.",
            "Change the destination to {there}, but keep the stop.",
            "Go to {there} instead, but keep the stop.",
            "Can you change our destination to {there} and keep the stop?",
            "New plan: take us to {there}, and keep the stop on the way.",
            "Our friends are at {there} now, so go there after our stop.",
            after=minutes(2),
            check=lambda then: then.navigation.goes_to(last) & calls_at(then, [new]),
        )

    def _changed(self, ui: UiScript, inst: TaskInstance, skipped: str) -> UiScript:
        ui = without(added(ui, inst.params["kind"], inst.params["new"]).turn().home(), skipped).turn()
        return change_end(ui.home(), inst.params["last"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        new, kind = inst.params["new"], inst.params["kind"]
        yield lambda ui: added(self._changed(ui, inst, inst.params["old"]).home(), kind, new)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        new, kind = inst.params["new"], inst.params["kind"]
        yield lambda ui: self._changed(ui, inst, inst.params["old"])
        yield lambda ui: added(self._changed(ui, inst, new).home(), kind, new)


class StopOnTheWay(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """A stop comes in; somebody writes that it has to be another one, and the driver wants it as they write."""

    steps = 14
    may_change = (*ROUTE, *READ)
    conditions = Conditions(hours=(10, 16))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kind = draw.choice(("pharmacy", "supermarket", "coffee", "food"))
        stop, other = places_near(draw, scene, kind, 2, open_for=60)
        who = draw.person()
        drawn = {"kind": kind, "stop": stop, "other": other, "who": who, "name": who.split()[0]}
        return drawn | {"destination": draw.choice(PLACES), "after": draw.integer(1, 3)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        stop, other = (spelled(inst.params[name], inst.scene.language) for name in ("stop", "other"))
        told = f"{stop} is closed today! Go to {other} instead."
        yield Turn(
            "Stop at {stop} on the way.",
            "Add a stop at {stop}.",
            "Stop off at {stop}, please.",
            "Can we call in at {stop} before we get there?",
            "Let's swing by {stop} on the way.",
            "I'm meeting {name} at {stop}, so stop there on the way.",
            check=lambda then: self._over(then, inst, "stop"),
        )
        yield Turn(
            "{name} just texted another place to stop, go there instead.",
            "{name} texted a new place for our stop, so change the route.",
            "Change our stop to the place {name} texted.",
            "Can you read {name}'s text and change our stop to that place?",
            "Plans have changed, stop at the place {name} just texted.",
            "Our stop's closed, so go to the place {name} just texted.",
            after=minutes(inst.params["after"]),
            event=lambda car: car.writes(inst.params["who"], told),
            check=lambda then: self._over(then, inst, "other"),
        )

    def _over(self, then: Episode, inst: TaskInstance, name: str) -> Criterion:
        return then.navigation.goes_to(inst.params["destination"]) & then.navigation.stops_at(inst.params[name])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        kind, stop, other, who = (inst.params[name] for name in ("kind", "stop", "other", "who"))
        yield lambda ui: without(added(opened(added(ui, kind, stop).turn(), who).home(), kind, other).home(), stop)
        yield lambda ui: added(without(opened(added(ui, kind, stop).turn(), who).home(), stop).home(), kind, other)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        kind, stop, other, who = (inst.params[name] for name in ("kind", "stop", "other", "who"))
        yield lambda ui: added(opened(added(ui, kind, stop).turn(), who).home(), kind, other)
        yield lambda ui: without(opened(added(ui, kind, stop).turn(), who).home(), stop)


class ClosedStop(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """One of two stops has shut by now, and there is no use in calling there."""

    says = (
        "Skip any stop that's closed.",
        "Check our stops and skip the closed one.",
        "Skip the stop that's closed by now.",
        "Can you check which of our stops has closed and take it off?",
        "If one of our stops is shut by now, take it off the route.",
        "It's late, so drop the stop that's closed.",
    )
    steps = 14
    may_change = ROUTE
    conditions = Conditions(moving=False, hours=(17, 22))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        near = [place for kind in SHOPS for place in nearest_first(scene, kind)[:8] if place.is_named]
        hour = int(scene.time[11:13])
        shut = [place.name for place in near if hour >= place.hours[1] or hour < place.hours[0] - 1]
        fine = [place.name for place in near if minutes_open(place, scene) >= 90]
        if not shut or not fine:
            raise SceneImpossible(f"at this hour the shops of {draw.place.name} are all open, or all shut")
        drawn = {"shut": draw.choice(shut), "open": draw.choice(fine), "first": draw.choice(["shut", "open"])}
        return drawn | {"destination": draw.choice(NEVER_SHUT)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        names = ("shut", "open") if inst.params["first"] == "shut" else ("open", "shut")
        car.routes_to(inst.params["destination"], *(inst.params[name] for name in names))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.navigation.goes_to(inst.params["destination"]) & then.navigation.stops_at(inst.params["open"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        shut, is_open = inst.params["shut"], inst.params["open"]

        def typed(ui: UiScript, name: str) -> UiScript:
            return ui.open("maps").type("search_edit_text", name).scroll_to("result_item", name).back()

        def found(ui: UiScript, name: str) -> UiScript:
            return listed(ui, find_place(name, here(inst.scene).town).category).scroll_to("result_item", name).back().back()

        yield lambda ui: without(typed(typed(ui, shut), is_open), shut)
        yield lambda ui: without(found(ui, shut), shut)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: without(ui, inst.params["open"])
        yield lambda ui: ui.open("maps").tap("route_stops_button").answer("One of the stops is closed, so I took it off.")


class MeetingMoved(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """A friend is going to write where to meet; somebody else writes first, and that is no reason to go anywhere."""

    steps = 10
    may_change = (*ROUTE, *READ)
    conditions = Conditions(moving=False, hours=(11, 16))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        who, kinds = draw.person(), draw.rng.sample(MEETING, 2)
        place, elsewhere = (places_near(draw, scene, kind)[0] for kind in kinds)
        named = {"who": who, "name": who.split()[0], "rival": draw.person(but=[who]), "place": place, "elsewhere": elsewhere}
        return named | {"kind": kinds[0], "single": CATEGORIES[kinds[0]].single.lower(), "after": draw.integer(2, 6)}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        who, rival = inst.params["who"], inst.params["rival"]
        place, elsewhere = (spelled(inst.params[name], inst.scene.language) for name in ("place", "elsewhere"))
        yield Turn(
            "Go to the meeting place {name} texts me.",
            "Take me to wherever {name} texts me.",
            "When {name} texts a meeting place, go there.",
            "{name} is texting me where to meet, can you take me there?",
            "{name}'s still choosing where to meet, so take me there once the text comes.",
            "{name} will text me where to meet. Take me there, would you?",
            check=route_kept,
        )
        yield Turn(
            event=lambda car: car.writes(rival, f"I'm at {elsewhere} now, it's lovely here."),
            notice="A message has arrived.",
            after=minutes(1),
            check=left_alone,
        )
        yield Turn(
            event=lambda car: car.writes(who, f"Let's meet at {place}, the {inst.params['single']}!"),
            notice="A message has arrived.",
            after=minutes(inst.params["after"]),
            check=lambda then: then.navigation.goes_to(inst.params["place"]) & then.navigation.stops_at(),
        )

    def _to(self, ui: UiScript, name: str) -> UiScript:
        return ui.home().open("maps").search("search_edit_text", name, "result_item", name).tap("start_button")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        who, rival, place = (inst.params[name] for name in ("who", "rival", "place"))
        yield lambda ui: self._to(opened(opened(ui.turn(), rival).home().turn(), who), place)
        yield lambda ui: self._to(opened(ui.answer("I will.").turn().turn(), who), place)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        who, place, elsewhere = (inst.params[name] for name in ("who", "place", "elsewhere"))
        yield lambda ui: self._to(opened(self._to(ui.turn(), elsewhere).turn(), who), place)
        yield lambda ui: self._to(opened(ui.turn().turn(), who), elsewhere)
