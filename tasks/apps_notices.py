"""Apps: what other apps have told, in the notification centre."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.apps import APPS
from automotive_env.ui_script import UiScript
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.world.content.notices import all_notices

TOLD: Mapping[str, str] = {
    "game": "the one that wants me to play",
    "shop": "the advertisement",
    "news": "the headlines",
    "podcast": "the thing to listen to",
    "calendar": "the appointment",
    "toll": "the receipt for the road",
}
"""Kind of notice -> how a driver calls it."""
MOST_TOLD = 5
"""Entries at the start with which all fit into the ten that a check looks at."""


class KeepOnlyThat(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Some of what apps told goes, some stays, while a friend writes; what is not named is not touched."""

    says = (
        "Out of all that my apps told me: {first} can go, {second} and {third}, too. I keep {kept} and what people write.",
        "Tidy up what popped up, please: {first}, {second}, {third}, away with them. Everything else I still need.",
        "I'm done with {first}, {second} and {third}, so take them off the list. Mind you, {kept} stays, and so do the others.",
        "Could you throw out {first}, {second} and {third}? Not the lot, though; {kept} I haven't dealt with.",
        "Rid me of {first}, of {second} and of {third}. Should anything new come in meanwhile, it stays.",
        "Everything away? No, no: just {first}, {second} and {third}. What remains there is for later.",
    )
    steps = 10

    def scene(self, draw: Draw) -> Scene:
        for _ in range(30):
            scene = draw.scene(messages=())
            if len(car_of(scene).system.notifications) <= MOST_TOLD:
                return scene
        raise SceneImpossible(f"everybody in {draw.place.name} has a full list")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kinds = draw.rng.sample(list(TOLD), 4)
        told = {name: TOLD[kind] for name, kind in zip(("first", "second", "third", "kept"), kinds, strict=True)}
        return told | {"kinds": ",".join(kinds), "who": draw.person()}

    def _kinds(self, inst: TaskInstance) -> tuple[list[str], list[str]]:
        """The titles of what goes, and of what stays."""
        titles = {notice.kind: notice.title for notice in all_notices()}
        kinds = inst.params["kinds"].split(",")
        others = [entry.title for entry in car_of(inst.scene).system.notifications if entry.kind not in kinds]
        return [titles[kind] for kind in kinds[:3]], [titles[kinds[3]], *others, inst.params["who"]]

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        there = [entry.kind for entry in car_of(inst.scene).system.notifications]
        for kind in sorted(set(inst.params["kinds"].split(",")) - set(there)):
            car.event("notice of an app", app=kind)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (Event(lambda car: car.writes(inst.params["who"], "I parked behind the house."), after_steps=2),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        gone, kept = self._kinds(inst)
        return every(*map(then.notifications.cleared, gone), *map(then.notifications.present, kept))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.notification*", "system.cleared_notifications")

    def _cleared(self, ui: UiScript, titles: Iterable[str]) -> UiScript:
        ui.dismiss().tap("notifications")
        for title in titles:
            ui.tap("dismiss_button", f"Dismiss {title}")
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        gone, _ = self._kinds(inst)
        yield lambda ui: self._cleared(ui, gone)
        yield lambda ui: self._cleared(ui.wait(3), gone[::-1]).answer("They are gone, the others are still there.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        gone, kept = self._kinds(inst)
        yield lambda ui: ui.dismiss().tap("notifications").wait(3).tap("clear_all_button")
        yield lambda ui: self._cleared(ui, gone[:2]).wait(3)
        yield lambda ui: self._cleared(ui, [*gone[:2], kept[0]]).wait(3)
        yield lambda ui: self._cleared(ui, gone).wait(3).tap("undo_clear_button").answer("They are gone.")
