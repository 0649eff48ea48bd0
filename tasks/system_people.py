"""The system: who drives, and what may speak up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.car.content.table import table
from automotive_env.car.systems.drivers import GUEST
from automotive_env.car.systems.senders import SILENCEABLE
from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.scene_car import car_of
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.settings import section
from automotive_env.tasks.system import SYSTEM
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

SENDERS = ("Calendar", "Games", "News", "Offers", "Podcasts", "Weather")
"""Apps whose notifications a driver may be tired of."""


class OnlyTheOthersMayNotify(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """Two of the apps may not notify any more, all others may."""

    says = (
        "No notifications from {first} and {second}, please.",
        "Mute the {first} and {second} apps.",
        "Could you mute the notifications from the {first} and {second} apps?",
        "Turn off {first} and {second} app notifications.",
        "I never read the {first} and {second} app notifications, so turn them off.",
        "I'm fed up with notifications from the {first} and {second} apps, turn them off.",
    )
    steps = 12
    may_change = ("system.silenced",)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, second = draw.rng.sample(SENDERS, 2)
        return {"first": first, "second": second}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.notifications.silenced(inst.params["first"], inst.params["second"])

    def _silenced(self, ui: UiScript, *apps: str) -> UiScript:
        section(ui, "notifications")
        for app in sorted(apps, key=list(SILENCEABLE).index):  # from top to bottom
            ui.switch("app_notifications", False, app)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._silenced(ui, inst.params["first"], inst.params["second"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        wrong = next(one for one in SENDERS if one not in inst.params.values())
        yield lambda ui: self._silenced(ui, inst.params["first"])
        yield lambda ui: self._silenced(ui, inst.params["first"], wrong)


class OneDriverForAnother(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """Somebody new shares the car, and somebody else does no longer; who is at the wheel stays there."""

    steps = 8
    may_change = ("drivers.profiles", "drivers.favorites")
    conditions = Conditions(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        owner, *names = (one.name for one in car_of(scene).drivers.profiles if one.name != GUEST)
        given = [name for name in table("names")[draw.content.owner.culture]["given"] if name not in (owner, *names)]
        return {"owner": owner, "old": draw.choice(names), "new": draw.choice(given)}

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        owner, old, new = (inst.params[name] for name in ("owner", "old", "new"))
        yield Turn(
            "Add a driver profile for {new}.",
            "Make a driver profile for {new}.",
            "New driver profile for {new}, please.",
            "Can you set up a driver profile for {new}?",
            "{new} needs a driver profile in this car.",
            "{new} will be driving this car too, so add a driver profile.",
            check=lambda then: then.drivers.known(new) & then.drivers.more(1) & then.drivers.at_the_wheel(owner),
        )
        yield Turn(
            "And delete {old}'s driver profile.",
            "Take {old} off the list of drivers.",
            "Could you remove {old}'s driver profile, too?",
            "{old} doesn't drive this car any more, so delete that profile.",
            "Oh, and delete {old}'s profile, we don't share the car now.",
            "Get rid of {old}'s driver profile as well.",
            after=minutes(2),
            check=lambda then: (
                ~then.drivers.known(old) & then.drivers.known(new) & then.drivers.at_the_wheel(owner) & then.drivers.more(-1)
            ),
        )

    def _added(self, ui: UiScript, name: str) -> UiScript:
        return section(ui, "profile").tap("add_driver_button").type("driver_name_edit_text", name)

    def _deleted(self, ui: UiScript, name: str) -> UiScript:
        return section(ui, "profile").tap("driver_item", name).tap("delete_driver_button").confirm()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._deleted(self._added(ui, inst.params["new"]).turn(), inst.params["old"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        old, new, renamed = inst.params["old"], inst.params["new"], "rename_driver_button"
        yield lambda ui: self._added(ui, new).turn().answer(f"The profile of {old} is gone.")
        yield lambda ui: section(ui, "profile").tap("driver_item", old).tap(renamed).type("driver_name_edit_text", new).turn()


class LeaveMeAlone(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """Nothing may pop up on the way; once the car is parked, it may again."""

    may_change = (s.DO_NOT_DISTURB.world,)
    conditions = Conditions(moving=True)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "Don't show me any notifications until we're parked.",
            "No notifications until we've parked.",
            "Hold my notifications until we're parked.",
            "No notifications, please, until we're parked.",
            "Don't let any messages pop up before we've parked.",
            "Traffic's awful, so hold my notifications until we're parked.",
            check=lambda then: then.on(s.DO_NOT_DISTURB),
        )
        yield Turn(
            event=lambda car: car.parks(),
            notice="The car has been parked.",
            after=minutes(20),
            check=lambda then: then.off(s.DO_NOT_DISTURB),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        off = "do_not_disturb"
        yield lambda ui: section(section(ui, "sound").switch(off, True).turn(), "sound").switch(off, False)
        yield lambda ui: ui.home().switch(f"{off}_toggle", True).turn().home().switch(f"{off}_toggle", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "sound").switch("do_not_disturb", True).turn().answer("Messages may come again.")
        yield lambda ui: section(ui, "sound").switch("do_not_disturb", True).switch("do_not_disturb", False).turn()
