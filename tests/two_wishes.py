"""A conversation of two turns that can be played by screen or by calls, for tests of what plays conversations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.kit.turn import Turn, minutes
from automotive_env.validators import signals as s


class RecirculateAndBack(Task, category=Category.HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """Air from inside, and after some minutes air from outside again."""

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "external circulation")

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn("Recirculate the air.", "Recirculation on.", check=lambda then: then.recirculates())
        yield Turn(
            "Fresh air again.",
            "You can let the air in again.",
            after=minutes(5),
            speaker="passenger",
            check=lambda then: then.as_at_first(s.AIR_SOURCE),
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("environment.temperature",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        button = "recycle_air_button"
        yield lambda ui: ui.open("climate").switch(button, True).turn().open("climate").switch(button, False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("recycle_air_button", True).turn()

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        name = "airConditioner.recycle_mode_switch"
        yield CallPlan().call(name, mode="internal circulation").turn().call(name, mode="external circulation")
