"""What can be seen in the outside mirrors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from automotive_env.tasks.kit import Category, Conditions, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Criterion, Episode, Signal

MIRROR_HEATING = Signal("mirror.heating", "rearviewMirror.heating_enabled")


class MistedMirrors(Task, category=Category.ROAD, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Nothing can be seen in the outside mirrors on a cold, wet day: their heating helps, unless it is on already."""

    says = (
        "I can't see a thing in the side mirrors.",
        "The mirrors are all steamed up.",
        "My mirrors are misted.",
        "Can you clear the side mirrors?",
        "These door mirrors are useless, they're soaking wet.",
        "Clear the mirrors for me, I need to change lanes.",
    )
    endings = ("act", "refrain")
    conditions = Conditions(weather=("rain", "fog", "snow"), outside=(-15, 10))

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(MIRROR_HEATING, inst.ending == "refrain")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(MIRROR_HEATING)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (f"{MIRROR_HEATING.world}=true",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: mirrors(ui).switch("mirror_heating", True)
        else:
            yield lambda ui: mirrors(ui).answer("The heating of the mirrors is already on; give it a minute.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: mirrors(ui).tap("mirror_auto_adjust")
        yield lambda ui: ui.open("climate").tap("rear_defroster_button")


def mirrors(ui: UiScript) -> UiScript:
    """The mirrors' section of the vehicle app."""
    return ui.open("vehicle").tap("vehicle_mirrors")
