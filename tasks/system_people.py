"""The system: who drives, and which apps may speak up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.system import SYSTEM, section
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import NO_CLAIM, Amount, Says, Word, denial_of, plain
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.known_names import NoOtherName, pool
from automotive_env.world.content.table import table
from automotive_env.world.drivers import GUEST, Driver
from automotive_env.world.senders import SILENCEABLE, sender_of

CLEARLY = 5
"""Per cent by which a seat differs from the next one, so that nobody doubts the order."""
SEATS = {
    ("seat_distance", True): "sits the furthest back",
    ("seat_distance", False): "sits the closest to the front",
    ("seat_height", True): "has the seat the highest up",
    ("seat_height", False): "sits the lowest",
    ("backrest", True): "leans back the most",
    ("backrest", False): "leans back the least",
    ("headrest", True): "has the highest headrest",
    ("headrest", False): "has the lowest headrest",
}
"""What of a profile is compared, and whether the most of it is sought -> how a driver says that."""


def drivers(scene: Scene) -> tuple[Driver, ...]:
    """The profiles of those who share a car, the owner first, without the guest."""
    return tuple(one for one in car_of(scene).drivers.profiles if one.name != GUEST)


def outstanding(known: Sequence[Driver]) -> list[tuple[str, str, Driver]]:
    """What is compared of some drivers, how that is said, and who has clearly the most or the least of it.

    Raises:
        SceneImpossible: nobody differs from all others.
    """
    found = []
    for (field, most), words in SEATS.items():
        first, *others = sorted(known, key=lambda one: float(getattr(one, field)), reverse=most)
        if others and abs(getattr(first, field) - getattr(others[0], field)) >= CLEARLY:
            found.append((field, words, first))
    if not found:
        raise SceneImpossible("all who share the car sit alike")
    return found


def read(ui: UiScript, *names: str) -> UiScript:
    """Look at the pages of some drivers."""
    for name in names:
        profile(ui, name).back()
    return ui


def profile(ui: UiScript, name: str) -> UiScript:
    """The page of a driver."""
    return section(ui, "profile").tap("driver_item", name)


class WhoSitsHow(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """Which of the drivers has stored the most or the least of something, and how much that is."""

    says = (
        "Of us who share this car, who {sits}, as it is saved? Just the name and the percentage, please.",
        "Who {sits}, by what everybody has stored? Name and percent, guests don't count.",
        "We have a bet on who of us {sits}. Could you look it up in what each one has saved? One name, one percentage.",
        "Name and percentage of the one who {sits}, going by what is stored for each of us.",
        "Don't move my seat, I only want to know which of us {sits} by what is kept for each: who, and how many percent?",
        "Not the guest, only us: who {sits}? The percentage saved for that one, too, and nobody else's.",
    )
    endings = ("answer",)
    steps = 12

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        known = drivers(scene)
        names = [one.name for one in known]
        field, words, who = draw.choice(outstanding(known))
        names.remove(who.name)
        return {"sits": words, "who": who.name, "percent": getattr(who, field), "others": "; ".join(names)}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        who, others = inst.params["who"], inst.params["others"].split("; ")
        sure = Says("that it is this one", "", denial_of(re.escape(plain(who))))
        return then.answered(
            Word((who,)), sure, NoOtherName((who,), pool((*others, GUEST))), Amount(inst.params["percent"], "percent")
        )

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return read(ui, inst.params["who"], *inst.params["others"].split("; "))

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        who, percent = inst.params["who"], inst.params["percent"]
        yield lambda ui: self._read(ui, inst).answer(f"{who}, at {percent:g} %.")
        yield lambda ui: self._read(ui, inst).answer(f"That is {who} with {percent:g} percent.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        who, percent = inst.params["who"], inst.params["percent"]
        other = inst.params["others"].split("; ")[0]
        yield lambda ui: self._read(ui, inst).answer(f"{other}, at {percent:g} %.")
        yield lambda ui: self._read(ui, inst).answer(f"{who} or {other}, at {percent:g} %.")
        yield lambda ui: self._read(ui, inst).answer(f"That is {who}.")
        yield lambda ui: self._read(ui, inst).answer(f"{who}, at {percent + 10:g} %.")


class OneDriverForAnother(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """One of those who share the car, known by how they sit, leaves, another one comes; who is at the wheel stays there."""

    says = (
        "Of those who share the car with me, the one who {sits} is out; {new} will drive, with what is set now. I stay on today.",
        "{new} in the place of the one of the others who {sits}; to begin with the seat as it is now. Me at the wheel as before.",
        "Could the car forget the one of the others who {sits}, and know {new} instead, with the seat as it stands? I'm staying.",
        "The one of my people who {sits}, me aside, has moved out. {new} lives with us now: keep a seat, like mine now.",
        "Apart from me, the one who {sits}, as it is saved: out. In with {new}, who gets what is set now. I drive on.",
        "Who {sits}, me aside? Drop them with all that is kept for them, and let {new} start with what is set now. I stay on.",
    )
    steps = 15

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        owner, *known = drivers(scene)
        names = [owner.name, *(one.name for one in known)]
        _, words, old = draw.choice(outstanding(known))
        if (old.seat_distance, old.seat_height) == (owner.seat_distance, owner.seat_height):
            raise SceneImpossible("whoever comes would sit as the one who leaves")
        others = [name for name in table("names")[draw.content.owner.culture]["given"] if name not in names]
        rest = "; ".join(one.name for one in known if one is not old)
        return {"sits": words, "old": old.name, "new": draw.choice(others), "owner": names[0], "rest": rest}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        known = then.drivers.known(inst.params["new"]) & ~then.drivers.known(inst.params["old"])
        seat = [
            then.drivers.stored(inst.params["new"], f"seat_{part}", then.read(s.SEAT_POSITIONS[s.DRIVER, part]))
            for part in ("distance", "height")
        ]
        stays = then.drivers.at_the_wheel(inst.params["owner"]) & then.as_it_was(s.DRIVER_COUNT)
        return known & every(*seat) & stays

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("drivers.profiles", "drivers.favorites")

    def _dropped(self, ui: UiScript, name: str) -> UiScript:
        return profile(ui, name).tap("delete_driver_button").confirm()

    def _added(self, ui: UiScript, name: str) -> UiScript:
        return section(ui, "profile").tap("add_driver_button").type("driver_name_edit_text", name)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        old, new, rest = inst.params["old"], inst.params["new"], inst.params["rest"].split("; ")
        yield lambda ui: self._added(self._dropped(read(ui, *rest), old), new)
        yield lambda ui: self._dropped(read(self._added(ui, new), *rest), old)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        old, new = inst.params["old"], inst.params["new"]
        yield lambda ui: self._added(self._dropped(ui, inst.params["rest"].split("; ")[0]), new)
        yield lambda ui: self._added(ui, new).answer(f"{new} is known to the car, and {old} is not.")
        yield lambda ui: self._dropped(ui, old).answer(f"{new} is known to the car, and {old} is not.")
        yield (lambda ui: profile(ui, old).tap("rename_driver_button").type("driver_name_edit_text", new))
        yield lambda ui: self._added(profile(ui, old).tap("delete_driver_button").cancel().back(), new)
        yield lambda ui: self._added(self._dropped(ui, old), new).tap("driver_item", new).tap("switch_driver_button")


class OnlyTheOthersMayNotify(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """Three of the apps must not notify any more, all others may; what lies there is thrown away."""

    says = (
        "{first}, {second} and {third} must not tell me anything any more; all the others may. Bin whatever lies there now.",
        "Never again anything from {first}, {second}, {third}. And empty the heap that has piled up.",
        "Could you keep {first}, {second} and {third} from ever bothering me, but nobody else, and throw out what has come?",
        "I'm fed up with {first}, with {second} and with {third}; from the others I do want to hear. Throw all the old away.",
        "{first}, {second}, {third}: shut them up for good. Old stuff out, whoever sent it.",
        "No, not silence from everybody: from {first}, {second} and {third} alone. Everything that has come may go, though.",
    )
    steps = 20

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return dict(zip(("first", "second", "third"), draw.rng.sample(sorted(SILENCEABLE), 3), strict=True))

    def _apps(self, inst: TaskInstance) -> list[str]:
        return [inst.params[name] for name in ("first", "second", "third")]

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.event("notice of an app", app="news")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        empty = then.between(s.NOTIFICATION_COUNT, None, 0)
        return then.notifications.silenced(*self._apps(inst)) & empty & then.as_it_was(s.DO_NOT_DISTURB)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.silenced",)

    def _silenced(self, ui: UiScript, *apps: str) -> UiScript:
        section(ui.dismiss(), "notifications")
        for app in sorted(apps, key=list(SILENCEABLE).index):  # from top to bottom
            ui.switch("app_notifications", False, app)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        apps = self._apps(inst)
        yield lambda ui: self._silenced(ui, *apps).tap("clear_notifications_button").confirm()
        yield lambda ui: self._silenced(ui, *apps).tap("notifications").tap("clear_all_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        apps = self._apps(inst)
        other = next(name for name in SILENCEABLE if name not in apps)
        yield lambda ui: self._silenced(ui, *apps).tap("clear_notifications_button").cancel().answer("It is empty now.")
        yield (
            lambda ui: self._silenced(ui, *apps[:2]).tap("clear_notifications_button").confirm().answer("All three are shut up.")
        )
        yield lambda ui: self._silenced(ui, *apps[:2], other).tap("clear_notifications_button").confirm()
        yield lambda ui: section(ui, "notifications").tap("do_not_disturb").tap("clear_notifications_button").confirm()


ADVERTS = {
    "shop": (("Weekend deals", "20 % off garden chairs, today only."), ("Your voucher", "Spend 50, save 10 until midnight.")),
    "game": (("Your farm misses you", "Come back and collect 50 coins."), ("Level 7 awaits", "Beat your friends tonight!")),
}
MATTERS = {
    "parking": (("Parking ends soon", "Your time in zone 4 is up in 20 minutes."), ("parking", "parked", "park", "zone 4")),
    "calendar": (("Dentist", "Today, in one hour."), ("dentist", "dentist's", "appointment")),
    "service": (("Brake fluid", "It is due to be changed this month."), ("brake", "brakes")),
    "weather warning": (
        ("Storm this evening", "Gusts up to 100 km/h are expected."),
        ("storm", "storms", "stormy", "gust", "gusts", "wind", "winds", "windy"),
    ),
    "toll": (("Toll not paid", "Pay the bridge toll by tomorrow."), ("toll", "tolls")),
}
"""Kind of a notice -> its title and text; of what matters, words that tell what it is about, too."""


class NoMoreAdverts(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT):
    """The next notice is an advert or a game's, whose app may notify no more, or it matters, and is told."""

    says = (
        "Something drops in within {seconds} seconds. If it only wants my money or time, never again from there; else tell me.",
        (
            "Mind the next notice, {seconds} seconds at most: rubbish is never to come again from where it came; if it matters, "
            "say what it's about."
        ),
        (
            "Could you screen what comes in over the next {seconds} seconds? Shut up whoever merely wants to sell or to be "
            "played with, for good; what I need to know, tell me."
        ),
        (
            "I keep getting junk. The next {seconds} seconds: if more comes, stop its source alone, for good. If it's useful, "
            "read it out in short."
        ),
        "{seconds} seconds of watch on what drops in, please. Junk: the sender is out for ever. Useful: a word to me, no more.",
        "No, don't silence everything: just whoever sends me junk within {seconds} seconds, for ever. If it isn't junk, tell me.",
    )
    endings = ("act", "answer")
    steps = 16

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        told: dict[str, Any] = {"seconds": draw.choice([25, 30, 40]), "after": draw.choice([8, 12, 18])}
        if draw.ending == "act":
            kind = draw.choice(sorted(ADVERTS))
            title, text = draw.choice(ADVERTS[kind])
        else:
            kind = draw.choice(sorted(MATTERS))
            title, text = MATTERS[kind][0]
        return told | {"kind": kind, "title": title, "text": text}

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        told = {"app": inst.params["kind"], "title": inst.params["title"], "text": inst.params["text"]}
        return (Event(lambda car: car.event("notice of an app", **told), after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        kind, after = inst.params["kind"], inst.params["after"]
        if inst.ending == "act":
            unjudged = then.at(after).notifications.silenced()  # before it came nobody could know
            silenced = then.notifications.silenced(sender_of(kind).name) & then.as_it_was(s.DO_NOT_DISTURB)
            useful = pool(word for _, words in MATTERS.values() for word in words)
            told = then.answered(NoOtherName((inst.params["title"],), useful))
            return silenced & unjudged & then.notifications.kept(inst.params["title"]) & told
        others = tuple(word for other, (_, words) in MATTERS.items() if other != kind for word in words)
        about = Word(MATTERS[kind][1], others, "what the notice is about")
        kept = then.notifications.silenced() & then.notifications.kept()
        return kept & then.waited(after) & then.answered_since(after, about, NO_CLAIM)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("system.silenced",) if inst.ending == "act" else ()

    def _waited(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.wait(inst.params["after"]).dismiss()

    def _silenced(self, ui: UiScript, kind: str) -> UiScript:
        return section(ui, "notifications").switch("app_notifications", False, sender_of(kind).name)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        kind, title, text = inst.params["kind"], inst.params["title"], inst.params["text"]
        if inst.ending == "act":
            yield (
                lambda ui: (
                    self._waited(ui, inst)
                    .tap("notifications")
                    .tap("notification_settings_button")
                    .switch("app_notifications", False, sender_of(kind).name)
                )
            )
            yield lambda ui: self._silenced(self._waited(ui, inst).tap("notifications").home(), kind)
        else:
            yield lambda ui: self._waited(ui, inst).tap("notifications").answer(f"This one matters. {title}: {text}")
            yield lambda ui: self._waited(ui, inst).notification(title).answer(f"{title}. {text}")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        kind, title = inst.params["kind"], inst.params["title"]
        other = "game" if kind == "shop" else "shop"
        yield lambda ui: self._silenced(self._waited(ui, inst), other).answer(f"{title} came.")
        yield lambda ui: self._waited(ui, inst).tap("notifications").tap("do_not_disturb_toggle").answer(f"{title} came.")
        yield lambda ui: self._silenced(self._silenced(self._waited(ui, inst), "shop"), "game").answer(f"{title} came.")
        yield lambda ui: self._silenced(self._waited(ui, inst).tap("notifications").tap("clear_all_button").home(), kind)
        if inst.ending == "act":
            yield lambda ui: self._waited(ui, inst).tap("notifications").answer(f"{title}. It will not come again.")
        else:
            yield lambda ui: self._waited(ui, inst).tap("notifications").tap("clear_all_button").answer(f"{title} came.")
            yield lambda ui: self._silenced(self._waited(ui, inst), kind).answer(f"{title} came.")
            yield lambda ui: ui.answer(f"{title} will come.").wait(inst.params["after"])
            yield lambda ui: self._waited(ui, inst).answer("Parking, the dentist, the brakes, a storm or a toll.")
