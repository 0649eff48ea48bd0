"""The system: displays that write as people do where the car is, or where a guest is from."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from datetime import date
from functools import cache
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.climate import season
from automotive_env.geo.country import country, local
from automotive_env.geo.place import Place
from automotive_env.geo.places import PLACES, place_by_name
from automotive_env.geo.rules import units
from automotive_env.scene import ATTEMPTS, Draw, Ending, Scene, SceneImpossible
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.getting_out import RIDES, stop
from automotive_env.tasks.system import SYSTEM, section, shown
from automotive_env.tasks.system_displays import PANEL_UNITS, display
from automotive_env.tasks.watching import NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import NO_CLAIM, Fact, Says, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.known_names import NoOtherName, pool
from automotive_env.validators.signals import Signal
from automotive_env.world.language import LANGUAGES
from automotive_env.world.values import Scalar

WRITING = {
    "distance": (s.DISTANCE_UNIT, {"kilometer": "distance_kilometer", "mile": "distance_mile"}),
    "temperature": (s.TEMPERATURE_UNIT, {"celsius": "temperature_celsius", "fahrenheit": "temperature_fahrenheit"}),
    "clock": (s.TIME_FORMAT, {"12-hour format": "time_12h", "24-hour format": "time_24h"}),
    "odometer": (s.INSTRUMENTS_UNIT, {"Kilometers": "panel_kilometers", "Miles": "panel_miles"}),
    "language": (s.LANGUAGE, {name: f"language_{name.lower()}" for name in LANGUAGES}),
}
"""What the displays write in one way or another -> its signal, and the button of each way."""
WRITTEN = (
    *("environment.unit_system", "environment.time_display_format", "cabin.temperature_unit", "instrumentPanel.distance_unit"),
    *("environment.language", "overheadScreen.language", "overheadScreen.time_display_format"),
)
AS_HERE = r"\b(match\w*|fits?|usual|local\w*|customary|as (people|they|everybody)( \w+){0,3} here)\b"
NOT_AS_HERE = r"\b(not|\w+n't|never|hardly)( \w+){0,3} (match\w*|fits?|usual|local\w*|customary)\b"
"""What says that something is as usual in a place, and that it is not."""
HOMES = (
    *("Munich", "Hamburg", "Vienna", "Lyon", "Toulouse", "Marseille", "Seville", "Bilbao", "Osaka", "Kyoto", "Sapporo"),
    *("Chengdu", "Wuhan", "Chicago", "Denver", "Boston", "Manchester", "Glasgow", "Brisbane", "Perth", "Dubai", "Cairo"),
)
"""Where guests are from."""
ALSO_CALLED = {
    "Amazigh": ("Tamazight", "Berber"),
    "Belarusian": ("Belarussian", "Byelorussian"),
    "Chinese": ("Mandarin", "Cantonese"),
    "Filipino": ("Tagalog", "Pilipino"),
    "Irish": ("Gaelic", "Gaeilge"),
    "Luxembourgish": ("Letzeburgesch", "Lëtzebuergesch"),
    "Malay": ("Bahasa Melayu",),
    "Māori": ("Maori",),
    "Quechua": ("Quichua",),
    "Romansh": ("Romansch", "Rumantsch", "Rhaeto-Romance"),
    "Swahili": ("Kiswahili",),
    "Xhosa": ("isiXhosa",),
    "Zulu": ("isiZulu",),
}
"""Official language -> what else people call it."""
DARK_SEASONS = ("autumn or winter", "winter", "winter or spring")
"""Seasons of a dark picture; drawn so that the other hemisphere has a light one then."""
STANDS = 36
"""Seconds that the car stands where a guest gets out."""
TROPIC = 23.4
"""Degrees of latitude beyond which people know four seasons."""
MILD = (12, 19)
"""Celsius that tell no season."""


def usual(place: Place) -> dict[str, str]:
    """What the displays write -> how people of a place write it, the language aside."""
    facts = units(place).value
    return {
        "distance": facts.distance,
        "temperature": facts.temperature,
        "clock": facts.clock,
        "odometer": PANEL_UNITS[facts.distance][0],
    }


def other_way(what: str, way: str) -> str:
    """The other one of two ways of writing."""
    return next(one for one in WRITING[what][1] if one != way)


def write(ui: UiScript, ways: dict[str, str]) -> UiScript:
    """Have the displays write in these ways."""
    for what, way in ways.items():
        if what == "odometer":
            display(ui, "panel").tap(WRITING[what][1][way])
    for what, way in ways.items():
        if what != "odometer":
            section(ui, "units").tap(WRITING[what][1][way])
    return ui


def writes(then: Episode, ways: dict[str, str]) -> Criterion:
    """The displays write in these ways."""
    rows: list[tuple[Signal, Scalar]] = [(WRITING[what][0], way) for what, way in ways.items()]
    return every(*(then.is_(signal, way) for signal, way in rows))


class AllAsTheLocals(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT):
    """Distances, odometer, degrees and clock as they are usual in the place; some of them are not, or all of them are."""

    says = (
        "Rented car, set by a stranger: distances, also behind the wheel, degrees and clock, all as people use them here.",
        "Whatever isn't counted as the locals count it, put right: distances, odometer, degrees, clock. Or leave it.",
        "Could the car count as this country does? Distances on all screens and the dials, degrees, hours. It may do so already.",
        "I want to read what the signs, the forecasts and the clocks out there say, the odometer included. Change what differs.",
        "Local units everywhere, dials too: distances, degrees, hours. If that's so, fine.",
        "No units from elsewhere: distances, odometer, degrees and hours as usual around here. Only what is wrong, please.",
    )
    endings = ("act", "refrain")
    steps = 10

    def rule(self, place: Place) -> Hashable:
        return tuple(usual(place).values()) if self.suits(place, "act") else None

    def suits(self, place: Place, ending: Ending) -> bool:
        return units(place).confidence != "low"

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        right = usual(draw.place)
        wrong = draw.rng.sample(sorted(right), draw.integer(1, 3)) if draw.ending == "act" else []
        return {what: other_way(what, way) if what in wrong else way for what, way in right.items()}

    def _wrong(self, inst: TaskInstance) -> dict[str, str]:
        """What is not as usual -> how it should be."""
        return {what: way for what, way in usual(place_by_name(inst.place)).items() if inst.params[what] != way}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for what, way in inst.params.items():
            car.write(WRITING[what][0], way)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return writes(then, usual(place_by_name(inst.place)))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return [path for path in WRITTEN if "language" not in path] if inst.ending == "act" else ()

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        other = {what: other_way(what, way) for what, way in usual(place_by_name(inst.place)).items()}
        counts = rf"(?<!not )(?<!not in )\b{other['distance']}s?\b|{shown(int(other['clock'][:2]), other['temperature'])}"
        return (Says("that it is as usual here", AS_HERE, f"{NOT_AS_HERE}|{counts}"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        wrong = self._wrong(inst)
        if inst.ending == "refrain":
            yield lambda ui: display(section(ui, "units"), "panel").answer("Everything already counts as people do here.")
            yield lambda ui: section(ui, "units").answer("Nothing to change: all of it is as usual here.")
        else:
            yield lambda ui: write(ui, wrong)
            yield lambda ui: write(ui, usual(place_by_name(inst.place)))

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        wrong = self._wrong(inst)
        right = usual(place_by_name(inst.place))
        yield lambda ui: write(ui, {what: other_way(what, way) for what, way in right.items()})
        yield lambda ui: write(ui, right | {"temperature": other_way("temperature", right["temperature"])}).answer("As here.")
        yield lambda ui: write(ui, right | {"language": "Chinese"}).tap("language_japanese").answer("All as usual here.")
        if inst.ending == "act":
            yield lambda ui: section(ui, "units").answer("Everything already counts as people do here.")
        if len(wrong) > 1:
            yield lambda ui: write(ui, dict(list(wrong.items())[1:])).answer("All of it counts as people do here.")


class LanguageOfThePlace(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT):
    """The displays speak the official language of the country, if it has but one; where it has several, they are named."""

    says = (
        (
            "Whoever gets in here should read the screens in this country's official language. If it has more than one, leave "
            "them as they are and tell me which."
        ),
        "Let the screens speak what is official in this country. Several languages? Then don't touch them, name them.",
        (
            "A mechanic from around here will use these screens. In the country's own tongue, please, unless the state has two "
            "or more of them: then I choose myself, so just say which there are."
        ),
        "Could the car talk to people here in their official language? If they have several, leave it and list them for me.",
        (
            "I'm learning what they speak officially in this country, so have the menus in it. But not if there's more than one: "
            "then I'd like to hear which ones."
        ),
        (
            "Not what I speak, but what the state here writes in: that's for the screens. No, if it writes in more than one "
            "language, hands off, and tell me which they are."
        ),
    )
    endings = ("act", "decline")
    steps = 5
    either_status = True

    def suits(self, place: Place, ending: Ending) -> bool:
        spoken = self._official(place)
        return len(spoken) == 1 and spoken[0] in LANGUAGES if ending == "act" else len(spoken) > 1

    @staticmethod
    def _official(place: Place) -> Sequence[str]:
        """The official languages, where those of the town are those of its country."""
        spoken = local(place).general.languages
        return spoken if spoken == country(place.country).general.languages else ()

    def rule(self, place: Place) -> Hashable:
        return len(self._official(place)) > 1 if any(self.suits(place, ending) for ending in self.endings) else None

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        spoken, *others = self._official(draw.place)
        start = draw.choice([name for name in sorted(LANGUAGES) if name not in (spoken, *others)])
        return {"spoken": spoken, "others": ", ".join(others), "start": start}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LANGUAGE, inst.params["start"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.LANGUAGE, inst.params["spoken" if inst.ending == "act" else "start"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("environment.language", "overheadScreen.language") if inst.ending == "act" else ()

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        official = inst.params["spoken"], *inst.params["others"].split(", ")
        changed = Says("that the screens were left", "", r"\b(displays?|screens?|they) (now speak|speaks? \w+ now)")
        no_other = NoOtherName((*official, inst.params["start"]), self._spoken())
        return (*(Word((name, *ALSO_CALLED.get(name, ()))) for name in official), changed, no_other, NO_CLAIM)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (NoOtherName((inst.params["spoken"], inst.params["start"]), self._spoken()),)

    @staticmethod
    @cache
    def _spoken() -> re.Pattern[str]:
        """The official languages of all places."""
        return pool(name for place in PLACES for name in local(place).general.languages)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        spoken = inst.params["spoken"]
        if inst.ending == "act":
            yield lambda ui: write(ui, {"language": spoken})
            yield lambda ui: display(ui, "ceiling").tap(f"language_{spoken.lower()}")
        else:
            all_of_them = f"{spoken}, {inst.params['others']}"
            yield lambda ui: ui.infeasible(f"There are several official languages here: {all_of_them}.")
            yield lambda ui: section(ui, "units").answer(f"I left the screens as they were: {all_of_them} are all official.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        spoken, start = inst.params["spoken"], inst.params["start"]
        another = next(name for name in LANGUAGES if name not in (spoken, start))
        yield lambda ui: write(ui, {"language": another})
        yield lambda ui: section(ui, "units").answer(f"The displays speak {spoken} now.")
        if inst.ending == "act":
            yield lambda ui: section(ui, "units").infeasible(f"There are several official languages, {spoken} is one.")
            yield lambda ui: write(ui, {"language": spoken}).tap(f"language_{start.lower()}")
            also = next(one for one in LANGUAGES if one not in (spoken, start))
            yield lambda ui: write(ui, {"language": spoken}).answer(f"{spoken} and {also} are official, I chose {spoken}.")
        else:
            others = inst.params["others"].split(", ")
            if others[1:]:
                yield lambda ui: ui.infeasible(f"{spoken} and {others[0]} are official here.")
            yield lambda ui: section(ui, "units").infeasible("There are several official languages here.")
            yield lambda ui: section(ui, "units").answer(f"{spoken} is the official language, I left the screens as they were.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        spoken, api = inst.params["spoken"], "centerInformationDisplay.carcontrol_centerInformationDisplay_language_set"
        if inst.ending == "act":
            yield CallPlan().call(api, mode=spoken)
        else:
            yield CallPlan().infeasible(f"There are several official languages here: {spoken}, {inst.params['others']}.")


class PictureForTheSeason(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT):
    """A dark or a light picture and a brightness, as the season of the place wants it; both may be so already."""

    says = (
        "In {dark} I want a dark picture at {dim} percent, otherwise a light one at {bright}. Go by the season of this place.",
        "Dark screen, {dim} percent, while it's {dark} here; light at {bright} percent the rest of the year. Fit? Then leave it.",
        (
            "I fly between the hemispheres too much to know. Where we are: if it's {dark}, dark colours and {dim} percent "
            "bright; else light colours, {bright} percent."
        ),
        "Could you put the screen on what goes with this season here? In {dark}: dark, {dim} percent. Else: light, {bright}.",
        (
            "Light colours and {bright} percent are for the rest of the year; during {dark} it's dark ones and {dim} percent. "
            "What is due here today? It may be right already."
        ),
        "Not by the hour, by the season here: {dark} means dark with {dim} percent, all else light with {bright} percent.",
    )
    endings = ("act", "refrain")
    steps = 8

    def suits(self, place: Place, ending: Ending) -> bool:
        return place.climate != "tropical" and abs(place.latitude) > TROPIC

    def rule(self, place: Place) -> Hashable:
        return place.latitude > 0 if self.suits(place, "act") else None

    def scene(self, draw: Draw) -> Scene:
        """In a month of which nobody doubts the season: that in which it begins by the calendar of the sun is left out.

        It is as warm as it can be in any of them.
        """
        for _ in range(ATTEMPTS):
            scene = draw.scene(outside=MILD)
            if date.fromisoformat(scene.time[:10]).month % 3:
                return scene
        raise SceneImpossible("no month that is all in one season was drawn")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        now = season(draw.place, date.fromisoformat(scene.time[:10]).month)
        opposite = season(draw.place, (date.fromisoformat(scene.time[:10]).month + 5) % 12 + 1)
        dark = draw.choice([one for one in DARK_SEASONS if (now in one) is not (opposite in one)])
        theme = "night" if now in dark else "day"
        dim, bright = draw.choice([20, 25, 30, 35, 40]), draw.choice([60, 65, 70, 75, 80, 85])
        right = theme, dim if theme == "night" else bright
        left = "day" if theme == "night" else "night", bright if theme == "night" else dim
        wrong = draw.choice([left, (left[0], right[1]), (right[0], left[1]), ("auto", right[1])])
        start = wrong if draw.ending == "act" else right
        drawn = {"dark": dark, "dim": dim, "bright": bright, "theme": theme, "level": right[1]}
        return drawn | {"start": start[0], "start_level": start[1]}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.NIGHT_MODE, inst.params["start"])
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["start_level"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        level = then.screen.brightness_at(inst.params["level"]) & then.off(s.AUTO_BRIGHTNESS)
        return then.is_(s.NIGHT_MODE, inst.params["theme"]) & level

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.night_mode", s.SCREEN_BRIGHTNESS.world) if inst.ending == "act" else ()

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        right, other = ("dark", "light") if inst.params["theme"] == "night" else ("light", "dark")
        wrong = rf"\b(is|shows|has|uses?|on)( already| now)? (in )?(the |a )?{other}\b(?! outside)"
        return (Says(f"that it is {right}", rf"\b{right}\b", wrong),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        theme, level = inst.params["theme"], inst.params["level"]
        if inst.ending == "refrain":
            yield lambda ui: section(ui, "display").answer("The picture is already as it should be in this season.")
            yield lambda ui: section(ui, "display").answer("Nothing to change: it fits the season here.")
        else:
            yield lambda ui: section(ui, "display").tap(f"night_mode_{theme}").slide("brightness", level)
            yield lambda ui: section(display(ui, "centre").slide("brightness", level), "display").tap(f"night_mode_{theme}")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        theme, dim, bright = inst.params["theme"], inst.params["dim"], inst.params["bright"]
        other, level = ("day", bright) if theme == "night" else ("night", dim)
        fits = "Nothing to change: it fits the season here."
        yield lambda ui: section(ui, "display").tap(f"night_mode_{other}").slide("brightness", level).answer("It fits now.")
        yield lambda ui: section(ui, "display").tap("night_mode_auto").slide("brightness", inst.params["level"])
        yield lambda ui: section(ui, "display").tap(f"night_mode_{theme}").slide("brightness", level).answer(fits)
        if inst.ending == "act":
            yield lambda ui: section(ui, "display").answer(fits)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        theme, level = inst.params["theme"], inst.params["level"]
        plan = CallPlan().call("system.state_view", modules=["system", "centerInformationDisplay"])
        if inst.ending == "refrain":
            yield plan.answer("The picture is already as it should be in this season.")
            return
        if inst.params["start"] != theme:
            plan = plan.call("system.night_mode_set", mode=theme)
        if inst.params["start_level"] != level:
            plan = plan.call("centerInformationDisplay.carcontrol_centerInformationDisplay_brightness_set", value=level)
        yield plan


class AsTheGuestKnowsIt(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT):
    """A guest from another country reads the screen as at home until they get out; then it is as its owner had it."""

    says = (
        "My guest {sits} is from {home} and should feel at home on this screen: language, distances, degrees, hours. Out of the "
        "car? Then all as I had it, before I drive on.",
        "{home} is where she lives, the lady {sits}, and she has never been abroad. Let the screen be one that she'd have there, "
        "till I've dropped her; mine again while we stand there.",
        "Could this screen look to my friend {sits} as any would in {home}, in words, distances, degrees, time? When he has got "
        "out it's mine as it is now, by the time we roll again.",
        "The man {sits} grew up in {home}, and a foot or an hour is not the same everywhere. Words and measures as at home, as "
        "long as he rides along; then what I had, before we move on.",
        "A visitor from {home} rides {sits}. Everything written here as back home, please: language, units, clock. I drop her "
        "on the way, and before I pull out again it's as now.",
        "No, she doesn't read it as we do; she's from {home} and sits {sits}. Change whatever is written or counted in another "
        "way there, and back to mine once she's out, before we leave.",
    )
    steps = 16
    WAYS = ("distance", "temperature", "clock", "language")

    def suits(self, place: Place, ending: Ending) -> bool:
        return units(place).confidence != "low"

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, roads=("urban",))

    def _at(self, home: str) -> dict[str, str]:
        """How it is written at a home."""
        place = place_by_name(home)
        (spoken, *_) = local(place).general.languages
        return {what: way for what, way in usual(place).items() if what != "odometer"} | {"language": spoken}

    def _before(self, inst: TaskInstance) -> dict[str, str]:
        """How the owner has it, which is not all as is usual where they live."""
        return {what: inst.params[what] for what in self.WAYS}

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        own = {"distance": scene.distance_unit, "temperature": scene.temperature_unit, "clock": scene.clock}
        odd = draw.choice(sorted(own))
        own |= {odd: other_way(odd, own[odd]), "language": scene.language}
        sure = [home for home in HOMES if units(place_by_name(home)).confidence != "low"]
        differ = [home for home in sure if len(self._at(home).items() - own.items()) > 1]
        if not differ:
            raise SceneImpossible(f"nobody writes otherwise than the people of {scene.place}")
        seat, other = draw.rng.sample(sorted(RIDES), 2)
        first = draw.choice([40, 46, 52])
        times = {"first": first, "out": first + draw.integer(28, 60, 4)}
        return own | times | {"home": draw.choice(differ), "seat": seat, "sits": RIDES[seat], "other": draw.choice(["", other])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for what, way in self._before(inst).items():
            car.write(WRITING[what][0], way)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        first, out = inst.params["first"], inst.params["out"]
        return *stop(inst.params["other"], first, 16, inst.scene), *stop(inst.params["seat"], out, STANDS, inst.scene)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        out = inst.params["out"]
        own = then.at(out + STANDS - 1).as_it_was(*(WRITING[what][0] for what in self.WAYS))
        home = then.from_then_on(lambda then: writes(then, self._at(inst.params["home"])), 0, out - 1, NOTICED)
        return then.waited(out) & home & own & writes(then, self._before(inst))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("tyres.pressure_unit",)

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        return ("door",)

    def _changed(self, ui: UiScript, ways: dict[str, str], but: dict[str, str]) -> UiScript:
        """Written in these ways, on a page where it is written in others."""
        for what, way in ways.items():
            if way != but[what]:
                ui.tap(WRITING[what][1][way])
        return ui

    def _as_at_home(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return self._changed(section(ui, "units"), self._at(inst.params["home"]), self._before(inst))

    def _put_back(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return self._changed(ui.dismiss(), self._before(inst), self._at(inst.params["home"]))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        first, out = inst.params["first"], inst.params["out"]
        yield lambda ui: self._put_back(self._as_at_home(ui, inst).wait(first).wait(out - first), inst)
        yield (
            lambda ui: self._put_back(self._as_at_home(ui, inst).wait(first).dismiss().wait(out - first).wait(3), inst).answer(
                "It is as you had it."
            )
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        first, out, home = inst.params["first"], inst.params["out"], self._at(inst.params["home"])
        local = usual(place_by_name(inst.place))
        yield lambda ui: self._as_at_home(ui, inst).wait(first).wait(out - first)
        yield lambda ui: self._put_back(self._as_at_home(ui, inst).wait(first), inst).wait(out - first)
        yield lambda ui: self._put_back(self._as_at_home(ui, inst), inst).wait(first).wait(out - first)
        yield lambda ui: self._put_back(self._as_at_home(ui.wait(first), inst).wait(out - first - 6), inst)
        yield lambda ui: self._put_back(self._as_at_home(ui, inst).wait(first).wait(out - first).wait(STANDS), inst)
        yield (
            lambda ui: self._changed(
                self._as_at_home(ui, inst).wait(first).wait(out - first).dismiss(),
                {what: local.get(what, inst.params[what]) for what in self.WAYS},
                home,
            )
        )
