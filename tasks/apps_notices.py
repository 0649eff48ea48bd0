"""Apps: what other apps have told, in the notification centre."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.headunit.widgets.wording import clock
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.apps import APPS
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.world.content.notices import all_notices, most_notices

TOLD: Mapping[str, str] = {
    "game": "the one that wants me to play",
    "shop": "the advertisement",
    "news": "the headlines",
    "podcast": "the thing to listen to",
    "calendar": "the appointment",
    "toll": "the receipt for the road",
}
"""Kind of notice -> how a driver calls it."""
MOST_TOLD = 4
"""Entries at the start with which all fit into the ten that a check looks at."""
TWINS: Mapping[str, tuple[str, tuple[str, str], str]] = {
    "shop": (
        "the advertisement with the smaller discount",
        ("Roof boxes reduced", "Winter wheels reduced"),
        "{number} % off until Sunday.",
    ),
    "toll": (
        "the receipt for the cheaper road",
        ("Toll paid on the bridge", "Toll paid in the tunnel"),
        "{number}.40 were charged.",
    ),
    "podcast": (
        "the shorter of the two things to listen to",
        ("Another episode", "One more episode"),
        "Small Orbits: {number} minutes",
    ),
    "game": (
        "the game that offers less",
        ("Your orchard misses you", "Your fishpond misses you"),
        "Come back and collect {number} coins!",
    ),
}
"""Kind of notice -> how a driver tells the one with the smaller number from another of its kind; titles and text of both."""


class KeepOnlyThat(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Some of what apps told goes, of two alike the one that its text tells, while a friend writes; the rest is not touched."""

    says = (
        "Out of all that my apps told me: {first} can go, {second} and {twin}, too. I keep {kept} and what people write.",
        "Tidy up what popped up, please: {first}, {second} and {twin}, away with them. Everything else I still need.",
        "I'm done with {first}, {second} and {twin}, so take them off the list. Mind you, {kept} stays, and so do the others.",
        "Could you throw out {first}, {second} and {twin}? Not the lot, though; {kept} I haven't dealt with.",
        "Rid me of {first}, of {second} and of {twin}. Should anything new come in meanwhile, it stays.",
        "Everything away? No, no: just {first}, {second} and {twin}. What remains there is for later.",
    )
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        draw.life = next(life for life in draw.lives() if most_notices(life) <= MOST_TOLD)
        return draw.scene(messages=())

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        there = {entry.kind for entry in car_of(scene).system.notifications}
        twin = draw.choice(sorted(set(TWINS) - there) or [""])
        if not twin:
            raise SceneImpossible(f"every app has told something in {draw.place.name}")
        kinds = draw.rng.sample(sorted(set(TOLD) - {twin}), 3)
        told = {name: TOLD[kind] for name, kind in zip(("first", "second", "kept"), kinds, strict=True)}
        number, titles = draw.integer(5, 25), draw.rng.sample(TWINS[twin][1], 2)
        twins = {"alike": twin, "twin": TWINS[twin][0], "less": titles[0], "more": titles[1], "number": number}
        return told | twins | {"above": draw.integer(2, 20), "kinds": ",".join(kinds), "who": draw.person()}

    def _kinds(self, inst: TaskInstance) -> tuple[list[str], list[str]]:
        """The titles of what goes, and of what stays."""
        titles = {notice.kind: notice.title for notice in all_notices()}
        kinds = inst.params["kinds"].split(",")
        less, more = inst.params["less"], inst.params["more"]
        others = [entry.title for entry in car_of(inst.scene).system.notifications if entry.kind not in kinds]
        return [*(titles[kind] for kind in kinds[:2]), less], [more, titles[kinds[2]], *others, inst.params["who"]]

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        there = [entry.kind for entry in car_of(inst.scene).system.notifications]
        for kind in sorted(set(inst.params["kinds"].split(",")) - set(there)):
            car.event("notice of an app", app=kind)
        _, titles, text = TWINS[inst.params["alike"]]
        for title in titles:
            number = inst.params["number"] + (inst.params["above"] if title == inst.params["more"] else 0)
            car.event("notice of an app", app=inst.params["alike"], title=title, text=text.format(number=number))

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (Event(lambda car: car.writes(inst.params["who"], "I parked behind the house."), after_steps=2),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        gone, kept = self._kinds(inst)
        return every(*map(then.notifications.cleared, gone), *map(then.notifications.present, kept))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.notification*", "system.cleared_notifications")

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        cleared = r"\b(removed|cleared|deleted|dismissed) (all|every)(thing| (the |your |of the )?notifications?)\b"
        return (Says("that do not say that all are gone", "^", rf"{cleared}|\b(everything|all notifications) (is|are) gone\b"),)

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
        yield lambda ui: self._cleared(ui, [*gone, kept[0]]).wait(3)
        yield lambda ui: self._cleared(ui, [*gone[:2], kept[1]]).wait(3)
        yield lambda ui: self._cleared(ui, gone).wait(3).tap("undo_clear_button").answer("They are gone.")


class OpenNotifications(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """The notification centre with what came since a time and one older entry, which may be all that there is."""

    says = (
        "Show my notifications, but nothing from before {time}, {kept} excepted. A message that drops in stays, too.",
        "The list of what popped up, please, without what's older than {time}; only {kept} I keep in any case.",
        "What has piled up for me since {time}? That on the screen, and {kept}; what came earlier is of no use any more.",
        "Put the list of all those pop-ups up and rid it of everything earlier than {time}, though never of {kept}.",
        "Could you show me what the car and my apps had to tell since {time}? The older ones can go for good, bar {kept}.",
        "Not one pop-up at a time: the list of them, from {time} on. Away with those before. No, {kept} I still need!",
    )
    endings = ("act", "refrain")
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(messages=(), hours=(9, 24))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        there = [entry for entry in car_of(scene).system.notifications if entry.time[:10] == scene.time[:10]]
        known = [place for place, entry in enumerate(there) if entry.kind in TOLD]
        if len(there) < 4 or not known or known[-1] < 2:
            raise SceneImpossible(f"too little is told in {draw.place.name}")
        keep = known[-1]
        if draw.ending == "act":
            first_gone = draw.integer(1, min(keep, len(there) - 2))
        elif keep == len(there) - 1:
            first_gone = keep  # it alone is older
        else:
            first_gone = len(there)
        last = datetime.fromisoformat(there[first_gone - 1].time) - timedelta(minutes=draw.choice([10, 20, 30]))
        gone = [entry.title for place, entry in enumerate(there) if place >= first_gone and place != keep]
        told = {"time": clock(str(last), scene.clock), "kept": TOLD[there[keep].kind], "title": there[keep].title}
        return told | {"gone": "|".join(gone), "rest": there[0].title}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.NOTIFICATION_CENTER, inst.ending == "refrain")

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (Event(lambda car: car.is_written_to(inst.scene), after_steps=2),) if inst.ending == "act" else ()

    def _gone(self, inst: TaskInstance) -> list[str]:
        return [title for title in inst.params["gone"].split("|") if title]

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        gone, kept = self._gone(inst), [entry.title for entry in car_of(inst.scene).system.notifications]
        kept = [title for title in kept if title not in gone]
        listed = every(*map(then.notifications.cleared, gone), *map(then.notifications.present, kept))
        return then.on(s.NOTIFICATION_CENTER) & listed

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.notification*", "system.cleared_notifications") if inst.ending == "act" else ()

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that do not deny that it is open", "", r"\b(closed|shut|hidden|not (\w+ )?(open|showing|shown))\b"),)

    def _cleared(self, ui: UiScript, titles: Iterable[str]) -> UiScript:
        ui.tap("notifications")
        for title in titles:
            ui.tap("dismiss_button", f"Dismiss {title}")
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: self._cleared(ui, self._gone(inst))
            yield lambda ui: self._cleared(ui.wait(3), self._gone(inst)[::-1]).answer("Here is the rest.")
        else:
            yield lambda ui: ui.answer("The list is open and holds nothing else already.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        gone, fine = self._gone(inst), "The list is open and holds nothing else already."
        kept, rest = inst.params["title"], inst.params["rest"]
        shut = inst.ending == "act"

        def opened(ui: UiScript) -> UiScript:
            return ui.tap("notifications") if shut else ui

        yield lambda ui: opened(ui).tap("clear_all_button").answer(fine)
        yield lambda ui: opened(ui).tap("dismiss_button", f"Dismiss {kept}").answer(fine)
        yield lambda ui: opened(ui).tap("dismiss_button", f"Dismiss {rest}").answer(fine)
        yield lambda ui: ui.home().answer(fine)
        if shut:
            yield lambda ui: self._cleared(ui, gone[:-1]).answer(fine)
            yield lambda ui: self._cleared(ui, [*gone, kept])
