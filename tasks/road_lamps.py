"""The road: lamps that a driver speaks of by what is wrong: a load in the boot, a dark way from the car to the door."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.hvac_people import friend
from automotive_env.tasks.road import FAIR, ROAD, lights
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Apart, Measured
from automotive_env.validators.answers import Amount, Fact, NoOther, Says, Switched
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.signals import Signal

BEAM_HEIGHT = Signal("lights.low_beam_height", "lowBeamHeadlight.height_percentage")
AFTERWARDS = Signal("lights.delay", "highBeamHeadlight.delay_off_enabled")
AFTERWARDS_SECONDS = Signal("lights.delay_seconds", "highBeamHeadlight.delay_off_duration_seconds")
LOADS = ("tiles", "books", "bags of cement", "wine bottles", "logs", "flower pots")
WALKS = {
    ("a minute", "half as long again"): (60, 90),
    ("a minute", "twice as long"): (60, 120),
    ("a minute and a half", "twice as long"): (90, 180),
    ("two minutes", "half as long again"): (120, 180),
    ("two minutes", "twice as long"): (120, 240),
    ("two and a half minutes", "twice as long"): (150, 300),
}
"""How long the driver walks from the car, and somebody slower -> seconds of the one and of the other."""


class LoadedBoot(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT):
    """A heavy load lifts the nose of the car, and the low beam dazzles: lower until it is unloaded, if that can be."""

    says = (
        "The boot is full of {load} and our nose points to the stars. Everybody flashes at me, and I'm not even on full. We "
        "unload in a minute, where we park; from then on I want to see as far as usual again.",
        "With all these {load} behind I blind people, though I'm dipped. Put that right until we stand, then as it was, or tell "
        "me that there's no more to do.",
        "A boot full of {load}. Now the others flash at me, dipped as I am! Only until we're parked, though: then as set now.",
        "Could you do something about my shining into people's faces? I'm dipped, it's the {load} in the back that tilt us. They "
        "go out when we stop, and then the lamps should be exactly as I have them.",
        (
            "I'm bringing {load} to {who}, and the car hangs down behind. My dipped lamps shine into everyone's mirrors. If "
            "that can be helped, help it; I do need to see the road. We're nearly there: undo it once we've parked."
        ),
        "No, I'm not on full beam, and still they flash. It's the {load} that weigh us down behind, so see to it if you can, and "
        "have it again as now as soon as we've parked, in a minute.",
    )
    endings = ("act", "refrain")
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("night",), weather=FAIR, moving=True, roads=("urban", "rural"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        height = 0 if draw.ending == "refrain" else draw.choice([40, 45, 55, 65, 70, 80, 95])
        drawn = {"load": draw.choice(LOADS), "height": height, "low_beam": draw.choice(["on", "auto"]), "who": friend(draw)}
        return drawn | {"parks": draw.choice([30, 38, 46])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, inst.params["low_beam"])
        car.write(s.HIGH_BEAM, False)
        car.write(BEAM_HEIGHT, inst.params["height"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        parks = inst.params["parks"]
        return (Event(lambda car: car.parks(), after_seconds=parks),) if inst.ending == "act" else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        lit = then.low_beam_shines() & then.off(s.HIGH_BEAM) & then.near(BEAM_HEIGHT, inst.params["height"], 2)
        if inst.ending == "refrain":
            return lit
        driving = then.at(inst.params["parks"] - 1)
        return lit & driving.noticeably(BEAM_HEIGHT, "less") & driving.low_beam_shines() & then.waited(inst.params["parks"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("lowBeamHeadlight.height_*", "lowBeamHeadlight.current_unit", "lowBeamHeadlight.mode")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        lowest = r"\b(lowest|as low as|minimum|all the way down|(no|not|\w+n't) (\w+ ){0,3}(lower|further|more)|0 ?%|0 percent)"
        return (Says("that it is as low as can be", lowest),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that do not speak of full beam", "^", r"\b(full|high) beam is on\b"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        height, parks = inst.params["height"], inst.params["parks"]
        if inst.ending == "act":
            yield lambda ui: lights(ui).slide("low_beam_height", height - 20).wait(parks).slide("low_beam_height", height)
            yield lambda ui: lights(ui).slide("low_beam_height", 5).wait(parks).slide("low_beam_height", height).answer("So.")
        else:
            yield lambda ui: lights(ui).answer("Your low beam already aims as low as it can.")
            yield lambda ui: lights(ui).answer("The low beam is at its lowest, 0 %: there is nothing more to do.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        height, parks, fine = inst.params["height"], inst.params["parks"], "Your low beam is already at its lowest."
        yield lambda ui: lights(ui).slide("low_beam_height", min(100, height + 20)).wait(parks).answer(fine)
        yield lambda ui: lights(ui).slide("low_beam_height", max(8, height - 20)).wait(parks).answer(fine)
        yield lambda ui: lights(ui).slide("low_beam_height", 20).slide("low_beam_height", height + 10).wait(parks).answer(fine)
        yield lambda ui: lights(ui).switch("auto_high_beam", True).wait(parks).answer(fine)
        if inst.ending == "act":
            yield lambda ui: lights(ui).answer(fine)
            yield lambda ui: lights(ui).slide("low_beam_height", 5).slide("low_beam_height", height).wait(parks)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("system.state_view", modules=["lowBeamHeadlight"])
        if inst.ending == "act":
            lower = look.call("lowBeamHeadlight.height_set", degree="min").wait(inst.params["parks"])
            yield lower.call("lowBeamHeadlight.height_set", value=inst.params["height"], unit="percentage")
        else:
            yield look.answer("Your low beam already aims as low as it can.")


class DarkWayToTheDoor(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT):
    """The headlights stay on after the car is left for as long as the slowest walks to the door, unless they do so already."""

    says = (
        "From here to our door it's {walk} for me, without a single lamp, and {who} has written how long they take beside that. "
        "Nobody should have to grope, so see to it if need be.",
        "Dark tonight, and {walk} from the car to the house; for {who} see their message. Is something set for that? If not, do.",
        "It's {walk} from the garage to the steps and pitch black; {who} needs what they wrote to me, and should see all the "
        "way, unless that's so.",
        "Could the car shine until {who} is at the door, too? I take {walk}, {who} has texted. Leave it if it does that anyway.",
        "{who} fell over a bicycle last night, on the way in from the car. {walk} for me; how slow they are they have written. "
        "Not again, please, if it isn't seen to.",
        "For after the drive: {walk} on foot from the car, in the dark. No, longer: {who} comes along, look what they wrote me. "
        "Arrange what isn't arranged.",
    )
    endings = ("act", "refrain")

    steps = 8

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("dusk", "night"), moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        walk, slower = draw.choice(sorted(WALKS))
        mine, need = WALKS[walk, slower]
        if draw.ending == "refrain":
            is_on, seconds = True, draw.integer(need, 300, 30)
        else:  # enough for the driver alone, or for both and off
            is_on = draw.maybe(0.7)
            seconds = draw.integer(mine, need - 30, 30) if is_on else need
        return {"walk": walk, "slower": slower, "need": need, "on": is_on, "seconds": seconds, "who": friend(draw)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(AFTERWARDS, inst.params["on"])
        car.write(AFTERWARDS_SECONDS, inst.params["seconds"])
        who, content = inst.params["who"], inst.scene.content
        other = next(person.name for person in content.people if person.name != who)
        car.writes(who, "See you tonight! From the car to your door I walk as fast as you do.")
        car.writes(other, "From the car to your door I need three times as long as you.")
        car.writes(who, f"I've sprained my foot, so no: from the car to the door I'll need {inst.params['slower']} as you now.")
        car.writes(other, inst.scene.small_talk[0])
        car.waits(30)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(AFTERWARDS) & then.between(AFTERWARDS_SECONDS, inst.params["need"] - 5, None)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("highBeamHeadlight.delay_off_*", "conversation.messages", "conversation.message_*")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        lasts = (
            r"\b(?:stay|remain|shine|burn|last|light)\w*\b[^.;]*\b(?:on|lit|long enough|after\w*|home)\b|"
            r"\bdoes (?:that|it|so) (?:anyway|already)"
        )
        return (Switched(True, r"\bhigh beam|position"), Says("that the lamps stay lit", lasts))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        held, need = inst.params["seconds"], inst.params["need"]
        mine = WALKS[inst.params["walk"], inst.params["slower"]][0]
        lasts = Measured((Amount(held, "seconds", 5), Amount(held / 60, "minutes", 0.1)))
        other = mine, need
        told = Measured(
            (Amount(held, "seconds", 5, other), Amount(held / 60, "minutes", 0.1, tuple(seconds / 60 for seconds in other)))
        )
        of_people = r"\b(?:need\w*|takes?|walk\w*|reach\w*|slow\w*|door|than|enough)\b"
        return NoOther(told), Apart(NoOther(lasts), of_people)

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.dismiss().open("messages").tap("message_item", inst.params["who"])

    def _lit(self, ui: UiScript, seconds: int) -> UiScript:
        return lights(ui).switch("headlight_delay", True).slide("headlight_delay_duration", seconds, 2.6)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        need, held = inst.params["need"], inst.params["seconds"]
        if inst.ending == "act":
            yield lambda ui: self._lit(self._read(ui, inst), need)
            yield lambda ui: self._lit(self._read(ui, inst), 300)
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
        if inst.ending == "act":
            yield lambda ui: lights(ui).answer(fine)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("system.state_view", modules=["highBeamHeadlight", "conversation"])
        if inst.ending == "refrain":
            yield plan.answer(f"The headlights already stay on for {inst.params['seconds']} seconds.")
            return
        if not inst.params["on"]:
            plan = plan.call("highBeamHeadlight.delay_close", switch=True)
        if inst.params["seconds"] < inst.params["need"]:
            plan = plan.call("highBeamHeadlight.set_delay_close_duration", value=inst.params["need"], unit="second")
        yield plan
