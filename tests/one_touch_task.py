"""A task that one touch solves, for tests of what plays tasks rather than of the tasks of the benchmark."""

from __future__ import annotations

from collections.abc import Iterable

from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion


class ShowNotifications(Task, category=Category.APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """The notification centre, which may be open already."""

    says = (
        "Show my notifications.",
        "Open the notification centre.",
        "Notifications.",
        "Can you bring up my notifications?",
        "Pull down the notifications, would you?",
        "Something popped up earlier, so open the notifications.",
    )
    endings = ("act", "refrain")
    steps = 4

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.NOTIFICATION_CENTER, inst.ending == "refrain")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.NOTIFICATION_CENTER) & then.as_it_was(s.NOTIFICATION_COUNT)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.tap("notifications")
            yield lambda ui: ui.open("settings").tap("section_notifications").tap("show_notifications_button")
        else:
            yield lambda ui: ui.answer("The notification centre is already open.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("grid_nav")
        yield lambda ui: ui.open("settings").infeasible("There is no such list.")
