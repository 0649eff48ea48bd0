"""Climate: who is cold, and what warms them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.tasks.hvac import AIR, DRIVER, HVAC, friend, set_climate
from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

DRIVER_WARMTH = ("steeringWheel.*", f"seat.{DRIVER}.heater.*")
"""What warms the driver alone, besides the air."""


def driver_is_warmed(then: Episode) -> Criterion:
    """Something warms the driver: the air on their side, their seat or the wheel."""
    heats = then.on(s.CLIMATE_POWER) & then.on(s.HEATING) & ~then.falls(s.DRIVER_TEMPERATURE, 0.5)
    return then.set_warmer() | heats | then.on(s.STEERING_WHEEL_HEATER) | then.driver_seat_heater_enable()


class DriverSeatHeater(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The heating of the driver's seat (Table 2 of the Automotive-ENV paper)."""

    says = (
        "Turn on driver seat heater.",
        "Heat my seat.",
        "Can you switch my seat heating on?",
        "Bum warmer on for me, please.",
        "My seat's like ice, turn the seat heating on.",
        "Put the driver's seat heating on.",
    )
    may_change = (f"seat.{DRIVER}.heater.*",)
    conditions = Conditions(outside=(-15, 14))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"passenger": draw.maybe()}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DRIVER_SEAT_HEATER, False)
        car.write(s.PASSENGER_SEAT_HEATER, inst.params["passenger"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.driver_seat_heater_enable()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("seats").tap("seat_driver").switch("seat_heater", True)
        yield lambda ui: ui.open("climate").tap("", "Seat heating driver: off")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("seats").tap("seat_passenger").tap("seat_heater")
        yield lambda ui: ui.open("seats").tap("seat_driver").switch("seat_ventilation", True)


class FreezingHands(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Cold hands at the wheel (Table 2): AUTO warms, and so do the wheel, the seat, and a higher temperature."""

    says = (
        "My hands are freezing.",
        "My fingers are going numb with cold.",
        "Brr, my hands are like ice.",
        "I can hardly hold the wheel, my hands are so cold.",
        "Could you do something about my cold hands?",
        "I forgot my gloves and my hands are frozen.",
    )
    may_change = (*AIR, *DRIVER_WARMTH)
    conditions = Conditions(outside=(-15, 6))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"climate": draw.choice(["off", "by hand"]), "fan": draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst, 20)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.ac_auto() | driver_is_warmed(then)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("auto_button", True)
        yield lambda ui: ui.open("seats").tap("steering_wheel_heater")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).temperature("driver", 18)
        yield lambda ui: ui.open("climate").tap("", "Seat heating passenger: off")


class OneSideOnly(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """One of two is cold: what warms the driver must leave the passenger's side as it is."""

    says = (
        "I'm freezing, but {name} is warm enough.",
        "I'm cold, but {name} isn't.",
        "Could you warm just me? {name} is fine.",
        "Brr, warm up my side only. {name} is fine over there.",
        "I'm frozen from waiting outside, but {name} is fine, so just warm me.",
        "Warm me up, but don't roast {name}.",
    )
    steps = 8
    conditions = Conditions(outside=(-12, 8))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"name": friend(draw).split()[0], "celsius": draw.choice([19, 20, 20.5, 21])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=inst.params["celsius"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return driver_is_warmed(then) & then.as_it_was(s.PASSENGER_TEMPERATURE, s.PASSENGER_SEAT_HEATER)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        own = ("temperature", "wind_speed", "outlet_modes.*")
        return (*(f"airConditioner.ac_states.{DRIVER}.{part}" for part in own), "environment.temperature", *DRIVER_WARMTH)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").temperature("driver", inst.params["celsius"] + 2)
        yield lambda ui: ui.open("seats").tap("seat_driver").switch("seat_heater", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        warm = inst.params["celsius"] + 2
        yield lambda ui: ui.open("climate").temperature("driver", warm).temperature("passenger", warm)
        yield lambda ui: ui.open("climate").switch("auto_button", True)


class WarmAgain(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """Somebody gets in cold, is warm after some minutes, and wants the car as it was."""

    steps = 12
    conditions = Conditions(outside=(-10, 8), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"celsius": draw.choice([20, 20.5, 21])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=inst.params["celsius"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "I'm freezing.",
            "I'm so cold.",
            "Can you warm me up a bit?",
            "It's freezing in here, isn't it?",
            "I'm chilled to the bone after that walk.",
            "Could you make it a bit warmer for me?",
            check=lambda then: then.ac_auto() | driver_is_warmed(then),
        )
        yield Turn(
            "I'm warm now, you can put the heating back how it was.",
            "I'm warm again, put the heating back, please.",
            "Okay, that's warm enough. Put the heating back how it was.",
            "I'm getting too warm now, put the heating back how it was.",
            "Thanks, I'm warm. Can you set everything back how it was?",
            "All warm now, put the heating back to how it was before.",
            after=minutes(7),
            check=lambda then: then.as_at_first(
                *(s.DRIVER_TEMPERATURE, s.PASSENGER_TEMPERATURE, s.CLIMATE_AUTO, s.CLIMATE_POWER),
                *(s.DRIVER_SEAT_HEATER, s.STEERING_WHEEL_HEATER),
            ),
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        levels = ("steeringWheel.heater_*", f"seat.{DRIVER}.heater.temperature_level")
        return ("airConditioner.ac_states.*.wind_speed", "environment.temperature", *levels)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        before = inst.params["celsius"]
        yield lambda ui: ui.open("climate").temperature("driver", 23).turn().open("climate").temperature("driver", before)
        yield lambda ui: ui.open("climate").switch("auto_button", True).turn().open("climate").switch("auto_button", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").temperature("driver", 24).turn().answer("It is as it was.")
        yield lambda ui: ui.turn().open("climate").temperature("driver", 24).temperature("driver", inst.params["celsius"])
