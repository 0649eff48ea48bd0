"""The road: what the driver wants done or told when something comes up on the way."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from automotive_env.place.place import Place
from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Ending, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup, Phenomenon
from automotive_env.tasks.kit.scene import SceneImpossible
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.road import HAZARD_LIGHTS, ROAD, a_message_arrives, left_alone, lights, lights_by_day, month_of
from automotive_env.validators import Criterion, Episode, Signal
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Claim, Word
from automotive_env.validators.harm import NOBODY_DAZZLED

AUTO_HIGH_BEAM = Signal("lights.auto_high_beam", "assistance.auto_high_beam")
RAIN_VISIBILITY = 4_000
"""Metres, so that rain alone decides on the lights."""
DUE = (
    *("required", "mandatory", "need", "must", "have to", "put", "turn on", "switch on", "lights on", "headlights on"),
    "time for",
)
LIGHTS_DUE = (Word(("lights", "headlights", "headlamps", "low beam", "low beams")), Claim(DUE))
"""What tells, and does not deny, that the lights have to be on."""


class TailOfTheJam(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS, level=1):
    """The hazard lights at the end of a queue."""

    says = (
        "We're stopping, put the hazard lights on.",
        "Turn on the hazard lights.",
        "Hazards!",
        "Can you put the hazard lights on for the cars behind?",
        "Whoa, everyone's braking, put the hazard lights on.",
        "There's a jam, put the hazards on so nobody runs into us.",
    )
    speaker = "passenger"
    steps = 3
    may_change = ("hazardLight.*",)
    conditions = Conditions(light=("day",), moving=True, roads=("motorway", "rural"), speed=(8, 40))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(HAZARD_LIGHTS)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: lights(ui).switch("hazard_light", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: lights(ui).switch("rear_fog_light", True)
        yield lambda ui: ui.answer("The hazard lights are on.")


class LightsWhenDue(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """A standing wish about the headlights: rain makes them a duty in some places, the dark everywhere."""

    steps = 4
    may_change = ("lowBeamHeadlight.mode=on", "lowBeamHeadlight.mode=auto")
    may_alert = ("lights",)

    def rule(self, place: Place) -> Hashable:
        months = [self._rain(place, month) for month in (1, 7)]
        return None if None in months else tuple(months)

    @staticmethod
    def _rain(place: Place, month: int) -> bool | None:
        if lights_by_day(place, "urban", month) is not False:
            return None
        return lights_by_day(place, "urban", month, "rain", RAIN_VISIBILITY)

    def suits(self, place: Place, ending: Ending) -> bool:
        return any(self._rain(place, month) is not None for month in (1, 4, 7, 10))

    def scene(self, draw: Draw) -> Scene:
        for _ in range(10):
            scene = draw.scene(light=("day",), weather=("cloudy",), outside=(5, 35), moving=True, roads=("urban",))
            if self._rain(draw.place, month_of(scene)) is not None:
                return scene
        raise SceneImpossible(f"{draw.place.name} has no such day")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"due": self._rain(draw.place, month_of(scene)), "rain": draw.integer(2, 9), "dark": draw.integer(20, 60)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, "off")

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def told(then: Episode) -> Criterion:
            return then.alerts.raised("lights") | then.low_beam_shines() | then.answered(*LIGHTS_DUE)

        def left(then: Episode) -> Criterion:
            return then.is_(s.LOW_BEAM, "off") & left_alone(then)

        yield Turn(
            "Tell me when I have to use headlights.",
            "Warn me when I need my headlights.",
            "Tell me when I need my headlights.",
            "Can you let me know when I need my headlights on?",
            "I always forget my headlights, so remind me when I need them.",
            "Remind me to put the headlights on when it's time.",
            check=lambda then: then.alerts.none() & then.is_(s.LOW_BEAM, "off"),
        )
        yield Turn(
            event=lambda car: car.turns(weather="rain", visibility=RAIN_VISIBILITY),
            notice="It has started to rain.",
            after=minutes(inst.params["rain"]),
            check=told if inst.params["due"] else left,
        )
        yield Turn(
            event=self._gets_dark,
            notice="It has stopped raining, and night has fallen.",
            after=minutes(inst.params["dark"]),
            check=told,
        )

    @staticmethod
    def _gets_dark(car: CarSetup) -> None:
        car.turns(weather="cloudy", visibility=10_000, light="night")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        def warned(ui: UiScript) -> UiScript:
            return ui.alert("lights", "Your headlights have to be on now.")

        if inst.params["due"]:
            yield lambda ui: warned(ui.answer("I will.").turn()).turn().answer("You need your headlights on now.")
            yield lambda ui: lights(ui.answer("I will.").turn()).tap("low_beam_on").turn()
        else:
            yield lambda ui: warned(ui.answer("I will.").turn().turn())
            yield lambda ui: lights(ui.turn().turn()).tap("low_beam_on")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.params["due"]:
            yield lambda ui: ui.answer("I will.").turn().turn().alert("lights", "Put your headlights on.")
        else:
            yield lambda ui: ui.turn().alert("lights", "Put your headlights on.").turn().answer("Lights on, please.")
        yield lambda ui: lights(ui).tap("low_beam_on").turn().turn()


class DipForTraffic(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS, level=3):
    """High beam on a dark road: dipped while somebody comes, on again behind them, and for nobody else."""

    harm = (NOBODY_DAZZLED,)
    steps = 4
    may_change = ("lowBeamHeadlight.mode", "assistance.auto_high_beam=true")
    conditions = Conditions(light=("night",), weather=FAIR, moving=True, roads=("rural",), speed=(45, 60))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"low_beam": draw.choice(["on", "auto"]), "first": draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LOW_BEAM, inst.params["low_beam"])
        car.write(s.HIGH_BEAM, True)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Dip the lights when a car comes.",
            "Dip the high beam for oncoming cars.",
            "Dip the lights for oncoming traffic.",
            "Can you dip the lights for other cars?",
            "I don't want to blind anyone, so dip the lights when a car comes.",
            "I keep blinding people, so dip my high beams for oncoming cars.",
            check=lambda then: then.on(s.HIGH_BEAM),
        )
        yield a_message_arrives(inst.scene, 1, lambda then: then.on(s.HIGH_BEAM) & then.silent())
        yield Turn(
            event=lambda car: car.happens(Phenomenon.DAZZLED_ONCOMING),
            notice="A car is coming towards you.",
            after=minutes(inst.params["first"]),
            check=lambda then: (then.off(s.HIGH_BEAM) | then.on(AUTO_HIGH_BEAM)) & then.low_beam_shines(),
        )
        yield Turn(
            event=lambda car: car.write(s.DAZZLED_ONCOMING, False),
            notice="The car has passed, and the road is empty.",
            after=15,
            check=lambda then: then.on(s.HIGH_BEAM) & then.low_beam_shines(),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: lights(ui.turn().turn()).switch("high_beam", False).turn().switch("high_beam", True)
        yield lambda ui: lights(ui).switch("auto_high_beam", True).turn().turn().turn()

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: lights(ui.turn().turn()).switch("high_beam", False).turn()
        yield lambda ui: lights(ui).switch("high_beam", False).turn().turn().turn().switch("high_beam", True)
