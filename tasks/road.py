"""The road: lights, wipers and assistance, as the place and the traffic ask for; `speed` holds the tasks about speed limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from automotive_env.call_plan import LOOK_SECONDS, CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.watching import HAD_TO_BE_DONE, NOTICED, not_left, parked_at, parking, until_parked
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, NothingToDo, Presence, Says, Switched
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every

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


ON_SOMETHING = r"\bon (?:it|the|this|that|an?|your|our)\b"
"""Regular expression of an "on" that tells of no switch: "I kept an eye on it"."""
FITTED = Says("that it fitted", r"\b(?:it|that|this|everything|all) (?:\w+ )?fitted\b")
FULL_SPEED = Says(
    "that the wipers go at full speed, or that nothing is to be done",
    r"\b(?:full|max\w*|top|highest|fastest|as fast|all they (?:have|can)|5|five|nothing|no (?:\w+ )?(?:need|changes?)|"
    r"(?:it|that|this|they|everything|all|wipers|speed)(?:'s| is| are)? (?:\w+ )?(?:fine|in order)|"
    r"already (?:the case|done|so|doing so|as you \w+)|done already)\b|"
    r"\b(?:not|\w+n't|cannot) (?:\w+ ){0,3}faster\b",
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
    """The steering assistant is one way in town and the other way outside, and the car may come into town, or out of it."""

    says = (
        "In town lane keeping {town}, outside {outside}. Mind it for {seconds} seconds; if nothing has to change, say so then.",
        "For {seconds} seconds: lane keeping {outside} where there are no houses, {town} where there are. If it was always like "
        "that, tell me.",
        "The assistant that steers me back between the lines: {town} between houses, {outside} else, for {seconds} seconds, also "
        "if the road changes. Tell me then if it was right all the time.",
        "Could you look after what steers me back, for {seconds} seconds: {outside} out of town, {town} in it? If it fitted all "
        "along, let me know at the end.",
        "I want the steering help {outside} in the country and {town} in towns. Watch it for {seconds} seconds, we may pass a "
        "sign; if nothing had to be changed, say that.",
        "Not the cruise control: what pushes me back between the lines. {town} in town, {outside} beyond, for the next {seconds} "
        "seconds. If there was no need to touch it, just tell me.",
    )
    endings = ("act", "answer")
    steps = 5

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, light=("day",), weather=FAIR, roads=("urban", "rural"), speed=(40, 50))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        town = draw.choice(["on", "off"])
        wishes = {"town": town, "outside": "off" if town == "on" else "on", "seconds": draw.choice([30, 40, 50])}
        other = "rural" if scene.road == "urban" else "urban"
        after = 0 if draw.ending == "answer" else draw.choice([0, 10, 15, 20])
        right = draw.ending == "answer" or bool(after)
        return wishes | {"after": after, "ends": other if after else scene.road, "right": right}

    def _wanted(self, inst: TaskInstance, road: str) -> bool:
        return bool(inst.params["town" if road == "urban" else "outside"] == "on")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LANE_KEEPING, self._wanted(inst, inst.scene.road) is inst.params["right"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        after = inst.params["after"]
        return (Event(lambda car: car.turns(road=inst.params["ends"]), after_seconds=after),) if after else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wanted, after = self._wanted(inst, inst.params["ends"]), inst.params["after"]
        seconds = 0.8 * inst.params["seconds"]
        watched = then.waited(seconds)
        if inst.ending == "answer":
            fits = NothingToDo((Switched(wanted), FITTED))
            return watched & then.answered_since(seconds, fits) & then.always(s.LANE_KEEPING, wanted)
        so = watched & then.from_then_on(lambda then: then.is_(s.LANE_KEEPING, wanted), after)
        so &= ~then.answered_since(then.when(s.LANE_KEEPING, wanted), Switched(not wanted, ON_SOMETHING))
        return so & then.at(after - 1).is_(s.LANE_KEEPING, not wanted) if after else so

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return HAD_TO_BE_DONE if inst.ending == "act" else ()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("assistance.lane_keeping",) if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, wanted = inst.params["after"], inst.params["seconds"], self._wanted(inst, inst.params["ends"])
        if inst.ending == "answer":
            state = "on" if wanted else "off"
            yield lambda ui: assistance(ui).wait(seconds).answer(f"Lane keeping is already {state}.")
            yield lambda ui: assistance(ui).wait(seconds).answer("It was right all the time.")
        elif after:
            yield lambda ui: assistance(ui).wait(after).switch("lane_keeping", wanted).wait(seconds - after)
        else:
            yield lambda ui: assistance(ui).switch("lane_keeping", wanted).wait(seconds)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, wanted = inst.params["after"], inst.params["seconds"], self._wanted(inst, inst.params["ends"])
        fine = "Nothing had to be changed, it is already right."
        yield lambda ui: assistance(ui).switch("lane_keeping", not wanted).wait(seconds).answer(fine)
        yield lambda ui: lights(ui).tap("auto_high_beam").wait(seconds).answer(fine)
        yield lambda ui: assistance(ui).wait(after or 1).switch("lane_keeping", wanted).tap("blind_spot_warning").wait(seconds)
        if inst.ending == "act":
            yield lambda ui: assistance(ui).wait(seconds).answer(fine)
            yield (
                lambda ui: (
                    assistance(ui)
                    .wait(after)
                    .switch("lane_keeping", wanted)
                    .tap("lane_keeping")
                    .wait(seconds)
                    .tap("lane_keeping")
                )
            )
        else:
            yield lambda ui: assistance(ui).answer(fine).wait(seconds)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        after, seconds, wanted = inst.params["after"], inst.params["seconds"], self._wanted(inst, inst.params["ends"])
        look = CallPlan().call("system.state_view", modules=["assistance"])
        if inst.ending == "answer":
            yield look.wait(seconds).answer(f"Lane keeping is already {'on' if wanted else 'off'}.")
        else:
            switched = (look.wait(after) if after else look).call("assistance.lane_keeping_switch", switch=wanted)
            yield switched.wait(seconds - after)


class SnowMode(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT):
    """Snow on the road: the drive mode that fits whenever it snows, and else the driver's; it may fit already.

    It may stop snowing and begin again before they park.
    """

    says = (
        "The road is covered in snow. Let the car drive accordingly whenever it snows, and else as it does now. We park soon; "
        "stay with it till then, and if it was set right all the way, say so.",
        "I keep slipping on this white road. Until we've parked: what fits the snow in snow, what I have now when there's none, "
        "or a word if nothing had to be done.",
        "All white out here! Does the car know? Tell it, if not, whenever that's so, and take it back when it isn't, and once "
        "we're parked. No change at all? Then tell me.",
        "It snows and the wheels spin. Ready the car for that, unless it is, each time; in between, and when we've parked, as it "
        "goes now. A word at the end if there was nothing to do.",
        "Until we park, the drive mode for this weather while there is this weather. Without it, mine again, and mine when "
        "parked. All as it should be throughout? Say so then.",
        "Could you mind how the car drives? Not as on dry roads while it snows, but as now when it doesn't, and as now once "
        "we've parked. Tell me then if nothing had to be done.",
    )
    endings = ("act", "answer")
    steps = 13

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(weather=("snow",), moving=True, roads=("urban", "rural"), speed=(20, 45))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        mode = "snow" if draw.ending == "answer" else draw.choice(["eco", "comfort", "sport"])
        stops, dry, again = (draw.integer(18, 24, 2) for _ in range(3))
        lasts = draw.ending == "answer" or draw.maybe(0.2)
        times = {
            "stops": 0 if lasts else stops,
            "again": 0 if lasts else stops + dry,
            "parks": stops + dry + again + (14 if lasts else 0),
        }
        return {"mode": mode, "low_beam": draw.choice(["on", "auto"])} | times

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, inst.params["low_beam"])
        car.write(s.DRIVE_MODE, inst.params["mode"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        stops, again, sight = inst.params["stops"], inst.params["again"], inst.scene.visibility
        pause = (
            Event(lambda car: car.turns(weather="cloudy", visibility=9_000), after_seconds=stops),
            Event(lambda car: car.turns(weather="snow", visibility=sight), after_seconds=again),
        )
        return (*(pause if stops else ()), *parking(inst.params["parks"]))

    def _modes(self, inst: TaskInstance, parks: float) -> list[tuple[str, float, float]]:
        """The drive mode that fits, from which second on until which; the last until they park."""
        stops, again = inst.params["stops"], inst.params["again"]
        pause = [("snow", 0, stops), (inst.params["mode"], stops, again)] if stops else []
        return [*pause, ("snow", again, parks)]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        parks, mode = parked_at(then), inst.params["mode"]

        def drives(mode: str) -> Callable[[Episode], Criterion]:
            return lambda then: then.is_(s.DRIVE_MODE, mode)

        stints = self._modes(inst, parks)
        held = [then.from_then_on(drives(fits), since, until - 1, NOTICED) for fits, since, until in stints]
        if inst.ending == "answer":
            fits = NothingToDo((Presence(("snow mode", "set to snow", "mode is snow", "mode: snow"), there=True),))
            return then.always(s.DRIVE_MODE, mode) & then.is_(s.GEAR, "park") & then.answered_since(parks, fits)
        back = then.from_then_on(drives(mode), parks, within=NOTICED) & then.answered_since(parks, not_left("snow"))
        return every(*held) & then.is_(s.GEAR, "park") & back

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return HAD_TO_BE_DONE if inst.ending == "act" else ()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("assistance.drive_mode",) if inst.ending == "act" else ()

    def _driven(self, ui: UiScript, inst: TaskInstance, *, stint: int = 3) -> UiScript:
        """Snow mode where it snows, and the old one where it does not; until they park, or as often as is said."""
        ui = assistance(ui)
        for number, (fits, since, until) in enumerate(self._modes(inst, inst.params["parks"] + LOOK_SECONDS)):
            ui = (ui.tap(f"drive_mode_{fits}") if number < stint else ui).watch(until - since)
        return ui

    def _back(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.tap(f"drive_mode_{inst.params['mode']}")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        parks = inst.params["parks"]
        if inst.ending == "act":
            yield lambda ui: self._back(self._driven(ui, inst), inst)
        else:
            yield lambda ui: until_parked(assistance(ui), parks).answer("The car was already in snow mode.")
            yield lambda ui: until_parked(assistance(ui), parks).answer("Snow mode is on, nothing needs to be done.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        fine, parks = "Snow mode is already on.", inst.params["parks"]
        yield lambda ui: until_parked(assistance(ui).tap("drive_mode_sport"), parks).answer(fine)
        yield lambda ui: until_parked(assistance(ui).tap("drive_mode_snow").switch("lane_keeping", False), parks).answer(fine)
        yield lambda ui: until_parked(assistance(ui).tap("drive_mode_snow").wait(5).tap("drive_mode_eco"), parks).answer(fine)
        yield lambda ui: until_parked(lights(assistance(ui).tap("drive_mode_snow")).tap("low_beam_off"), parks).answer(fine)
        if inst.ending == "act":
            yield lambda ui: until_parked(assistance(ui), parks).answer(fine)
            yield lambda ui: self._driven(ui, inst)
        if inst.params["stops"]:
            yield lambda ui: self._back(self._driven(ui, inst, stint=2), inst)
            yield lambda ui: self._back(self._driven(ui, inst, stint=1), inst)
        elif inst.ending == "answer":
            yield lambda ui: until_parked(assistance(ui).answer(fine), parks)
            yield lambda ui: until_parked(assistance(ui).tap("drive_mode_snow"), parks).answer("I have switched to snow mode.")
