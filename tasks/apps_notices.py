"""Apps: what other apps have told, in the notification centre."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from automotive_env.car.content.notices import all_notices, most_notices
from automotive_env.headunit.kit.widgets.wording import clock
from automotive_env.tasks.apps import APPS
from automotive_env.tasks.kit import Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.scene import SceneImpossible
from automotive_env.tasks.kit.scene_car import car_of
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Criterion, Episode, every
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import TimeOfDay
from automotive_env.validators.answers import Amount

TOLD = ("podcast", "calendar", "toll", "game", "shop", "news")
"""Kinds of notices that fit every car."""
KEPT: Mapping[str, str] = {"calendar": "my dentist appointment", "parking": "my parking ticket", "toll": "the toll payment"}
"""Kind of notice that a driver may want to keep -> how they call it."""
MOST_TOLD = 5
"""Entries at the start with which all fit into the ten that a check looks at."""
CENTRE = ("system.notification*", "system.cleared_notifications")


class OpenNotifications(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The notification centre on the screen."""

    says = (
        "Show me my notifications.",
        "Open my notifications.",
        "Pull up the notifications.",
        "Can I see my notifications?",
        "Pull up the notifications, will you?",
        "Did I miss anything? Show me my notifications.",
    )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.NOTIFICATION_CENTER)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("notifications")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("messages").answer("Here are your messages.")
        yield lambda ui: ui.tap("notifications").home().answer("You have some notifications.")


class ClearNotifications(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Nothing left in the notification centre."""

    says = (
        "Clear all my notifications.",
        "Delete all my notifications.",
        "Clear my notifications.",
        "Could you clear my notifications, please?",
        "Get rid of all those notifications.",
        "I've seen them all, clear my notifications.",
    )
    may_change = CENTRE

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"kinds": ",".join(draw.rng.sample(TOLD, 2))}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for kind in inst.params["kinds"].split(","):
            car.event("notice of an app", app=kind)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.is_(s.NOTIFICATION_COUNT, 0)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("notifications").tap("clear_all_button")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("notifications").tap("dismiss_button")
        yield lambda ui: ui.tap("notifications").tap("clear_all_button").tap("undo_clear_button")


class KeepOnlyThat(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """All notifications go but one, which the driver names by what it is about."""

    says = (
        "Clear my notifications, but keep {kept}.",
        "Clear all my notifications except {kept}.",
        "Keep {kept}, clear all other notifications.",
        "Can you clear my notifications and leave the one about {kept}?",
        "Delete my notifications, just not {kept}.",
        "I still need the notification about {kept}, but clear the rest.",
    )
    steps = 10
    may_change = CENTRE

    def scene(self, draw: Draw) -> Scene:
        draw.life = next(life for life in draw.lives() if most_notices(life) <= MOST_TOLD)
        return draw.scene(moving=False, messages=())

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kept = draw.choice(list(KEPT))
        return {"kept": KEPT[kept], "kinds": f"{kept},{draw.choice([kind for kind in TOLD if kind != kept])}"}

    def _titles(self, inst: TaskInstance) -> tuple[str, list[str]]:
        """The title of what stays, and those of what goes, newest first."""
        titles = {notice.kind: notice.title for notice in all_notices()}
        there = {entry.kind: entry.title for entry in car_of(inst.scene).system.notifications}
        kinds = inst.params["kinds"].split(",")
        new = [kind for kind in kinds[::-1] if kind not in there]
        kept = titles[kinds[0]]
        return kept, [title for title in (*(titles[kind] for kind in new), *there.values()) if title != kept]

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        there = [entry.kind for entry in car_of(inst.scene).system.notifications]
        for kind in inst.params["kinds"].split(","):
            if kind not in there:
                car.event("notice of an app", app=kind)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        kept, gone = self._titles(inst)
        return then.notifications.present(kept) & every(*map(then.notifications.cleared, gone))

    def _cleared(self, ui: UiScript, titles: Iterable[str]) -> UiScript:
        ui.tap("notifications")
        for title in titles:
            ui.tap("dismiss_button", f"Dismiss {title}")
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._cleared(ui, self._titles(inst)[1])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        kept, gone = self._titles(inst)
        yield lambda ui: ui.tap("notifications").tap("clear_all_button")
        yield lambda ui: self._cleared(ui, [kept, *gone[1:]])


class ParkingEnds(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """Until when the parking ticket is valid, which an app has told among others."""

    says = (
        "When does my parking ticket run out?",
        "How long is my parking ticket valid?",
        "When does my parking end?",
        "Could you check when my parking expires?",
        "What time's my parking ticket up?",
        "I don't want a fine, so when does my parking run out?",
    )

    def scene(self, draw: Draw) -> Scene:
        for _ in range(40):
            scene = draw.scene(moving=False, hours=(7, 19))
            if "parking" not in {entry.kind for entry in car_of(scene).system.notifications}:
                return scene
            draw.life = next(draw.lives())
        raise SceneImpossible(f"every car in {draw.place.name} has a ticket")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        now = 60 * int(scene.time[11:13]) + int(scene.time[14:16])
        left = draw.integer(20, 170, 5)
        told = {"zone": draw.integer(1, 19), "later": draw.choice(["news", "podcast", "shop"])}
        return told | {"ends": now + left, "left": left}

    def _told(self, inst: TaskInstance, after: int = 0) -> str:
        hour, minute = divmod(inst.params["ends"] + after, 60)
        return clock(f"2025-01-01 {hour:02}:{minute:02}:00", inst.scene.clock)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        text = f"Zone {inst.params['zone']}, ends at {self._told(inst)}. Extend it or move the car."
        car.event("notice of an app", app="parking", title="Parking ticket", text=text)
        car.event("notice of an app", app=inst.params["later"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        hour, minute = divmod(inst.params["ends"], 60)
        now = inst.params["ends"] - inst.params["left"]
        ends = then.answered(TimeOfDay(hour, minute, beside=(now, now + 1)))
        return ends | then.answered(Amount(inst.params["left"], "minutes", 2))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("notifications").scroll_to("", "Parking ticket").answer(f"It ends at {self._told(inst)}.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.tap("notifications").answer(f"It ends at {self._told(inst, 60)}.")
        yield lambda ui: ui.tap("notifications").answer("It ends soon.")
