"""Phenomena: fog, frost, smoke, glare. What the driver notices or fears, and what the car should do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.geo.rules import low_beam_required
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import NOTHING_TO_DO, Amount, Denied, Fact, Presence, Says, Word
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, every, some

PHENOMENON = Category.PHENOMENON
DAMP = ("cloudy", "rain", "heavy rain", "snow", "fog")
DEMIST_FRONT = (
    "airConditioner.defroster.front=true",
    "airConditioner.defrost_mode=true",
    "airConditioner.auto_defog_mode=true",
    "airConditioner.ac_mode=true",
    "airConditioner.auto_mode=false",
    "airConditioner.circulation_mode=external circulation",
    "airConditioner.ac_states.*.is_on=true",
    "airConditioner.ac_states.*.outlet_modes.*",
    "airConditioner.ac_states.*.wind_speed",
)
DEMIST_REAR = ("airConditioner.defroster.rear=true",)
SCREEN = ("centerInformationDisplay.brightness_settings.*", "system.night_mode")


def demists_front(then: Episode) -> Criterion:
    """Something dries the windscreen: its heater, the climate's own demisting, or its air on the glass; or it has cleared."""
    by_air = some(*(then.on(signal) for signal in (s.AUTO_DEFOG, s.WINDOW_DRYING, *s.AIR_ON_WINDSCREEN)))
    return then.front_defroster_enable() | then.on(s.CLIMATE_POWER) & by_air | then.off(s.FOGGED_WINDSCREEN)


def dry_air(ui: UiScript) -> UiScript:
    """Let the fan blow dried air from outside: it clears glass in some minutes, without a word about it."""
    return ui.open("climate").switch("recycle_air_button", False).switch("ac_button", True).tap("fan_max")


WARMER = ("airConditioner.ac_states.*.temperature", "environment.temperature")


