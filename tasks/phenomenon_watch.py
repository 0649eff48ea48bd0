"""The road: standing wishes, and dangers that come up on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.scene import Draw, Ending, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.turn import Turn, minutes
from automotive_env.validators import signals as s

PHENOMENON = Category.PHENOMENON
FROSTY = 3
"""Celsius in the coldest month below which roads freeze."""


class IcyRoad(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=3):
    """A standing wish: most of what happens on the way is no reason to speak."""

    def suits(self, place: Place, ending: Ending) -> bool:
        return min(place.january or 0, place.july or 0) <= FROSTY

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, outside=(4, 6), weather=("clear", "cloudy"), roads=("rural",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"first": draw.integer(1, 3), "later": draw.integer(2, 6)}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def freezes(car: CarSetup) -> None:
            car.write(s.OUTSIDE_TEMPERATURE, 1)
            car.happens(Phenomenon.ICY_ROAD)

        yield Turn(
            "Let me know if the road gets icy.",
            "Warn me about ice.",
            "Could you watch out for ice on the road?",
            "Give me a shout if it gets slippery out there.",
            "Tell me when the road starts freezing.",
            "It might freeze later, so warn me if there's ice.",
            check=lambda then: then.alerts.none(),
        )
        yield Turn(
            event=lambda car: car.is_written_to(inst.scene),
            notice="A message has arrived.",
            after=minutes(inst.params["first"]),
            check=lambda then: then.alerts.none() & then.silent(),
        )
        yield Turn(
            event=freezes,
            after=minutes(inst.params["later"]),
            check=lambda then: then.alerts.raised("ice"),
        )

    def alerts(self, inst: TaskInstance) -> Sequence[str]:
        return ("ice",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.answer("I will.").turn().turn().alert("ice", "The road is icy.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.turn().turn().answer("The message says nothing of ice.")
        yield lambda ui: ui.turn().alert("ice", "The road may be icy.").turn()
