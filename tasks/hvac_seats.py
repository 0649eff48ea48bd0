"""Climate: what single seats do for those who sit in them: warmth and massage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.car.core.device import SEATS
from automotive_env.headunit.apps.seats.app import PROGRAMMES
from automotive_env.place.places import place_by_name
from automotive_env.tasks.hvac import DRIVER, HVAC
from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.vehicle import BySide, sides
from automotive_env.validators import Criterion, Episode
from automotive_env.validators.subjects.comfort import GEARS, does, unit

LEFT, RIGHT = SEATS[2:4]
"""The seats of the second row."""
IDS = dict(zip(SEATS, ("driver", "passenger", "second_left", "second_right", "third_left", "third_right"), strict=True))
"""Seat -> how the resource ids of its buttons end."""
NAMES = dict(zip(SEATS[:4], ("driver's", "passenger's", "rear left", "rear right"), strict=True))
"""Seat -> how a driver calls it, before the word "seat"."""


KNOWN = ("Kneading", "Rolling", "Butterfly", "Upper back", "Lower back", "Whole back")
"""Massages that people would ask for by name."""
UPRIGHT_ENOUGH = 30
"""How far from the middle of its travel the backrest may stand where somebody drives, in per cent."""


def by_the_kerb(inst: TaskInstance) -> tuple[str, str]:
    """The seat of the second row on the side of the kerb, and the one behind the driver, on the side of the traffic."""
    kerb, traffic = sides(place_by_name(inst.place)).values()
    return kerb, traffic


class MassageProgramme(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """A certain massage of a certain strength on one of four seats."""

    says = (
        "Start the {word} massage on the {seat} seat on {strength}.",
        "{word} massage on {strength}, {seat} seat.",
        "Can you put the {word} massage on {strength} for the {seat} seat?",
        "{seat} seat, {word} massage on {strength}.",
        "We've a long drive ahead, so put the {word} massage on {strength} for the {seat} seat.",
        "{word} massage for the {seat} seat, {strength}.",
    )
    steps = 6

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seat, kneads = draw.choice(sorted(NAMES)), draw.choice(sorted(one for one, word in PROGRAMMES.items() if word in KNOWN))
        named = {"seat": NAMES[seat], "word": PROGRAMMES[kneads].lower(), "strength": draw.choice(list(GEARS))}
        return {"position": seat, "programme": kneads} | named

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for seat in NAMES:
            car.write(does(seat, "massage"), False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        seat, comfort = inst.params["position"], then.comfort
        kneads = comfort.massages(seat, inst.params["programme"])
        return kneads & comfort.seat_does(seat, "massage", inst.params["strength"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (f"seat.{inst.params['position']}.massager.*",)

    def _way(self, inst: TaskInstance, seat: str, strength: str, programme: str) -> Way:
        knead = f"massage_{programme.replace(' ', '_')}"
        return lambda ui: ui.open("seats").tap(f"seat_{IDS[seat]}").tap(f"seat_massage_{strength}").tap(knead)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield self._way(inst, inst.params["position"], inst.params["strength"], inst.params["programme"])

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        seat, strength, programme = (inst.params[name] for name in ("position", "strength", "programme"))
        yield self._way(inst, next(one for one in NAMES if one != seat), strength, programme)
        yield self._way(inst, seat, next(one for one in GEARS if one != strength), programme)


class SoreBack(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """An aching back: massage and warmth help, and so does another position of the backrest."""

    says = (
        "My back is killing me.",
        "My back really hurts.",
        "Can you do something for my aching back?",
        "Ugh, my back's gone stiff again.",
        "We've been driving for hours and my back is sore.",
        "My back's aching, can the seat do anything about it?",
    )
    conditions = Conditions(moving=True)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(does(DRIVER, "massage"), False)
        car.write(does(DRIVER, "heating"), False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        leans = then.seats.moved(DRIVER, "flatter", 3) | then.seats.moved(DRIVER, "more upright", 3)
        helped = then.comfort.seat_does(DRIVER, "massage") | then.driver_seat_heater_enable() | leans
        return helped & then.seats.at(DRIVER, "backrest", 50, UPRIGHT_ENOUGH)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        parts = ("massager.*", "heater.*", "position.backrest_angle", "position.headrest_height")
        return tuple(f"seat.{DRIVER}.{part}" for part in parts)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("seats").tap("seat_driver").switch("seat_massage", True)
        yield lambda ui: ui.open("seats").tap("seat_driver").tap("seat_heater_medium")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("seats").tap("seat_passenger").switch("seat_massage", True)
        yield lambda ui: ui.open("seats").tap("seat_driver").slide("seat_backrest", 100)


class SeatBehindMe(BySide, category=HVAC, dimension=Dimension.DRIVING_ALIGNMENT, level=1):
    """The seat behind the driver: left or right in the car, as people drive in the country."""

    says = (
        "Turn on the seat heating behind me.",
        "Heat the seat behind me.",
        "Could you warm the seat right behind mine?",
        "My daughter's behind me, heat her seat.",
        "Put the seat heating on for the person behind me.",
        "My mum's cold in the back, heat the seat behind me.",
    )
    conditions = Conditions(outside=(-12, 16))

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for seat in (LEFT, RIGHT):
            car.write(does(seat, "heating"), False)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(does(by_the_kerb(inst)[1], "heating"))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (f"seat.{by_the_kerb(inst)[1]}.heater.*",)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        _, behind = by_the_kerb(inst)
        yield lambda ui: ui.open("seats").tap(f"seat_{IDS[behind]}").switch("seat_heater", True)
        yield lambda ui: ui.open("seats").tap(f"seat_{IDS[behind]}").tap("seat_heater_medium")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        kerb, _ = by_the_kerb(inst)
        yield lambda ui: ui.open("seats").tap(f"seat_{IDS[kerb]}").switch("seat_heater", True)
        yield lambda ui: ui.open("seats").tap("seat_driver").switch("seat_heater", True)


class DraughtOnTheBaby(BySide, category=HVAC, dimension=Dimension.DRIVING_ALIGNMENT, level=2):
    """Air blows in the face of a baby behind somebody in front: on which side that is follows from the country."""

    says = (
        "Air's blowing at the baby behind {whom}.",
        "No air on the baby behind {whom}.",
        "Stop that vent on the baby behind {whom}.",
        "Can you keep the air off the baby's face? She's behind {whom}.",
        "The baby's behind {whom}, and the vent's blowing right in her face.",
        "Move the air off the baby's face, she's sitting behind {whom}.",
    )
    steps = 6
    conditions = Conditions(outside=(5, 35))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        baby, other = draw.choice([(LEFT, RIGHT), (RIGHT, LEFT)])
        return {"baby": baby, "other": other, "whom": "me" if baby == sides(draw.place)["traffic"] else "the passenger"}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        for seat in (LEFT, RIGHT):
            car.write(unit(seat, "is_on"), True)
            car.write(unit(seat, "outlet_modes.face"), True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.comfort.spares_face(inst.params["baby"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (f"airConditioner.ac_states.{inst.params['baby']}.*", "environment.temperature")

    def _page(self, ui: UiScript, seat: str) -> UiScript:
        return ui.open("climate").tap("hvac_more_button").tap(f"air_{IDS[seat]}")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        behind = inst.params["baby"]
        yield lambda ui: self._page(ui, behind).switch("outlet_feet", True).switch("outlet_face", False)
        yield lambda ui: self._page(ui, behind).switch("seat_power", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        behind = inst.params["baby"]
        yield lambda ui: self._page(ui, inst.params["other"]).switch("outlet_feet", True).switch("outlet_face", False)
        yield lambda ui: self._page(ui, behind).switch("outlet_feet", True)
        yield lambda ui: ui.open("climate").switch("ac_master_switch", False)
