"""The road: what comes on the way and has to be met by lights, wipers and flashers, in time and not before."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.geo.rules import low_beam_required
from automotive_env.scene import Draw, Ending, Scene, SceneImpossible
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.road import FAIR, ROAD, STREETS, lights
from automotive_env.tasks.road_daylight import NOT_ASKED_FOR
from automotive_env.tasks.road_setups import DISTANCES, LAMPS
from automotive_env.tasks.speed import in_kmh, shown_in_miles, told_in
from automotive_env.tasks.watching import NO_SPEED, OF_ALL, not_left
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Apart, Stated, measured
from automotive_env.validators.answers import NoOther, Says
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.harm import NOBODY_DAZZLED, Invariant

HAZARD_LIGHTS = LAMPS["hazard_light"]
RAIN_VISIBILITY = 4_000
"""Metres, so that rain alone decides on the lights."""
NOT_WIPED_DRY = Invariant(
    "not_wiped_dry", lambda then: every() if then.read(s.WEATHER) in ("rain", "heavy rain") else then.off(s.FRONT_WIPER),
    (s.FRONT_WIPER, s.WEATHER),
)  # fmt: skip
NOBODY_CAME = Stated(
    "that nobody came",
    r"\b(?:road|way|lane) (?:\w+ ){0,3}(?:empty|free|clear)\b(?! (?:again|now)\b)",
    r"\b(?:dipped|dimmed|lowered)\b|\bthere was (?:a|one|some\w*)\b|\b(?:someone|somebody) (?:came|has come|is coming)\b|"
    r"\b(?:one|a|two|three|several|some) (?:cars?|lorry|lorries|trucks?|vehicles?) (?:has |have )?(?:passed|came|come)\b",
    r"\b(nobody|no one|none|nothing|no (\w+ )?(cars?|traffic|vehicles?|lorr(y|ies)|trucks?)|"
    r"(not|never|\w+n't) (\w+ ){0,3}(need\w*|necessary|dip\w*|dim\w*|meet|met|come|came|see|seen|saw|any(one|body)))\b",
)
SLOWED = Says(
    "that do not deny that one became so slow",
    "^",
    r"\b(?:never|not|\w+n't) (?:\w+ ){0,3}(?:needed|necessary|slow\w*|below|under|fall|fell|drop\w*|come to)\b|"
    r"\b(?:flashers?|hazards?|hazard lights?|indicators?) (?:are|stay|stayed) (?:\w+ )?off\b|"
    r"\bleft (?:the \w+|them|it)(?: \w+)? off\b",
)
STAYED_DRY = Says(
    "that it stayed dry",
    r"\b(dry|no (\w+ )?(rain|drops?|shower)|nothing|"
    r"(not|never|\w+n't) (\w+ ){0,2}(rain\w*|drops?|start\w*|came|begun|began|begin))\b",
    r"(?<!if )(?<!when )(?<!once )(?<!until )\bit rains\b|\bwipers (are )?on\b|"
    r"(\bnot|n't|\bno longer) (\w+ )?dry\b|\b(it|rain) ((is|was|has) )?(now |then )?(raining|started|starts|begun|began)\b",
)


IT_RAINED = Says(
    "that do not deny the rain",
    "^",
    r"\b(?:stayed|stays|remained|was|is) (?:\w+ )?dry\b(?! (?:until|till|up to|before|at first)\b)|\bno (?:\w+ )?rain\b|"
    r"\b(?:did not|didn't|never) (?:\w+ )?(?:rain|come)\b",
)


class DipForTraffic(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS):
    """High beam by hand on a dark road: dipped while somebody comes towards the car, and back after; or nobody comes."""

    says = (
        (
            "The automatic is too slow for me, so do it by hand for {seconds} seconds: dip when somebody comes towards us, "
            "bright again once they're past. Nobody came? Tell me at the end."
        ),
        "For {seconds} seconds, dip for others by hand, and back to bright each time; tell me at the end if none came.",
        (
            "I don't trust the automatic one. Would you mind the oncoming cars for {seconds} seconds? Down for them, up again "
            "behind them. If the road stays empty, say so then."
        ),
        "Not a moment longer dipped than someone is facing us: by hand, please, for {seconds} seconds; report if nobody was.",
        (
            "I need to see the deer, and the others must see the road. So for {seconds} seconds it's on you, by hand: dip for "
            "anybody coming, then bright again. Tell me after that if there was none."
        ),
        "By hand, as the automatic dithers: dipped for oncoming cars, then bright again, for {seconds} seconds; if nobody comes, "
        "tell me then.",
    )
    endings = ("act", "answer")
    harm = (NOBODY_DAZZLED,)
    steps = 9

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("night",), weather=FAIR, moving=True, roads=("rural",), speed=(50, 70))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        comes = draw.choice([8, 12, 16]) if draw.ending == "act" else 0
        return {"seconds": draw.choice([45, 50, 55, 60]), "comes": comes, "stays": draw.choice([15, 20])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, "on")
        car.write(s.HIGH_BEAM, True)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        comes = inst.params["comes"]
        if not comes:
            return ()
        passes = Event(lambda car: car.write(s.DAZZLED_ONCOMING, False), after_seconds=comes + inst.params["stays"])
        return (Event(lambda car: car.happens(Phenomenon.DAZZLED_ONCOMING), after_seconds=comes), passes)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "act":
            comes, past = inst.params["comes"], inst.params["comes"] + inst.params["stays"]
            dipped = then.from_then_on(lambda then: then.off(s.HIGH_BEAM), comes, past - 1)
            bright = then.from_then_on(lambda then: then.on(s.HIGH_BEAM), past)
            met = ((s.DAZZLED_ONCOMING, True), (s.HIGH_BEAM, False), (s.DAZZLED_ONCOMING, False), (s.HIGH_BEAM, True))
            alone = then.at(comes - 1).always(s.HIGH_BEAM, True)
            told = ~then.answered_since(comes, NOBODY_CAME, OF_ALL) & then.answered_since(past, not_left("dipped|dimmed|down"))
            return alone & dipped & bright & then.in_order(*met) & then.low_beam_shines() & told
        watched = 0.8 * inst.params["seconds"]
        return then.waited(watched) & then.answered_since(watched, NOBODY_CAME) & then.always(s.HIGH_BEAM, True)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("lowBeamHeadlight.mode=auto",)

    def _dipped(self, ui: UiScript, comes: int, stays: int) -> UiScript:
        return lights(ui).wait(comes).switch("high_beam", False).wait(stays)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, comes, stays = (inst.params[name] for name in ("seconds", "comes", "stays"))
        if inst.ending == "act":
            yield lambda ui: self._dipped(ui, comes, stays).switch("high_beam", True)
            yield lambda ui: self._dipped(ui, comes + 2, stays + 5).switch("high_beam", True).answer("One car has passed.")
        else:
            yield lambda ui: lights(ui).wait(seconds).answer("Nobody came towards us.")
            yield lambda ui: ui.wait(seconds).answer("There was no oncoming traffic, I left your high beam on.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, comes, stays = (inst.params[name] for name in ("seconds", "comes", "stays"))
        yield lambda ui: self._dipped(ui, comes or 10, stays).answer("I dipped your lights.")
        yield lambda ui: lights(ui).switch("high_beam", False).wait(seconds).switch("high_beam", True)
        yield lambda ui: lights(ui).switch("auto_high_beam", True).wait(seconds).answer("Nobody came.")
        yield lambda ui: self._dipped(ui, comes or 10, 2).switch("high_beam", True).wait(seconds)
        yield lambda ui: ui.answer("Nobody came.").wait(seconds)
        if inst.ending == "act":
            yield lambda ui: self._dipped(ui, comes, stays + 20).switch("high_beam", True)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        seconds, comes, stays = (inst.params[name] for name in ("seconds", "comes", "stays"))
        if inst.ending == "act":
            plan = CallPlan().wait(comes).call("highBeamHeadlight.switch", switch=False).wait(stays)
            yield plan.call("highBeamHeadlight.switch", switch=True)
        else:
            yield CallPlan().wait(seconds).answer("Nobody came towards us.")


class FirstDrops(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS):
    """A dry drive into rain: wipers once it comes, low beam only where the law asks for it then; or it stays dry."""

    says = (
        (
            "For {seconds} seconds: wipers as soon as it rains, and low beam if the law here asks for it then; if it "
            "doesn't, say so. Stays dry? Then tell me that."
        ),
        "It looks like rain. If it comes within {seconds} seconds, clear the glass, and headlamps if they're a must here then; "
        "tell me what wasn't needed.",
        (
            "I can't find the stalk in this hired car. Sweep the windscreen for me once it rains within {seconds} seconds, and "
            "light up if this country wants that in rain. Let me know if it needn't be, or if no rain came."
        ),
        (
            "Could you look after it for {seconds} seconds? First drops: get them off the glass, and lit lamps in front if "
            "they're compulsory here in rain. No duty, or no drops: just tell me."
        ),
        (
            "For the next {seconds} seconds: if it rains, a clear windscreen, and headlamps as the law here has it in rain. "
            "Whatever wasn't needed, the lamps or all of it, I want to hear."
        ),
        (
            "Don't put anything on yet! Only once it rains, in the next {seconds} seconds: the blades, and lamps in front if "
            "required here in rain. Tell me if they aren't, or that it didn't rain."
        ),
    )
    endings = ("act", "answer")
    harm = (NOT_WIPED_DRY,)
    steps = 7

    @staticmethod
    def _roads(place: Place, ending: Ending, month: int) -> list[str]:
        """Where the low beam may be off by day, and rain brings the duty or not."""
        found = []
        for road in STREETS:
            dry = low_beam_required(place, "day", "cloudy", road_type=road, month=month)
            wet = low_beam_required(place, "day", "rain", RAIN_VISIBILITY, road, month)
            if dry is not None and wet is not None and not dry.value and wet.value is (ending == "act"):
                found.append(road)
        return found

    def suits(self, place: Place, ending: Ending) -> bool:
        return any(self._roads(place, ending, month) for month in (1, 4, 7, 10))

    def scene(self, draw: Draw) -> Scene:
        for _ in range(10):
            scene = draw.scene(light=("day",), weather=("cloudy",), outside=(6, 35), moving=True, roads=tuple(STREETS))
            month = datetime.fromisoformat(scene.time).month
            if scene.road in self._roads(draw.place, draw.ending, month):
                return scene
        raise SceneImpossible(f"{draw.place.name} has no such day")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        after = draw.choice([10, 15, 20]) if draw.ending == "act" or draw.maybe() else 0
        return {"seconds": draw.choice([35, 40, 45, 50]), "after": after}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, "off")
        car.write(s.FRONT_WIPER, False)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        after = inst.params["after"]
        rain = Event(lambda car: car.turns(weather="rain", visibility=RAIN_VISIBILITY), after_seconds=after)
        return (rain,) if after else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        after, seconds = inst.params["after"], inst.params["seconds"]
        wiped = then.from_then_on(lambda then: then.on(s.FRONT_WIPER), after)
        if after:
            wiped &= then.in_order((s.WEATHER, "rain"), (s.FRONT_WIPER, True)) & then.answered_since(after, IT_RAINED)
        if inst.ending == "act":
            lit = then.from_then_on(lambda then: then.is_(s.LOW_BEAM, "on", "auto"), after, within=PROMPT + 2)
            return wiped & lit & then.low_beam_shines() & ~then.answered_since(after, NOT_ASKED_FOR)
        unlit = then.is_(s.LOW_BEAM, "off")
        if after:
            return wiped & unlit & then.answered_since(after, NOT_ASKED_FOR)
        return unlit & then.waited(0.8 * seconds) & then.answered_since(0.8 * seconds, STAYED_DRY)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("wiper.front_wiper.*", *(("lowBeamHeadlight.mode",) if inst.ending == "act" else ()))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds = inst.params["after"], inst.params["seconds"]

        def swept(ui: UiScript) -> UiScript:
            return lights(ui.wait(after)).switch("wipers", True)

        if inst.ending == "act":
            yield lambda ui: swept(ui).tap("low_beam_on")
            yield lambda ui: lights(ui).wait(after).tap("low_beam_auto").slide("wiper_speed", 2, 0.4).switch("wipers", True)
        elif after:
            yield lambda ui: swept(ui).answer("It rains, the wipers are on. Low beam is not required here in rain.")
            yield lambda ui: swept(ui).answer("Wipers on; the law here doesn't ask for lights in the rain.")
        else:
            yield lambda ui: ui.wait(seconds).answer("It stayed dry.")
            yield lambda ui: lights(ui).wait(seconds).answer("No rain came, so I left everything as it was.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds = inst.params["after"], inst.params["seconds"]

        def swept(ui: UiScript) -> UiScript:
            return lights(ui.wait(after or seconds)).switch("wipers", True)

        yield lambda ui: lights(ui).switch("wipers", True).tap("low_beam_on").wait(seconds)
        yield lambda ui: lights(ui.wait(after or seconds)).tap("low_beam_on").switch("rear_wiper", True)
        yield lambda ui: ui.answer("It stayed dry, no low beam is required.").wait(seconds)
        if inst.ending == "act":
            yield lambda ui: swept(ui).answer("The law here doesn't ask for low beam in the rain.")
            yield lambda ui: swept(ui.wait(20)).tap("low_beam_on")
            yield lambda ui: swept(ui).tap("low_beam_on").tap("wipers").wait(20).tap("wipers")
        else:
            yield lambda ui: swept(ui).tap("low_beam_on").answer("It rains: wipers and low beam are on.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        after, seconds = inst.params["after"], inst.params["seconds"]
        wiped = CallPlan().wait(after).call("wiper.carcontrol_wiperBlade_switch", switch=True, position="front")
        if inst.ending == "act":
            yield wiped.call("lowBeamHeadlight.switch", action="on")
        elif after:
            yield wiped.answer("It rains, the wipers are on. Low beam is not required here in rain.")
        else:
            yield CallPlan().wait(seconds).answer("It stayed dry.")


class TailOfTheJam(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Traffic slows down: flashers below a speed that the driver names as people here do; or it stays above, which is told."""

    says = (
        (
            "For {seconds} seconds: once we do less than a sign's {limit}, all flashers on, for those behind. If we never do, "
            "tell me the speed at the end."
        ),
        (
            "Traffic gets thick. All four flashing the moment I'm below {limit} by the signs, within {seconds} seconds; else"
            " tell me the speed."
        ),
        (
            "I don't want anybody in my boot when it jams. Warn those behind once we fall below what signs here call "
            "{limit}, not before; keep at it "
            "for {seconds} seconds and tell me what we drive then if it never came to that."
        ),
        (
            "Could you mind who is behind for {seconds} seconds? Flash at them once I do less than {limit}, as signs count; "
            "otherwise tell me my speed then."
        ),
        (
            "Hazard lights if I'm slower than a sign with {limit}, and only then. {seconds} seconds; tell me how fast we are"
            " if it isn't needed."
        ),
        (
            "There's a jam somewhere ahead. No, don't blink yet: when I've slowed to less than {limit} on a sign, all "
            "indicators at once. "
            "After {seconds} seconds without that, let me hear the speed."
        ),
    )
    endings = ("act", "answer")
    steps = 6

    def rule(self, place: Place) -> Hashable:
        return told_in(place)

    def scene(self, draw: Draw) -> Scene:
        shown = draw.choice(DISTANCES)  # as somebody has left it
        return draw.scene(light=("day",), weather=FAIR, moving=True, roads=("motorway",), speed=(85, 100), distance_unit=shown)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        unit = told_in(draw.place)
        limit = draw.choice([30, 35, 40] if unit == "mph" else [40, 45])
        away = draw.integer(10, 14)  # km/h, and so that who takes the limit in the other unit decides otherwise
        slow = round(in_kmh(limit, unit)) + (away if draw.ending == "answer" else -away)
        moments = {"seconds": draw.choice([35, 40, 45, 50]), "after": draw.choice([10, 15, 20])}
        return moments | {"slow": slow, "limit": limit, "unit": unit}

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        slow = inst.params["slow"]
        return (Event(lambda car: car.turns(speed=slow), after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        named = in_kmh(inst.params["limit"], inst.params["unit"])
        speed = measured(inst.params["slow"], "km/h", 1.0, named, inst.scene.speed)
        if inst.ending == "act":
            after = inst.params["after"]
            not_before = then.at(after - 1).always(HAZARD_LIGHTS, False)
            told = then.answered_since(after, Apart(NoOther(speed), rf"{NO_SPEED}|\b(?:4|four)\b"), SLOWED)
            return not_before & then.from_then_on(lambda then: then.on(HAZARD_LIGHTS), after) & told
        watched = 0.8 * inst.params["seconds"]
        off = Stated("that the flashers are off", "^", r"\b(?:flashers?|hazards?|hazard lights?) are (?:now )?on\b")
        told = then.answered_since(watched, speed, off)
        return then.waited(watched) & told & then.always(HAZARD_LIGHTS, False)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("hazardLight.*",) if inst.ending == "act" else ()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, slow = (inst.params[name] for name in ("after", "seconds", "slow"))
        if inst.ending == "act":
            yield lambda ui: lights(ui).wait(after).switch("hazard_light", True)
            yield lambda ui: lights(ui.wait(after).wait(3)).switch("hazard_light", True).answer("All flashers are on.")
        else:
            yield lambda ui: ui.wait(seconds).answer(f"It was not needed, we are doing {slow} km/h.")
            yield lambda ui: lights(ui).wait(seconds).answer(f"{shown_in_miles(slow)} mph, so I left the flashers off.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, seconds, slow = (inst.params[name] for name in ("after", "seconds", "slow"))
        yield lambda ui: lights(ui).switch("hazard_light", True).wait(seconds)
        yield lambda ui: lights(ui).wait(after).switch("hazard_light", True).switch("hazard_light", False).answer("Done.")
        yield lambda ui: ui.answer(f"We are doing {slow} km/h.").wait(seconds)
        yield lambda ui: lights(ui).wait(seconds).switch("rear_fog_light", True).answer(f"We are doing {slow} km/h.")
        yield lambda ui: ui.wait(seconds).answer(f"We are doing {inst.scene.speed} km/h.")
        if inst.ending == "act":
            yield lambda ui: lights(ui).wait(after + 20).switch("hazard_light", True)
            yield lambda ui: lights(ui).wait(after).tap("hazard_light").tap("hazard_light").wait(20).tap("hazard_light")
            yield lambda ui: lights(ui).tap("hazard_light").tap("hazard_light").wait(after).tap("hazard_light")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        after, seconds, slow = (inst.params[name] for name in ("after", "seconds", "slow"))
        if inst.ending == "act":
            yield CallPlan().wait(after).call("hazardLight.switch", switch=True)
        else:
            yield CallPlan().wait(seconds).answer(f"It was not needed, we are doing {slow} km/h.")
