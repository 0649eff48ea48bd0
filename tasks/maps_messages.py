"""Maps: what somebody writes decides where the way leads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.town.points_of_interest import CATEGORIES, find_place
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.maps import PLACES, ROUTE, no_other_end
from automotive_env.tasks.maps_errands import ALWAYS_OPEN, SHOPS, without
from automotive_env.tasks.maps_search import here, listed, place_near
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says
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


MEETING = ("coffee", "food", "hotel", "museum")
"""Categories of places at which people meet."""


class MeetingMoved(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT):
    """A friend looks for a place to meet at and writes where, but not yet for sure; their next message counts, nobody else's."""

    says = (
        "{who} is out there looking for somewhere with room for us and writes. That's where I want to be.",
        "Wait for word from {who}: wherever they really end up, lead us there.",
        "{who} keeps changing the plan. Once it's settled by message where we meet, take us to it, please.",
        "Could you wait for {who} to write where we meet for good, and then bring me there?",
        "I'm to meet {who}, only they don't know where yet either; they write. Follow that, not what anybody else writes!",
        "The {destination}? No longer: {who} finds something else and tells us by message. It has to be sure, though.",
    )
    steps = 24

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, light=("day", "dusk"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        who = draw.person()
        kinds = draw.rng.sample(MEETING, 3)
        first, other, elsewhere = (place_near(draw, scene, kind).name for kind in kinds)
        moves = draw.maybe(0.75)
        drawn: dict[str, Any] = {"who": who, "rival": draw.person(but=[who]), "destination": draw.choice(PLACES)}
        drawn |= {"first": first, "place": other if moves else first, "elsewhere": elsewhere, "asked": draw.choice([6, 10, 15])}
        return drawn | {"after": drawn["asked"] + draw.choice([20, 35, 50, 64]), "single": CATEGORIES[kinds[1]].single.lower()}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        drawn = inst.params
        first, place, elsewhere = (spelled(drawn[name], inst.scene.language) for name in ("first", "place", "elsewhere"))
        asked = f"{first} looks good, I'm asking whether they have room. Hold on, I'll write you."
        settled = f"No room, we had to move: {place}, the {drawn['single']}. We're sitting now!"
        if drawn["place"] == drawn["first"]:
            settled = "They have room, we're sitting. See you there!"
        tempting = f"I'm at {elsewhere} now. See you there?"
        return (
            Event(lambda car: car.writes(drawn["who"], asked), after_seconds=drawn["asked"]),
            Event(lambda car: car.writes(drawn["rival"], tempting), after_seconds=drawn["after"] - 4),
            Event(lambda car: car.writes(drawn["who"], settled), after_seconds=drawn["after"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        there = then.navigation.goes_to(inst.params["place"]) & then.navigation.stops_at()
        return there & kept_until(then, inst.params["after"]) & then.waited(inst.params["after"])

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        others = (inst.params[name] for name in ("first", "elsewhere", "destination"))
        return (no_other_end(*(place for place in others if place != inst.params["place"])),)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ROUTE, *READ)

    def _to(self, ui: UiScript, inst: TaskInstance, place: str) -> UiScript:
        return ui.open("maps").search("search_edit_text", place, "result_item", place)

    def _told(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """The first message read, and the page left open on which the next one comes."""
        asked = inst.params["asked"]
        return opened(ui.wait(asked), inst.params["who"]).watch(inst.params["after"] - asked, 20)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        who, place, after = inst.params["who"], inst.params["place"], inst.params["after"]
        category = find_place(place, here(inst.scene).town).category
        yield lambda ui: self._to(self._told(ui, inst), inst, place).tap("start_button")
        yield lambda ui: listed(opened(ui.watch(after), who), category).tap("result_item", place).tap("start_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        who, after, asked, rival = (inst.params[name] for name in ("who", "after", "asked", "rival"))
        first, place, elsewhere = (inst.params[name] for name in ("first", "place", "elsewhere"))
        yield lambda ui: self._to(opened(ui.watch(after), rival), inst, elsewhere).tap("start_button")
        yield lambda ui: self._to(opened(ui.watch(after), who), inst, place).answer(f"We are on the way to {place}.")
        yield lambda ui: self._to(opened(ui.watch(after), who), inst, place).tap("add_stop_button")
        yield lambda ui: ui.watch(after).answer("We go where the message says.")
        yield lambda ui: self._to(opened(ui.wait(asked), who), inst, first).tap("start_button")


UNCANCELLED = r"\b(no|nothing(?:'s)?|none|not|never|\w+n't) (\w+ ){0,4}(cancel\w*|called off|off)\b"
AS_AGREED = Says(
    "that all stays as agreed",
    r"\b(as (it was |it is |we )?(planned|agreed|arranged)|(no|nothing|not|\w+n't) (\w+ ){0,3}chang\w+|unchanged|stays?|remains?|"
    r"still on|(goes|going) ahead|(nothing(?:'s)?|none of it|\w+n't|not) (\w+ ){0,2}(cancel\w*|called off|off)|stands)\b",
    rf"^(?!.*{UNCANCELLED}).*\b(cancel\w*|called off|is off)\b",
)


class CalledOff(Task, category=MAPS, dimension=Dimension.IMPLICIT_INTENT):
    """A friend asks around and writes twice: an errand may fall away, and then another one or all of it, or nothing at all."""

    says = (
        "{who} is asking around whether all stays as planned, and writes. Let our way follow that; tell me if nothing changes.",
        "Word from {who} is coming. If our plans change, mind it; if they don't, just say so once that's sure.",
        "Could you wait for what {who} finds out and see that we don't drive anywhere in vain? If all stays, tell me.",
        "It isn't sure yet what happens today; {who} finds out and writes. What falls away, we needn't drive to. Keep me posted.",
        "{who} writes any second: whatever is off, off with it. And if in the end nothing is, let me know.",
        "I won't look at my messages while {who} makes up their mind. You do, and change our way if needed; else a short word.",
    )
    endings = ("act", "answer")
    steps = 18

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, light=("day", "dusk"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kinds = draw.rng.sample((*SHOPS, *ALWAYS_OPEN), 3)
        stops = [place_near(draw, scene, kind).name for kind in kinds]
        off, then = draw.rng.sample(range(3), 2)
        found = draw.choice(["", "", stops[off]]) if draw.ending == "act" else ""
        last = draw.choice(["all", stops[then]]) if draw.ending == "act" else ""
        single = CATEGORIES[kinds[then]].single.lower()
        drawn: dict[str, Any] = {
            "who": draw.person(),
            "destination": draw.choice(PLACES),
            "first": found,
            "last": last,
            "single": single,
        }
        drawn |= {"asked": draw.choice([6, 10, 15])}
        drawn |= {"after": drawn["asked"] + draw.choice([20, 35, 50, 64])}
        return drawn | {f"stop_{number}": stop for number, stop in enumerate(stops)}

    def _stops(self, inst: TaskInstance) -> list[str]:
        return [inst.params[f"stop_{number}"] for number in range(3)]

    def _off(self, inst: TaskInstance) -> list[str]:
        """The stops that fall away, where not all of it does."""
        return [stop for stop in (inst.params["first"], inst.params["last"]) if stop]

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.routes_to(inst.params["destination"], *self._stops(inst))

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        who, first = inst.params["who"], spelled(inst.params["first"], inst.scene.language)
        asked = f"No need to call at {first} any more, I've been there myself." if first else "So far it's all as agreed."
        told = {
            "": "They all say yes. As agreed, then, don't forget anything!",
            "all": "So sorry, they're all ill. It's cancelled for today: no errands, no visit.",
        }.get(inst.params["last"], f"My sister went to the {inst.params['single']} for us, leave that out. That was all!")
        return (
            Event(
                lambda car: car.writes(who, f"{asked} Still asking the others, more in a moment."),
                after_seconds=inst.params["asked"],
            ),
            Event(lambda car: car.writes(who, told), after_seconds=inst.params["after"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        heard, after = inst.params["asked" if inst.params["first"] else "after"], inst.params["after"]
        if inst.params["last"] == "all":
            return then.navigation.ended() & kept_until(then, heard) & then.waited(after)
        kept = [stop for stop in self._stops(inst) if stop not in self._off(inst)]
        route = then.navigation.goes_to(inst.params["destination"]) & then.navigation.stops_at(*kept)
        if inst.ending == "act":
            return route & kept_until(then, heard) & then.waited(after)
        return route & then.waited(after) & then.answered_since(after, AS_AGREED)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*ROUTE, *READ) if inst.ending == "act" else READ

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Both messages: the second comes on the page of the first."""
        asked = inst.params["asked"]
        return opened(ui.wait(asked), inst.params["who"]).watch(inst.params["after"] - asked, 20)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "answer":
            yield lambda ui: self._read(ui, inst).answer("Everything stays as agreed.")
            yield lambda ui: self._read(ui, inst).answer("Nothing has changed, all goes ahead.")
        elif inst.params["last"] == "all":
            yield lambda ui: self._read(ui, inst).open("maps").tap("route_end_button").confirm()
        else:
            yield lambda ui: without(self._read(ui, inst), *self._off(inst))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        asked, after, who = inst.params["asked"], inst.params["after"], inst.params["who"]
        fine = "Everything stays as agreed."
        other = next(stop for stop in self._stops(inst) if stop not in self._off(inst))
        yield lambda ui: without(self._read(ui, inst), other).answer(fine)
        yield lambda ui: ui.open("maps").tap("route_end_button").cancel().answer(fine).watch(after)
        yield lambda ui: ui.watch(after).open("messages").answer("It is all called off, so I ended the route.")
        yield lambda ui: opened(ui.wait(asked), who).answer(fine)
        if inst.params["last"] != "all":
            yield lambda ui: self._read(ui, inst).open("maps").tap("route_end_button").confirm().answer(fine)
        if inst.params["first"]:
            yield lambda ui: without(opened(ui.wait(asked), who), inst.params["first"]).watch(after)
