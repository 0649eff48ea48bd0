"""The road: the wipers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.road import ROAD, ROADS, a_message_arrives, lights
from automotive_env.validators import Criterion, Episode, Signal
from automotive_env.validators import signals as s

REAR_WIPER = Signal("wiper.rear", "wiper.rear_wiper.is_on")


class WipersAlike(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """The front wiper faster than it goes, and the rear one on."""

    says = (
        "Front wiper faster, and rear wiper on.",
        "Faster front wiper, and start the rear one.",
        "Can you speed up the front wiper and start the rear one?",
        "Speed up the front wiper, rear one on.",
        "It's raining harder, so speed up the front wiper and start the rear one.",
        "It's pouring, speed up the front wiper and switch on the rear one.",
    )
    steps = 6
    may_change = ("wiper.front_wiper.speed_setting.*", "wiper.rear_wiper.*")
    conditions = Conditions(weather=("rain", "heavy rain"), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"gear": draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.FRONT_WIPER, True)
        car.write(s.WIPER_SPEED, inst.params["gear"])
        car.write(REAR_WIPER, False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.FRONT_WIPER) & then.rises(s.WIPER_SPEED, 1) & then.on(REAR_WIPER)

    def _faster(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return lights(ui).slide("wiper_speed", inst.params["gear"] + 1, 0.4)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._faster(ui, inst).switch("rear_wiper", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._faster(ui, inst)
        yield lambda ui: lights(ui).switch("rear_wiper", True)


class RainOnTheGlass(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS, level=1):
    """Wipers at full speed in heavy rain; they may do all they can."""

    says = (
        "I can't see, put the wipers on full.",
        "Set the wipers to the highest speed.",
        "Wipers on full!",
        "Can you set the wipers to their fastest?",
        "It's bucketing down, wipers on full blast.",
        "I can hardly see in this rain, put the wipers on max.",
    )
    endings = ("act", "refrain")
    steps = 4
    may_change = ("wiper.*",)
    conditions = Conditions(weather=("heavy rain",), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        wiping = draw.ending == "refrain"
        return {"wipes": wiping or draw.maybe(), "gear": 5 if wiping else draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.FRONT_WIPER, inst.params["wipes"])
        car.write(s.WIPER_SPEED, inst.params["gear"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.FRONT_WIPER) & then.between(s.WIPER_SPEED, 5, None)

    def _wiping(self, ui: UiScript, gear: int) -> UiScript:
        return lights(ui).switch("wipers", True).slide("wiper_speed", gear, 0.4)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: self._wiping(ui, 5)
        else:
            yield lambda ui: lights(ui).answer("The wipers are on full speed.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._wiping(ui, 4).answer("The wipers are faster now.")
        yield lambda ui: lights(ui).slide("wiper_speed", 5, 0.4).switch("wipers", False)


class FirstDrops(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """A dry drive into rain: the wipers go once it comes, and not before."""

    steps = 4
    may_change = ("wiper.*", "lowBeamHeadlight.mode=on", "lowBeamHeadlight.mode=auto")
    conditions = Conditions(light=("day",), weather=FAIR, outside=(6, 35), moving=True, roads=ROADS)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"gear": draw.integer(1, 3), "after": draw.integer(2, 9)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.FRONT_WIPER, False)
        car.write(s.WIPER_SPEED, inst.params["gear"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Put the wipers on if it starts raining.",
            "When it rains, turn the wipers on.",
            "Wipers on when it rains.",
            "Can you start the wipers as soon as it rains?",
            "Turn the wipers on once it rains.",
            "I'm not used to this car, so put the wipers on when it rains.",
            check=lambda then: then.off(s.FRONT_WIPER) & then.off(REAR_WIPER),
        )
        yield a_message_arrives(inst.scene, 1, lambda then: then.off(s.FRONT_WIPER) & then.silent())
        yield Turn(
            event=lambda car: car.turns(weather="rain", visibility=4_000),
            notice="It has started to rain.",
            after=minutes(inst.params["after"]),
            check=lambda then: then.on(s.FRONT_WIPER),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: lights(ui.turn().turn()).switch("wipers", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: lights(ui).switch("wipers", True).turn().turn()
        yield lambda ui: lights(ui.turn().turn()).switch("rear_wiper", True)
