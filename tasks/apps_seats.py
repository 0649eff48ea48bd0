"""Apps: how the seats in front stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from automotive_env.car.core.device import SEATS
from automotive_env.tasks.apps import APPS
from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.validators import Criterion, Episode, every
from automotive_env.validators import signals as s

DRIVER, PASSENGER = SEATS[:2]
SLIDERS: Mapping[str, str] = {
    "distance": "seat_horizontal",
    "height": "seat_height",
    "backrest": "seat_backrest",
    "headrest": "seat_headrest",
}
"""What of a seat is set -> its slider."""
FOREMOST = 5
"""Per cent of its travel that a driver's seat keeps from the wheel where nobody asked for less."""


class ReachThePedals(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """The driver sits too far back."""

    says = (
        "I can't reach the pedals.",
        "The pedals are too far away.",
        "Move my seat closer to the pedals.",
        "My feet don't reach the pedals.",
        "Someone tall drove this, and now I can't reach the pedals.",
        "Move me forward, I can't push the pedals down.",
    )
    may_change = (f"seat.{DRIVER}.position.*",)
    conditions = Conditions(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"distance": draw.integer(65, 90, 5)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SEAT_POSITIONS[DRIVER, "distance"], inst.params["distance"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.seats.moved(DRIVER, "forward") & then.between(s.SEAT_POSITIONS[DRIVER, "distance"], FOREMOST, None)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        closer = inst.params["distance"] - 25
        yield lambda ui: ui.open("seats").tap("seat_driver").slide(SLIDERS["distance"], closer)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        distance = inst.params["distance"]
        yield lambda ui: ui.open("seats").tap("seat_passenger").slide(SLIDERS["distance"], distance - 25)
        yield lambda ui: ui.open("seats").tap("seat_driver").slide(SLIDERS["distance"], min(100, distance + 10))
        yield lambda ui: ui.open("seats").tap("seat_driver").slide(SLIDERS["distance"], 0)


class SeatLikeMine(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """The passenger seat as the driver's stands; some of it is so already."""

    says = (
        "Set the passenger seat like mine.",
        "Make the passenger seat like mine.",
        "Copy my seat position to the passenger seat.",
        "Could you set the passenger seat like mine?",
        "We're swapping seats, so set the passenger seat up like mine.",
        "I'm moving to the passenger seat, so set it like mine.",
    )
    steps = 14
    may_change = (f"seat.{PASSENGER}.position.*",)
    conditions = Conditions(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        mine = {part: draw.integer(25, 75, 5) for part in SLIDERS}
        parts = draw.rng.sample(sorted(mine), draw.integer(2, 3))
        theirs = {part: mine[part] + draw.choice([15, 20]) * (1 if mine[part] < 50 else -1) for part in parts}
        return {"mine": mine, "theirs": theirs}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        mine, theirs = inst.params["mine"], inst.params["theirs"]
        for seat, stands in ((DRIVER, mine), (PASSENGER, mine | theirs)):
            for part, percentage in stands.items():
                car.write(s.SEAT_POSITIONS[seat, part], percentage)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return every(*(then.seats.at(PASSENGER, part, stands) for part, stands in inst.params["mine"].items()))

    def _set(self, ui: UiScript, seat: str, stands: Mapping[str, int]) -> UiScript:
        ui.open("seats").tap(f"seat_{seat}")
        for part, percentage in stands.items():
            ui.slide(SLIDERS[part], percentage)
        return ui

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        mine, theirs = inst.params["mine"], inst.params["theirs"]
        yield lambda ui: self._set(ui, "passenger", {part: mine[part] for part in theirs})

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        mine, theirs = inst.params["mine"], inst.params["theirs"]
        yield lambda ui: self._set(ui, "driver", theirs)
        yield lambda ui: self._set(ui, "passenger", {part: mine[part] for part in list(theirs)[1:]})
