"""Apps: when the car charges, and when it is ready."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.car.driving.energy import DAYS
from automotive_env.headunit.shared.care_words import minutes as time_text
from automotive_env.tasks.apps import APPS
from automotive_env.tasks.hvac import friend
from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.media import first_name
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

WORKING = DAYS[:5]
HOURS = (s.OFF_PEAK, s.OFF_PEAK_START, s.OFF_PEAK_END)


def energy(ui: UiScript) -> UiScript:
    """The page on charging."""
    return ui.dismiss().open("energy").tap("energy_charging")


def at_time(ui: UiScript, button: str, minute: int) -> UiScript:
    """Choose a time of the day, in minutes after midnight, behind a button of the page on charging."""
    return ui.tap(button).tap(f"hour_{minute // 60}").tap(f"minute_{minute % 60}").tap("time_close")


class CheapHours(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """Charging waits for the cheap hours; then it is to end at a charge, and on weekends it need not wait."""

    steps = 12
    may_change = ("energy.off_peak_*", "energy.off_peak_days.*", "energy.charge_limit")
    conditions = Conditions(moving=False, powertrain="electric")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        begins, ends = draw.integer(20 * 60 + 30, 23 * 60 + 30, 30), draw.integer(4 * 60 + 30, 7 * 60 + 30, 30)
        told = {"start": time_text(begins, scene.clock), "end": time_text(ends, scene.clock)}
        return told | {"begins": begins, "ends": ends, "limit": draw.choice([60, 65, 70, 75, 85, 90])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.OFF_PEAK, False)
        car.write(s.OFF_PEAK_START, (inst.params["begins"] + 90) % 1440)
        car.write(s.OFF_PEAK_END, inst.params["ends"] + 60)
        car.write(s.CHARGE_LIMIT, 80)
        for signal in s.OFF_PEAK_DAYS:
            car.write(signal, True)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        begins, ends, limit = (inst.params[name] for name in ("begins", "ends", "limit"))
        yield Turn(
            "Only charge the car between {start} and {end}.",
            "Charge the car from {start} to {end} only.",
            "Only charge from {start} to {end}.",
            "Could the car just charge between {start} and {end}?",
            "Power's cheap from {start} to {end}, so only charge then.",
            "Don't charge the car before {start} or after {end}.",
            check=lambda then: then.care.charges_between(begins, ends) & then.as_it_was(s.CHARGE_LIMIT),
        )
        yield Turn(
            "And stop charging at {limit} percent.",
            "Only charge up to {limit} percent, though.",
            "Can you make it stop charging at {limit} percent?",
            "{limit} percent is plenty, so stop charging there.",
            "Set the charge limit to {limit} percent, it's kinder to the battery.",
            "Don't charge it past {limit} percent.",
            after=minutes(1),
            check=lambda then: then.care.charges_to(limit) & then.as_it_was(*HOURS, *s.OFF_PEAK_DAYS),
        )
        yield Turn(
            "On Saturday and Sunday don't limit charging to those hours.",
            "Use those charging hours only Monday to Friday.",
            "Could you take Saturday and Sunday out of the charging hours?",
            "Power's cheap all Saturday and Sunday, so charge at any time then.",
            "On Saturday and Sunday the car can charge whenever it likes.",
            "Those charging hours are just for Monday to Friday.",
            after=minutes(2),
            check=lambda then: then.care.charges_between(begins, ends, *WORKING) & then.as_it_was(s.CHARGE_LIMIT),
        )

    def _hours(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        at_time(energy(ui).switch("off_peak", True), "off_peak_start", inst.params["begins"])
        return at_time(ui, "off_peak_end", inst.params["ends"])

    def _weekend(self, ui: UiScript) -> UiScript:
        return ui.switch("day_saturday", False).switch("day_sunday", False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        limit = inst.params["limit"]
        yield lambda ui: self._weekend(self._hours(ui, inst).turn().slide("charge_limit", limit).turn())

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        limit = inst.params["limit"]
        yield lambda ui: self._weekend(self._hours(ui, inst).switch("off_peak", False).turn().slide("charge_limit", limit).turn())
        yield lambda ui: self._weekend(self._hours(ui, inst).turn().answer(f"It stops at {limit} percent.").turn())


class PickedUpAt(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """A friend writes when to set off tomorrow; the car is to be ready then, pleasant inside, and at another time after all."""

    steps = 12
    may_change = ("conversation.messages", "energy.departure_*", "energy.preconditioning")
    conditions = Conditions(moving=False, messages=(), powertrain="electric")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        who = friend(draw)
        leaves, takes = draw.integer(6 * 60, 9 * 60 + 30, 15), draw.choice([15, 30, 45, 60])
        told = {"contact": who, "who": first_name(who), "rival": draw.person(but=[who])}
        return told | {"leaves": leaves, "there": leaves + takes, "later": draw.choice([30, 60])}

    def _text(self, inst: TaskInstance) -> str:
        leaves, there = (time_text(inst.params[name], inst.scene.clock) for name in ("leaves", "there"))
        return f"Could you pick me up tomorrow? Leave at {leaves} and you'll be here by {there}."

    def _moved(self, inst: TaskInstance) -> str:
        return f"Sorry, could you leave {'half an' if inst.params['later'] == 30 else 'an'} hour later?"

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DEPARTURE, False)
        car.write(s.DEPARTURE_TIME, inst.params["leaves"] + 150)
        car.write(s.PRECONDITIONING, False)
        breakfast = time_text(inst.params["leaves"] + 120, inst.scene.clock)
        car.writes(inst.params["contact"], self._text(inst))
        car.writes(inst.params["rival"], f"Breakfast tomorrow at {breakfast}?")
        car.waits(30)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        leaves, later = inst.params["leaves"], inst.params["leaves"] + inst.params["later"]

        def ready(then: Episode, minute: int) -> Criterion:
            return then.care.leaves_at(*divmod(minute, 60))

        yield Turn(
            "{who} texted when to leave tomorrow, set the departure time.",
            "Set tomorrow's departure time from {who}'s text.",
            "Set tomorrow's departure to the time {who} texted.",
            "Could you have the car ready tomorrow when {who}'s text says to leave?",
            "Use the departure time from {who}'s text.",
            "Have the car ready tomorrow, {who} has texted me when to leave.",
            check=lambda then: ready(then, leaves),
        )
        yield Turn(
            "And make the car comfortable before I get in.",
            "Get the cabin to a nice temperature, too.",
            "Can the car be comfortable when I get in?",
            "And heat or cool the car before I leave, would you?",
            "Get the cabin comfortable before I get in, too.",
            "I hate a freezing or boiling car, so get the cabin comfortable beforehand.",
            after=minutes(1),
            check=lambda then: then.on(s.PRECONDITIONING) & then.as_it_was(s.DEPARTURE, s.DEPARTURE_TIME),
        )
        yield Turn(
            "{who} just texted a new time for tomorrow, change the departure.",
            "New time from {who}, so change tomorrow's departure.",
            "Could you change tomorrow's departure to the new time from {who}'s text?",
            "Plans have changed, see {who}'s text and adjust tomorrow's departure.",
            "{who} wants me later now, so move the departure to the texted time.",
            "Update tomorrow's departure, {who} has texted a new time.",
            after=minutes(15),
            event=lambda car: car.writes(inst.params["contact"], self._moved(inst)),
            check=lambda then: ready(then, later) & then.on(s.PRECONDITIONING),
        )

    def _read(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.dismiss().open("messages").tap("message_item", inst.params["contact"])

    def _played(self, ui: UiScript, inst: TaskInstance, first: int, then: int) -> UiScript:
        at_time(energy(self._read(ui, inst)).switch("departure", True), "departure_time", first).turn()
        energy(ui).switch("preconditioning", True).turn()
        return at_time(energy(self._read(ui, inst)), "departure_time", then)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        leaves, later = inst.params["leaves"], inst.params["leaves"] + inst.params["later"]
        yield lambda ui: self._played(ui, inst, leaves, later)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        leaves, there, later = inst.params["leaves"], inst.params["there"], inst.params["leaves"] + inst.params["later"]
        yield lambda ui: self._played(ui, inst, there, later)
        yield lambda ui: self._played(ui, inst, leaves, leaves)
