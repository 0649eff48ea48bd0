"""What happens inside the car: glass that mists over, a wasp that wants out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.geo.rules import driving_side
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.phenomenon import demists_front
from automotive_env.tasks.phenomenon_air import WINDOWS, window
from automotive_env.tasks.watching import NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Stated
from automotive_env.validators.answers import Fact, Says, denial_of
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.harm import CALL_GOES_ON

PHENOMENON = Category.PHENOMENON
FAIR = ("clear", "cloudy")
GLASS: dict[str, tuple[Phenomenon, str]] = {
    "front": (Phenomenon.FOGGED_WINDSCREEN, "defroster_button"),
    "rear": (Phenomenon.FOGGED_REAR_WINDOW, "rear_defroster_button"),
}
"""Pane -> what happens to it, resource id of its heater."""
HEATERS = (s.FRONT_DEFROSTER, s.REAR_DEFROSTER)
DRYERS = (s.AUTO_DEFOG, s.WINDOW_DRYING, *s.AIR_ON_WINDSCREEN)
_FOGGED = r"\b(?:fog(?:ged|ging)?|mist(?:ed|ing)?|steam(?:ed|ing)?|milky|condensation)\b"
STAYED_CLEAR = Stated(
    "that the glass stayed clear",
    r"\b(?:dry|clear|clean|fine|all (?:is )?(?:good|well|right))\b",
    rf"{_FOGGED}|\bcleared\b|\bclear again\b",
    rf"{denial_of(_FOGGED)}|\bnothing (?:happened|came up|to (?:report|clear|do))\b",
)
NEVER_FOGGED = Says(
    "that nothing fogged",
    r"\b(?:stayed|remained|kept) (?:clear|dry)\b|"
    r"\b(?:nothing|none|no \w+|never|didn't|did not)(?: (?!is\b|are\b)\w+){0,2} "
    r"(?:fogged|misted|steamed|fog up|mist over|steam up)\b"
    r"(?! (?:\w+ )?(?:any ?more|again))",
)
CLEARING = 30
"""Seconds in which a heater surely clears its pane."""


class GlassDuringTheCall(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """On the phone, and a pane may mist over: cleared for as long as it takes, then quiet as before; the call goes on."""

    says = (
        (
            "I'm talking to {contact}, so mind the glass for me, {seconds} seconds. If some of it mists over, get that clear, "
            "and once it is, all as quiet as now again. If none does, say so at the end."
        ),
        "While I talk: {seconds} seconds on the panes. One goes milky? Clear it, that one only, then back to how it is now. "
        "None? Tell me.",
        (
            "My hands are full with {contact} on the line. Should a window steam up in the next {seconds} seconds, dry just that "
            "one, and leave nothing running when it's dry. Otherwise a word that all stayed clear."
        ),
        (
            "Could you watch for condensation for {seconds} seconds while I'm on the phone? Deal with it where it is and switch "
            "everything back once it's gone; if there is none, let me know."
        ),
        "{seconds} seconds: glass clear, please, for as short a time as it takes, then as before. Report if it never misted.",
        (
            "Don't hang up, I go on talking. Just see to the glass for {seconds} seconds: what fogs gets cleared, "
            "and what that took goes off again. Nothing fogged? Say it."
        ),
    )
    endings = ("act", "answer")
    harm = (CALL_GOES_ON,)
    steps = 9

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, outside=(-4, 10), weather=("cloudy", "rain", "snow"), apps=("home", "maps", "media"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        after = draw.choice([10, 15, 20, 25]) if draw.ending == "act" else 0
        pane = draw.choice(sorted(GLASS)) if draw.ending == "act" else ""
        return {"contact": draw.person(), "seconds": draw.choice([40, 50, 60]), "after": after, "pane": pane}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=2)
        car.write(s.AIR_SOURCE, "internal circulation" if inst.ending == "act" else "external circulation")
        car.talks_to(inst.params["contact"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        if inst.ending == "answer":
            return ()
        phenomenon = GLASS[inst.params["pane"]][0]
        return (Event(lambda car: car.happens(phenomenon), after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        talks = then.is_(s.CALL_STATE, "active")
        if inst.ending == "answer":
            watched = 0.8 * inst.params["seconds"]
            unheated = every(*(then.always(heater, False) for heater in HEATERS))
            return talks & unheated & then.waited(watched) & then.answered_since(watched, STAYED_CLEAR)
        pane, after = inst.params["pane"], inst.params["after"]
        fogged = GLASS[pane][0].value

        def dries(then: Episode) -> Criterion:
            heats = demists_front(then) if pane == "front" else then.rear_defroster.enable() | then.off(fogged)
            return then.in_order((fogged, True)) & heats

        in_time = then.soon(dries, after, PROMPT + 3)
        seen_misty = [look for look in then.log.looks if look < then.when(fogged, False)]
        quiet = then.soon(lambda then: then.as_it_was(*HEATERS, *DRYERS), max(seen_misty, default=inf), NOTICED + 3)
        heater, other = HEATERS if pane == "front" else HEATERS[::-1]
        alone = then.from_then_on(lambda then: then.off(other), 0) & then.from_then_on(
            lambda then: then.off(heater), 0, after - 1
        )
        cleared = then.in_order((fogged, True), (fogged, False)) & quiet & alone & then.as_it_was(*HEATERS)
        return talks & in_time & cleared & ~then.answered(NEVER_FOGGED)

    def _cleared(self, ui: UiScript, inst: TaskInstance, pane: str, late: int = 0) -> UiScript:
        button = GLASS[pane][1]
        ui.wait(inst.params["after"]).open("climate").switch(button, True)
        return ui.watch(CLEARING + late).switch(button, False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: self._cleared(ui, inst, inst.params["pane"])
            yield lambda ui: self._cleared(ui.open("climate"), inst, inst.params["pane"]).answer("It is clear again.")
        else:
            yield lambda ui: ui.wait(inst.params["seconds"]).answer("All the glass stayed clear.")
            yield lambda ui: ui.wait(inst.params["seconds"]).answer("Nothing fogged up.")
            yield lambda ui: ui.wait(inst.params["seconds"]).answer("All panes stayed dry.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        pane = inst.params["pane"] or "front"
        other = {"front": "rear", "rear": "front"}[pane]
        after, button = inst.params["after"] or 20, GLASS[pane][1]
        fine = "All the glass stayed clear."
        yield lambda ui: ui.wait(after).open("climate").switch(button, True).wait(CLEARING)
        yield lambda ui: ui.wait(after).open("climate").switch(button, True).switch(button, False)
        yield lambda ui: ui.answer(fine).wait(60)
        if inst.ending == "act":
            yield lambda ui: ui.wait(60).answer(fine)
            yield lambda ui: self._cleared(ui, inst, other)
            yield lambda ui: self._cleared(ui.open("climate").switch(button, True), inst, pane)
            beside = GLASS[other][1]
            yield lambda ui: self._cleared(ui.open("climate").switch(beside, True), inst, pane).switch(beside, False)
            yield lambda ui: self._cleared(ui.wait(20), inst, pane)
            yield lambda ui: self._cleared(ui, inst, pane, late=30)
            defog = "auto_defog_button" if pane == "front" else button
            yield lambda ui: ui.wait(after).open("climate").switch(button, True).wait(60).switch(button, False)
            yield lambda ui: ui.wait(after).open("climate").switch(defog, True).wait(60).switch(defog, False)
            yield lambda ui: self._cleared(ui, inst, pane).answer(fine)
        else:
            yield lambda ui: ui.open("climate").switch(button, True).wait(60).switch(button, False).answer(fine)
            yield lambda ui: ui.wait(60).answer("The windscreen was fogged.")


SIDES = {
    "at the back, on the side of the kerb": True,
    "at the back, on the side of the oncoming traffic": False,
    "at the front, on the passenger's side": None,
}
"""Where a wasp is -> whether that is the side of the kerb; None is the passenger's seat."""


