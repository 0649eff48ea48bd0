"""A task in which things happen one after the other while the agent waits."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.task import Category, Dimension, Event, Task, TaskInstance
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion


class NightFalls(Task, category=Category.SYSTEM, dimension=Dimension.IMPLICIT_INTENT):
    """The screen is to be darker; night falls after ten seconds, and then rain."""

    says = ("Too bright.",)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, 80)
        car.turns(light="day")

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        rains = Event(lambda car: car.write(s.WEATHER, "heavy rain"), when=lambda then: then.is_(s.LIGHT, "night"))
        return (Event(lambda car: car.write(s.LIGHT, "night"), after_seconds=10), rains)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.falls(s.SCREEN_BRIGHTNESS, 10)
