"""Climate: too hot, in the car and outside."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.car.driving.temperature import number
from automotive_env.place.place import Place
from automotive_env.tasks.hvac import AIR, DRIVER, HVAC, PASSENGER, any_climate, set_climate
from automotive_env.tasks.hvac_temperature import counted_in
from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

COOL_OUTSIDE = 22
"""Celsius outside up to which an open window cools a hot cabin."""
DOG_CELSIUS = 25
"""The most that is comfortable for a dog."""


def cools(then: Episode) -> Criterion:
    """The climate cools, or regulates itself; in a hot car that does not heat it."""
    return then.on(s.CLIMATE_POWER) & (then.on(s.AC) | then.on(s.COOLING) | then.on(s.CLIMATE_AUTO))


class FeelHot(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """Too warm inside: an open window is enough where it is cool outside, only the air conditioning helps where it is hot."""

    says = (
        "I feel hot.",
        "It's really warm in here.",
        "Could you cool it down in here a bit?",
        "I'm sweating, can you do something?",
        "Phew, it's like an oven in here.",
        "It's too hot for me in this car.",
    )
    steps = 8
    may_change = (*AIR, "window.window_states.*", "sunroof.*", "seat.*.ventilation.*")

    def rule(self, place: Place) -> Hashable:
        return None if place.july is None else place.july > COOL_OUTSIDE

    def scene(self, draw: Draw) -> Scene:
        hot = draw.maybe()
        return draw.scene(outside=(30, 45) if hot else (8, 20), light=("day",), weather=FAIR, moving=True, speed=(20, 50))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return any_climate(draw) | {"climate": "off"}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst, 26)
        car.write(s.AIR_SOURCE, "external circulation")
        car.cabin(max(31, inst.scene.outside + 2))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        unheated = then.off(s.HEATING) & ~then.rises(s.DRIVER_TEMPERATURE, 0.5)
        if inst.scene.outside > COOL_OUTSIDE:
            return cools(then) & unheated & then.shut()
        aired = then.opened_to_air() | then.air_from_outside() & then.set_cooler()
        return then.off(s.AC) & then.off(s.COOLING) & unheated & aired

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.scene.outside <= COOL_OUTSIDE:
            yield lambda ui: ui.open("vehicle").slide("window_driver", 50)
            yield lambda ui: ui.open("climate").switch("ac_master_switch", True).temperature("driver", 24)
        else:
            yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("ac_button", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).temperature("driver", 27)
        if inst.scene.outside > COOL_OUTSIDE:
            yield lambda ui: ui.open("vehicle").slide("window_driver", 50)
        else:
            yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("ac_button", True)


class TooHot(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """The driver is hot and the passenger has a cold; later the passenger shivers, and in the end all is put back."""

    steps = 10
    conditions = Conditions(outside=(18, 34), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"celsius": draw.choice([23, 24, 25])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=inst.params["celsius"])
        car.write(s.PASSENGER_SEAT_HEATER, False)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        mine, theirs = s.DRIVER_TEMPERATURE, s.PASSENGER_TEMPERATURE
        yield Turn(
            "I'm boiling, but only cool my side.",
            "Cool me down, but not my wife.",
            "Could you cool me down without freezing my wife?",
            "I'm roasting, cool my side but leave my wife's alone.",
            "It's far too hot for me, but my wife's ill, so only cool me.",
            "Cool my side down, but not my wife's.",
            check=lambda then: (then.set_cooler() | then.on(s.DRIVER_SEAT_VENTILATION)) & then.as_it_was(theirs),
        )
        yield Turn(
            "I'm a bit cold over here.",
            "Brr, I'm cold.",
            "Could I get a bit of warmth on my side?",
            "I've got the shivers, can you warm me up?",
            "My cold's getting worse, can I have it warmer here?",
            "Warm up my side a little, please.",
            after=minutes(5),
            speaker="passenger",
            check=lambda then: (
                (then.rises(theirs, 1) | then.passenger_seat_heater_enable()) & then.as_it_was(mine) & then.on(s.CLIMATE_POWER)
            ),
        )
        yield Turn(
            "We're both fine now, put the air con back how it was.",
            "Okay, put the temperature back how it was.",
            "Could you put the temperatures back how they were before?",
            "We're nearly there, put the air con back how it was.",
            "We're both comfortable now, so put the air con back how it was.",
            "All good now, put the air con back to how it was at first.",
            after=minutes(12),
            check=lambda then: then.as_at_first(
                *(mine, theirs, s.PASSENGER_SEAT_HEATER, s.DRIVER_SEAT_VENTILATION, s.CLIMATE_POWER)
            ),
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        levels = (f"seat.{PASSENGER}.heater.temperature_level", f"seat.{DRIVER}.ventilation.airflow_level")
        return ("environment.temperature", *levels)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        before = inst.params["celsius"]
        yield lambda ui: (
            ui.open("climate").temperature("driver", before - 2).turn()
            .open("climate").temperature("passenger", before + 1.5).turn()
            .open("climate").temperature("driver", before).temperature("passenger", before)
        )  # fmt: skip
        yield lambda ui: (
            ui.open("seats").tap("seat_driver").switch("seat_ventilation", True).turn()
            .open("seats").tap("seat_passenger").switch("seat_heater", True).turn()
            .open("seats").tap("seat_passenger").switch("seat_heater", False)
            .tap("seat_driver").switch("seat_ventilation", False)
        )  # fmt: skip

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        before = inst.params["celsius"]
        yield lambda ui: (
            ui.open("climate").temperature("driver", before - 2).turn()
            .open("climate").temperature("passenger", before + 1.5).turn()
            .open("climate").temperature("driver", before)
        )  # fmt: skip
        yield lambda ui: (
            ui.open("climate").temperature("driver", before - 2).temperature("passenger", before - 2).turn()
            .open("climate").temperature("passenger", before).turn()
            .open("climate").temperature("driver", before)
        )  # fmt: skip


class ExtremeHeat(Task, category=HVAC, dimension=Dimension.ENVIRONMENT_ALERTS, level=1):
    """Dangerous heat outside, and a hot cabin: it is cooled, with the windows shut."""

    says = (
        "It's so hot I'm feeling faint.",
        "This heat is killing me.",
        "It's {outside}! Could you cool the car before somebody faints?",
        "Cool this car down, we're boiling.",
        "It's {outside} out there and I'm getting dizzy, cool us down.",
        "Quick, cool the car, the baby's bright red.",
    )
    may_alert = ("heat",)
    may_change = (*AIR, "seat.*.ventilation.*")
    conditions = Conditions(outside=(32, 48), light=("day",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        drawn = {"climate": draw.choice(["off", "by hand"]), "fan": draw.integer(1, 4), "celsius": draw.choice([26, 27, 28])}
        return drawn | {"outside": f"{number(scene.outside, counted_in(draw.place)):g} degrees", "warmer": draw.integer(1, 5)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst, inst.params["celsius"])
        car.cabin(inst.scene.outside + inst.params["warmer"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        kept = then.between(s.DRIVER_TEMPERATURE, None, inst.params["celsius"])
        return cools(then) & kept & then.off(s.HEATING) & then.shut()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("ac_button", True)
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("auto_button", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("vehicle").slide("window_driver", 80)
        yield lambda ui: ui.alert("heat", "It is dangerously hot outside.")


class PetInTheCar(Task, category=HVAC, dimension=Dimension.ENVIRONMENT_ALERTS, level=3):
    """A dog waits in the parked car: its cooling goes off in between and must go on again."""

    steps = 20
    may_alert = ("heat",)
    may_change = AIR
    conditions = Conditions(outside=(22, 36), light=("day",), weather=FAIR, moving=False)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=28)
        car.write(s.CLIMATE_POWER, False)
        car.cabin(inst.scene.outside + 2)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        def fails(car: CarSetup) -> None:
            car.write(s.CLIMATE_POWER, False)
            car.cabin(inst.scene.outside + 4)

        def blows_cool(then: Episode) -> Criterion:
            return cools(then) & then.off(s.HEATING) & then.between(s.DRIVER_TEMPERATURE, None, DOG_CELSIUS)

        yield Turn(
            "I'm leaving the dog here, keep it cool.",
            "Keep the car cool for the dog.",
            "Could you keep the car cool while the dog waits in it?",
            "We're popping into the shop, so keep the car cool for the dog.",
            "Don't let the dog get too hot.",
            "I'll be back in a few minutes, keep the car cool for my dog.",
            check=lambda then: blows_cool(then) & then.shut(),
        )
        yield Turn(
            event=fails,
            notice="The climate has switched itself off, and it is getting hot in the car.",
            after=minutes(6),
            check=blows_cool,
        )
        yield Turn(
            "We're back, you can turn the air con off.",
            "We're back, air con off.",
            "We're back. Could you turn the air conditioning off?",
            "The dog's out of the car, switch the air con off.",
            "Thanks for keeping the dog cool, you can turn the air con off.",
            "We've got the dog, so turn the air con off now.",
            after=minutes(9),
            check=lambda then: ~cools(then) & then.off(s.HEATING),
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: (
            ui.open("climate").switch("ac_master_switch", True).switch("ac_button", True).temperature("driver", 22).turn()
            .open("climate").switch("ac_master_switch", True).turn()
            .open("climate").switch("ac_master_switch", False)
        )  # fmt: skip
        yield lambda ui: (
            ui.open("climate").switch("ac_master_switch", True).switch("auto_button", True).temperature("driver", 21).turn()
            .alert("heat", "It is getting hot for the dog; I switch the cooling on again.")
            .open("climate").switch("ac_master_switch", True).turn()
            .open("climate").switch("ac_master_switch", False)
        )  # fmt: skip

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: (
            ui.open("climate").switch("ac_master_switch", True).temperature("driver", 22).turn()
            .alert("heat", "It is getting hot in the car.").turn()
            .open("climate").switch("ac_master_switch", False)
        )  # fmt: skip
        yield lambda ui: (
            ui.open("climate").temperature("driver", 22).open("vehicle").slide("window_driver", 50).turn()
            .open("climate").switch("ac_master_switch", True).turn()
            .open("climate").switch("ac_master_switch", False)
        )  # fmt: skip
