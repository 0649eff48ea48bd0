"""The road: lights, wipers and assistance, as the place and the traffic ask for; `speed` holds the tasks about speed limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Presence, Says, Switched
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion

ROAD = Category.ROAD
FAIR = ("clear", "cloudy")
STREETS = {"urban": "a street in town", "rural": "a road outside the town"}
"""Kinds of road that tasks tell apart, as the driver calls them: the car does not show them."""

ASKED_FOR = (
    "required",
    "require",
    "mandatory",
    "compulsory",
    "obligatory",
    "obligation",
    "ask for",
    "asks for",
    "demand",
    "need",
)


FULL_SPEED = Says(
    "that the wipers go at full speed, or that nothing is to be done",
    r"\b(?:full|max\w*|top|highest|fastest|as fast|all they (?:have|can)|5|five|nothing|no (?:\w+ )?(?:need|changes?)|"
    r"fine|in order|done)\b",
    r"\b(?:gear|level|speed|stage) (?:[1-4]|one|two|three|four)\b|\b(?:could|can) go faster\b",
)


def lights(ui: UiScript) -> UiScript:
    """Open the screen of the lights and the wipers."""
    return ui.open("lights")


def assistance(ui: UiScript) -> UiScript:
    """Open the screen of driver assistance and the drive modes."""
    return ui.open("assistance")


class RainOnTheGlass(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Heavy rain and a windscreen full of it: the wipers stand still or go too slowly, or do all they can."""

    says = (
        "It is pouring and I can't see the road: the wipers at full speed, please, unless they are.",
        "The rain is all over the windscreen. Let the wipers go as fast as they can; tell me if they do already.",
        "This downpour is too much. Is the water swept off the windscreen as fast as the car can? If not, see to it.",
        "I can't make out a thing through this rain. Get it off the glass at full speed, unless that is done already.",
        "Could you have the rain swept off the glass at top speed, please, if it isn't yet?",
        "Not just faster, as fast as it goes: this rain off the windscreen, unless it is done like that already.",
    )
    endings = ("act", "refrain")

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(weather=("heavy rain",), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        lamps = {"low_beam": draw.choice(["on", "auto"])}
        if draw.ending == "refrain":
            return lamps | {"wipes": True, "gear": 5}
        wipes = draw.maybe()
        return lamps | {"wipes": wipes, "gear": draw.choice([1, 2, 3] if wipes else [1, 3, 5])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, inst.params["low_beam"])
        car.write(s.FRONT_WIPER, inst.params["wipes"])
        car.write(s.WIPER_SPEED, inst.params["gear"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.FRONT_WIPER) & then.between(s.WIPER_SPEED, 5, None) & then.low_beam_shines()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("wiper.*", "airConditioner.defroster.front=true", "fogLight.front_light.is_on=true")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (FULL_SPEED,)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (FULL_SPEED,)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        def full(ui: UiScript) -> UiScript:
            return lights(ui).switch("wipers", True).slide("wiper_speed", 5, 0.4)

        if inst.ending == "act":
            yield full
            yield lambda ui: full(ui).tap("low_beam_on")
            yield lambda ui: full(ui).open("climate").tap("defroster_button")
        else:
            yield lambda ui: lights(ui).answer("The wipers are already at full speed.")
            yield lambda ui: lights(ui).answer("Yes, the wipers are giving all they have.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        def wipers(ui: UiScript, gear: int) -> UiScript:
            return lights(ui).switch("wipers", True).slide("wiper_speed", gear, 0.4)

        fine = "The wipers are already at full speed."
        yield lambda ui: lights(ui).answer("The wipers are already at gear 3.")
        yield lambda ui: lights(ui).switch("front_fog_light", True).answer(fine)
        yield lambda ui: wipers(ui, 4).answer(fine)
        yield lambda ui: wipers(ui, 5).tap("low_beam_off").answer(fine)
        yield lambda ui: wipers(ui, 5).switch("high_beam", True).answer(fine)
        yield lambda ui: wipers(ui, 5).switch("wipers", False).answer(fine)
        yield lambda ui: wipers(ui, 5).switch("rear_fog_light", True).answer(fine)
        yield lambda ui: ui.alert("low visibility", "Heavy rain: you can hardly see.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("system.state_view", modules=["wiper"])
        if inst.ending == "refrain":
            yield plan.answer("The wipers are already at full speed.")
            return
        if not inst.params["wipes"]:
            plan = plan.call("wiper.carcontrol_wiperBlade_switch", switch=True, position="front")
        if inst.params["gear"] < 5:
            plan = plan.call("wiper.carcontrol_wiperBlade_speed_set", degree="max")
        yield plan


class LaneKeeping(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """A plain switch, on or off; where it is so already, nothing is to be touched."""

    says = (
        "Turn {state} lane keeping.",
        "Lane keeping {state}, please.",
        "Could you switch {state} the assistant that steers me back between the lines?",
        "The assistant that holds the car between the road markings: {state}, please.",
        "I'd feel better with the steering help between the lines {state}.",
        "Not the cruise control: the assistant that steers me back between the lines, {state}.",
    )
    endings = ("act", "refrain")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"state": draw.choice(["on", "off"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LANE_KEEPING, (inst.params["state"] == "on") == (inst.ending == "refrain"))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.LANE_KEEPING, inst.params["state"] == "on")

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("assistance.lane_keeping",)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Switched(inst.params["state"] == "on"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        state = inst.params["state"]
        if inst.ending == "act":
            yield lambda ui: assistance(ui).switch("lane_keeping", state == "on")
        else:
            yield lambda ui: assistance(ui).answer(f"Lane keeping is already {state}.")
            yield lambda ui: assistance(ui).answer(f"Lane keeping is {state}; no changes were needed.")
            yield lambda ui: assistance(ui).answer(f"The assistant is {state}.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        state = inst.params["state"]
        fine = f"Lane keeping is already {state}."
        yield lambda ui: assistance(ui).tap("lane_keeping").answer(f"I have switched lane keeping {state}.").tap("lane_keeping")
        yield lambda ui: lights(ui).tap("auto_high_beam").answer(fine)
        yield lambda ui: assistance(ui).switch("lane_keeping", state == "on").tap("blind_spot_warning").answer(fine)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        state = inst.params["state"]
        look = CallPlan().call("system.state_view", modules=["assistance"])
        if inst.ending == "act":
            yield look.call("assistance.lane_keeping_switch", switch=state == "on")
        else:
            yield look.answer(f"Lane keeping is already {state}.")


class SnowMode(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT):
    """Snow on the road: the drive mode that fits, unless it is chosen already."""

    says = (
        "The road is covered in snow. See that the car drives accordingly, if it doesn't yet.",
        "I keep slipping on this white road. Is that the right drive mode? Choose it if it isn't.",
        "All white out here! Does the car know what it is driving on? Tell it if not.",
        "It is snowing hard and the wheels spin. Make the car ready for that, unless it is.",
        "Drive mode for this winter road, please, unless it is chosen.",
        "Could you see to the drive mode, please? Not the one for dry roads, the one for this weather; leave it if it is that.",
    )
    endings = ("act", "refrain")

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(weather=("snow",), moving=True, roads=("urban", "rural"), speed=(20, 45))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        modes = ["snow"] if draw.ending == "refrain" else ["eco", "comfort", "sport"]
        return {"mode": draw.choice(modes), "low_beam": draw.choice(["on", "auto"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, inst.params["low_beam"])
        car.write(s.DRIVE_MODE, inst.params["mode"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.DRIVE_MODE, "snow")

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("assistance.drive_mode",)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Presence(("snow mode", "set to snow", "mode is snow", "mode: snow"), there=True),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: assistance(ui).tap("drive_mode_snow")
            yield lambda ui: assistance(ui).tap("drive_mode_snow").open("lights").tap("low_beam_on")
            yield lambda ui: assistance(ui).tap("drive_mode_snow").alert("ice", "Snow on the road: drive slowly.")
        else:
            yield lambda ui: assistance(ui).answer("Yes, the car is already in snow mode.")
            yield lambda ui: assistance(ui).answer("Snow mode is on, nothing needs to be done.")
            yield lambda ui: assistance(ui).answer("The drive mode is set to snow.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        fine = "Snow mode is already on."
        yield lambda ui: assistance(ui).tap("drive_mode_sport").answer(fine)
        yield lambda ui: assistance(ui).tap("drive_mode_snow").switch("lane_keeping", False).answer(fine)
        yield lambda ui: assistance(ui).tap("drive_mode_snow").tap("drive_mode_eco").answer(fine)
        yield lambda ui: assistance(ui).tap("drive_mode_snow").open("lights").tap("low_beam_off").answer(fine)
        if inst.ending == "act":
            yield lambda ui: assistance(ui).answer(fine)
        else:
            yield lambda ui: assistance(ui).tap("drive_mode_snow").answer("I have switched to snow mode.")
