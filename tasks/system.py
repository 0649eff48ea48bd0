"""The system: display, networks, quiet, clock."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, ClassVar

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import units
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.watching import NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says, Switched
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every

SYSTEM = Category.SYSTEM
SET_WITHIN = 20
"""Seconds within which a brightness is set that is read from two other displays."""
NEXT_WORD = 26
"""Seconds after which somebody writes again whose messages are to be seen by then."""


def section(ui: UiScript, name: str) -> UiScript:
    """A section of the settings."""
    return ui.open("settings").tap(f"section_{name}")


class SetBrightness(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """The screen halfway between the light of the instruments and of the projection, one of which the driver turns meanwhile."""

    says = (
        "For a minute, keep the brightness here right between dials and head-up; I'm still turning one of them.",
        "One minute, please: brightness here in the middle of what dials and head-up have. I may change one of the two.",
        "Could you hold this one right between the instruments and what's on the glass for a minute, whatever I do to those?",
        "How bright should this screen be? Right between dials and glass, and still so in a minute, as I'm fiddling with those.",
        "My eyes like the average of the other two here, dials and head-up. I adjust them within a minute; follow till then.",
        "As bright as the instruments. No, halfway from them to the head-up, for a minute, as I'm not done with those two.",
    )
    steps = 12
    LASTS = 60
    """Seconds for which it is to be followed."""
    OTHERS: ClassVar = {"dials": s.INSTRUMENTS_BRIGHTNESS, "glass": s.HUD_BRIGHTNESS}

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        turned = draw.choice(["dials", "glass"])
        kept, first, last = draw.rng.sample(range(10, 91, 20), 3)
        middle, start = (kept + last) // 2, (kept + first) // 2
        away = draw.choice([level for level in range(15, 90, 5) if min(abs(level - middle), abs(level - start)) > 8])
        dials, glass = (first, kept) if turned == "dials" else (kept, first)
        drawn = {"dials": dials, "glass": glass, "turned": turned, "last": last, "at": draw.choice([28, 32, 36])}
        return drawn | {"brightness": start, "then": middle, "start": away}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HUD, True)
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.INSTRUMENTS_AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["start"])
        for other, signal in self.OTHERS.items():
            car.write(signal, inst.params[other])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        turned, last, at = (inst.params[name] for name in ("turned", "last", "at"))
        return (Event(lambda car: car.write(self.OTHERS[turned], last), after_seconds=at),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        turned, at = inst.params["turned"], inst.params["at"]
        others = [then.near(one, inst.params["last" if name == turned else name], 0.5) for name, one in self.OTHERS.items()]
        first = then.from_then_on(lambda then: then.screen.brightness_at(inst.params["brightness"]), 0, at - 1, SET_WITHIN)
        again = then.from_then_on(lambda then: then.screen.brightness_at(inst.params["then"]), at, within=NOTICED)
        now = then.screen.brightness_at(inst.params["then"]) & then.off(s.AUTO_BRIGHTNESS)
        return first & again & now & every(*others) & then.waited(0.9 * self.LASTS)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (s.SCREEN_BRIGHTNESS.world, self.OTHERS[inst.params["turned"]].world)

    def _looked(self, ui: UiScript) -> UiScript:
        """The other two, seen on their pages."""
        return ui.open("displays").tap("display_hud").tap("display_panel")

    def _kept(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Set, and seen to change."""
        ui = self._looked(ui).tap("display_center").slide("brightness", inst.params["brightness"]).wait(inst.params["at"])
        return self._looked(ui)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        level, left = inst.params["then"], self.LASTS - inst.params["at"]
        yield lambda ui: self._kept(ui, inst).tap("display_center").slide("brightness", level).wait(left)
        yield lambda ui: section(self._kept(ui, inst), "display").slide("brightness", level).wait(left)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        level, left = inst.params["then"], self.LASTS - inst.params["at"]
        yield lambda ui: section(ui, "display").slide("brightness", inst.params["brightness"]).wait(60)
        yield lambda ui: section(ui, "display").wait(self.LASTS).slide("brightness", level)
        yield lambda ui: self._kept(ui.wait(SET_WITHIN), inst).tap("display_center").slide("brightness", level).wait(left)
        yield lambda ui: self._kept(ui, inst).tap("display_center").slide("brightness", inst.params["last"]).wait(left)
        yield lambda ui: self._kept(ui, inst).slide("panel_brightness", level).wait(left)
        yield (
            lambda ui: (
                section(self._kept(ui, inst), "display").slide("brightness", level).switch("auto_brightness", True).wait(left)
            )
        )

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        api = "centerInformationDisplay.carcontrol_centerInformationDisplay_brightness_set"
        plan, modules = CallPlan(), ["HUD", "instrumentPanel"]
        for level, seconds in ((inst.params["brightness"], inst.params["at"]), (inst.params["then"], self.LASTS)):
            plan = plan.call("system.state_view", modules=modules).call(api, value=level).wait(seconds)
        yield plan


