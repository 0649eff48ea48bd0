"""The task `FREE_DRIVE`, which asks for nothing: a car to try out. It is no part of the benchmark."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.tasks.kit.call_plan import CallPlan
from automotive_env.tasks.kit.scene import Conditions
from automotive_env.tasks.kit.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every

FREE_DRIVE = "automotive_env.tasks.kit.free_drive:FreeDrive"
"""As `automotive_env.make` takes it."""


class FreeDrive(Task):
    """A parked car by day, filled with the life of an owner; nobody wants anything of it."""

    name = "free_drive"
    category = Category.ROAD
    dimension = Dimension.EXPLICIT_CONTROL
    says = ("",)
    endings = ("refrain",)
    conditions = Conditions(weather=("clear",), light=("day",), moving=False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return every()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        return ()

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        return ()

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        return ()
