"""The system: displays that write as people do where the car is, or where a guest is from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.geo.country import country, local
from automotive_env.geo.place import Place
from automotive_env.geo.places import place_by_name
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Dimension, Task, TaskInstance, Way
from automotive_env.tasks.kit.settings import (
    CLOCK,
    DISTANCE,
    LANGUAGE,
    TEMPERATURE,
    WRITTEN,
    certain,
    other,
    section,
    usual,
    written,
)
from automotive_env.tasks.system import SYSTEM
from automotive_env.turn import Turn, minutes
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.world.language import LANGUAGES

UNITS = ("distance", "temperature")
HOMES = (
    *("Chicago", "Boston", "Seattle", "Denver", "Manchester", "Glasgow", "Munich", "Vienna", "Lyon", "Seville", "Osaka"),
    "Perth",
)
"""Where guests are from."""


def writes(then: Episode, ways: dict[str, str]) -> Criterion:
    """The displays write in these ways."""
    return every(*(then.is_(WRITTEN[what][0], way) for what, way in ways.items()))


def scene_in(draw: Draw, ways: dict[str, str], **wanted: Any) -> Scene:
    """A scene in which the displays write in these ways."""
    fields = {"distance": "distance_unit", "temperature": "temperature_unit", "clock": "clock"}
    wanted |= {fields[what]: way for what, way in ways.items()}
    return draw.scene(**wanted)


def here(inst: TaskInstance, *what: str) -> dict[str, str]:
    """How people of the place write these things."""
    return {one: way for one, way in usual(place_by_name(inst.place)).items() if one in what}


def with_others(ways: dict[str, str], wrong: Sequence[str]) -> dict[str, str]:
    """The same ways, but for some that are the other ones."""
    return {what: other(what, way) if what in wrong else way for what, way in ways.items()}


class LocalClock(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT, level=1):
    """The clock as people of the place write the time, which it may do already."""

    says = (
        "Show the time the way people do here.",
        "Local time format, please.",
        "Set the clock to the local format.",
        "Can you show the time like the locals write it?",
        "Put the clock on whatever they use here, 12 or 24 hours.",
        "It's a rental, so set the clock to the local format.",
    )
    endings = ("act", "refrain")

    def suits(self, place: Place, ending: Ending) -> bool:
        return certain(place)

    def rule(self, place: Place) -> Hashable:
        return usual(place)["clock"] if certain(place) else None

    def scene(self, draw: Draw) -> Scene:
        right = usual(draw.place)
        return scene_in(draw, with_others(right, ["clock"] if draw.ending == "act" else []))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return writes(then, here(inst, "clock"))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return CLOCK

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        right = here(inst, "clock")
        if inst.ending == "refrain":
            yield lambda ui: section(ui, "date").answer(f"The clock is in the {right['clock']} already, as is usual here.")
            return
        yield lambda ui: section(ui, "date").tap(WRITTEN["clock"][1][right["clock"]])
        yield lambda ui: written(ui, right)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: written(ui, with_others(here(inst, "clock"), ["clock"]))
        yield lambda ui: written(ui, with_others(here(inst, "temperature"), ["temperature"]))


class AllAsTheLocals(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT, level=2):
    """Distances and degrees in the units of the place; one, both or none of them differ."""

    says = (
        "Set everything to local units.",
        "Local units, please.",
        "Could you switch the car to the local units?",
        "Change the units to what they use here.",
        "Put the display in whatever units the locals use.",
        "I've just rented this car, so switch it to local units.",
    )
    endings = ("act", "refrain")

    def suits(self, place: Place, ending: Ending) -> bool:
        return certain(place)

    def rule(self, place: Place) -> Hashable:
        return tuple(usual(place)[what] for what in UNITS) if certain(place) else None

    def scene(self, draw: Draw) -> Scene:
        wrong = draw.choice([UNITS, UNITS[:1], UNITS[1:]]) if draw.ending == "act" else ()
        return scene_in(draw, with_others(usual(draw.place), wrong))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return writes(then, here(inst, *UNITS))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*DISTANCE, *TEMPERATURE)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: section(ui, "units").answer("The car shows local units already.")
            return
        yield lambda ui: written(ui, here(inst, *UNITS))

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        right = here(inst, *UNITS)
        yield lambda ui: written(ui, with_others(right, ["temperature"]))
        yield lambda ui: written(ui, with_others(right, ["distance"]))


class RentalSettings(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT, level=3):
    """A rented car is set to local ways bit by bit, as the driver comes across what looks odd."""

    def suits(self, place: Place, ending: Ending) -> bool:
        return certain(place)

    def rule(self, place: Place) -> Hashable:
        return tuple(usual(place).values()) if certain(place) else None

    def scene(self, draw: Draw) -> Scene:
        wrong = draw.choice([("temperature",), ("temperature", "clock"), ("clock",)])
        return scene_in(draw, with_others(usual(draw.place), ("distance", *wrong)), moving=True)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Show distances in the local units.",
            "Local distance units.",
            "Can you show distances the way they do here?",
            "Put the distances in whatever they use here.",
            "It's a rental, so set the distances to local units.",
            "I'd like distances in local units, please.",
            check=lambda then: writes(then, here(inst, "distance")) & then.as_it_was(s.TEMPERATURE_UNIT, s.TIME_FORMAT),
        )
        yield Turn(
            "And the temperature, too.",
            "Same for the temperature.",
            "Could you do that for the temperature as well?",
            "Now the temperature, please.",
            "Show the temperature like the locals do, too.",
            "The temperature should be local, too, I keep converting it.",
            after=minutes(4),
            check=lambda then: writes(then, here(inst, *UNITS)) & then.as_it_was(s.TIME_FORMAT),
        )
        yield Turn(
            "Now the clock, too.",
            "The clock as well, please.",
            "Can you do the same with the clock?",
            "And the time, 12 or 24 hours like the locals.",
            "Local format for the clock, too.",
            "I almost misread the time, so do the clock as well.",
            after=minutes(4),
            check=lambda then: writes(then, here(inst, *WRITTEN)),
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*DISTANCE, *TEMPERATURE, *CLOCK)

    def _each(self, ui: UiScript, ways: dict[str, str]) -> UiScript:
        distance, temperature, clock = ({what: ways[what]} for what in WRITTEN)
        return written(written(written(ui, distance).turn(), temperature).turn(), clock)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._each(ui, here(inst, *WRITTEN))

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._each(ui, with_others(here(inst, *WRITTEN), ["clock"]))
        yield lambda ui: written(ui, here(inst, *WRITTEN)).turn().turn()


class LanguageOfThePlace(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT, level=2):
    """The displays in the language of the place, if the car speaks it."""

    says = (
        "Switch the display to the local language.",
        "Local language, please.",
        "Can you put the screen in the language they speak here?",
        "Set the car to the local language.",
        "Put the menus in the local language, I want to practise.",
        "The mechanic needs to read this, so switch to the local language.",
    )
    endings = ("act", "decline")

    @staticmethod
    def _spoken(place: Place) -> str:
        """The one official language of a country, empty where there are several or one of a town."""
        spoken = local(place).general.languages
        return spoken[0] if len(spoken) == 1 and spoken == country(place.country).general.languages else ""

    def suits(self, place: Place, ending: Ending) -> bool:
        spoken = self._spoken(place)
        return spoken != "" and (spoken in LANGUAGES) is (ending == "act")

    def rule(self, place: Place) -> Hashable:
        return self._spoken(place) or None

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(language=draw.choice([one for one in LANGUAGES if one != self._spoken(draw.place)]))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.LANGUAGE, self._spoken(place_by_name(inst.place)))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return LANGUAGE

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        spoken = self._spoken(place_by_name(inst.place))
        if inst.ending == "decline":
            yield lambda ui: section(ui, "units").infeasible(f"The display does not offer {spoken}.")
            return
        yield lambda ui: section(ui, "units").tap(f"language_{spoken.lower()}")
        yield lambda ui: ui.open("displays").tap("display_center").tap(f"language_{spoken.lower()}")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        spoken = self._spoken(place_by_name(inst.place))
        wrong = next(one for one in LANGUAGES if one not in (spoken, inst.scene.language))
        yield lambda ui: section(ui, "units").tap(f"language_{wrong.lower()}")


class UnlikeTheSigns(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """The speed is shown in another unit than that of the road signs."""

    says = (
        "My speed's in different units from the road signs.",
        "Why doesn't my speed use the same units as the signs?",
        "I have to convert every speed sign in my head.",
        "My speedo and the signs use different units.",
        "Can you show my speed in the units on the signs?",
        "I can't tell if I'm speeding, the signs use different units.",
    )

    def rule(self, place: Place) -> Hashable:
        return usual(place)["distance"]

    def scene(self, draw: Draw) -> Scene:
        return scene_in(draw, with_others(usual(draw.place), ["distance"]), moving=True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return writes(then, here(inst, "distance"))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return DISTANCE

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: written(ui, here(inst, "distance"))

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: written(ui, with_others(here(inst, "distance"), ["distance"]))
        yield lambda ui: ui.open("displays").tap("display_panel").tap("panel_theme_map")


class AsTheGuestKnowsIt(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """A guest from another country wants the units of home."""

    says = (
        "I'm from {home}, these units mean nothing to me.",
        "Can I have the units from {home}?",
        "In {home} we use other units, can you switch?",
        "I can't work with these units, show me the ones from {home}.",
        "Sorry, I only know the units we have in {home}.",
        "Can you show me the speed and temperature like in {home}?",
    )
    speaker = "passenger"

    def scene(self, draw: Draw) -> Scene:
        right = {what: usual(draw.place)[what] for what in UNITS}
        return scene_in(draw, right, moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        now = scene.distance_unit, scene.temperature_unit
        return {"home": draw.choice([home for home in HOMES if tuple(self._known(home).values()) != now])}

    @staticmethod
    def _known(home: str) -> dict[str, str]:
        ways = usual(place_by_name(home))
        return {what: ways[what] for what in UNITS}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return writes(then, self._known(inst.params["home"]))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        clock = usual(place_by_name(inst.params["home"]))["clock"]
        return (*DISTANCE, *TEMPERATURE, *(f"{path}={clock}" for path in CLOCK), s.PRESSURE_UNIT.world)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: written(ui, self._known(inst.params["home"]))

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        home = self._known(inst.params["home"])
        yield lambda ui: written(ui, with_others(home, ["temperature"]))
        yield lambda ui: written(ui, with_others(home, ["distance"]))
