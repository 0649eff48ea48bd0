"""The system: displays that write as people do where the car is, or where a guest is from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.car.systems.language import LANGUAGES
from automotive_env.place.country import country, local
from automotive_env.place.place import Place
from automotive_env.place.places import place_by_name
from automotive_env.tasks.kit import Dimension, Draw, Ending, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.settings import (
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
from automotive_env.validators import Criterion, Episode, every
from automotive_env.validators import signals as s

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


class ImportedCar(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT, level=1):
    """The temperature in the degrees of the place; in the other half the car shows it so already."""

    says = (
        "This car's imported, show local temperature units.",
        "Show the temperature in local degrees.",
        "Can you show the temperature in the units they use here?",
        "I bought this car abroad, so show temperatures in the units we use here.",
        "Temperature in the local units, please.",
        "Switch the temperature to local units.",
    )
    endings = ("act", "refrain")
    may_change = TEMPERATURE

    def rule(self, place: Place) -> Hashable:
        return usual(place)["temperature"] if certain(place) else None

    def scene(self, draw: Draw) -> Scene:
        right = usual(draw.place)
        return scene_in(draw, with_others(right, ["temperature"] if draw.ending == "act" else []))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return writes(then, here(inst, "temperature"))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        right = here(inst, "temperature")
        if inst.ending == "refrain":
            yield lambda ui: section(ui, "units").answer(f"It's in {right['temperature']} already, as is usual here.")
            return
        yield lambda ui: written(ui, right)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: written(ui, with_others(here(inst, "temperature"), ["temperature"]))
        yield lambda ui: written(ui, with_others(here(inst, "distance"), ["distance"]))


class AllAsTheLocals(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT, level=2):
    """Distances and degrees in the units of the place; one, both or none of them differ."""

    says = (
        "Show distance and temperature in this country's units.",
        "Use the local distance and temperature units.",
        "Could you switch distances and temperatures to this country's units?",
        "Distance and temperature in local units, please.",
        "We're abroad, so put distances and temperatures in this country's units.",
        "I've just rented this car, show distances and degrees in this country's units.",
    )
    endings = ("act", "refrain")
    may_change = (*DISTANCE, *TEMPERATURE)

    def rule(self, place: Place) -> Hashable:
        return tuple(usual(place)[what] for what in UNITS) if certain(place) else None

    def scene(self, draw: Draw) -> Scene:
        wrong = draw.choice([UNITS, UNITS[:1], UNITS[1:]]) if draw.ending == "act" else ()
        return scene_in(draw, with_others(usual(draw.place), wrong))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return writes(then, here(inst, *UNITS))

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

    AND_THEN: dict[str, Sequence[str]] = {
        "temperature": (
            "And put the temperature in the local units, too.",
            "Local units for the temperature, too.",
            "Could you show the temperature in this country's units as well?",
            "Now show the temperature in the local units, please.",
            "Show the temperature in the degrees they use here, too.",
            "I keep converting the temperature, show it in local units, too.",
        ),
        "clock": (
            "Now put the clock in the local format, too.",
            "Local format for the clock as well, please.",
            "Can you set the clock to the local format, too?",
            "And set the clock to 12 or 24 hours like people here.",
            "Show the time in this country's format, too.",
            "I almost misread the time, so put the clock in the local format.",
        ),
    }
    may_change = (*DISTANCE, *TEMPERATURE, *CLOCK)

    def rule(self, place: Place) -> Hashable:
        return tuple(usual(place).values()) if certain(place) else None

    def scene(self, draw: Draw) -> Scene:
        wrong = draw.choice([("temperature",), ("temperature", "clock"), ("clock",)])
        return scene_in(draw, with_others(usual(draw.place), ("distance", *wrong)), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"order": draw.choice([["temperature", "clock"], ["clock", "temperature"]])}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Show distances in the units on the signs here.",
            "Show distances in this country's units.",
            "Can you show distances in miles or kilometres, whichever they use here?",
            "Put distances in whatever units they use in this country.",
            "It's a rental car, so set the distances to this country's units.",
            "I'd like distances in the local units, please.",
            check=lambda then: writes(then, here(inst, "distance")) & then.as_it_was(s.TEMPERATURE_UNIT, s.TIME_FORMAT),
        )
        second, third = inst.params["order"]
        untouched = {"temperature": s.TIME_FORMAT, "clock": s.TEMPERATURE_UNIT}[second]
        yield Turn(
            *self.AND_THEN[second],
            after=minutes(4),
            check=lambda then: writes(then, here(inst, "distance", second)) & then.as_it_was(untouched),
        )
        yield Turn(*self.AND_THEN[third], after=minutes(4), check=lambda then: writes(then, here(inst, *WRITTEN)))

    def _each(self, ui: UiScript, inst: TaskInstance, ways: dict[str, str]) -> UiScript:
        first, second, third = ({what: ways[what]} for what in ("distance", *inst.params["order"]))
        return written(written(written(ui, first).turn(), second).turn(), third)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._each(ui, inst, here(inst, *WRITTEN))

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._each(ui, inst, with_others(here(inst, *WRITTEN), ["clock"]))
        yield lambda ui: written(ui, here(inst, *WRITTEN)).turn().turn()


class LanguageOfThePlace(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT, level=2):
    """The displays in the language of the place, if the car speaks it."""

    says = (
        "I've just moved here, so switch the display to the local language.",
        "Put the menus in the local language.",
        "Menus in the local language, please.",
        "My neighbour's borrowing the car, so put the screen in the local language.",
        "Switch the display to the local language.",
        "I'm selling the car here, so switch the screen to the local language.",
    )
    endings = ("act", "decline")
    may_change = LANGUAGE

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
        "My speedo isn't in the units on the signs.",
        "Why isn't my speed in the units on the signs?",
        "I have to convert every speed sign.",
        "My speedo and the signs use different units.",
        "Can you show my speed in the units on the road signs?",
        "I can't tell if I'm speeding, the road signs use different units.",
    )
    may_change = DISTANCE

    def rule(self, place: Place) -> Hashable:
        return usual(place)["distance"]

    def scene(self, draw: Draw) -> Scene:
        return scene_in(draw, with_others(usual(draw.place), ["distance"]), moving=True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return writes(then, here(inst, "distance"))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: written(ui, here(inst, "distance"))

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: written(ui, with_others(here(inst, "distance"), ["distance"]))
        yield lambda ui: ui.open("displays").tap("display_panel").tap("panel_theme_map")


class AsTheGuestKnowsIt(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """A guest from another country wants the units of home."""

    says = (
        "I'm from {home}, I don't get these units.",
        "Can you switch to the units we use in {home}?",
        "Can we use the units from {home}?",
        "I'm visiting from {home}, can you show the units we use at home?",
        "I only know the units in {home}.",
        "Can you show speed and temperature the way they do in {home}?",
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
