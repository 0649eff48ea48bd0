"""Apps: the care of the car: tyres, services and software."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.car.driving.road import WHEELS
from automotive_env.car.driving.tyres import MISSING_BAR, recommended
from automotive_env.headunit.apps.care.service_list import LOOKS
from automotive_env.tasks.apps import APPS
from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Criterion, Episode, Signal, some
from automotive_env.validators import signals as s


class PumpedUp(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The tyre monitor reset after the tyres were inflated; where one still lacks air, the car refuses."""

    says = (
        "I've just pumped up the tyres, reset the tyre monitor.",
        "Reset the tyre pressure monitor.",
        "Tyre monitor reset, please.",
        "Could you reset the tyre pressure monitor?",
        "I've put air in, reset the tyre monitor.",
        "I've been to the air pump, so reset the tyre pressure warning.",
    )
    endings = ("act", "decline")
    may_change = ("tyres.reset_at",)
    conditions = Conditions(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"load": draw.choice(["light", "full"]), "over": draw.integer(0, 2) / 10, "wheel": draw.choice(WHEELS)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        load, low = inst.params["load"], inst.params["wheel"] if inst.ending == "decline" else ""
        car.write(s.TYRE_LOAD, load)
        for wheel, signal in zip(WHEELS, s.TYRES, strict=True):
            short = MISSING_BAR + 0.25 if wheel == low else -inst.params["over"]
            car.write(signal, round(recommended(wheel, load) - short, 2))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.care.tyres_reset()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "decline":
            reason = f"The {inst.params['wheel']} tyre still has too little air."
            yield lambda ui: ui.open("care").infeasible(reason)
            yield lambda ui: ui.open("care").tap("reset_tyres_button").cancel().infeasible(reason)
        else:
            yield lambda ui: ui.open("care").tap("reset_tyres_button").confirm()

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("care").answer("The tyre monitor is reset.")
        if inst.ending == "act":
            yield lambda ui: ui.open("care").tap("reset_tyres_button").cancel()


WORKS: Mapping[str, str] = {
    "oil": "the oil",
    "brake fluid": "the brake fluid",
    "wipers": "the wiper blades",
    "cabin filter": "the cabin filter",
}
"""Item of the service list -> what a garage has changed."""
LAST_RESET = Signal("service.reset.last", "service.resets[-1].item", transient=True)


class WorkDone(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """Work of the garage noted in the car, so that its reminder begins again."""

    says = (
        "Reset the reminder for {work}.",
        "The garage has just changed {work}, so reset the service reminder.",
        "Reset the service reminder for {work}.",
        "Can you reset the service reminder? The garage has changed {work}.",
        "Reset that reminder, {work} has been changed.",
        "They've changed {work}, reset the reminder.",
    )
    may_change = ("service.resets",)
    conditions = Conditions(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        item = draw.choice(list(WORKS))
        return {"item": item, "work": WORKS[item]}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        once = then.near(s.SERVICE_RESETS, then.number_at_start(s.SERVICE_RESETS) + 1, 0.5)
        return once & then.is_(LAST_RESET, inst.params["item"]) if once.met else once

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("care").tap("service_item", LOOKS[inst.params["item"]].title).confirm()

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        other = next(item for item in WORKS if item != inst.params["item"])
        yield lambda ui: ui.open("care").tap("service_item", LOOKS[other].title).confirm()
        yield lambda ui: ui.open("care").tap("service_item", LOOKS[inst.params["item"]].title).cancel().answer("Noted.")


NEWEST = Signal("software.newest", "software.newest")
ASLEEP = (22, 23, 0, 1, 2, 3, 4)
"""Hours of the night at which an update leaves the car ready for the morning."""


class WhileISleep(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """The latest software goes in during the night; in the other half the car has it already."""

    says = (
        "Update the car's software tonight while I'm asleep.",
        "Install the latest software overnight.",
        "Software update overnight, please.",
        "Could you update the car's software while I sleep tonight?",
        "I don't need the car overnight, so install the new software then.",
        "I need the car in the morning, so update the software overnight.",
    )
    endings = ("act", "refrain")
    steps = 8
    conditions = Conditions(hours=(8, 21))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"version": draw.integer(1, 6), "leaves": draw.integer(305, 320, 5), "hour": draw.choice(ASLEEP)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        version = inst.params["version"]
        car.write(s.SOFTWARE_VERSION, f"6.{version}")
        car.write(NEWEST, f"6.{version + (inst.ending == 'act')}")
        car.write(s.MOBILE_DATA, True)
        car.write(s.DEPARTURE, True)
        car.write(s.DEPARTURE_TIME, inst.params["leaves"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return some(*(then.care.update_planned(hour) for hour in ASLEEP))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("software.scheduled_for",) if inst.ending == "act" else ()

    def _searched(self, ui: UiScript) -> UiScript:
        return ui.open("care").tap("software_button").tap("search_update_button").wait(5)

    def _planned(self, ui: UiScript, hour: int) -> UiScript:
        return self._searched(ui).tap("schedule_update_button").tap(f"update_hour_{hour}")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: self._searched(ui).answer(f"The car has the latest software, version 6.{inst.params['version']}.")
        else:
            yield lambda ui: self._planned(ui, inst.params["hour"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            yield lambda ui: self._searched(ui)
            yield lambda ui: self._searched(ui).infeasible("There is no network.")
        else:
            yield lambda ui: self._planned(ui, 5)
            yield lambda ui: self._searched(ui).tap("later_button").answer("It goes in tonight.")
