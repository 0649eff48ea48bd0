"""Maps: what somebody writes decides where the way leads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.town.points_of_interest import CATEGORIES, find_place
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES, ROUTE
from automotive_env.tasks.maps_errands import ALWAYS_OPEN, SHOPS, without
from automotive_env.tasks.maps_search import here, listed, place_near
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.world.content.spelling import spelled

MAPS = Category.MAPS
READ = ("conversation.messages",)
"""A message that was opened counts as read."""


def opened(ui: UiScript, who: str) -> UiScript:
    """Read what somebody has written."""
    return ui.dismiss().open("messages").tap("message_item", who)


def kept_until(then: Episode, seconds: float) -> Criterion:
    """The way stayed as it was until then: before there is word, nobody can know."""
    return then.at(seconds).as_it_was(s.NAVIGATION_ACTIVE, s.DESTINATION, s.STOP_COUNT)


class MeetingMoved(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT):
    """A friend writes where they really are; another friend is somewhere else and writes, too."""

    says = (
        "{who} writes in a minute where they have ended up. That's where I want to be.",
        "Wait for word from {who}: wherever they are, lead us there.",
        "{who} keeps changing the plan. As soon as the message with the final place is here, take us to it, please.",
        "Could you wait for {who} to write where we meet, and then bring me there?",
        "I'm to meet {who}, only I don't know where; a message is on its way. Follow that, not what anybody else writes!",
        "The {destination}? No longer: {who} tells us by message where to be instead.",
    )
    steps = 18

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, light=("day", "dusk"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        who = draw.person()
        kind, other = draw.rng.sample((*SHOPS, *ALWAYS_OPEN), 2)
        drawn: dict[str, Any] = {"who": who, "rival": draw.person(but=[who]), "destination": draw.choice(PLACES)}
        drawn |= {"after": draw.choice([6, 10, 15])}
        place, elsewhere = place_near(draw, scene, kind).name, place_near(draw, scene, other).name
        return drawn | {"place": place, "single": CATEGORIES[kind].single.lower(), "elsewhere": elsewhere}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        drawn = inst.params
        place, elsewhere = (spelled(drawn[name], inst.scene.language) for name in ("place", "elsewhere"))
        moved = f"We had to move: {place}, the {drawn['single']}. See you there!"
        tempting = f"I'm at {elsewhere} now. See you there?"
        return (
            Event(lambda car: car.writes(drawn["rival"], tempting), after_seconds=drawn["after"] - 4),
            Event(lambda car: car.writes(drawn["who"], moved), after_seconds=drawn["after"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.navigation.goes_to(inst.params["place"]) & kept_until(then, inst.params["after"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ROUTE, *READ)

    def _to(self, ui: UiScript, inst: TaskInstance, place: str) -> UiScript:
        return ui.open("maps").search("search_edit_text", place, "result_item", place)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        who, place, after = inst.params["who"], inst.params["place"], inst.params["after"]
        category = find_place(place, here(inst.scene).town).category
        yield lambda ui: self._to(opened(ui.wait(after), who), inst, place).tap("start_button")
        yield lambda ui: listed(opened(ui.wait(after), who), category).tap("result_item", place).tap("start_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        who, after, rival = (inst.params[name] for name in ("who", "after", "rival"))
        place, elsewhere = inst.params["place"], inst.params["elsewhere"]
        yield lambda ui: self._to(opened(ui.wait(after), rival), inst, elsewhere).tap("start_button")
        yield lambda ui: self._to(opened(ui.wait(after), who), inst, place).answer(f"We are on the way to {place}.")
        yield lambda ui: self._to(opened(ui.wait(after), who), inst, place).tap("add_stop_button")
        yield lambda ui: ui.wait(after).answer("We go where the message says.")


UNCANCELLED = r"\b(no|nothing|none|not|never|\w+n't) (\w+ ){0,4}(cancel\w*|called off|off)\b"
AS_AGREED = Says(
    "that all stays as agreed",
    r"\b(as (it was |it is |we )?(planned|agreed|arranged)|(no|nothing|not|\w+n't) (\w+ ){0,3}chang\w+|unchanged|stays?|remains?|"
    r"still on|(goes|going) ahead|(nothing|none of it|\w+n't|not) (\w+ ){0,2}(cancel\w*|called off|off)|stands)\b",
    rf"^(?!.*{UNCANCELLED}).*\b(cancel\w*|called off|is off)\b",
)


class CalledOff(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT):
    """A message says that all of it is off, or one errand, or nothing: guidance ends, loses a stop, or stays."""

    says = (
        "{who} is about to write whether it all stays as planned. Let our way follow that; tell me if nothing changes.",
        "Word from {who} is coming. If our plans have changed, mind it; if they haven't, just say so.",
        "Could you wait for what {who} writes and see that we don't drive anywhere in vain? If all stays as it is, tell me.",
        "It isn't sure yet what happens today; {who} decides and writes. What falls away, we needn't drive to. Keep me posted.",
        "{who} writes any second: whatever is off, off with it. And if nothing is, let me know.",
        "I won't look at my messages while {who} makes up their mind. You do, and change our way if needed; else a short word.",
    )
    endings = ("act", "answer")
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, light=("day", "dusk"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        stops = [place_near(draw, scene, kind).name for kind in draw.rng.sample((*SHOPS, *ALWAYS_OPEN), 3)]
        off = draw.choice(["all", "all", *stops]) if draw.ending == "act" else ""
        drawn = {"who": draw.person(), "destination": draw.choice(PLACES), "after": draw.choice([6, 10, 15]), "off": off}
        return drawn | {f"stop_{number}": stop for number, stop in enumerate(stops)}

    def _stops(self, inst: TaskInstance) -> list[str]:
        return [inst.params[f"stop_{number}"] for number in range(3)]

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], *self._stops(inst))

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        off = inst.params["off"]
        told = {
            "": "Everything as agreed, don't forget anything. See you at the end!",
            "all": "So sorry, I'm ill. It's all cancelled for today: no errands, no visit.",
        }.get(
            off, f"No need to call at {spelled(off, inst.scene.language)} any more, I've been there myself. The rest as agreed."
        )
        return (Event(lambda car: car.writes(inst.params["who"], told), after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.params["off"] == "all":
            return then.navigation.ended() & kept_until(then, inst.params["after"])
        kept = [stop for stop in self._stops(inst) if stop != inst.params["off"]]
        route = then.navigation.goes_to(inst.params["destination"]) & then.navigation.stops_at(*kept)
        if inst.ending == "act":
            return route & kept_until(then, inst.params["after"])
        return route & then.waited(inst.params["after"]) & then.answered_since(inst.params["after"], AS_AGREED)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ROUTE, *READ) if inst.ending == "act" else READ

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        def read(ui: UiScript) -> UiScript:
            return opened(ui.wait(inst.params["after"]), inst.params["who"])

        if inst.ending == "answer":
            yield lambda ui: read(ui).answer("Everything stays as agreed.")
            yield lambda ui: read(ui).answer("Nothing has changed, all goes ahead.")
        elif inst.params["off"] == "all":
            yield lambda ui: read(ui).open("maps").tap("route_end_button").confirm()
        else:
            yield lambda ui: without(read(ui), inst.params["off"])

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, who = inst.params["after"], inst.params["who"]
        fine = "Everything stays as agreed."
        other = next(stop for stop in self._stops(inst) if stop != inst.params["off"])
        yield lambda ui: without(opened(ui.wait(after), who), other).answer(fine)
        yield lambda ui: ui.open("maps").tap("route_end_button").cancel().answer(fine).wait(after)
        yield lambda ui: ui.wait(after).open("messages").answer("It is all called off, so I ended the route.")
        if inst.params["off"] != "all":
            yield lambda ui: opened(ui.wait(after), who).open("maps").tap("route_end_button").confirm().answer(fine)
