"""A task that one touch solves, for tests of what plays tasks rather than of the tasks of the benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from automotive_env.car_setup import CarSetup
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion


class ShowNotifications(Task, category=Category.APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """The notification centre, which may be open already."""

    says = (
        "Show my notifications.",
        "The notification centre, please.",
        "What has piled up for me? Put the list on the screen.",
        "Something popped up earlier; I'd like to see the list of all those pop-ups.",
        "Could you show me the list of what the car and my apps had to tell me?",
        "Not one pop-up at a time: the whole list of them on the screen, please.",
    )
    endings = ("act", "refrain")
    steps = 4

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.NOTIFICATION_CENTER, inst.ending == "refrain")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.NOTIFICATION_CENTER) & then.as_it_was(s.NOTIFICATION_COUNT)

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that do not deny that it is open", "", r"\b(closed|shut|hidden|not (\w+ )?(open|showing|shown))\b"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.tap("notifications")
            yield lambda ui: ui.open("settings").tap("section_notifications").tap("show_notifications_button")
        else:
            yield lambda ui: ui.answer("The notification centre is already open.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("grid_nav")
        yield lambda ui: ui.tap("notifications").tap("notifications").tap("grid_nav").answer("They are open already.")
        yield lambda ui: ui.home().answer("The notification centre is already open.")
        yield lambda ui: ui.answer("The notification centre is closed.")
