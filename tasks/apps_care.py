"""Apps: the care of the car, and what its apps tell: tyres, service book, boot, windows, notifications."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.headunit.parts.care_words import distance
from automotive_env.headunit.parts.service_list import LOOKS
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.apps import APPS
from automotive_env.tasks.apps_car import vehicle
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import measured
from automotive_env.validators.answers import Fact, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.signals import Signal
from automotive_env.world.content.notices import all_notices
from automotive_env.world.content.service_book import history
from automotive_env.world.device import SEATS
from automotive_env.world.road import WHEELS
from automotive_env.world.tyres import MISSING_BAR, recommended


def care(ui: UiScript) -> UiScript:
    """The page on the care of the car."""
    return ui.dismiss().open("care")


LOADS: Mapping[str, str] = {"light": "just the two of us", "full": "five people and a full boot"}
"""Load of the tyre monitor -> who is on board."""


class PumpedUp(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """The tyres were inflated for a load, and the monitor has to know; where one was forgotten, the driver has to."""

    says = (
        "I've just pumped all four up for {load}. Let the monitor know, the load as well. If one's short, say which.",
        "Air is in, for {load}. Make the car take that for right, unless one of the four still lacks some; then tell me which.",
        "All four inflated, I think, and from now on it's {load}. Teach the car that; can't it be done, tell me the wheel.",
        "Could you tell the car that I have been at the air pump? We're {load}. Should I have forgotten one, name it.",
        "It's {load} from today, the compressor is already put away. Have the warning start afresh from that, or say what's low.",
        "New pressures, for {load}. No, don't only pick the load: start the watching anew as well. One too low? Which, please?",
    )
    endings = ("act", "decline")
    steps = 6

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        load = draw.choice(list(LOADS))
        low = draw.choice(WHEELS) if draw.ending == "decline" else ""
        return {"carries": load, "load": LOADS[load], "low": low, "over": draw.integer(0, 2) / 10}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        load = inst.params["carries"]
        other = "full" if load == "light" else "light"
        car.write(s.TYRE_LOAD, load if inst.params["low"] else other)  # where nothing may be reset, nothing is left to do
        for wheel, signal in zip(WHEELS, s.TYRES, strict=True):
            short = MISSING_BAR + 0.15 if wheel == inst.params["low"] else -inst.params["over"]
            car.write(signal, round(recommended(wheel, load) - short, 2))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "decline":
            return then.as_it_was(s.TYRES_RESET)
        return then.care.tyres_reset() & then.is_(s.TYRE_LOAD, inst.params["carries"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return () if inst.ending == "decline" else ("tyres.load", "tyres.reset_at")

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (_named(inst.params["low"]),)

    def _loaded(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return care(ui).tap(f"load_{inst.params['carries']}")

    def _reset(self, ui: UiScript) -> UiScript:
        return ui.tap("reset_tyres_button").confirm()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "decline":
            reason = f"The {inst.params['low']} tyre still has too little air."
            yield lambda ui: self._loaded(ui, inst).infeasible(reason)
            yield lambda ui: self._loaded(ui, inst).tap("reset_tyres_button").cancel().infeasible(reason)
            return
        yield lambda ui: self._reset(self._loaded(ui, inst))
        yield lambda ui: self._reset(self._loaded(ui, inst)).answer("The monitor knows it now.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        other = "full" if inst.params["carries"] == "light" else "light"
        if inst.ending == "decline":
            wrong = next(wheel for wheel in WHEELS if wheel != inst.params["low"])
            yield lambda ui: self._loaded(ui, inst).infeasible(f"The {wrong} tyre has too little air.")
            yield lambda ui: self._loaded(ui, inst).answer("Done, the monitor knows it.")
            yield lambda ui: self._loaded(ui, inst).infeasible("It cannot be done.")
            return
        yield lambda ui: self._loaded(ui, inst).answer("Done, the monitor knows it.")
        yield lambda ui: self._loaded(ui, inst).tap("reset_tyres_button").cancel()
        yield lambda ui: self._reset(self._loaded(ui, inst)).tap(f"load_{other}")
        yield lambda ui: self._loaded(ui, inst).infeasible("The front left tyre has too little air.")


def _named(wheel: str) -> Word:
    """A wheel by its name, and no other one."""
    names = {each: (each, " ".join(each.split()[::-1])) for each in WHEELS}
    return Word(names.get(wheel, (wheel,)), tuple(name for each in WHEELS if each != wheel for name in names[each]))


WORKS: Mapping[str, str] = {
    "oil": "drained the old black stuff and filled in new",
    "battery": "measured the battery",
    "brake fluid": "bled the brakes",
    "wipers": "put on new rubbers for the windscreen",
    "cabin filter": "fitted a fresh one against the pollen",
    "inspection": "gave us the sticker of the yearly check",
}
"""What was done, as the bill of a garage says it in other words."""


class WorkDone(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Back from the garage: what was done is noted in the car, and what was not done stays due."""

    says = (
        "Back from the garage. They {first}, {second} and {third}. Note that in the car, so that it won't nag; only that.",
        "Tick off for me what's been done today: they {first}, they {second}, and they {third}.",
        "The bill says that they {first}, {second}, {third}. Would you bring the car's book up to date with it, please?",
        "They {first} and {second}. Oh, and they {third}. The car should count from today for these, not for anything else.",
        "I don't want to be reminded of what is done: the mechanic {first}, then {second}, and in the end {third}.",
        "All of it? No, just three things: they {first}, {second} and {third}. Let the car know, so it won't nag.",
    )
    steps = 18

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        items = draw.rng.sample(list(WORKS), 3)
        told = {name: WORKS[item] for name, item in zip(("first", "second", "third"), items, strict=True)}
        return told | {"items": ",".join(items)}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wanted, last = sorted(inst.params["items"].split(",")), [str(then.read(entry)) for entry in LAST_RESETS]
        number = then.number(s.SERVICE_RESETS) - then.number_at_start(s.SERVICE_RESETS)
        found = f"{number:g} resets, {', '.join(last)} last"
        met = number == len(wanted) and sorted(last) == wanted
        return Criterion("reminders_reset", f"the reminders of {', '.join(wanted)} reset", found, met)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("service.resets",)

    def _noted(self, ui: UiScript, items: Iterable[str]) -> UiScript:
        care(ui)
        for item in items:
            ui.tap("service_item", LOOKS[item].title).confirm()
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        items = inst.params["items"].split(",")
        yield lambda ui: self._noted(ui, items)
        yield lambda ui: self._noted(ui, items[::-1]).answer("Noted.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        items = inst.params["items"].split(",")
        other = next(item for item in WORKS if item not in items)
        yield lambda ui: self._noted(ui, items[:2])
        yield lambda ui: self._noted(ui, [*items[:2], other])
        yield lambda ui: self._noted(ui, [*items, other])
        yield lambda ui: care(ui).tap("service_item", LOOKS[items[0]].title).cancel().answer("Noted.")


LAST_RESETS = tuple(Signal(f"service.reset.{place}", f"service.resets[-{place}].item", transient=True) for place in (1, 2, 3))


class SinceTheGarage(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """How far the car has gone since the last service: the mileage of now less that of the newest line of the book."""

    says = (
        "How far have I driven since this car was last at the garage?",
        "The distance since the last service, please. Not what's left until the next one: what we've done since.",
        "The leasing firm asks what I have put on the clock since the car was last looked after. Could you work it out?",
        "I wonder how much we have driven from the last time in the workshop up to now.",
        "My brother bets that it's not far since the mechanic had this car. How far is it?",
        "Since the last entry in the book of works: how much further does the counter stand today?",
    )
    steps = 5

    def scene(self, draw: Draw) -> Scene:
        for _ in range(30):
            scene = draw.scene(moving=False)
            now, last = self._mileages(scene)
            if last > 1_000 and now - last > 50:
                return scene
        raise SceneImpossible(f"no car in {draw.place.name} was ever at a garage")

    @staticmethod
    def _mileages(scene: Scene) -> tuple[float, float]:
        """Kilometres of now, and of the newest line of the service book."""
        car = car_of(scene)
        now = float(car.instrumentPanel.vehicle_mileage)
        book = history(car.system.content_seed, date.fromisoformat(scene.time[:10]), now, car.service.resets)
        return now, float(book[0].mileage if book else 0)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return dict(zip(("now", "last"), self._mileages(scene), strict=True))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        driven, others = inst.params["now"] - inst.params["last"], (inst.params["now"], inst.params["last"])
        return then.answered(measured(driven, "km", 4, *others))

    def _told(self, inst: TaskInstance, kilometres: float) -> str:
        return f"{distance(kilometres, inst.scene.distance_unit)} since the last service."

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        right = self._told(inst, inst.params["now"] - inst.params["last"])
        yield lambda ui: care(ui).tap("history_button").answer(right)
        yield lambda ui: care(ui).tap("history_button").back().answer(f"It is {right}")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        now, last = inst.params["now"], inst.params["last"]
        for wrong in (last, now, now + last):
            yield self._says(wrong, inst)

    def _says(self, wrong: float, inst: TaskInstance) -> Way:
        return lambda ui: care(ui).tap("history_button").answer(self._told(inst, wrong))


class LowCeiling(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT):
    """Under a low ceiling the tailgate opens as far as there is room, never further; and it is locked at first."""

    says = (
        (
            "I need something out of the boot, but the ceiling here is so low that the lid hits it above {most} %. Let me in, "
            "I need {least} % at least."
        ),
        "Low garage: the lid at the back scrapes concrete beyond {most} %, I can't reach in under {least} %. My bag is in there.",
        "Shopping to load, pipes above us: between {least} and {most} % is what the lid at the back may do. I'm on my way round.",
        "Could you let me at my luggage? Mind the beam over us, it is in the way from {most} %; below {least} % is no use.",
        "The cases must come out. Not all the way up, please, no: {most} % at most, {least} % at least, or there's a dent.",
        "Carport, a shelf under its roof; the lid has room up to {most} %. I have a crate to lift out, which takes {least} %.",
    )
    steps = 6

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        most = draw.integer(35, 85, 5)
        return {"most": most, "least": most - draw.choice([10, 15])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(TAILGATE, 0)
        car.write(TAILGATE_LOCK, True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.between(TAILGATE, inst.params["least"], inst.params["most"]) & then.off(TAILGATE_LOCK)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("trunk.*",)

    def _opened(self, ui: UiScript, level: float) -> UiScript:
        return vehicle(ui, "lids").switch("trunk_lock", False).slide("trunk_opening", level)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        most, least = inst.params["most"], inst.params["least"]
        yield lambda ui: self._opened(ui, (most + least) / 2)
        yield lambda ui: self._opened(ui, least + 3).answer("It is open as far as the ceiling lets it.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        most, least = inst.params["most"], inst.params["least"]
        yield lambda ui: vehicle(ui, "lids").switch("trunk_lock", False).tap("trunk_open")
        yield lambda ui: vehicle(ui, "lids").switch("front_trunk_lock", False).slide("front_trunk_opening", (most + least) / 2)
        yield lambda ui: self._opened(ui, least - 8)
        yield lambda ui: vehicle(ui, "lids").switch("trunk_lock", False).answer("You can open it now.")


TAILGATE = Signal("trunk.opening", "trunk.current_open_degree_percentage")
TAILGATE_LOCK = Signal("trunk.lock", "trunk.is_locked")

WINDOWS: Mapping[str, tuple[str, Signal, str]] = {
    SEATS[0]: ("my own one", s.DRIVER_WINDOW, "window_driver"),
    SEATS[1]: ("the one beside me", s.PASSENGER_WINDOW, "window_passenger"),
    SEATS[2]: ("the second row's left one", s.REAR_LEFT_WINDOW, "window_second_left"),
    SEATS[3]: ("the second row's right one", s.REAR_RIGHT_WINDOW, "window_second_right"),
}
"""Seat -> how its window is called, what it is, its slider."""


class DraughtInPart(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Two windows each at another opening, another one shut, and the fourth as it is."""

    says = (
        "Some air: {first} open by {wide} %, {second} by {narrow} %, and {third} shut. Leave the last of the four.",
        "{first} to {wide} %, {second} to {narrow} %, {third} up all the way. The fourth doesn't matter to me, don't touch it.",
        "Could I have {first} at {wide} %, {second} at {narrow} % and {third} closed? What's left over is fine as it is.",
        "{third} pulls on my neck, so up with it; {first} to {wide} % instead, and {second} {narrow} %. Not the other one.",
        "A breeze across: {wide} % for {first}, {narrow} % for {second}, none for {third}, no change for the one I didn't name.",
        "{second} to {wide} %, no, wait: {narrow} % there, and {wide} % for {first}. {third}: shut. That's all.",
    )
    steps = 14

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(8, 34), weather=("clear", "cloudy"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, second, third, fourth = draw.rng.sample(list(WINDOWS), 4)
        told = {name: WINDOWS[seat][0] for name, seat in (("first", first), ("second", second), ("third", third))}
        wide, narrow = draw.integer(50, 90, 10), draw.integer(10, 40, 10)
        seats = {"seats": ",".join((first, second, third, fourth))}
        return told | seats | {"wide": wide, "narrow": narrow, "was": draw.integer(20, 80, 10)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        first, second, third, fourth = inst.params["seats"].split(",")
        for seat, opened in ((first, 0), (second, 100), (third, inst.params["was"]), (fourth, inst.params["was"])):
            car.write(WINDOWS[seat][1], opened)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        first, second, third, _ = (WINDOWS[seat][1] for seat in inst.params["seats"].split(","))
        wide, narrow = inst.params["wide"], inst.params["narrow"]
        return every(then.near(first, wide, 3), then.near(second, narrow, 3), then.near(third, 0, 1))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return tuple(f"window.window_states.{seat}.*" for seat in inst.params["seats"].split(",")[:3])

    def _set(self, ui: UiScript, inst: TaskInstance, *levels: float) -> UiScript:
        vehicle(ui, "windows")
        for seat, level in zip(inst.params["seats"].split(","), levels, strict=False):
            ui.slide(WINDOWS[seat][2], level)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        wide, narrow = inst.params["wide"], inst.params["narrow"]
        yield lambda ui: self._set(ui, inst, wide, narrow, 0)
        yield lambda ui: self._set(ui.home(), inst, wide, narrow, 0).answer("Done.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        wide, narrow = inst.params["wide"], inst.params["narrow"]
        yield lambda ui: self._set(ui, inst, narrow, wide, 0)
        yield lambda ui: self._set(ui, inst, wide, narrow)
        yield lambda ui: self._set(ui, inst, wide, narrow, 0, 0)
        yield lambda ui: vehicle(ui, "windows").tap("windows_open_all").answer("Fresh air for everybody.")


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
