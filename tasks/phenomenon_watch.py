"""The road: standing wishes, and dangers that come up on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from automotive_env.place.place import Place
from automotive_env.place.rules import units
from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Ending, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup, Phenomenon
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.phenomenon import PHENOMENON
from automotive_env.tasks.phenomenon_fog import OFFERS
from automotive_env.tasks.shared.road import a_message_arrives, left_alone
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Claim

FROSTY = 3
"""Celsius in the coldest month below which roads freeze."""
COOL = 8
"""Celsius in the coldest month below which it gets near freezing at times."""
ICE = ("ice", "icy", "freezing", "frozen", "frost", "frosty", "slippery", "slick")
COLD = ("cold", "colder", "below", "under", "dropped", "fallen", "fell", *ICE)


def is_frosty(place: Place) -> bool:
    """Whether roads freeze there in winter."""
    return min(place.january or 0, place.july or 0) <= FROSTY


def warned_of_ice(then: Episode) -> Criterion:
    """The driver was warned of ice, by an alert or by saying so."""
    return then.alerts.warned(("ice",), Claim(ICE))


def freezes(car: CarSetup) -> None:
    """Let the road freeze over."""
    car.write(s.OUTSIDE_TEMPERATURE, 1)
    car.happens(Phenomenon.ICY_ROAD)


class IcyRoad(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=3):
    """A standing wish: most of what happens on the way is no reason to speak."""

    may_alert = ("ice",)
    conditions = Conditions(moving=True, outside=(4, 6), weather=FAIR, roads=("rural",))

    def suits(self, place: Place, ending: Ending) -> bool:
        return is_frosty(place)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"first": draw.integer(1, 3), "later": draw.integer(2, 6)}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Let me know if the road gets icy.",
            "Warn me about ice on the road.",
            "Could you watch out for ice on the road?",
            "Shout if the road gets icy.",
            "Tell me when the road starts freezing.",
            "It might freeze later, so warn me if there's ice.",
            check=lambda then: then.alerts.none(),
        )
        yield a_message_arrives(inst.scene, inst.params["first"])
        yield Turn(event=freezes, after=minutes(inst.params["later"]), check=warned_of_ice)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.answer("I will.").turn().turn().alert("ice", "The road is icy.")
        yield lambda ui: ui.turn().turn().answer("Careful, the road is getting icy.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.turn().turn().answer("A message has arrived.")
        yield lambda ui: ui.turn().alert("ice", "The road may be icy.").turn()


class ColderThanThat(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """A standing wish about a temperature, in degrees as people count them there; it may fall below it soon, late or twice."""

    FALLS = {"celsius": (3, 4, 5), "fahrenheit": (38, 40, 42)}
    """Degrees below which the driver wants to be warned."""
    may_alert = ("ice",)
    conditions = Conditions(moving=True, outside=(10, 16), weather=FAIR, roads=("rural", "motorway"))

    def rule(self, place: Place) -> Hashable:
        return units(place).value.temperature

    def suits(self, place: Place, ending: Ending) -> bool:
        return min(place.january or 0, place.july or 0) <= COOL

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        unit = units(draw.place).value.temperature
        degrees = draw.choice(self.FALLS[unit])
        celsius = degrees if unit == "celsius" else round((degrees - 32) / 1.8, 1)
        times = {"first": draw.integer(5, 20), "later": draw.integer(5, 20)}
        return {"degrees": degrees, "celsius": celsius, "at_once": draw.maybe(0.45)} | times

    @staticmethod
    def _changes(degrees: float, after: float, check: Callable[[Episode], Criterion]) -> Turn:
        notice = "The temperature outside has changed."
        return Turn(event=lambda car: car.turns(outside=degrees), notice=notice, after=minutes(after), check=check)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        above, below = inst.params["celsius"] + 2, inst.params["celsius"] - 1

        def is_told(then: Episode) -> Criterion:
            degrees = Amount(below, "celsius", 0.6, (inst.params["celsius"],))
            return then.alerts.warned(("ice",), Claim(COLD)) | then.answered(degrees)

        yield Turn(
            "Warn me when it's under {degrees} degrees outside.",
            "Tell me when it's under {degrees} degrees outside.",
            "Warn me below {degrees} degrees outside.",
            "Could you tell me when it gets colder than {degrees} degrees outside?",
            "The roads could freeze, tell me when it's under {degrees} degrees.",
            "I'm worried about ice, so warn me when it's below {degrees} degrees.",
            check=lambda then: then.alerts.none(),
        )
        if inst.params["at_once"]:
            yield self._changes(below, inst.params["first"], is_told)
            yield a_message_arrives(inst.scene, inst.params["later"])
        else:
            yield self._changes(above, inst.params["first"], left_alone)
            yield self._changes(below, inst.params["later"], is_told)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        told = f"It's below {inst.params['degrees']} degrees outside now."
        if inst.params["at_once"]:
            yield lambda ui: ui.answer("I will.").turn().alert("ice", told).turn()
            yield lambda ui: ui.turn().answer(told).turn()
        else:
            yield lambda ui: ui.answer("I will.").turn().turn().alert("ice", told)
            yield lambda ui: ui.turn().turn().answer(told)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        told = "It's getting cold."
        yield lambda ui: ui.turn().answer(told).turn().answer(told)
        if inst.params["at_once"]:
            yield lambda ui: ui.turn().turn().alert("ice", told)
        else:
            yield lambda ui: ui.turn().alert("ice", told).turn()


ROOF = Claim(("sunroof", "roof"))
OPEN_OR_OFFERED = Claim(("open", "close", "through", *OFFERS))
"""What tells somebody of a roof that rain comes in or that it should be closed; to claim that it is closed does not."""


class ShowerThroughTheRoof(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=3):
    """The sunroof is open when a shower begins: it is closed, or the driver is told, and after the shower it opens again."""

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
            "It's lovely out, open the sunroof.",
            "Open the sunroof.",
            "Can you open the sunroof?",
            "Let some sun in, open the roof.",
            "What a day! Let's have the sunroof open.",
            "Open the sunroof, I'd like some fresh air.",
            check=opens,
        )
        yield Turn(
            event=lambda car: car.turns(weather="rain", visibility=3_000),
            notice="It has started to rain.",
            after=minutes(inst.params["rain"]),
            check=self._is_dry_or_told,
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

    @staticmethod
    def _is_dry_or_told(then: Episode) -> Criterion:
        facts = (ROOF, OPEN_OR_OFFERED)
        told = then.answered(*facts) | then.alerts.raised("low visibility", says=facts)
        return then.between(s.SUNROOF, None, 0) | told

    def _roof(self, ui: UiScript, word: str) -> UiScript:
        return ui.open("vehicle").tap("vehicle_roof").tap(f"sunroof_{word}")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._roof(self._roof(self._roof(ui, "open").turn(), "close").turn(), "open")
        told = "It's starting to rain, and the sunroof is open."
        yield lambda ui: self._roof(self._roof(ui, "open").turn().answer(told).turn(), "open")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._roof(ui, "open").turn().turn()
        yield lambda ui: self._roof(self._roof(ui, "open").turn(), "close").turn().answer("The sunroof is open.")
        yield lambda ui: self._roof(ui, "open").turn().answer("It has started to rain.").turn()
        yield lambda ui: self._roof(ui, "open").turn().answer("I've closed the sunroof.").turn()
