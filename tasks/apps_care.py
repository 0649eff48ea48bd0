"""Apps: the care of the car: tyres and service book."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.headunit.parts.care_words import day, distance
from automotive_env.headunit.parts.service_list import LOOKS
from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.scene_car import car_of
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.apps import APPS, DISTANCES, signposted, signposted_in
from automotive_env.tasks.maps_messages import READ, opened
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Says, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.validators.signals import Signal
from automotive_env.world.content.service_book import Entry, history
from automotive_env.world.road import WHEELS
from automotive_env.world.tyres import MISSING_BAR, recommended


def care(ui: UiScript) -> UiScript:
    """The page on the care of the car."""
    return ui.dismiss().open("care")


LOADS: Mapping[str, str] = {"light": "just the two of us", "full": "five people and a full boot"}
"""Load of the tyre monitor -> who is on board."""


IMPOSSIBLE = Says(
    "that it cannot be done",
    r"\b(?:cannot|can't|could not|couldn't) be (?:done|reset)\b|\b(?:not possible|impossible)\b|\b(?:too little|lacks) air\b",
)


class PumpedUp(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """The monitor has to know for which load the tyres were inflated; where one lacks air for it, the driver has to."""

    says = (
        "I've just pumped all four up for {load}. Let the monitor know, the load as well. If that can't be done: which wheel?",
        "Air is in, for {load}. Make the car take that for right; should that be impossible, I must know the wheel.",
        "All four inflated, I think, and from now on it's {load}. Teach the car that; can't it be done, tell me the wheel.",
        "Could you tell the car that I have been at the air pump? We're {load}. If one still lacks air, refuse and name it.",
        "It's {load} from today, the compressor is already put away. Have the warning start afresh from that, unless one is "
        "low: then say that it can't be, and which.",
        "New pressures, for {load}. No, don't only pick the load: start the watching anew as well. Not possible? Which wheel?",
    )
    endings = ("act", "answer")
    either_status = True
    steps = 6

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        load = draw.choice(list(LOADS))
        low = draw.choice(WHEELS) if draw.ending == "answer" else ""
        return {"carries": load, "load": LOADS[load], "low": low, "over": draw.integer(0, 2) / 10}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        load = inst.params["carries"]
        car.write(s.TYRE_LOAD, "full" if load == "light" else "light")
        for wheel, signal in zip(WHEELS, s.TYRES, strict=True):
            short = MISSING_BAR + 0.15 if wheel == inst.params["low"] else -inst.params["over"]
            car.write(signal, round(recommended(wheel, load) - short, 2))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "answer":
            unknown = Says("that the monitor was not told", "", r"\b(monitor|car|it) (already |now )?knows\b")
            return then.as_it_was(s.TYRES_RESET) & then.answered(_named(inst.params["low"]), unknown)
        return then.care.tyres_reset() & then.is_(s.TYRE_LOAD, inst.params["carries"]) & ~then.answered(IMPOSSIBLE)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("tyres.load", "tyres.reset_at")

    def _loaded(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return care(ui).tap(f"load_{inst.params['carries']}")

    def _reset(self, ui: UiScript) -> UiScript:
        return ui.tap("reset_tyres_button").confirm()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "answer":
            reason = f"The {inst.params['low']} tyre still has too little air."
            yield lambda ui: self._loaded(ui, inst).infeasible(reason)
            yield lambda ui: self._loaded(ui, inst).tap("reset_tyres_button").cancel().answer(reason)
            return
        yield lambda ui: self._reset(self._loaded(ui, inst))
        yield lambda ui: self._reset(self._loaded(ui, inst)).answer("The monitor knows it now.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        other = "full" if inst.params["carries"] == "light" else "light"
        if inst.ending == "answer":
            wrong = next(wheel for wheel in WHEELS if wheel != inst.params["low"])
            yield lambda ui: self._loaded(ui, inst).infeasible(f"The {wrong} tyre has too little air.")
            yield lambda ui: self._loaded(ui, inst).answer("Done, the monitor knows it.")
            yield lambda ui: self._loaded(ui, inst).infeasible("It cannot be done.")
            if other == "light":  # for which there is air enough
                yield lambda ui: self._reset(care(ui)).answer(f"The {inst.params['low']} tyre has too little air.")
            return
        yield lambda ui: self._loaded(ui, inst).answer("Done, the monitor knows it.")
        yield lambda ui: self._loaded(ui, inst).tap("reset_tyres_button").cancel()
        yield lambda ui: self._reset(self._loaded(ui, inst)).tap(f"load_{other}")
        yield lambda ui: self._loaded(ui, inst).infeasible("The front left tyre has too little air.")
        yield lambda ui: self._reset(self._loaded(ui, inst)).answer("It can't be done: the front left tyre has too little air.")


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
    """Back from the garage: what was done is noted in the car once the mechanic has confirmed the bill or put it right."""

    says = (
        "The bill says: they {first}, {second} and {third}. {contact} fetched the car and texts whether that's right. "
        "Then note the truth in the car, nothing else.",
        "Tick off in the car what the garage did today: they {first}, they {second}, and they {third}. But wait for the text of "
        "{contact}, who knows if it was something else.",
        "They {first}, {second}, {third}, I'm told. {contact} was there and is about to write what's true; bring the car's book "
        "up to date with that, please.",
        "They {first} and {second}. Oh, and they {third}. The car should count from today for these, unless {contact}, who asks "
        "the mechanic, corrects me: await that text first.",
        "I don't want to be reminded for nothing: the mechanic {first}, then {second}, and in the end {third}. Tell the car once "
        "{contact} has confirmed or corrected that by text.",
        "All of it? No, three things: they {first}, {second} and {third}. {contact} checks the bill and texts me; only then let "
        "the car know, so it won't nag.",
    )
    steps = 20

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        *billed, instead = draw.rng.sample(list(WORKS), 4)
        told = {name: WORKS[item] for name, item in zip(("first", "second", "third"), billed, strict=True)}
        wrong = draw.choice([*billed, ""])
        done = [instead if item == wrong else item for item in billed]
        text = f"Sorry, the bill is wrong: they left out the {wrong} and did the {instead}." if wrong else "The bill is right."
        lists = {"billed": ",".join(billed), "items": ",".join(done), "text": text}
        return told | lists | {"contact": draw.person(), "after": draw.choice([15, 20, 25])}

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        contact, text = inst.params["contact"], inst.params["text"]
        return (Event(lambda car: car.writes(contact, text), after_seconds=inst.params["after"]),)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        wanted, last = sorted(inst.params["items"].split(",")), [str(then.read(entry)) for entry in LAST_RESETS]
        number = then.number(s.SERVICE_RESETS) - then.number_at_start(s.SERVICE_RESETS)
        found = f"{number:g} resets, {', '.join(last)} last"
        met = number == len(wanted) and sorted(last) == wanted
        reset = Criterion("reminders_reset", f"the reminders of {', '.join(wanted)} reset", found, met)
        return reset & then.at(inst.params["after"] - 1).as_it_was(s.SERVICE_RESETS)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*READ, "service.resets")

    def _noted(self, ui: UiScript, items: Iterable[str]) -> UiScript:
        care(ui)
        for item in items:
            ui.tap("service_item", LOOKS[item].title).confirm()
        return ui

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return opened(ui.wait(inst.params["after"]), inst.params["contact"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        items = inst.params["items"].split(",")
        yield lambda ui: self._noted(self._read(ui, inst), items)
        yield lambda ui: self._noted(ui.wait(inst.params["after"]).wait(5), items[::-1]).answer("Noted.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        items, billed = inst.params["items"].split(","), inst.params["billed"].split(",")
        other = next(item for item in WORKS if item not in (*items, *billed))
        yield lambda ui: self._noted(ui, billed).wait(inst.params["after"])
        yield lambda ui: self._noted(self._read(ui, inst), items[:2])
        yield lambda ui: self._noted(self._read(ui, inst), [*items[:2], other])
        yield lambda ui: self._noted(self._read(ui, inst), [*items, other])
        yield lambda ui: care(self._read(ui, inst)).tap("service_item", LOOKS[items[0]].title).cancel().answer("Noted.")
        if items != billed:
            yield lambda ui: self._noted(self._read(ui, inst), billed)


LAST_RESETS = tuple(Signal(f"service.reset.{place}", f"service.resets[-{place}].item", transient=True) for place in (1, 2, 3))


class SinceTheGarage(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """How far the car has gone since the service before the last, as signs here count: today's mileage less that of the book."""

    says = (
        "How far have I driven since the service before the last one? In the unit of the road signs here.",
        "The distance since the car was at the garage the time before last, please, in what this country measures roads in.",
        "My warranty counts from the service before the latest: how much have I driven since that day, as the signs here count?",
        "Since the last service but one, how much further has the car gone up to now, in what people here reckon in?",
        "Could you work out what we've driven since the workshop had this car the last time but one? In the local measure.",
        "How far since the last service? No, since the one before that; not as my screen counts, as the signs here do.",
    )
    steps = 7

    def rule(self, place: Place) -> Hashable:
        return signposted_in(place)

    def scene(self, draw: Draw) -> Scene:
        for _ in range(60):
            scene = draw.scene(moving=False, distance_unit=draw.choice(DISTANCES))
            now, visits = self._visits(scene)
            if len(visits) > 1 and visits[1].mileage > 1_000 and now - visits[0].mileage > 50:
                return scene
        raise SceneImpossible(f"no car in {draw.place.name} was at a garage twice")

    @staticmethod
    def _visits(scene: Scene) -> tuple[float, list[Entry]]:
        """Kilometres of now, and a line of the service book for each day in it, the latest first."""
        car = car_of(scene)
        now = float(car.instrumentPanel.vehicle_mileage)
        book = history(car.system.content_seed, date.fromisoformat(scene.time[:10]), now, car.service.resets)
        return now, list({entry.done: entry for entry in reversed(book)}.values())[::-1]

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        now, (last, before, *_) = self._visits(scene)
        row = f"{day(before.done)} · {distance(before.mileage, scene.distance_unit)}"
        unit = signposted_in(draw.place)
        return {"unit": unit, "now": now, "last": float(last.mileage), "before": float(before.mileage), "row": row}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        now, last, before = (inst.params[name] for name in ("now", "last", "before"))
        return then.answered(signposted(now - before, inst.params["unit"], 4, now, before, last))

    def _told(self, inst: TaskInstance, kilometres: float, unit: str = "") -> str:
        return f"{distance(kilometres, unit or inst.params['unit'])} since the service before the last."

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        """The book down to the service before the last, behind all lines of that."""
        return care(ui).tap("history_button").scroll_to("history_item", inst.params["row"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        right = self._told(inst, inst.params["now"] - inst.params["before"])
        yield lambda ui: self._read(ui, inst).answer(right)
        yield lambda ui: self._read(ui, inst).back().answer(f"It is {right}")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        now, last, before = (inst.params[name] for name in ("now", "last", "before"))
        for wrong in (now - last, last - before, before, now):
            yield self._says(wrong, inst)
        yield self._says(now - before, inst, next(unit for unit in DISTANCES if unit != inst.params["unit"]))

    def _says(self, wrong: float, inst: TaskInstance, unit: str = "") -> Way:
        return lambda ui: care(ui).tap("history_button").answer(self._told(inst, wrong, unit))