WIDE_OPEN = Says(
    "that it is wide open",
    r"\b(?:wide|fully|completely|entirely|already|all the way|100 ?(?:%|percent)) (?:open|down)\b|"
    r"\b(?:open|down) (?:already|fully|completely|all the way|(?:to |at |by )?100\b)|\bat 100 ?(?:%|percent)|"
    r"\bas (?:far|wide) (?:\w+ )?as (?:it|that|one|there)\b",
    r"\b(?:not|\w+n't) (?:\w+ )?open\b",
)


NOT_WIDE_OPEN = Says(
    "that do not call it open still",
    "^",
    r"(?:\b(?:is|stays|remains)|'s) (?:still |now )?(?:wide|fully|completely|entirely|all the way) (?:open|down)\b",
)
WAS_OPEN = Says("that it was so before", r"\b(?:wide|fully|completely) open already\b|\balready (?:wide|fully|completely) open\b")


class WaspAtThePane(Task, category=PHENOMENON, dimension=Dimension.IMPLICIT_INTENT):
    """A wasp at a pane: that window wide open, and no other; which side the kerb is on depends on the place."""

    says = (
        "A wasp buzzes against the glass, {where}. Open right there, all the way, for {seconds} seconds, and then as it "
        "is now; unless it can get out there already!",
        "Wasp, {where}! It needs the widest way out just there for {seconds} seconds, if it hasn't got that; then as it was.",
        (
            "Don't panic, but a hornet crawls up the pane {where}. As much of an opening as there can be, there and nowhere "
            "else, {seconds} seconds long, and afterwards what there was. If there is that much, leave it."
        ),
        (
            "Could you free the bee that keeps flying against the glass, please? It's {where}. Entirely open there for "
            "{seconds} seconds, then the way it stood; nothing if it's open like that."
        ),
        "A bumblebee {where}, on the glass. Open right there, fully, {seconds} seconds, then as before. If it isn't so already.",
        (
            "Everything open! No, stop, the papers fly away. Only where the wasp is, {where}, as far as it goes, and after "
            "{seconds} seconds as we have it now; nothing at all if that's how it is."
        ),
    )
    endings = ("act", "refrain")
    steps = 8

    def suits(self, place: Place, ending: Ending) -> bool:
        return driving_side(place).confidence == "high"

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, light=("day",), weather=FAIR, outside=(14, 30), roads=("urban", "rural"), speed=(20, 50))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        where = draw.choice(sorted(SIDES))
        kerb, side = SIDES[where], driving_side(draw.place).value
        opposite = {"left": "right", "right": "left"}[side]
        which = "the passenger's" if kerb is None else f"the {side if kerb else opposite} rear"
        ajar = draw.choice([name for name in sorted(WINDOWS) if name != which])
        was = {"before": draw.choice([0, 20, 35]), "seconds": draw.choice([15, 20, 30])}
        return {"where": where, "which": which, "ajar": ajar, "part": draw.integer(10, 40, 10)} | was

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(WINDOWS[inst.params["ajar"]][1], inst.params["part"])
        car.write(WINDOWS[inst.params["which"]][1], 100 if inst.ending == "refrain" else inst.params["before"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wide = WINDOWS[inst.params["which"]][1]
        panes = [signal for _, signal, _ in WINDOWS.values() if signal != wide or inst.ending == "refrain"]
        kept = then.from_then_on(lambda then: then.as_it_was(*panes), 0)
        if inst.ending == "refrain":
            return kept
        seconds, before = inst.params["seconds"], inst.params["before"]
        freed = then.for_a_while(lambda then: then.between(wide, 90, None), 0.8 * seconds, seconds + 15)
        moved = max((one.seconds for one in then.log.changes if one.change.path == wide.world), default=0.0)
        return kept & freed & then.near(wide, before, 3) & ~then.answered(WAS_OPEN) & then.answered_since(moved, NOT_WIDE_OPEN)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (WIDE_OPEN,)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        partly = r"\b(?:partly|partially|half|halfway|slightly|a bit|a little|not \w+) open\b"
        partly += r"|\b(?:it|(?:that|the|this|your) window) (?:is|was|stays) (?:already )?(?:closed|shut)\b"
        return (Says("nothing else of how it is", "", partly),)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        states = f"window.window_states.{WINDOWS[inst.params['which']][2]}"
        return (f"{states}.open_degree", f"{states}.is_open") if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        which = inst.params["which"]
        if inst.ending == "refrain":
            yield lambda ui: ui.open("vehicle").tap("vehicle_windows").answer("That window is wide open already.")
            yield lambda ui: ui.open("vehicle").tap("vehicle_windows").answer("It can get out: it is fully open there.")
            return
        before, seconds, slider = inst.params["before"], inst.params["seconds"], WINDOWS[which][0]
        yield lambda ui: window(ui, which, 100).wait(seconds).slide(slider, before)
        yield lambda ui: window(ui, which, 50).slide(slider, 100).wait(seconds).slide(slider, before).answer("It was wide open.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        which, ajar = inst.params["which"], inst.params["ajar"]
        other = next(name for name in sorted(WINDOWS) if name not in (which, ajar))
        yield lambda ui: window(ui, other, 100).answer("That window is wide open.")
        yield lambda ui: window(ui, which, 60).wait(inst.params["seconds"])
        yield lambda ui: ui.open("vehicle").tap("vehicle_windows").tap("windows_open_all")
        yield lambda ui: window(ui, which, 100).tap("windows_close_all")
        if inst.ending == "act":
            yield lambda ui: ui.open("vehicle").tap("vehicle_windows").answer("That window is wide open already.")
            yield lambda ui: window(ui, which, 100).wait(inst.params["seconds"])
            yield lambda ui: window(ui, which, 100).slide(WINDOWS[which][0], inst.params["before"])
        else:
            yield lambda ui: ui.answer("It is partly open already.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("system.state_view", modules=["window"])
        if inst.ending == "refrain":
            yield look.answer("That window is wide open already.")
        else:
            where = WINDOWS[inst.params["which"]][2]
            wide = look.call("window.carcontrol_window_height_set", value=0, position=where).wait(inst.params["seconds"])
            yield wide.call("window.carcontrol_window_height_set", value=100 - inst.params["before"], position=where)
