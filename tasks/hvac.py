"""Climate: the fan, the temperature and where the air comes from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.turn import Turn, minutes
from automotive_env.validators import signals as s
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion

HVAC = Category.HVAC
AIR = ("airConditioner.*", "environment.temperature")
"""Whatever the climate does, and what becomes of the cabin."""
COOL_OUTSIDE = 22
"""Celsius outside up to which an open window cools a hot cabin."""


def any_climate(draw: Draw) -> dict[str, Any]:
    """How the climate stands at the start: off, by hand or automatic."""
    return {"climate": draw.choice(["off", "by hand", "auto"]), "fan": draw.integer(1, 4)}


def set_climate(car: CarSetup, inst: TaskInstance, celsius: float = 22) -> None:
    """Bring the climate to what `any_climate` drew."""
    car.climate_runs(temperature=celsius, fan=inst.params["fan"], auto=inst.params["climate"] == "auto")
    if inst.params["climate"] == "off":
        car.write(s.CLIMATE_POWER, False)


class FanSpeedMax(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=1):
    """The fan as fast as it goes (Table 2 of the Automotive-ENV paper)."""

    says = (
        "Turn the fan speed to Max.",
        "Max fan.",
        "Can you turn the fan all the way up?",
        "Crank the fan up as high as it goes.",
        "Full blast on the fan, it still smells of paint in here.",
        "Set the fan to the highest speed, please.",
    )

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return any_climate(draw)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.fan_speed_max()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (
            "airConditioner.ac_states.*.is_on=true",
            "airConditioner.ac_states.*.wind_speed",
            "airConditioner.auto_mode",
            *AIR[1:],
        )

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("auto_button", False).tap("fan_max")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("auto_button", False).tap("fan_speed_4")
        yield lambda ui: ui.answer("The fan is at maximum.")


class FreezingHands(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Cold hands at the wheel (Table 2): AUTO warms, and so do the wheel, the seat, and a higher temperature."""

    says = (
        "My hands are freezing.",
        "My fingers are going numb here.",
        "Brr, my hands are like ice.",
        "I can hardly hold the wheel, my hands are so cold.",
        "Could you do something about my cold hands?",
        "I forgot my gloves and my hands are frozen.",
    )

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(-15, 6))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"climate": draw.choice(["off", "by hand"]), "fan": draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst, 20)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.ac_auto() | then.set_warmer() | then.on(s.STEERING_WHEEL_HEATER) | then.driver_seat_heater_enable()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*AIR, "steeringWheel.*", "seat.driver's seat.heater.*")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("auto_button", True)
        yield lambda ui: ui.open("seats").tap("steering_wheel_heater")
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).temperature("driver", 21)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).temperature("driver", 18)
        yield lambda ui: ui.open("climate").tap("seat_heat_level_button_right")


class FeelHot(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """Too warm inside: an open window is enough where it is cool outside, only the air conditioning helps where it is hot."""

    says = (
        "I feel hot.",
        "It's really warm in here.",
        "Could we cool down a bit?",
        "I'm sweating, can you do something?",
        "Phew, it's like an oven in here.",
        "It's too hot for me in this car.",
    )
    steps = 8

    def rule(self, place: Place) -> Hashable:
        return None if place.july is None else place.july > COOL_OUTSIDE

    def scene(self, draw: Draw) -> Scene:
        hot = draw.maybe()
        return draw.scene(
            outside=(30, 45) if hot else (8, 20), light=("day",), weather=("clear", "cloudy"), moving=True, speed=(20, 50)
        )

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return any_climate(draw) | {"climate": "off"}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        set_climate(car, inst, 26)
        car.cabin(max(31, inst.scene.outside + 2))

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        cooling = then.on(s.CLIMATE_POWER) & (then.on(s.AC) | then.on(s.CLIMATE_AUTO) & then.set_cooler())
        if inst.scene.outside > COOL_OUTSIDE:
            return cooling & then.shut()
        return then.off(s.AC) & (then.opened_to_air() | then.air_from_outside() & then.set_cooler())

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (*AIR, "window.window_states.*", "sunroof.*", "seat.*.ventilation.*")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.scene.outside <= COOL_OUTSIDE:
            yield lambda ui: ui.open("vehicle").slide("window_driver", 50)
        else:
            yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("ac_button", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", True).temperature("driver", 27)
        if inst.scene.outside > COOL_OUTSIDE:
            yield lambda ui: ui.open("vehicle").slide("window_driver", 50)
        else:
            yield lambda ui: ui.open("climate").switch("ac_master_switch", True).switch("ac_button", True)


class SmellOutside(Task, category=HVAC, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """Air from outside; with smoke around the car that must not come in, and is to be declined."""

    says = (
        "Let some fresh air in.",
        "Fresh air, please.",
        "Can you switch to outside air?",
        "Turn recirculation off.",
        "Get some air in from outside, it's stale in here.",
        "Pull in some outside air, would you?",
    )
    endings = ("act", "decline")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "internal circulation")
        car.write(s.SMOKE_OUTSIDE, inst.ending == "decline")

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.air_from_outside() | then.opened_to_air()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("airConditioner.circulation_mode", "window.window_states.*", "sunroof.*", "environment.temperature")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "decline":
            yield lambda ui: ui.infeasible("There is smoke outside, so I keep the air recirculating.")
        else:
            yield lambda ui: ui.open("climate").switch("recycle_air_button", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("ac_master_switch", False)


class WarmFeetFirst(Task, category=HVAC, dimension=Dimension.IMPLICIT_INTENT, level=3):
    """Somebody gets in cold, is warm after some minutes, and wants the car as it was."""

    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(-10, 8), moving=True)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"celsius": draw.choice([20, 20.5, 21]), "after": draw.integer(5, 9)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(temperature=inst.params["celsius"])

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        yield Turn(
            "I'm freezing.",
            "I'm so cold.",
            "Can you warm me up a bit?",
            "It's freezing in here, isn't it?",
            "I'm chilled to the bone after that walk.",
            "Could I have it warmer on my side?",
            check=lambda then: then.set_warmer() | then.driver_seat_heater_enable(),
        )
        yield Turn(
            "That's better, you can put it back now.",
            "I'm warm again. Put it back, please.",
            "Okay, that's enough. Back to how it was.",
            "I'm getting too warm now, undo that.",
            "Thanks, you can set it back.",
            "All warm now, put everything back.",
            after=minutes(inst.params["after"]),
            check=lambda then: then.as_at_first(s.DRIVER_TEMPERATURE, s.DRIVER_SEAT_HEATER, s.CLIMATE_POWER),
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("environment.temperature", "seat.driver's seat.heater.temperature_level")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        before = inst.params["celsius"]
        yield lambda ui: ui.open("climate").temperature("driver", 23).turn().open("climate").temperature("driver", before)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").temperature("driver", 24).turn().answer("It is as it was.")
        yield lambda ui: ui.turn().open("climate").temperature("driver", 24).temperature("driver", inst.params["celsius"])
