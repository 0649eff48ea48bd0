"""Maps: where the way ends, once a place is called off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Task, TaskInstance, Way
from automotive_env.tasks.maps import MAPS, PLACES, ROUTE, change_end, over, routed
from automotive_env.tasks.maps_errands import NOT_ON_IT, without
from automotive_env.ui_script import UiScript
from automotive_env.validators.answers import Fact, Says, denial_of, plain
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.known_names import NoOtherName, pool

ELSEWHERE = Says(
    "that the way does not lead there",
    NOT_ON_IT,
    r"\b(deleted|removed|took|taken|cancell?ed|dropped|no longer|any more)\b|"
    r"\b(is|are|comes?|lies) (still |already )?(on|part of) (the|our|your) (route|way|trip)\b|"
    r"\bno (\w+ )?(route|guidance|navigation|trip)\b(?! (to|leads|goes|passes|with|through|there))",
)


class EndRoute(Task, category=MAPS, dimension=Dimension.EXPLICIT_CONTROL):
    """One place is called off: the end of the way, a stop on it or all of it, or none of it; what is left stays."""

    says = (
        "Forget about the {place}, we are not going there after all. Whatever else is on our way stays.",
        "Not to the {place} today. The rest of the trip as it is, if there is a rest.",
        "Cancel the {place}, please; anything else we were heading for holds, in the same order.",
        "The {place} is shut, I hear. Take it off our way, nothing besides. It may not be on it.",
        "Could you drop the {place} for me? The other places, if any, one after the other as planned.",
        "No {place}. I don't mean the whole trip, unless that's all it is.",
    )
    endings = ("act", "refrain")
    steps = 20

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        names = draw.rng.sample(PLACES, 4)
        way = names[: draw.choice([1, 2, 3, 3])] if draw.ending == "act" else names[:3]
        place = draw.choice([way[-1], way[-1], way[0]]) if draw.ending == "act" else names[3]
        return {"place": place, "way": "|".join(way), "rest": "|".join(name for name in way if name != place)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        *stops, end = inst.params["way"].split("|")
        car.routes_to(end, *stops)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if not inst.params["rest"]:
            return then.navigation.ended()
        *stops, end = inst.params["rest"].split("|")
        return then.navigation.goes_to(end) & then.navigation.stops_at(*stops)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ROUTE if inst.ending == "act" else ()

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (ELSEWHERE,)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        if inst.ending != "refrain":
            return ()
        way = inst.params["way"].split("|")
        kept = Says("that deny no place of the way", "", denial_of("|".join(plain(name) for name in way)))
        return replace(ELSEWHERE, ways="^"), NoOtherName((inst.params["place"], *way), pool(PLACES)), kept

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        place, rest = inst.params["place"], inst.params["rest"].split("|")
        if inst.ending == "refrain":
            yield lambda ui: ui.open("maps").tap("route_stops_button").answer(f"The {place} is not on the route.")
            return
        if rest == [""]:
            yield lambda ui: ui.open("maps").tap("route_end_button")
        elif place in inst.params["way"].split("|")[:-1]:
            yield lambda ui: without(ui, place)
        else:
            yield lambda ui: self._ending_at(ui, rest)

    def _ending_at(self, ui: UiScript, rest: Sequence[str]) -> UiScript:
        """The last stop becomes the end, which takes all stops off; those before it are added again."""
        return over(change_end(ui, rest[-1]), rest[:-1])

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        *stops, end = inst.params["way"].split("|")
        off = f"The {inst.params['place']} is not on the route."
        yield lambda ui: ui.open("maps").tap("voice_mute").answer(off)
        if stops:
            yield lambda ui: ui.open("maps").tap("route_end_button").if_shown("confirm_end_route_button").answer(off)
            yield lambda ui: without(ui, next(stop for stop in stops[::-1] if stop != inst.params["place"])).answer(off)
            yield lambda ui: change_end(ui, "Work").answer(off)
        else:
            yield lambda ui: routed(ui, "Work").answer(off)
            yield lambda ui: ui.open("maps").tap("route_stops_button").tap("place_item", "Work").answer(off)
        if inst.ending == "act" and inst.params["place"] == end and len(stops) > 1:
            yield lambda ui: change_end(ui, stops[-1])

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        place, way, rest = inst.params["place"], inst.params["way"].split("|"), inst.params["rest"].split("|")
        look = CallPlan().call("system.state_view", modules=["navigation"])
        if inst.ending == "refrain":
            yield look.answer(f"The {place} is not on the route.")
        elif rest == [""]:
            yield look.call("navigation.navigation_exit")
        elif place in way[:-1]:
            yield look.call("navigation.navigation_midWay_delete", address=place)
        else:
            plan = look.call("navigation.navigation_destination_change", address=rest[-1])
            yield plan.call("navigation.navigation_midWay_add", midway=rest[:-1]) if rest[:-1] else plan
