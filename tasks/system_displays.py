"""The system: the displays of the car, one by one and all together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import units
from automotive_env.headunit.widgets.wording import clock
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.maps_messages import READ, opened
from automotive_env.tasks.system import SYSTEM, section
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Fact, NoOther, NothingToDo, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every

DISPLAYS = {
    "hud": ("the projection on the windscreen", s.HUD_BRIGHTNESS, "hud_brightness"),
    "panel": ("the instruments", s.INSTRUMENTS_BRIGHTNESS, "panel_brightness"),
    "ceiling": ("the screen under the ceiling", s.CEILING_BRIGHTNESS, "overhead_brightness"),
    "centre": ("this screen here", s.SCREEN_BRIGHTNESS, "brightness"),
}
"""Display -> what a driver calls it, how bright it is, and the slider for that."""
BRIGHTNESS_APIS = {
    "hud": "HUD",
    "panel": "instrumentPanel",
    "ceiling": "overheadScreen",
    "centre": "centerInformationDisplay",
}
"""Display -> module whose API sets how bright it is."""
OFF = {"hud": "off", "ceiling": "folded in"}
"""Display that can be without a picture -> how that is said."""
WORDS = {
    "hud": r"head-?up|hud|projection|projector|windscreen|windshield|glass",
    "panel": r"instruments?|dials|cluster",
    "ceiling": r"ceiling|overhead",
    "centre": r"cent(re|er)|this (one|screen)",
}
"""Display -> words for it in an answer."""
SHINES = (
    *("HUD.brightness.*", "overheadScreen.brightness_*", "instrumentPanel.brightness*"),
    "centerInformationDisplay.brightness_settings.*",
)
PANEL_UNITS = {"kilometer": ("Kilometers", "panel_kilometers"), "mile": ("Miles", "panel_miles")}
"""Unit of a place -> that of the instruments, and its button."""
_TABS = {"hud": "hud", "panel": "panel", "ceiling": "overhead", "centre": "center"}


def display(ui: UiScript, name: str) -> UiScript:
    """A page of the displays."""
    return ui.open("displays").tap(f"display_{_TABS[name]}")


def is_off(display: str) -> Fact:
    """That a display has no picture, and no other one; an empty name: that none of them is without."""
    off = r"(off|folded|closed|dark|inactive|disabled|retracted|(not|isn't|never) (\w+ )?(on|open|out|shining))\b"
    others = "|".join(words for name, words in WORDS.items() if name != display)
    contrary = rf"\b({others})( screen| display)? (is|was) (\w+ )?{off}|\b({others})( [\w-]+){{0,6}} (are|were) (\w+ )?{off}"
    if not display:
        return Says("that none of them is off", "", contrary)
    own = WORDS[display]
    return Says(f"that {DISPLAYS[display][0]} is off", rf"\b({own})\b[^.;]*\b{off}|\b{off}[^.;]*\b({own})\b", contrary)


class DisplaysHalfAsBright(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """Three of the four displays shine half or twice as much as they did, each by its own measure; what is off stays so."""

    says = (
        "Take {first}, {second} and {third} to {share} as bright as each is now. If one is off or folded in, skip it, say which.",
        "{first}, {second}, {third}: {share} as bright, please, unless it's off or folded in; then say which. Leave {fourth}.",
        (
            "Could you make {first}, {second} and {third} shine {share} as much, each by its own measure, but not what is off or "
            "folded in? Name that to me."
        ),
        (
            "My eyes aren't happy with it: {share} the light from {first}, from {second} and from {third}. Off or folded in, it "
            "stays as it is; which, please?"
        ),
        (
            "All of them {share} as bright as they are. No, not {fourth}; just {first}, {second} and {third}, nor one that's off "
            "or folded in; tell me that one."
        ),
        (
            "The light of {first}, {second} and {third}: each {share} what it is now. Whatever is off or folded in, leave, and "
            "let me know."
        ),
    )
    steps = 14

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        order = draw.rng.sample(sorted(DISPLAYS), 4)
        halved = draw.maybe()
        starts = draw.rng.sample(range(50, 100, 10) if halved else range(20, 50, 5), 4)
        drawn: dict[str, Any] = {"share": "half" if halved else "twice"}
        drawn["off"] = draw.choice([name for name in order[:3] if name in OFF] * 2 + [""])
        for place, name, start in zip(("first", "second", "third", "fourth"), order, starts, strict=True):
            drawn |= {place: DISPLAYS[name][0], f"{place}_display": name, f"{place}_start": start}
        return drawn

    def _wanted(self, inst: TaskInstance) -> dict[str, float]:
        """Display -> per cent at which it is to shine, of those that change."""
        share, named = 0.5 if inst.params["share"] == "half" else 2, ("first", "second", "third")
        wanted = {inst.params[f"{x}_display"]: share * inst.params[f"{x}_start"] for x in named}
        return {name: bright for name, bright in wanted.items() if name != inst.params["off"]}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HUD, inst.params["off"] != "hud")
        car.write(s.CEILING_SCREEN, "close" if inst.params["off"] == "ceiling" else "open")
        for auto in (s.AUTO_BRIGHTNESS, s.INSTRUMENTS_AUTO_BRIGHTNESS):
            car.write(auto, False)
        for place in ("first", "second", "third", "fourth"):
            car.write(DISPLAYS[inst.params[f"{place}_display"]][1], inst.params[f"{place}_start"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wanted, off = self._wanted(inst), inst.params["off"]
        shine = [then.near(DISPLAYS[name][1], bright, 3) for name, bright in wanted.items()]
        others = [signal for name, (_, signal, _) in DISPLAYS.items() if name not in wanted]
        kept = then.as_it_was(*others, s.HUD, s.CEILING_SCREEN, s.AUTO_BRIGHTNESS, s.INSTRUMENTS_AUTO_BRIGHTNESS)
        return every(*shine, kept, then.answered(is_off(off)))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return SHINES

    def _shine(self, ui: UiScript, wanted: dict[str, float]) -> UiScript:
        for name, bright in wanted.items():
            display(ui, name).slide(DISPLAYS[name][2], bright)
        return ui

    def _told(self, ui: UiScript, off: str) -> UiScript:
        return ui.answer(f"I left {DISPLAYS[off][0]}, it is {OFF[off]}.") if off else ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        wanted, off = self._wanted(inst), inst.params["off"]
        yield lambda ui: self._told(self._shine(ui, wanted), off)
        if "centre" in wanted:
            others = {name: bright for name, bright in wanted.items() if name != "centre"}
            yield (lambda ui: self._told(section(self._shine(ui, others), "display").slide("brightness", wanted["centre"]), off))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        wanted, off = self._wanted(inst), inst.params["off"]
        share = 0.5 if inst.params["share"] == "half" else 2
        fourth = {inst.params["fourth_display"]: share * inst.params["fourth_start"]}
        yield lambda ui: self._told(self._shine(ui, dict(list(wanted.items())[:-1])), off)
        yield lambda ui: self._told(self._shine(ui, wanted | fourth), off)
        yield lambda ui: self._told(self._shine(ui, dict.fromkeys(wanted, 50)), off)
        yield lambda ui: self._shine(ui, wanted).answer("The instruments are off.")
        if off:
            yield lambda ui: self._shine(ui, wanted)
            yield lambda ui: self._told(self._shine(ui, wanted | {off: 30}), off)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("system.state_view", modules=list(BRIGHTNESS_APIS.values()))
        for name, bright in self._wanted(inst).items():
            module = BRIGHTNESS_APIS[name]
            plan = plan.call(f"{module}.carcontrol_{module}_brightness_set", value=bright, unit="percentage")
        yield plan.answer(f"I left {DISPLAYS[inst.params['off']][0]}, it is off.") if inst.params["off"] else plan


class DisplaysAsWished(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """The projection and the instruments as described; the odometer counts in what the road signs of the place count in."""

    says = (
        "Project onto the windscreen for me: {height} percent up, {bright} percent bright. Dials: {view}, mileage as signs here.",
        (
            "I want the head-up picture, at {height} percent of its height and {bright} percent of its light; the dials with "
            "{view}, and the total driven told the way signs do in this country."
        ),
        "Windscreen display on, {height} up, {bright} bright, in percent. And {view} on the dials, counting as people do here.",
        (
            "Could you throw the speed on the glass, {bright} percent bright and {height} percent high? Behind the wheel goes "
            "{view}, and the car's total distance in the local unit."
        ),
        (
            "I keep looking down, so put it on the windscreen: {height} percent high, {bright} percent bright. Behind the "
            "wheel, {view}, and its odometer in what they measure roads in around here."
        ),
        (
            "Not only behind the wheel, on the glass, too: {bright} percent bright, {height} percent high. Down there, {view} "
            "and the mileage as this country counts it."
        ),
    )
    steps = 13

    def suits(self, place: Place, ending: Ending) -> bool:
        return units(place).confidence != "low"

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        theme = draw.choice(["Scene", "Map"])
        return {
            "height": draw.choice([10, 20, 30, 70, 80, 90]),
            "bright": draw.choice([15, 25, 35, 65, 75, 85]),
            "view": {"Scene": "the picture of the road", "Map": "the map"}[theme],
            "theme": theme,
            "unit": units(draw.place).value.distance,
            "was": draw.choice(["Kilometers", "Miles"]),
        }

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HUD, False)
        car.write(s.INSTRUMENTS_THEME, "Map" if inst.params["theme"] == "Scene" else "Scene")
        car.write(s.INSTRUMENTS_UNIT, inst.params["was"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        glass = then.near(s.HUD_HEIGHT, inst.params["height"], 3) & then.near(s.HUD_BRIGHTNESS, inst.params["bright"], 3)
        dials = then.is_(s.INSTRUMENTS_THEME, inst.params["theme"])
        return then.on(s.HUD) & glass & dials & then.is_(s.INSTRUMENTS_UNIT, PANEL_UNITS[inst.params["unit"]][0])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("HUD.*", "instrumentPanel.theme", "instrumentPanel.distance_unit")

    def _glass(self, ui: UiScript, height: float, bright: float) -> UiScript:
        return display(ui, "hud").switch("hud_switch", True).slide("hud_brightness", bright).slide("hud_height", height)

    def _dials(self, ui: UiScript, inst: TaskInstance, unit: str) -> UiScript:
        return display(ui, "panel").tap(f"panel_theme_{inst.params['theme'].lower()}").tap(PANEL_UNITS[unit][1])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        height, bright, unit = inst.params["height"], inst.params["bright"], inst.params["unit"]
        yield lambda ui: self._dials(self._glass(ui, height, bright), inst, unit)
        yield lambda ui: self._glass(self._dials(ui, inst, unit), height, bright)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        height, bright, unit = inst.params["height"], inst.params["bright"], inst.params["unit"]
        other = "mile" if unit == "kilometer" else "kilometer"
        yield lambda ui: self._dials(self._glass(ui, bright, height), inst, unit)
        yield lambda ui: self._dials(self._glass(ui, height, bright), inst, other)
        yield lambda ui: self._dials(self._glass(ui, height, bright).switch("hud_switch", False), inst, unit)
        yield lambda ui: self._glass(ui, height, bright).answer("The glass and the dials are as you wish.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        height, bright, unit = inst.params["height"], inst.params["bright"], inst.params["unit"]
        plan = CallPlan().call("HUD.carcontrol_HUD_switch", switch=True)
        plan = plan.call("HUD.carcontrol_HUD_brightness_set", value=bright, unit="percentage")
        plan = plan.call("HUD.carcontrol_HUD_height_set", value=height, unit="percentage")
        plan = plan.call("instrumentPanel.carcontrol_display_theme_set", mode=inst.params["theme"])
        if inst.params["was"] != PANEL_UNITS[unit][0]:
            plan = plan.call("instrumentPanel.carcontrol_instrumentPanel_meter_unit", mode=PANEL_UNITS[unit][0])
        yield plan


class ScreenStaysLit(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT):
    """Who reads in the parked car is fetched at a time that is written, and perhaps put off: lit until then, and not for long."""

    says = (
        "{contact} fetches me here and writes any moment at what time. I read till then without touching anything; it mustn't "
        "go black. But it should within {margin} minutes of that, as I'll be gone.",
        "We study the map till {contact} comes; the time will be in a message. I don't want to keep tapping it awake; {margin} "
        "minutes after that time is the limit, though.",
        "It goes black on me while I read. It should last until {contact} is here, who's about to text me when; but not more "
        "than {margin} minutes longer, in case I nod off right now.",
        "Could this picture stay till {contact} picks me up, and have vanished {margin} minutes after that, if I don't touch "
        "it from now on? You'll read in a minute when that is. It may be so already.",
        "Leave it lit long enough, untouched from now until {contact} turns up, but save the battery from {margin} minutes "
        "later on. They let me know the time right now. It may be so already.",
        "We wait for {contact} here. Not ten seconds and then black: till they come, which they are writing at this moment, "
        "and {margin} minutes more at most, if nobody touches it.",
    )
    endings = ("act", "answer")
    steps = 10

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        margin, moves, now = draw.integer(6, 10), draw.maybe(0.6), datetime.fromisoformat(scene.time)
        least = draw.integer(14, 44)
        fits = range(least, least + margin + 1)
        first = draw.choice([one for one in range(10, 50) if abs(one - least) > margin + 3]) if moves else least
        wrong = (
            range(first, first + margin + 1) if moves else [one for one in range(2, 60) if not least - 4 <= one <= fits[-1] + 3]
        )
        came, came_again = (clock(str(now + timedelta(minutes=minutes)), scene.clock) for minutes in (first, least))
        times = {"writes": draw.choice([8, 12, 16]), "again": draw.choice([16, 22, 28]) if moves else 0}
        start = draw.choice(wrong if draw.ending == "act" else fits[2:-2])
        told = {"contact": draw.person(), "margin": margin, "first": came, "last": came_again}
        return told | times | {"least": least, "most": least + margin, "start": start}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SCREEN_TIMEOUT, inst.params["start"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        contact, first, last, writes, again = (inst.params[name] for name in ("contact", "first", "last", "writes", "again"))
        sure = "Not sure yet, I'm asking; I'll write again in a minute." if again else "That's settled."
        told = Event(lambda car: car.writes(contact, f"I'm with you at {first}. {sure}"), after_seconds=writes)
        moved = Event(lambda car: car.writes(contact, f"It will be {last}, now for sure."), after_seconds=writes + again)
        return (told, moved) if again else (told,)

    @staticmethod
    def _lasts(then: Episode, inst: TaskInstance) -> Criterion:
        """It stays lit for long enough, and not for too long."""
        return then.between(s.SCREEN_TIMEOUT, inst.params["least"] - 1, inst.params["most"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        lasts = self._lasts(then, inst)
        if inst.ending == "act":
            return lasts & ~self._lasts(then.at(inst.params["writes"] - 1), inst)  # before there is word nobody can know
        known = inst.params["writes"] + inst.params["again"]
        return lasts & then.answered_since(known, *self.fine(inst))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*READ, "system.screen_timeout") if inst.ending == "act" else READ

    @staticmethod
    def fine(inst: TaskInstance) -> tuple[Fact, ...]:
        """What says that it lasts long enough, and not too long."""
        least, most = inst.params["least"], inst.params["most"]
        beside = (inst.params["margin"], least, least - 1, most, most - 1)  # a minute may have passed since
        minutes = Amount(inst.params["start"], "minutes", 0.5, beside)
        return NothingToDo((minutes,)), NoOther(minutes)

    def _told(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """Until all that is written has come, and then the page."""
        ui.wait(inst.params["writes"])
        return section((ui.wait(inst.params["again"]) if inst.params["again"] else ui).dismiss(), "apps")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        least, most, start, contact = (inst.params[name] for name in ("least", "most", "start", "contact"))
        if inst.ending == "act":
            yield lambda ui: self._told(ui, inst).slide("screen_timeout", (least + most) // 2, 2)
            yield lambda ui: self._told(ui, inst).slide("screen_timeout", least + 2, 2).answer("It stays lit long enough now.")
        else:
            yield lambda ui: self._told(ui, inst).answer(f"The screen already stays on for {start} minutes.")
            yield lambda ui: opened(self._told(ui, inst), contact).answer("Nothing to change, it is set as you want it.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        least, most = inst.params["least"], inst.params["most"]
        enough = "Nothing to change, it already stays lit long enough."
        yield lambda ui: self._told(ui, inst).slide("screen_timeout", max(least - 5, 1), 2).answer("It lasts as you need it.")
        yield lambda ui: self._told(ui, inst).slide("screen_timeout", min(most + 6, 60), 2)
        yield lambda ui: section(ui, "display").slide("brightness", 100).answer("It is bright now.")
        if inst.ending == "act":
            yield lambda ui: self._told(ui, inst).answer(enough)
            yield lambda ui: section(ui, "apps").slide("screen_timeout", (least + most) // 2, 2).wait(50)
        else:
            yield lambda ui: section(ui, "apps").answer(enough).wait(50)
