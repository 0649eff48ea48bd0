"""The road: lamps that a driver speaks of by what is wrong: a load in the boot, a dark way from the car to the door."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from automotive_env.call_plan import LOOK_SECONDS, CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac_people import friend
from automotive_env.tasks.road import FAIR, ROAD, lights
from automotive_env.tasks.watching import BEFORE, MESSAGES, NOTICED, happened, is_past, not_left
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Apart, Measured
from automotive_env.validators.answers import NOT_DENIED, Amount, Fact, NoOther, NothingToDo, Says, Switched
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.signals import Signal

BEAM_HEIGHT = Signal("lights.low_beam_height", "lowBeamHeadlight.height_percentage")
AFTERWARDS = Signal("lights.delay", "highBeamHeadlight.delay_off_enabled")
AFTERWARDS_SECONDS = Signal("lights.delay_seconds", "highBeamHeadlight.delay_off_duration_seconds")
READ = ("conversation.messages",)
"""A message that was opened counts as read."""
LOADS = ("tiles", "books", "bags of cement", "wine bottles", "logs", "flower pots")
WALKS = {"a minute": 60, "a minute and a half": 90, "two minutes": 120, "two and a half minutes": 150}
"""How long the driver walks from the car, in seconds."""
PACES = {1.0: "as long as", 1.5: "half as long again as", 2.0: "twice as long as"}
"""How many times as long somebody takes, as they write it before "you"."""
ALL_OUT = "That was the last of the {load}."
LAST_SHARE = 12
"""Seconds that the last of a load takes, at least."""
SPARE = 20
"""Seconds more than needed that nobody minds."""

OF_PEOPLE = r"\b(?:need\w*|takes?|walk\w*|reach\w*|slow\w*|door|than|enough)\b"
"""Regular expression of what is found in clauses that tell how long people walk."""
AT_ITS_LOWEST = Says(
    "that it is as low as can be",
    r"\b(lowest|as low as|minimum|all the way down|(no|not|cannot|\w+n't) (\w+ ){0,3}(lower|further|more)|0 ?%|0 percent)",
)
NOT_ON_FULL = Says(
    "of the low beam, and that it does dazzle", "^", r"\b(full|high) beam is on\b|\bnothing( is|'s)? wrong\b|(\bnot|n't) dazzl\w+"
)
COULD_BE_LOWERED = Says(
    "that it could be lowered",
    "^",
    r"\b(?:is|aims) (?:\w+ )?(?:at (?:its|the) (?:lowest|minimum)|as low as)\b|\b(?:cannot|can't) (?:be lowered|go any)\b",
)
NOT_THE_END = Says("that all is out", "^", r"\b(has|have)(n't| not) (\w+ )?(written|texted|unloaded)\b|\bnobody (wrote|has)\b")


class LoadedBoot(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT):
    """A heavy load lifts the nose of the car, and the low beam dazzles: lower until all of it is out, if that can be.

    Who unloads after they have parked writes when a part of it is out, and when all is.
    """

    says = (
        "The boot is full of {load} and our nose points to the stars. Everybody flashes at me, and I'm not even on full. {who} "
        "texts me when it's empty; from then on I want to see as far as usual again.",
        "With all these {load} behind I blind people, though I'm dipped. Put that right until {who} writes that they're out; "
        "then as it was, or tell me that there's no more to do.",
        "A boot full of {load}. Now the others flash at me, dipped as I am! Only until {who} has emptied it, though, and tells "
        "me so: then as set now.",
        "Could you do something about my shining into people's faces? I'm dipped, it's the {load} in the back that tilt us. "
        "{who} takes them out where we stop, and texts; then the lamps should be exactly as I have them.",
        (
            "I'm bringing {load} to {who}, and the car hangs down behind. My dipped lamps shine into everyone's mirrors. If "
            "that can be helped, help it; I do need to see the road. Undo it once they've written that it's all unloaded."
        ),
        "No, I'm not on full beam, and still they flash. It's the {load} that weigh us down behind, so see to it if you can, and "
        "have it again as now as soon as {who} has written that none are left.",
    )
    endings = ("act", "answer")
    either_status = True
    steps = 11

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("night",), weather=FAIR, moving=True, roads=("urban", "rural"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        height = 0 if draw.ending == "answer" else draw.choice([40, 45, 55, 65, 70, 80, 95])
        who = friend(draw)
        drawn = {"load": draw.choice(LOADS), "height": height, "low_beam": draw.choice(["on", "auto"]), "who": who}
        parks = draw.integer(16, 24, 2)
        times = {"parks": parks, "half": parks + draw.choice([8, 12]), "empty": parks + draw.integer(28, 40, 2)}
        return drawn | {"rival": draw.person(but=[who])} | times

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, inst.params["low_beam"])
        car.write(s.HIGH_BEAM, False)
        car.write(BEAM_HEIGHT, inst.params["height"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        if inst.ending == "answer":
            return ()
        who, rival, load, parks = (inst.params[name] for name in ("who", "rival", "load", "parks"))
        half = f"Half of the {load} out, heavy as lead. I have a coffee first, the rest after that."

        def over(then: Episode) -> Criterion:
            coffee = then.is_(s.LAST_MESSAGE_TEXT, half) & is_past(then, MESSAGES, LAST_SHARE)
            return then.waited(inst.params["empty"]) & coffee

        coffee = Event(lambda car: car.writes(who, half), after_seconds=inst.params["half"])
        return (
            Event(lambda car: car.parks(), after_seconds=parks),
            Event(lambda car: car.writes(rival, "Mine is empty now, all out!"), after_seconds=parks + 4),
            coffee,
            Event(lambda car: car.writes(who, ALL_OUT.format(load=load)), when=over),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        def lit(then: Episode) -> Criterion:
            return then.low_beam_shines() & then.off(s.HIGH_BEAM) & then.near(BEAM_HEIGHT, inst.params["height"], 2)

        def lower(then: Episode) -> Criterion:
            return then.noticeably(BEAM_HEIGHT, "less") & then.low_beam_shines()

        if inst.ending == "answer":
            return then.answered(NothingToDo((AT_ITS_LOWEST,)), NOT_ON_FULL) & then.always(BEAM_HEIGHT, 0) & lit(then)
        over = then.is_(s.LAST_MESSAGE_TEXT, ALL_OUT.format(load=inst.params["load"]))
        empty = happened(then, MESSAGES) if over.met else inf
        by = inst.params["parks"] - 1
        lowered = lower(then.at(by)) & then.from_then_on(lower, by, empty - 1)
        height = Apart(NoOther(Amount(inst.params["height"], "percent", 2)), rf"{BEFORE}|^(?!.*(?:%|percent))")
        told = then.answered_since(empty, not_left(r"low(?:er|ered)?|down"), NOT_THE_END, height)
        return lowered & over & then.from_then_on(lit, empty, within=NOTICED) & told

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NOT_DENIED, COULD_BE_LOWERED) if inst.ending == "act" else ()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*READ, "lowBeamHeadlight.height_*", "lowBeamHeadlight.current_unit", "lowBeamHeadlight.mode")

    def _lowered(self, ui: UiScript, height: float, seconds: int) -> UiScript:
        return lights(ui).slide("low_beam_height", height).watch(seconds + LOOK_SECONDS).dismiss()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        height, empty = inst.params["height"], inst.params["empty"]
        if inst.ending == "act":
            yield lambda ui: self._lowered(ui, height - 20, empty).slide("low_beam_height", height)
            yield lambda ui: self._lowered(ui, 5, empty).slide("low_beam_height", height)
        else:
            yield lambda ui: lights(ui).answer("Your low beam already aims as low as it can.")
            yield lambda ui: lights(ui).infeasible("The low beam is at its lowest, 0 %: it cannot go any further down.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        height, parks, empty, fine = *(inst.params[name] for name in ("height", "parks", "empty")), "It is already at its lowest."
        yield lambda ui: self._lowered(ui, min(100, height + 20), empty).answer(fine)
        yield lambda ui: self._lowered(ui, max(8, height - 20), empty).answer(fine)
        yield lambda ui: self._lowered(ui, 20, empty).slide("low_beam_height", height + 10).answer(fine)
        yield lambda ui: lights(ui).switch("auto_high_beam", True).watch(empty).answer(fine)
        if inst.ending == "answer":
            yield lambda ui: ui.infeasible("Your low beam cannot be changed.")
        else:
            yield lambda ui: lights(ui).answer(fine)
            yield lambda ui: self._lowered(ui, height - 20, parks).slide("low_beam_height", height).watch(empty - parks)
            yield lambda ui: lights(ui).slide("low_beam_height", height - 20).wait(60).dismiss().slide("low_beam_height", height)
            yield lambda ui: self._lowered(ui, height - 20, parks).slide("low_beam_height", height).wait(empty - parks)
            yield lambda ui: self._lowered(
                lights(ui).slide("low_beam_height", height - 20).wait(parks).slide("low_beam_height", height).wait(15), 5, 15
            ).slide("low_beam_height", height)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("system.state_view", modules=["lowBeamHeadlight"])
        if inst.ending == "act":
            lower = look.call("lowBeamHeadlight.height_set", degree="min").watch(inst.params["empty"] + LOOK_SECONDS)
            lower = lower.call("system.state_view", modules=["conversation"])
            yield lower.call("lowBeamHeadlight.height_set", value=inst.params["height"], unit="percentage")
        else:
            yield look.answer("Your low beam already aims as low as it can.")


class DarkWayToTheDoor(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT):
    """The headlights stay on after the car is left for as long as the slowest of three walks to the door, and hardly longer.

    Two of them have written how long they take beside the driver, and one of those thought better of it; the other one may do
    so once the lamps are set.
    """

    says = (
        "From here to our door it's {walk} for me, without a single lamp; {who} and {mate} have written how long they take "
        "beside that. Nobody should have to grope, nor the neighbours lie awake longer than it takes. See to it if need be.",
        "Dark tonight, and {walk} from the car to the house; for {who} and {mate} see their messages. Is it lit till all are in, "
        "and no longer? If not, do that.",
        "It's {walk} from the garage to the steps and pitch black; {who} and {mate} need what they wrote to me, and should see "
        "all the way, unless that's so. It shines into a bedroom, so no more than that.",
        "Could the car shine until {who} and {mate} are at the door, too, and go dark then? I take {walk}, they have texted. "
        "Leave it if it does that anyway.",
        "{who} fell over a bicycle last night, on the way in from the car. {walk} for me; how slow they and {mate} are they have "
        "written. Not again, please, but not half the night either, if it isn't seen to.",
        "For after the drive: {walk} on foot from the car, in the dark. No, longer: {who} and {mate} come along, look what they "
        "wrote me. As long as the last one needs, not more. Arrange what isn't arranged.",
    )
    endings = ("act", "refrain")
    steps = 10

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("dusk", "night"), moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        walk = draw.choice(sorted(WALKS))
        mine = WALKS[walk]
        paces = draw.choice([(1.5, 1.0), (1.5, 2.0), (1.0, 1.5), (1.0, 2.0), (2.0, 1.0)])
        first = draw.choice([pace for pace in PACES if pace != paces[0]])
        need = round(mine * max(paces))
        seconds, is_on = min(300, need), True
        if draw.ending == "act":  # for one of the others, or by what was written first, or off
            is_on = draw.maybe(0.8)
            wrong = [round(mine * pace) for pace in PACES if not self._fits(mine * pace, need)]
            seconds = draw.choice(wrong) if is_on else need
        who = friend(draw)
        people = {"who": who, "mate": friend(draw, who)}
        changed = [pace for pace in PACES if abs(mine * max(paces[0], pace) - need) > SPARE + 5]
        changed = [pace for pace in changed if not is_on or not self._fits(seconds, mine * max(paces[0], pace))]
        late = draw.choice(changed) if changed and draw.ending == "act" and draw.maybe(0.8) else 0.0
        told = {"who_takes": paces[0], "mate_takes": paces[1], "first": first, "late": late}
        last = round(mine * max(paces[0], late)) if late else need
        return people | told | {"walk": walk, "need": need, "last": last, "on": is_on, "seconds": seconds}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        drawn, content = inst.params, inst.scene.content
        car.write(AFTERWARDS, drawn["on"])
        car.write(AFTERWARDS_SECONDS, min(300, drawn["seconds"]))
        other = next(person.name for person in content.people if person.name not in (drawn["who"], drawn["mate"]))
        car.writes(drawn["who"], f"See you tonight! From the car to your door I walk {PACES[drawn['first']]} you.")
        car.writes(other, "From the car to your door I need three times as long as you.")
        car.writes(drawn["mate"], f"I come along! From the car to the door I take {PACES[drawn['mate_takes']]} you.")
        car.writes(drawn["who"], f"About my foot: from the car to the door I take {PACES[drawn['who_takes']]} you, as of today.")
        car.writes(other, inst.scene.small_talk[0])
        car.waits(30)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        late, mate = inst.params["late"], inst.params["mate"]
        if not late:
            return ()
        text = f"It's settled now what I carry: from the car to the door I take {PACES[late]} you."
        return (Event(lambda car: car.writes(mate, text), when=lambda then: self._lasts(then, inst.params["need"])),)

    def _fits(self, seconds: float, need: float) -> bool:
        return need - 5 <= seconds <= need + SPARE

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        need, last = inst.params["need"], inst.params["last"]
        first = then.soon(lambda then: self._lasts(then, need), 0, then.log.seconds)  # before that nobody writes any more
        return self._lasts(then, last) & (every() if last == need else first)

    def _lasts(self, then: Episode, need: float) -> Criterion:
        return then.on(AFTERWARDS) & then.between(AFTERWARDS_SECONDS, need - 5, need + SPARE)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        if inst.ending != "act":
            return ()
        lasts, before = min(300, inst.params["last"]), inst.params["need"]
        seconds, minutes = Amount(lasts, "seconds", SPARE, (before,)), Amount(lasts / 60, "minutes", SPARE / 60, (before / 60,))
        return (Apart(NoOther(Measured((seconds, minutes))), rf"{OF_PEOPLE}|{BEFORE}|^(?!.*(?:second|minute))"),)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("highBeamHeadlight.delay_off_*", "conversation.messages", "conversation.message_*")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        lasts = (
            r"\b(?:stay|remain|shine|burn|last|light)\w*\b[^.;]*\b(?:on|lit|long enough|after\w*|home)\b|"
            r"\bdoes (?:that|it|so) (?:anyway|already)"
        )
        while_here = r"\blow beams? (?:stays?|remains?|is) (?:lit|on)\b(?! (?:for|after|until|as|long))"
        return (Switched(True, r"\bhigh beam|position"), Says("that the lamps stay lit", lasts, while_here))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        held = inst.params["seconds"]
        other = tuple(WALKS[inst.params["walk"]] * pace for pace in PACES)
        lasts = Measured((Amount(held, "seconds", 5), Amount(held / 60, "minutes", 0.1)))
        told = Measured(
            (Amount(held, "seconds", 5, other), Amount(held / 60, "minutes", 0.1, tuple(seconds / 60 for seconds in other)))
        )
        return NoOther(told), Apart(NoOther(lasts), OF_PEOPLE)

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.dismiss().open("messages").tap("message_item", inst.params["who"]).tap("message_item", inst.params["mate"])

    def _lit(self, ui: UiScript, seconds: float) -> UiScript:
        return lights(ui).switch("headlight_delay", True).slide("headlight_delay_duration", seconds, 2.6)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        need, last, held = (inst.params[name] for name in ("need", "last", "seconds"))
        if inst.ending == "act":

            def lit(ui: UiScript, spare: int) -> UiScript:
                ui = self._lit(self._read(ui, inst), min(300, need + spare))
                return ui if last == need else self._lit(ui.dismiss(), min(300, last + spare))

            yield lambda ui: lit(ui, 0)
            yield lambda ui: lit(ui, 20)
        else:
            yield lambda ui: lights(self._read(ui, inst)).answer(f"The headlights already stay on for {held} seconds.")
            yield lambda ui: lights(ui).answer("Follow me home is on and lasts long enough: nothing to change.")
            yield lambda ui: lights(ui).answer(f"It is set: the lamps stay lit for {held / 60:g} minutes after you leave.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        need, fine = inst.params["need"], "Follow me home is already on and lasts long enough."
        yield lambda ui: self._lit(ui, need - 30).answer(fine)
        yield lambda ui: self._lit(ui, need).switch("headlight_delay", False).answer(fine)
        yield lambda ui: self._lit(ui, need).switch("position_light", True).answer(fine)
        yield lambda ui: lights(ui).tap("high_beam").answer(fine)
        yield lambda ui: lights(ui).answer("It is already on, for 10 seconds.")
        yield lambda ui: lights(ui).answer("The low beam stays on.")
        if need + SPARE < 290:
            yield lambda ui: self._lit(ui, 300).answer(fine)
        if inst.ending == "act":
            yield lambda ui: lights(ui).answer(fine)
        if inst.params["last"] != need:
            yield lambda ui: self._lit(self._read(ui, inst), need)
            if inst.params["on"]:  # else they are lit for as long as is needed on the way there
                yield lambda ui: self._lit(self._read(ui, inst), inst.params["last"])

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("system.state_view", modules=["highBeamHeadlight", "conversation"])
        if inst.ending == "refrain":
            yield plan.answer(f"The headlights already stay on for {inst.params['seconds']} seconds.")
            return
        if not inst.params["on"]:
            plan = plan.call("highBeamHeadlight.delay_close", switch=True)
        if inst.params["seconds"] != inst.params["need"]:
            plan = plan.call("highBeamHeadlight.set_delay_close_duration", value=inst.params["need"], unit="second")
        if inst.params["last"] != inst.params["need"]:
            plan = plan.call("system.state_view", modules=["conversation"])
            plan = plan.call("highBeamHeadlight.set_delay_close_duration", value=inst.params["last"], unit="second")
        yield plan
