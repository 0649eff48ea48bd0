"""The road: standing wishes, and dangers that come up on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from automotive_env.car.driving.temperature import degrees, number
from automotive_env.place.place import Place
from automotive_env.place.places import place_by_name
from automotive_env.place.rules import units
from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Ending, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup, Phenomenon
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.phenomenon import PHENOMENON
from automotive_env.tasks.shared.road import a_message_arrives, left_alone
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount

FROSTY = 3
"""Celsius in the coldest month below which roads freeze."""
COOL = 8
"""Celsius in the coldest month below which it gets near freezing at times."""


def is_frosty(place: Place) -> bool:
    """Whether roads freeze there in winter."""
    return min(place.january or 0, place.july or 0) <= FROSTY


def freezes(car: CarSetup) -> None:
    """Let the road freeze over."""
    car.write(s.OUTSIDE_TEMPERATURE, 1)
    car.happens(Phenomenon.ICY_ROAD)


class IcyRoad(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=3):
    """A standing wish for a warning on the display: most of what happens on the way is no reason for one."""

    may_alert = ("ice",)
    conditions = Conditions(moving=True, outside=(4, 6), weather=FAIR, roads=("rural",))

    def suits(self, place: Place, ending: Ending) -> bool:
        return is_frosty(place)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"first": draw.integer(1, 3), "later": draw.integer(2, 6)}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Put a warning on the screen if the road gets icy.",
            "Show a warning if the road gets icy.",
            "Could you show a warning on the screen if there's ice?",
            "Flash up a warning the moment it gets icy.",
            "It might freeze later, so put up a warning if there's ice.",
            "I can't hear you over the kids, so show me a warning if it's icy.",
            check=lambda then: then.alerts.none(),
        )
        yield a_message_arrives(inst.scene, inst.params["first"])
        yield Turn(event=freezes, after=minutes(inst.params["later"]), check=lambda then: then.alerts.raised("ice"))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.answer("I will.").turn().turn().alert("ice", "The road is icy.")
        yield lambda ui: ui.turn().turn().answer("Careful.").alert("ice", "Black ice is possible.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.turn().turn().answer("There is a warning of ice on the screen.")
        yield lambda ui: ui.turn().alert("ice", "The road may be icy.").turn()


class ColderThanThat(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """How cold it is, to be told once it is colder than the driver likes, in degrees as people count them there: soon or late."""

    FALLS = {"celsius": (3, 4, 5), "fahrenheit": (38, 40, 42)}
    """Degrees below which the driver wants to be told."""
    may_alert = ("ice",)
    conditions = Conditions(moving=True, outside=(10, 16), weather=FAIR, roads=("rural", "motorway"))

    def rule(self, place: Place) -> Hashable:
        return units(place).value.temperature

    def suits(self, place: Place, ending: Ending) -> bool:
        return min(place.january or 0, place.july or 0) <= COOL

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        unit = units(draw.place).value.temperature
        limit = draw.choice(self.FALLS[unit])
        celsius = limit if unit == "celsius" else round((limit - 32) / 1.8, 1)
        times = {"first": draw.integer(5, 20), "later": draw.integer(5, 20)}
        return {"degrees": limit, "celsius": celsius, "at_once": draw.maybe(0.45)} | times

    @staticmethod
    def _changes(degrees: float, after: float, check: Callable[[Episode], Criterion]) -> Turn:
        notice = "The temperature outside has changed."
        return Turn(event=lambda car: car.turns(outside=degrees), notice=notice, after=minutes(after), check=check)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        above, below, limit = inst.params["celsius"] + 2, inst.params["celsius"] - 1, inst.params["degrees"]
        unit = units(place_by_name(inst.place)).value.temperature
        now = Amount(number(below, unit), unit, 0.6 if unit == "celsius" else 1.1, (limit,))

        def is_told(then: Episode) -> Criterion:
            return then.answered(now) | then.alerts.raised("ice", says=(now,))

        yield Turn(
            "Tell me how cold it is once it's under {degrees} degrees outside.",
            "Below {degrees} degrees outside, tell me the temperature.",
            "Could you tell me how cold it is when it gets below {degrees} degrees outside?",
            "Read me the temperature as soon as it's under {degrees} degrees.",
            "The roads could freeze, so tell me how cold it is once it's under {degrees} degrees.",
            "If it's colder than {degrees} degrees outside, let me know how cold exactly.",
            check=lambda then: then.alerts.none(),
        )
        if inst.params["at_once"]:
            yield self._changes(below, inst.params["first"], is_told)
            yield a_message_arrives(inst.scene, inst.params["later"])
        else:
            yield self._changes(above, inst.params["first"], left_alone)
            yield self._changes(below, inst.params["later"], is_told)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        told = f"It's {self._outside(inst, -1)} outside now."
        if inst.params["at_once"]:
            yield lambda ui: ui.answer("I will.").turn().alert("ice", told).turn()
            yield lambda ui: ui.turn().answer(told).turn()
        else:
            yield lambda ui: ui.answer("I will.").turn().turn().alert("ice", told)
            yield lambda ui: ui.turn().turn().answer(told)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        told, wrong = (f"It's {self._outside(inst, by)} outside now." for by in (-1, -4))
        yield lambda ui: ui.turn().answer(told).turn().answer(told)
        if inst.params["at_once"]:
            yield lambda ui: ui.turn().turn().alert("ice", told)
            yield lambda ui: ui.turn().answer(wrong).turn()
        else:
            yield lambda ui: ui.turn().alert("ice", told).turn()
            yield lambda ui: ui.turn().turn().answer(wrong)

    @staticmethod
    def _outside(inst: TaskInstance, by: float) -> str:
        """A temperature so many degrees celsius above the one that the driver names, as the displays write it."""
        return degrees(inst.params["celsius"] + by, inst.scene.temperature_unit)


class ShowerThroughTheRoof(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=3):
    """The sunroof is open for as long as it is dry: it closes for a shower, and opens again after it."""

    steps = 4
    may_change = ("sunroof.*",)
    may_alert = ("low visibility",)
    conditions = Conditions(moving=True, light=("day",), weather=FAIR, outside=(14, 30), roads=("urban", "rural"), speed=(30, 60))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"rain": draw.integer(3, 15), "later": draw.integer(5, 15)}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def opens(then: Episode) -> Criterion:
            return then.between(s.SUNROOF, 20, None, "open")

        yield Turn(
            "It's lovely out, open the sunroof until it rains.",
            "Open the sunroof until it rains.",
            "Can you open the sunroof, and close it if it rains?",
            "Let some sun in, open the roof, but shut it if it rains.",
            "What a day! Let's have the sunroof open as long as it's dry.",
            "Open the sunroof, I'd like some fresh air, but close it if there's a shower.",
            check=opens,
        )
        yield Turn(
            event=lambda car: car.turns(weather="rain", visibility=3_000),
            notice="It has started to rain.",
            after=minutes(inst.params["rain"]),
            check=lambda then: then.between(s.SUNROOF, None, 0),
        )
        yield Turn(
            "The rain's stopped, open the sunroof again.",
            "It's dry again, open the sunroof.",
            "Can you open the sunroof again? It's stopped raining.",
            "That was just a shower, open the roof again.",
            "The sun's back out, so open the sunroof.",
            "It's stopped raining, let's have the sunroof open.",
            event=lambda car: car.turns(weather="clear", visibility=10_000),
            after=minutes(inst.params["later"]),
            check=opens,
        )

    def _roof(self, ui: UiScript, word: str) -> UiScript:
        return ui.open("vehicle").tap("vehicle_roof").tap(f"sunroof_{word}")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._roof(self._roof(self._roof(ui, "open").turn(), "close").turn(), "open")
        told = "It's starting to rain, so I've closed the sunroof."
        yield lambda ui: self._roof(self._roof(self._roof(ui, "open").turn(), "close").answer(told).turn(), "open")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._roof(ui, "open").turn().turn()
        yield lambda ui: self._roof(ui, "open").turn().answer("It's starting to rain, shall I close the sunroof?").turn()
        yield lambda ui: self._roof(self._roof(ui, "open").turn(), "close").turn().answer("The sunroof is open.")
        yield lambda ui: self._roof(ui, "open").turn().answer("I've closed the sunroof.").turn()
