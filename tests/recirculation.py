"""A contrast pair of one touch, for tests of what plays and proves tasks rather than of the tasks of the benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion


class RecirculateAir(Task, category=Category.HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """Air from inside; where it comes from inside already, nothing is to be touched."""

    says = (
        "Turn on recirculation.",
        "Recirculate the air.",
        "Recirculation on.",
        "Can you turn on recirculation?",
        "Close off the outside air, would you?",
        "That lorry stinks, put it on recirculation.",
    )
    endings = ("act", "refrain")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "external circulation" if inst.ending == "act" else "internal circulation")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.CLIMATE_POWER) & then.recirculates()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("airConditioner.circulation_mode",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("climate").switch("recycle_air_button", True)
        else:
            yield lambda ui: ui.open("climate").answer("Recirculation is already on.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("recycle_air_button").tap("recycle_air_button").infeasible("It is off.")
        yield lambda ui: ui.open("climate").switch("ac_button", True)

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        if inst.ending == "act":
            yield CallPlan().call("airConditioner.recycle_mode_switch", mode="internal circulation")
        else:
            yield CallPlan().answer("Recirculation is already on.")