class NightTheme(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """A light picture becomes dark, and half as bright as it was; where it is dark already, nothing is to be touched."""

    says = (
        "Dark colours on the screen, and half as bright as it is now. But if they're dark already, leave it all, say so.",
        "In case white backgrounds are shown: the dark picture, with half the light there is. Otherwise hands off, a word to me.",
        (
            "Could I have the screen in dark colours, please, with half the light it gives now? Where they're dark as it is, "
            "nothing, just tell me."
        ),
        "Is the screen light? Then dark, and only half as bright. Is it dark? Then neither; only let me know.",
        (
            "White tires my eyes. Make the screen dark and give it half the light it has, unless it is dark already; in that "
            "case both stay, and you tell me."
        ),
        "Not the light theme, the dark one, and half as bright. No, wait: if it's the dark one now, nothing at all but a word.",
    )
    endings = ("act", "refrain")
    steps = 7

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        bright = ["day", "auto"] if scene.light == "day" else ["day"]
        dark = ["night"] if scene.light == "day" else ["night", "auto"]
        return {"theme": draw.choice(bright if draw.ending == "act" else dark), "start": draw.integer(40, 100, 10)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.NIGHT_MODE, inst.params["theme"])
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["start"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        bright = inst.params["start"] / (2 if inst.ending == "act" else 1)
        return then.screen.night() & then.screen.brightness_at(bright) & then.off(s.AUTO_BRIGHTNESS)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.night_mode", s.SCREEN_BRIGHTNESS.world) if inst.ending == "act" else ()

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        light = r"(?<!not the )(?<!no )\b(light|day|bright)( \w+)? (theme|colou?rs|mode|picture)\b|\blight or dark\b"
        return (Says("that the dark picture is shown", r"\b(dark|night)\b", light),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        half = inst.params["start"] / 2
        if inst.ending == "refrain":
            yield lambda ui: section(ui, "display").answer("The dark theme is already on.")
            yield lambda ui: section(ui, "display").answer("It is dark as it is, so I left the brightness alone, too.")
            return
        yield lambda ui: section(ui, "display").tap("night_mode_night").slide("brightness", half)
        yield lambda ui: section(ui.home().switch("night_toggle", True), "display").slide("brightness", half)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        start = inst.params["start"]
        yield lambda ui: section(ui, "display").tap("night_mode_night").tap("night_mode_day").slide("brightness", start / 2)
        yield lambda ui: section(ui, "display").slide("brightness", start / 2)
        yield lambda ui: section(ui, "display").tap("night_mode_night").slide("brightness", 50 if start < 100 else 60)
        yield lambda ui: section(ui, "display").answer("The light theme is on.")
        if inst.ending == "act":
            yield lambda ui: section(ui, "display").tap("night_mode_night")
            yield lambda ui: section(ui, "display").answer("It is dark already.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("system.state_view", modules=["system", "centerInformationDisplay"])
        if inst.ending == "refrain":
            yield look.answer("The dark theme is already on.")
            return
        plan = look.call("system.night_mode_set", mode="night")
        half = inst.params["start"] / 2
        yield plan.call("centerInformationDisplay.carcontrol_centerInformationDisplay_brightness_set", value=half)


class WifiOff(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """Wi-Fi off, nothing else; it may be off already."""

    says = (
        "Turn off Wi-Fi.",
        "No Wi-Fi from now on, please.",
        "WLAN off.",
        "Could you switch the wireless LAN off?",
        "I don't want the car to join any wireless LAN, so switch that off.",
        "Leave the rest as it is, but the WLAN: off, please.",
    )
    endings = ("act", "refrain")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.WIFI, inst.ending == "act")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.off(s.WIFI)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.wifi",)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Switched(False, r"\bmobile|bluetooth|data\b"),)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that do not call it on", "^", r"\b(wi-?fi|wlan|wireless lan) (is|stays|remains) (\w+ )?on\b"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: ui.answer("Wi-Fi is already off.")
            return
        yield lambda ui: section(ui, "network").switch("wifi", False)
        yield lambda ui: ui.home().switch("wifi_toggle", False)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "network").switch("mobile_data", False)
        yield lambda ui: section(ui, "network").switch("airplane_mode", True)
        yield lambda ui: section(ui, "network").switch("wifi", False).switch("wifi", True)
        yield lambda ui: section(ui, "network").switch("wifi", False).tap("bluetooth")
        yield lambda ui: section(ui, "network").answer("Wi-Fi is on.")
        yield lambda ui: section(ui, "network").switch("wifi", False).answer("Wi-Fi is on.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        if inst.ending == "refrain":
            yield CallPlan().answer("Wi-Fi is already off.")
        else:
            yield CallPlan().call("system.wifi_switch", switch=False)


class LeaveMeAlone(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT):
    """No interruptions until the car is parked or one person has written, then as before; where there are none, all stays so."""

    says = (
        "I don't want any pop-ups until we've parked or {contact} has written; from then on I want to see what comes. If "
        "they're kept off as it is, let it be.",
        "No messages on the screen while we're on the road, red lights included. Parked, or a word from {contact}: at once as "
        "now. If it's so, say so.",
        "I have to concentrate: nothing should pop up here, whoever it is, till we park or {contact} has sent something; what "
        "comes after that I want to see. Unless it's so.",
        "Make sure that nobody's messages distract me before we're parked. Only once {contact} has texted, I want the next ones "
        "on the screen even if we still drive. Or is that taken care of?",
        "No pop-ups now. Yes again as soon as we're in a car park, or {contact} has written, whichever is first; not at the "
        "lights. Already none? Then it stays so, tell me.",
        "Could you keep those pop-ups away? Till the moment we park or there's word from {contact}, then I need them right "
        "away. Don't touch it if they are kept away.",
    )
    endings = ("act", "refrain")
    steps = 10

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        contact = draw.person(but=[name for name, _ in scene.messages])
        drawn = {"contact": contact, "other": draw.person(but=[contact]), "first": draw.choice(["parks", "writes", "writes"])}
        stops = draw.choice([18, 22, 26])
        return drawn | {"stops": stops, "ends": stops + draw.integer(14, 58, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DO_NOT_DISTURB, inst.ending == "refrain")

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        contact, other, stops, ends = (inst.params[name] for name in ("contact", "other", "stops", "ends"))
        talk = inst.scene.small_talk

        def ending(car: CarSetup) -> None:
            if inst.params["first"] == "parks":
                car.parks()
            else:
                car.writes(contact, talk[6 % len(talk)])

        def drives(car: CarSetup) -> None:
            car.drives(inst.scene.speed, inst.scene.road)

        def halts(car: CarSetup) -> None:
            car.write(s.SPEED, 0)
            car.writes(other, talk[5 % len(talk)])

        return (
            Event(halts, after_seconds=stops),
            Event(drives, after_seconds=stops + 10),
            Event(ending, after_seconds=ends),
            Event(lambda car: car.writes(contact, talk[7 % len(talk)]), after_seconds=ends + NEXT_WORD),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "refrain":
            return then.on(s.DO_NOT_DISTURB)
        ends = inst.params["ends"]
        kept = then.from_then_on(lambda then: then.on(s.DO_NOT_DISTURB), 0, ends - 1)
        again = then.at(ends + NEXT_WORD - 1).off(s.DO_NOT_DISTURB)
        return then.waited(ends) & kept & then.at(inst.params["stops"]).on(s.DO_NOT_DISTURB) & again & then.off(s.DO_NOT_DISTURB)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.do_not_disturb",) if inst.ending == "refrain" else ("conversation.messages",)

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        off = r"\bdisturb('|\")?( mode)? (is|was) (not|\w+ off|off|inactive|disabled)\b|\bdisturb('|\")?( mode)? isn't"
        return (
            Says(
                "that no messages pop up",
                r"\b(do[- ]not[- ]disturb|dnd)\b|\bpop-?ups? (are|is) (already )?(off|blocked|kept)\b",
                off,
            ),
        )

    def _kept(self, ui: UiScript, seconds: int) -> UiScript:
        return ui.home().switch("do_not_disturb_toggle", True).wait(seconds)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        stops, ends = inst.params["stops"], inst.params["ends"]
        if inst.ending == "refrain":
            yield lambda ui: section(ui, "sound").answer("Do not disturb is already on.")
            yield lambda ui: ui.home().answer("Nothing to change: pop-ups are already kept off.")
            return
        yield lambda ui: self._kept(ui, stops).wait(ends - stops).switch("do_not_disturb_toggle", False)
        yield (
            lambda ui: (
                section(ui, "sound").switch("do_not_disturb", True).wait(stops).wait(ends - stops).switch("do_not_disturb", False)
            )
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        stops, ends = inst.params["stops"], inst.params["ends"]
        yield lambda ui: ui.home().tap("mute_toggle")
        yield lambda ui: ui.home().tap("notifications").answer("I shall keep the messages away.")
        yield lambda ui: self._kept(ui, stops).switch("do_not_disturb_toggle", False).wait(ends - stops)
        if inst.ending == "act":
            yield lambda ui: self._kept(ui, stops).wait(ends - stops)
            yield lambda ui: self._kept(ui, stops).wait(ends - stops).wait(NEXT_WORD).switch("do_not_disturb_toggle", False)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        if inst.ending == "refrain":
            yield CallPlan().call("system.state_view", modules=["system"]).answer("Do not disturb is already on.")
        else:
            kept = CallPlan().call("system.do_not_disturb_switch", switch=True).wait(inst.params["stops"])
            kept = kept.wait(inst.params["ends"] - inst.params["stops"])
            yield kept.call("system.do_not_disturb_switch", switch=False)


class LocalClock(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT):
    """Clock and degrees as people of the place write them; distances stay as the driver has them."""

    says = (
        "Show time and warmth the way people here write them, and leave my distances as they are.",
        "Hours and degrees should have the form that is usual in this country. If they do, fine; leave the distances.",
        "Make sure that the car tells the hour and how warm it is as the locals are used to. Nothing else, please.",
        "I'd like the time of day and the warmth written as they are around here, not the distances. Perhaps they are.",
        "Hours and degrees as they write them here, please, whichever of the two isn't.",
        "Not the way we write it at home: could the hour and the warmth read as in this country? My miles or kilometres stay.",
    )
    endings = ("act", "refrain")
    steps = 6

    def rule(self, place: Place) -> Hashable:
        return _written(place) if self.suits(place, "act") else None

    def suits(self, place: Place, ending: Ending) -> bool:
        return units(place).confidence != "low"  # where people write the time in both ways, nobody can say

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(distance_unit=draw.choice(["kilometer", "mile"]))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        hours, degrees = _written(draw.place)
        wrong = draw.choice(["hours", "degrees", "both"]) if draw.ending == "act" else ""
        start = 36 - hours if wrong in ("hours", "both") else hours
        shown = _OTHER_DEGREES[degrees] if wrong in ("degrees", "both") else degrees
        return {"hours": hours, "degrees": degrees, "start": start, "shown": shown}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.TIME_FORMAT, f"{inst.params['start']}-hour format")
        car.write(s.TEMPERATURE_UNIT, inst.params["shown"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        clock = then.is_(s.TIME_FORMAT, f"{inst.params['hours']}-hour format")
        return clock & then.is_(s.TEMPERATURE_UNIT, inst.params["degrees"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("environment.time_display_format", "cabin.temperature_unit")

    def _as_here(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return section(ui, "units").tap(f"time_{inst.params['hours']}h").tap(f"temperature_{inst.params['degrees']}")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        hours, other = inst.params["hours"], 36 - inst.params["hours"]
        return (Says(f"that it shows {hours} hours", rf"\b{hours}[- ]?h", shown(other, _OTHER_DEGREES[inst.params["degrees"]])),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        hours, degrees = inst.params["hours"], inst.params["degrees"]
        if inst.ending == "refrain":
            yield lambda ui: ui.answer(f"The clock already shows {hours} hours, and {degrees.capitalize()} is usual here, too.")
            return
        yield lambda ui: self._as_here(ui, inst)
        yield lambda ui: section(section(ui, "date").tap(f"time_{hours}h"), "units").tap(f"temperature_{degrees}")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        hours, degrees = inst.params["hours"], inst.params["degrees"]
        fine = "They are already as people write them here."
        yield lambda ui: self._as_here(ui, inst).tap(f"time_{36 - hours}h").answer(fine)
        yield lambda ui: self._as_here(ui, inst).tap(f"temperature_{_OTHER_DEGREES[degrees]}").answer(fine)
        yield lambda ui: self._as_here(ui, inst).tap("language_chinese").tap("language_japanese").answer(fine)
        if inst.ending == "act":
            yield lambda ui: ui.answer(fine)
            yield lambda ui: section(ui, "date").tap(f"time_{inst.params['start']}h")


_OTHER_DEGREES = {"celsius": "fahrenheit", "fahrenheit": "celsius"}


def shown(hours: int, degrees: str) -> str:
    """A regular expression of what says that the time is shown in so many hours, or warmth in such degrees."""
    clock = rf"\b(is|shows|in|on|has|uses?|the) (\w+ ){{0,2}}{hours}[- ]?h"
    return rf"(?<!not )(?<!not in )({clock}|\b{degrees}\b|° ?{degrees[0]}\b)"


def _written(place: Place) -> tuple[int, str]:
    """How people of a place write the time, in 12 or 24 hours, and degrees."""
    facts = units(place).value
    return int(facts.clock[:2]), facts.temperature
