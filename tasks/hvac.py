"""Climate: temperature, fan, air, defrosters and seat heating, said plainly or hinted at."""

from __future__ import annotations

from random import Random
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.task import Category, Dimension, Task, TaskInstance
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Checks

HVAC = Category.HVAC
CLIMATE = ("airConditioner.*", "environment.temperature")
COMFORT = (*CLIMATE, "seat.*.heater.*", "seat.*.ventilation.*", "window.*")


class FanSpeedMax(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """The fan as fast as it goes; AUTO is in the way."""

    says = ("Turn the fan speed to max.", "Set the fan to its highest speed.", "I want the blower at full power.")
    allowed = CLIMATE

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=2, auto=True)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.fan_speed_max()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("auto_button", False).tap("fan_max")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("auto_button", False).tap("fan_speed_4")


class SetTemperature(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """One side of the car to a temperature, the other left alone."""

    says = (
        "Set the {side} temperature to {celsius} degrees.",
        "Make it {celsius} °C on the {side}'s side.",
        "{celsius} degrees for the {side}, please.",
    )
    allowed = CLIMATE
    steps = 14

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"side": rng.choice(["driver", "passenger"]), "celsius": rng.choice([18, 18.5, 19, 20, 23.5, 24, 25, 26])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=22)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        sides = {"driver": s.DRIVER_TEMPERATURE, "passenger": s.PASSENGER_TEMPERATURE}
        wanted = sides.pop(inst.params["side"])
        (other,) = sides.values()
        return check.near(wanted, inst.params["celsius"]) and check.near(other, 22)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").temperature(inst.params["side"], inst.params["celsius"])

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        other = "passenger" if inst.params["side"] == "driver" else "driver"
        ui.open("climate").temperature(other, inst.params["celsius"])


class RecirculateAir(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """Air from inside."""

    says = ("Turn on air recirculation.", "Recirculate the cabin air.", "Close the outside air, use the inside air.")
    allowed = CLIMATE

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "external circulation")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.recirculates()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("recycle_air_button", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("ac_button", True)


class DriverSeatHeater(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL):
    """The driver's seat warm."""

    says = ("Turn on the driver seat heater.", "Heat my seat.", "Switch on seat heating for the driver.")
    allowed = ("seat.driver's seat.heater.*",)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.DRIVER_SEAT_HEATER, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.driver_seat_heater_enable()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("seats").tap("seat_driver").switch("seat_heater", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("seats").tap("seat_driver").switch("seat_ventilation", True)


class FreezingHands(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Cold, without a word on what to do: AUTO, warmer air or the seat heater all help."""

    says = ("My hands are freezing.", "Brr, I can't feel my fingers.", "It is so cold in here that I see my breath.")
    allowed = COMFORT

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.surroundings(outside_temperature=-6)
        car.climate_runs(temperature=17, fan=2)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.ac_auto() or check.warmer_than(17) or check.driver_seat_heater_enable()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("auto_button", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").temperature("driver", 16)


class TooHot(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Hot inside. In a hot climate only cooling helps; where it is mild outside, a window does too."""

    says = ("I'm sweating.", "It's boiling in here.", "I feel hot.")
    allowed = COMFORT

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        hot = place.climate in ("arid", "tropical")
        return {"outside": rng.randint(34, 42) if hot else rng.randint(12, 18)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.surroundings(outside_temperature=inst.params["outside"])
        car.climate_runs(temperature=26, fan=2)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        mild = inst.params["outside"] < 22
        aired = max(check.number(s.DRIVER_WINDOW), check.number(s.PASSENGER_WINDOW)) >= 10
        cooled = check.cooler_than(26) or check.ac_auto()
        return (cooled and not aired) or (mild and aired)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").temperature("driver", 24.5)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").temperature("driver", 28)


class StuffyAir(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT):
    """Stale air: air from outside, or a window."""

    says = ("It feels stuffy in here.", "I could do with some fresh air.", "The air in here is stale.")
    allowed = COMFORT

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=3)
        car.write(s.AIR_SOURCE, "internal circulation")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.fresh_air()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("recycle_air_button", False)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").tap("fan_max")


class ExtremeHeat(Task, category=HVAC, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Dangerous heat outside, a warm cabin: cool it, windows shut."""

    says = (
        "There is a heat warning out and the children are in the back.",
        "They say this heat is dangerous. Keep us safe in here.",
        "It is over {outside} degrees outside and the cabin is an oven.",
    )
    allowed = (*CLIMATE, "system.*")
    steps = 8

    def suits(self, place: Place) -> bool:
        return place.climate in ("arid", "tropical", "mediterranean")

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"outside": rng.randint(38, 46)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.surroundings(outside_temperature=inst.params["outside"])
        car.climate_runs(temperature=27, fan=1)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.cooler_than(26) or check.ac_auto()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("auto_button", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").tap("fan_max")
