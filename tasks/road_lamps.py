"""The road: lamps that a driver speaks of by what is wrong: a load in the boot, a dark way from the car to the door."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Task, TaskInstance, Way
from automotive_env.tasks.hvac_people import friend
from automotive_env.tasks.road import FAIR, ROAD, lights
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Fact, NoOther, Says, Switched
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.signals import Signal

BEAM_HEIGHT = Signal("lights.low_beam_height", "lowBeamHeadlight.height_percentage")
AFTERWARDS = Signal("lights.delay", "highBeamHeadlight.delay_off_enabled")
AFTERWARDS_SECONDS = Signal("lights.delay_seconds", "highBeamHeadlight.delay_off_duration_seconds")
LOADS = ("tiles", "books", "bags of cement", "wine bottles", "logs", "flower pots")
WALKS = {
    "a minute and a half": 90,
    "two minutes": 120,
    "two and a half minutes": 150,
    "three minutes": 180,
    "three and a half minutes": 210,
    "four minutes": 240,
    "four and a half minutes": 270,
}
"""How long somebody walks from the car -> seconds."""


class LoadedBoot(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT):
    """A heavy load lifts the nose of the car, and the low beam dazzles: it is to aim lower, unless it is at its lowest."""

    says = (
        "The boot is full of {load} and our nose points to the stars. Everybody flashes at me, and I'm not even on full.",
        "With all these {load} behind I blind people, though I'm dipped. Put that right, or tell me that there's no more to do.",
        "A boot full of {load}. Now the others flash at me, dipped as I am!",
        "Could you do something about my shining into people's faces? I'm dipped, it's the {load} in the back that tilt us.",
        (
            "I'm bringing {load} to {who}, and the car hangs down behind. My dipped lamps shine into everyone's mirrors. If "
            "that can be helped, help it; I do need to see the road."
        ),
        "No, I'm not on full beam, and still they flash. It's the {load} that weigh us down behind, so see to it if you can.",
    )
    endings = ("act", "refrain")

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("night",), weather=FAIR, moving=True, roads=("urban", "rural"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        height = 0 if draw.ending == "refrain" else draw.choice([40, 50, 60, 70, 80, 90])
        return {"load": draw.choice(LOADS), "height": height, "low_beam": draw.choice(["on", "auto"]), "who": friend(draw)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, inst.params["low_beam"])
        car.write(s.HIGH_BEAM, False)
        car.write(BEAM_HEIGHT, inst.params["height"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        lit = then.low_beam_shines() & then.off(s.HIGH_BEAM)
        return lit & (then.noticeably(BEAM_HEIGHT, "less") if inst.ending == "act" else then.near(BEAM_HEIGHT, 0))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("lowBeamHeadlight.height_*", "lowBeamHeadlight.current_unit", "lowBeamHeadlight.mode")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        lowest = r"\b(lowest|as low as|minimum|all the way down|(no|not|\w+n't) (\w+ ){0,3}(lower|further|more)|0 ?%|0 percent)"
        return (Says("that it is as low as can be", lowest),)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that do not speak of full beam", "^", r"\b(full|high) beam is on\b"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        height = inst.params["height"]
        if inst.ending == "act":
            yield lambda ui: lights(ui).slide("low_beam_height", height - 20)
            yield lambda ui: lights(ui).slide("low_beam_height", 5).answer("Your low beam aims lower now.")
        else:
            yield lambda ui: lights(ui).answer("Your low beam already aims as low as it can.")
            yield lambda ui: lights(ui).answer("The low beam is at its lowest, 0 %: there is nothing more to do.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        height, fine = inst.params["height"], "Your low beam is already at its lowest."
        yield lambda ui: lights(ui).slide("low_beam_height", min(100, height + 20)).answer(fine)
        yield lambda ui: lights(ui).slide("low_beam_height", max(2, height - 20)).tap("low_beam_off").answer(fine)
        yield lambda ui: lights(ui).slide("low_beam_height", 20).slide("low_beam_height", max(40, height)).answer(fine)
        yield lambda ui: lights(ui).switch("auto_high_beam", True).answer(fine)
        if inst.ending == "act":
            yield lambda ui: lights(ui).answer(fine)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("system.state_view", modules=["lowBeamHeadlight"])
        if inst.ending == "act":
            yield look.call("lowBeamHeadlight.height_set", degree="min")
        else:
            yield look.answer("Your low beam already aims as low as it can.")


class DarkWayToTheDoor(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT):
    """The headlights stay on after the car is left for as long as somebody walks to the door, unless they do so already."""

    says = (
        "From where we park to our door it's {walk} on foot, without a single lamp. I hate groping, so see to that if need be.",
        "Dark tonight, and {walk} from the car to the house. Is something set for that? If not, do.",
        "We're almost there. It's {walk} from the garage to the steps and pitch black; I want to see where I tread all the way.",
        "Could the car shine for me till I've found my keyhole? That takes me {walk}. Leave it if it does that anyway.",
        "I fell over {who}'s bicycle last night, on the way in from the car. It's dark for {walk}. Not again, please.",
        "Nothing for the drive, but for after: {walk} on foot from the car, in the dark. Arrange what isn't arranged.",
    )
    endings = ("act", "refrain")

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("dusk", "night"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        walk = draw.choice(sorted(WALKS))
        seconds = WALKS[walk]
        if draw.ending == "refrain":
            return {"walk": walk, "on": True, "seconds": draw.integer(seconds, 300, 30), "who": friend(draw)}
        is_on = draw.maybe()
        short = draw.integer(30, seconds - 60, 30)
        return {"walk": walk, "on": is_on, "seconds": short if is_on or draw.maybe() else seconds, "who": friend(draw)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(AFTERWARDS, inst.params["on"])
        car.write(AFTERWARDS_SECONDS, inst.params["seconds"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(AFTERWARDS) & then.between(AFTERWARDS_SECONDS, WALKS[inst.params["walk"]] - 5, None)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("highBeamHeadlight.delay_off_*",)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        lasts = (
            r"\b(?:stay|remain|shine|burn|last|light)\w*\b[^.;]*\b(?:on|lit|long enough|after\w*|home)\b|"
            r"\bdoes (?:that|it|so) (?:anyway|already)"
        )
        return (Switched(True), Says("that the lamps stay lit", lasts))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        held, walk = inst.params["seconds"], WALKS[inst.params["walk"]]
        return NoOther(Amount(held, "seconds", 5, (walk,))), NoOther(Amount(held / 60, "minutes", 0.1, (walk / 60,)))

    def _lit(self, ui: UiScript, seconds: int) -> UiScript:
        return lights(ui).switch("headlight_delay", True).slide("headlight_delay_duration", seconds, 2.6)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, held = WALKS[inst.params["walk"]], inst.params["seconds"]
        if inst.ending == "act":
            yield lambda ui: self._lit(ui, seconds)
            yield lambda ui: self._lit(ui, 300)
        else:
            yield lambda ui: lights(ui).answer(f"The headlights already stay on for {held} seconds.")
            yield lambda ui: lights(ui).answer("Follow me home is on and lasts long enough: nothing to change.")
            yield lambda ui: lights(ui).answer(f"It is set: the lamps stay lit for {held / 60:g} minutes after you leave.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, fine = WALKS[inst.params["walk"]], "Follow me home is already on and lasts long enough."
        yield lambda ui: self._lit(ui, seconds - 30).answer(fine)
        yield lambda ui: self._lit(ui, seconds).switch("headlight_delay", False).answer(fine)
        yield lambda ui: self._lit(ui, seconds).switch("position_light", True).answer(fine)
        yield lambda ui: lights(ui).tap("high_beam").answer(fine)
        yield lambda ui: lights(ui).answer("It is already on, for 10 seconds.")
        if inst.ending == "act":
            yield lambda ui: lights(ui).answer(fine)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("system.state_view", modules=["highBeamHeadlight"])
        if inst.ending == "refrain":
            yield plan.answer(f"The headlights already stay on for {inst.params['seconds']} seconds.")
            return
        if not inst.params["on"]:
            plan = plan.call("highBeamHeadlight.delay_close", switch=True)
        yield plan.call("highBeamHeadlight.set_delay_close_duration", value=WALKS[inst.params["walk"]], unit="second")