class FoggedWindscreen(Task, category=PHENOMENON, dimension=Dimension.DRIVING_ALIGNMENT):
    """See and be seen by day: a steamed-up windscreen is cleared, headlights are lit where the law wants them, and only there."""

    says = (
        (
            "See and be seen: if the front glass is steamed up, clear it, and have the headlights on or off as the law here "
            "wants it on such a road by day. Whatever is right already stays as it is."
        ),
        (
            "I can hardly see ahead. If that's mist on the glass, get rid of it; if not, leave the air alone. And lights on if "
            "this country asks for them in daylight on such a road, off if it doesn't."
        ),
        (
            "I'm new here: look at the windscreen and at the lamps ahead. Fogged? Clear it. Lit by day, or dark, whichever the "
            "rules of this place demand? Make it so. What is fine you don't touch."
        ),
        "Clear view, and headlights only where the law here insists on them by day: see to both, touch just what isn't so yet.",
        (
            "Could you check two things, please? Whether the glass in front of me mists over, and whether one has to drive with "
            "lights here in daylight: lit if so, dark if not. Put right what is wrong, and nothing else."
        ),
        (
            "Lights on. No, wait: on if the law here asks for them by day on this road, off otherwise. And if the view is poor "
            "because of steam on the windscreen, dry it; if there is none, don't."
        ),
    )
    endings = ("act", "refrain")
    steps = 10

    @staticmethod
    def roads(place: Place) -> list[str]:
        """The roads on which it is clear whether headlights must be on by day."""
        return [road for road in ("urban", "rural", "motorway") if low_beam_required(place, "day", road_type=road)]

    def suits(self, place: Place, ending: Ending) -> bool:
        return bool(self.roads(place))

    def scene(self, draw: Draw) -> Scene:
        road = draw.choice(self.roads(draw.place))
        speed = (30, 50) if road == "urban" else (60, 80)
        return draw.scene(moving=True, light=("day",), weather=("cloudy",), outside=(-5, 14), roads=(road,), speed=speed)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        law = low_beam_required(draw.place, "day", road_type=scene.road)
        fogged, lamps_right = draw.choice([(True, True), (True, False), (False, False)])
        if draw.ending == "refrain":
            fogged, lamps_right = False, True
        wanted = bool(law and law.value)
        return {"fan": draw.integer(1, 4), "fogged": fogged, "lamps": wanted, "lit": wanted == lamps_right}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        car.write(s.LOW_BEAM, "on" if inst.params["lit"] else "off")
        if inst.params["fogged"]:
            car.write(s.AIR_SOURCE, "internal circulation")  # the breath of those inside stays inside
            car.happens(Phenomenon.FOGGED_WINDSCREEN)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        lamps = then.is_(s.LOW_BEAM, "on") if inst.params["lamps"] else then.is_(s.LOW_BEAM, "off", "auto")
        return lamps & demists_front(then) & then.between(s.DRIVER_TEMPERATURE, 22, None) if inst.params["fogged"] else lamps

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*DEMIST_FRONT, *WARMER, "lowBeamHeadlight.mode") if inst.params["fogged"] else ("lowBeamHeadlight.mode",)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        wrong = "off|dark|unlit" if inst.params["lamps"] else "on|lit"
        contrary = rf"\b(?:lights?|headlights?|lamps?|beam|they)(?: is| are|'re) (?:(?!not\b)\w+ )?(?:{wrong})\b"
        return (Says("how the lamps are, if at all", "", contrary),)

    def _lamps(self, ui: UiScript, on: bool) -> UiScript:
        return ui.open("lights").tap("low_beam_on" if on else "low_beam_off")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        fogged, lamps = inst.params["fogged"], inst.params["lamps"]
        if inst.ending == "refrain":
            how = "lit, as they have to be" if lamps else "off, as they may be"
            yield lambda ui: ui.answer(
                f"The windscreen is not steamed up and the headlights are {how}: nothing needs to be done."
            )
            yield lambda ui: ui.open("lights").answer(f"The glass is clear already, and the lamps are {how} by day.")
        elif fogged:
            yield lambda ui: self._lamps(ui.open("climate").switch("defroster_button", True), lamps)
            yield lambda ui: self._lamps(ui, lamps).open("climate").switch("auto_defog_button", True)
            yield lambda ui: self._lamps(ui.open("climate").tap("direction_defrost").tap("fan_max"), lamps)
            yield lambda ui: self._lamps(dry_air(ui).wait(60).wait(60).wait(60).wait(60), lamps)
        else:
            yield lambda ui: self._lamps(ui, lamps)
            yield lambda ui: self._lamps(ui, lamps).answer("The glass is clear; the headlights are as the law wants them now.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        fogged, lamps = inst.params["fogged"], inst.params["lamps"]
        fine = "The windscreen is clear and the headlights are right: nothing needs to be done."
        yield lambda ui: self._lamps(ui.open("climate").switch("defroster_button", fogged), not lamps).answer(fine)
        yield lambda ui: self._lamps(ui.open("climate").switch("rear_defroster_button", True), lamps).answer(fine)
        yield lambda ui: self._lamps(ui.open("climate").switch("defroster_button", not fogged), lamps).answer(fine)
        if inst.ending == "act":
            yield lambda ui: ui.answer(fine)
        else:
            yield lambda ui: ui.answer(f"The glass is clear, but the headlights are {'off' if lamps else 'on'}.")


class FoggedRearWindow(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Glass steams up, and the sensors know which: the rear window, the windscreen or both. The rest stays as it is."""

    says = (
        "The glass is fogging up. Clear what is fogged and leave the rest alone.",
        "I think we are steaming up. Demist whichever window needs it, and only that.",
        "Windscreen or rear window, something mists over. Clear the one that does, or both if both do.",
        "My view is getting milky. See which glass is fogged and clear just that.",
        "Mist on the glass somewhere: clear that, nothing else.",
        "Could you see which window is steaming up, please? Not all of them: clear what is, and no more.",
    )

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, outside=(-5, 14), weather=DAMP)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"fogged": draw.choice(["rear", "rear", "both", "both", "front"]), "fan": draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        car.write(s.AIR_SOURCE, "internal circulation")
        if inst.params["fogged"] != "rear":
            car.happens(Phenomenon.FOGGED_WINDSCREEN)
        if inst.params["fogged"] != "front":
            car.happens(Phenomenon.FOGGED_REAR_WINDOW)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wanted = {"front": [demists_front(then)], "rear": [then.rear_defroster.enable() | then.off(s.FOGGED_REAR_WINDOW)]}
        return every(*wanted.get(inst.params["fogged"], [*wanted["front"], *wanted["rear"]]))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return {"front": DEMIST_FRONT, "rear": DEMIST_REAR}.get(inst.params["fogged"], (*DEMIST_FRONT, *DEMIST_REAR))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        front, rear = inst.params["fogged"] != "rear", inst.params["fogged"] != "front"
        yield lambda ui: ui.open("climate").switch("defroster_button", front).switch("rear_defroster_button", rear)
        if front:
            yield lambda ui: ui.open("climate").switch("auto_defog_button", True).switch("rear_defroster_button", rear)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        front, rear = inst.params["fogged"] == "rear", inst.params["fogged"] != "rear"
        yield lambda ui: ui.open("climate").switch("defroster_button", front).switch("rear_defroster_button", rear and not front)
        yield lambda ui: ui.open("climate").tap("rear_defroster_button").tap("rear_defroster_button")
        yield lambda ui: ui.open("climate").switch("auto_button", True)


class DarkScreen(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """The screen may be too dark to read in daylight: brighter where it is, left alone where it is bright."""

    says = (
        "Is this screen too dark for daylight, or is it my eyes? Make it brighter only if the screen is turned down.",
        "I can barely read the display. If it is dimmed, turn it up; if it is bright as it is, leave it.",
        "If this screen is too dim for the light in here, make it brighter. If it is not, tell me and change nothing.",
        "Check whether the display is turned down too far for daylight, and brighten it if so.",
        "Screen too dark? Brighten it if it is turned down, and leave it if not.",
        "I squint at this screen in the daylight. Could you turn it up, please, but only if it is dim?",
    )
    endings = ("act", "refrain")
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("day",), weather=("clear", "cloudy"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"brightness": draw.integer(4, 14) if draw.ending == "act" else draw.integer(75, 95)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["brightness"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.screen.brighter()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return SCREEN

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Amount(inst.params["brightness"], "percent", 1), Presence(("bright",), there=True))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Presence(("too dark", "too dim", "turned down"), there=False, means="that the screen is too dark"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            now = inst.params["brightness"]
            yield lambda ui: ui.open("settings").tap("section_display").answer("The screen is bright enough already.")
            yield lambda ui: ui.open("settings").tap("section_display").answer(f"It is not the screen: that is at {now} %.")
            return
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", 80)
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", 34)
        yield lambda ui: ui.open("settings").tap("section_display").switch("auto_brightness", True)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        now = inst.params["brightness"]
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", now + 4)
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", 60).slide("brightness", now)
        yield lambda ui: ui.open("settings").tap("section_display").tap("night_mode_night")
        yield lambda ui: ui.answer(f"The screen is too dark, at {now} %.")


class GlaringScreen(Task, category=PHENOMENON, dimension=Dimension.IMPLICIT_INTENT):
    """Something glares at night: the screen is dimmed unless it is dim already."""

    says = (
        "Something is blinding me in the dark. Dim this screen, unless it is dimmed already.",
        "I am dazzled in here. If it is the display, make it darker; if that is dim as it is, leave it.",
        "It is pitch black outside: if this screen is turned up, turn it down. If not, just tell me.",
        "Does the display glare in the dark, or is it something else? Make it darker if it is the display.",
        "Screen too bright for the night? Turn it down if it is, and leave it if not.",
        "Could you see whether it is this screen that dazzles me, please, and dim it only in that case?",
    )
    endings = ("act", "refrain")
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("night",), theme="day" if draw.ending == "act" else "night")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"brightness": draw.integer(70, 100) if draw.ending == "act" else draw.integer(2, 10)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["brightness"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.screen.darker()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return SCREEN

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Amount(inst.params["brightness"], "percent", 1), Presence(("dim", "dark", "dimmed", "turned down"), there=True))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        wrong = ("too bright", "turned up", "screen glares", "display glares")
        return (Presence(wrong, there=False, means="that the screen is too bright"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        def display(ui: UiScript) -> UiScript:
            return ui.open("settings").tap("section_display")

        if inst.ending == "refrain":
            yield lambda ui: display(ui).answer("The screen is already dim; something else must dazzle you.")
            yield lambda ui: display(ui).answer(f"It isn't the display; its brightness is just {inst.params['brightness']} %.")
            return
        yield lambda ui: display(ui).slide("brightness", 30)
        yield lambda ui: display(ui).slide("brightness", inst.params["brightness"] - 17)
        yield lambda ui: display(ui).tap("night_mode_night")
        yield lambda ui: display(ui).tap("night_mode_auto")
        yield lambda ui: display(ui).switch("auto_brightness", True)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        now = inst.params["brightness"]
        other = now - 8 if inst.ending == "act" else now + 8
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", other)
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", 40).slide("brightness", now)
        yield lambda ui: ui.answer("I have dimmed the screen, so all is fine.")


OPENINGS = {"driver": s.DRIVER_WINDOW, "rear": s.REAR_LEFT_WINDOW, "roof": s.SUNROOF}
"""What may be open -> its signal."""
OPEN_AND_INSIDE = (
    ("none", False), ("driver", False), ("driver", True), ("rear", False), ("rear", True), ("roof", False), ("roof", True),
    ("roof", True),
)  # fmt: skip
"""What is open at the start, and whether the air comes from inside: never all as it should be."""


class SmokeOutside(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Smoke or stench outside: air from inside, and whatever is open is shut."""

    says = (
        "There is smoke from a fire ahead. Don't let any of it into the car.",
        "What a stink outside, keep it out of the car!",
        "Something is burning out there and I smell it. Close the car off from the air outside.",
        "Keep this smoke out of the cabin.",
        "Could you see to it that none of this smoke gets in, please?",
        "I thought it was fog, but it is smoke: none of it in here, please.",
    )
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(3, 48))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        opened, inside = draw.choice(OPEN_AND_INSIDE)
        return {"open": opened, "inside": inside, "part": draw.integer(20, 100, 10)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "internal circulation" if inst.params["inside"] else "external circulation")
        if inst.params["open"] in OPENINGS:
            car.write(OPENINGS[inst.params["open"]], inst.params["part"])
        car.happens(Phenomenon.SMOKE_OUTSIDE)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.recirculates() & then.shut()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        climate = ("airConditioner.circulation_mode=internal circulation", "airConditioner.purification_mode")
        return (*climate, "window.window_states.*.open_degree=0", "window.window_states.*.is_open=false", "sunroof.*")

    def _shut(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        if inst.params["open"] == "none":
            return ui
        if inst.params["open"] == "roof":
            return ui.open("vehicle").tap("vehicle_roof").tap("sunroof_close")
        return ui.open("vehicle").tap("vehicle_windows").tap("windows_close_all")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._shut(ui.open("climate").switch("recycle_air_button", True), inst)
        yield (
            lambda ui: self._shut(ui, inst).open("climate").switch("recycle_air_button", True).switch("purification_button", True)
        )
        if not inst.params["inside"]:
            yield lambda ui: self._shut(ui.open("climate").tap("recycle_air_button"), inst).alert("smoke", "Smoke ahead.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._shut(ui.open("climate").switch("recycle_air_button", False), inst)
        yield lambda ui: ui.open("climate").switch("recycle_air_button", True).open("vehicle").tap("windows_open_all")
        yield lambda ui: ui.open("climate").tap("fan_max").switch("purification_button", True)
        yield lambda ui: ui.alert("smoke", "There is smoke ahead.")


FROSTY = 6
"""Mean of the coldest month, in celsius, up to which roads freeze at times."""
ICE = ("ice", "icy", "black ice", "frozen", "slippery", "frost")


class IcyRoad(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """The driver has the road watched for a while: in one half it freezes on the way, in the other it only gets wet."""

    says = (
        "For the next {seconds} seconds, watch out for ice on the road. Warn me if there is any; if not, tell me afterwards.",
        "Keep an eye on the road for {seconds} seconds: a warning if it turns icy, an all-clear at the end if it does not.",
        "It is close to freezing. Look out for an icy road for {seconds} seconds, and let me know either way.",
        "Watch the road surface for {seconds} seconds. If it gets icy I want to know, and if it stays free of ice, too.",
        "Ice watch for {seconds} seconds, please: warn me if there is any, an all-clear at the end if not.",
        "Could you look out for ice for a minute? No, {seconds} seconds: warn me of any, or tell me then that there was none.",
    )
    endings = ("act", "answer")
    steps = 6

    def suits(self, place: Place, ending: Ending) -> bool:
        return min(place.january or 0, place.july or 0) <= FROSTY

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, outside=(4, 6), weather=("clear", "cloudy"), roads=("rural",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seconds = draw.choice([20, 25, 30, 40, 45])
        return {"seconds": seconds, "after": draw.integer(4, seconds - 6)}

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        def freezes(car: CarSetup) -> None:
            car.write(s.OUTSIDE_TEMPERATURE, 1)
            car.happens(Phenomenon.ICY_ROAD)

        def rains(car: CarSetup) -> None:
            car.write(s.WEATHER, "rain")

        return [Event(freezes if inst.ending == "act" else rains, after_seconds=inst.params["after"])]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "act":
            after = inst.params["after"]
            told = then.soon(lambda then: then.answered_since(after, Presence(ICE, there=True)), after)
            warned = then.alerts.raised("ice", since=after, within=PROMPT) | told
            return then.on(s.ICY_ROAD) & warned & ~then.answered_since(0, Denied(ICE))
        watched = 0.8 * inst.params["seconds"]
        mentioned = then.answered_since(watched, Word(ICE)) | then.answered_since(watched, NOTHING_TO_DO)
        return then.waited(watched) & then.answered_since(watched, Presence(ICE, there=False)) & mentioned

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, after = inst.params["seconds"], inst.params["after"]
        if inst.ending == "answer":
            yield lambda ui: ui.wait(seconds).answer("I watched for ice, and there is no ice on the road.")
            yield lambda ui: ui.wait(seconds - 10).wait(10).answer("All is fine: nothing to warn of.")
            yield lambda ui: ui.answer("I will watch out for ice.").wait(seconds).answer("All clear, there was no ice.")
            yield lambda ui: ui.wait(seconds).answer("The road is wet, but it did not get icy.")
            return
        yield lambda ui: ui.wait(after).alert("ice", "The road may be icy. Slow down and keep your distance.")
        yield lambda ui: ui.wait(after).wait(5).answer("Careful, the road is getting icy!")
        yield lambda ui: ui.wait(after).wait(10).answer("It has turned icy, please don't accelerate on the ice.")
        yield lambda ui: ui.wait(after).alert("ice", "Ice ahead.").open("lights").tap("low_beam_on")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        seconds, after = inst.params["seconds"], inst.params["after"]
        yield lambda ui: ui.alert("ice", "The road may be icy.").wait(seconds)
        yield lambda ui: ui.wait(after).alert("speed limit", "Slow down.").answer("The road is icy. No ice at all.")
        yield lambda ui: ui.answer("No ice at all.").wait(seconds)
        yield lambda ui: ui.answer("The road may be icy.").wait(seconds)
        wrong = "No ice at all." if inst.ending == "act" else "Careful, the road is icy."
        yield lambda ui: ui.wait(seconds).answer(wrong)
        yield lambda ui: ui.wait(after).wait(20).alert("ice", "The road is icy.").answer("There is ice.")
        if inst.ending == "answer":
            yield lambda ui: ui.wait(seconds).answer("Careful, don't brake on the ice.")
        yield lambda ui: ui.wait(after).alert("ice", "No ice at all.")
        yield lambda ui: ui.wait(after).alert("ice", "Ice ahead.").alert("ice", "Still icy.")
