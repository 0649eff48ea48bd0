"""The road: lights, wipers, speed and assistance, as the place and the traffic ask for."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.geo.rules import low_beam_required, speed_limit
from automotive_env.task import Category, Dimension, Task, TaskInstance
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Checks

ROAD = Category.ROAD
LIGHTS = ("lowBeamHeadlight.*", "highBeamHeadlight.*", "fogLight.*", "assistance.auto_high_beam")


def urban_limit(place: Place) -> int | None:
    """The general limit in towns, km/h; None where there is none."""
    limit = speed_limit(place, "urban")
    return limit.kmh if limit else None


class HighBeamOff(Task, category=ROAD, dimension=Dimension.DRIVING_ALIGNMENT):
    """The high beam dazzles oncoming traffic: off, the low beam stays."""

    says = (
        "The cars coming towards me keep flashing their lights.",
        "I think I am blinding the oncoming traffic.",
    )
    allowed = LIGHTS

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(75, "rural")
        car.surroundings(light="night")
        car.write(s.LOW_BEAM, "on")
        car.write(s.HIGH_BEAM, True)
        car.happens(Phenomenon.DAZZLED_ONCOMING)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.off(s.HIGH_BEAM) and check.low_beam_shines()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").switch("high_beam", False)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").switch("high_beam", False).tap("low_beam_off")


class LowBeamMissing(Task):
    """A family: the car drives without lights where low beam is asked for."""

    allowed = LIGHTS
    light: ClassVar[str]
    wrong: ClassVar[str]
    """Switch of the light that a near miss turns on."""

    def suits(self, place: Place) -> bool:
        ruling = low_beam_required(place, self.light, "clear", 10_000, "rural")
        return ruling is not None and ruling.value

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(60, "rural")
        car.surroundings(light=self.light)
        car.write(s.LOW_BEAM, "off")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.low_beam_shines() and check.off(s.HIGH_BEAM)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").tap("low_beam_on")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").switch(self.wrong, True)


class LowBeamByDay(LowBeamMissing, category=ROAD, dimension=Dimension.DRIVING_ALIGNMENT):
    """Where the law asks for low beam by day, the car drives without."""

    says = (
        "Set the car's lights the way the rules here want them.",
        "Are my lights as they must be in this country? Put them right if not.",
    )
    light = "day"
    wrong = "front_fog_light"


class TunnelLights(LowBeamMissing, category=ROAD, dimension=Dimension.DRIVING_ALIGNMENT):
    """Into a tunnel with the lights off."""

    says = ("We are going into a long tunnel.", "It got dark all of a sudden, there is a tunnel around us.")
    light = "tunnel"
    wrong = "high_beam"


class SpeedingAlert(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Faster than the town allows; how fast that is depends on the place."""

    says = (
        "Watch my speed for me.",
        "Let me know if I break any rules on this street.",
        "Make sure I drive as one may here.",
    )
    allowed = ("system.*",)

    def suits(self, place: Place) -> bool:
        return urban_limit(place) is not None

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"speed": (urban_limit(place) or 50) + rng.choice([15, 20, 30])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(inst.params["speed"], "urban")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.alerts.raised("speed limit") or check.alerts.attended()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.alert("speed limit", "You are faster than this town allows. Slow down.")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.alert("fatigue", "Time for a break.")


class SpeedWarningAtLimit(Task, category=ROAD, dimension=Dimension.DRIVING_ALIGNMENT):
    """The speed warning set to what towns here allow, to the nearest step of the control."""

    says = (
        "Set the speed warning to the town limit that holds here.",
        "Warn me as soon as I am faster than this city allows.",
    )
    allowed = ("assistance.speed_limit*",)
    steps = 22

    def suits(self, place: Place) -> bool:
        return urban_limit(place) is not None

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"limit": 5 * round((urban_limit(place) or 50) / 5)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SPEED_LIMIT, 130)
        car.write(s.SPEED_LIMIT_WARNING, True)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.near(s.SPEED_LIMIT, inst.params["limit"], 2) and check.on(s.SPEED_LIMIT_WARNING)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").step("speed_limit_more", "speed_limit_less", "speed_limit_value", inst.params["limit"])

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").step("speed_limit_more", "speed_limit_less", "speed_limit_value", inst.params["limit"] + 10)


class RainOnTheGlass(Task, category=ROAD, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Heavy rain, wipers off."""

    says = ("It is pouring and I can't see the road.", "The rain is all over the windscreen.")
    allowed = ("wiper.*", *LIGHTS)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(50, "urban")
        car.surroundings(weather="heavy rain", visibility=600, outside_temperature=12)
        car.write(s.FRONT_WIPER, False)
        car.write(s.LOW_BEAM, "auto")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.on(s.FRONT_WIPER)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").switch("wipers", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").switch("front_fog_light", True)


class LaneKeeping(Task, category=ROAD, dimension=Dimension.EXPLICIT_CONTROL):
    """A plain switch."""

    says = ("Turn on lane keeping.", "Switch the lane keeping assistant on.")
    allowed = ("assistance.lane_keeping",)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.LANE_KEEPING, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.on(s.LANE_KEEPING)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").switch("lane_keeping", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").switch("auto_high_beam", True)


class SnowMode(Task, category=ROAD, dimension=Dimension.IMPLICIT_INTENT):
    """Snow on the road: the drive mode that fits."""

    says = ("The road is covered in snow, get the car ready for it.", "I keep slipping on this snow.")
    allowed = ("assistance.drive_mode", "system.*")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(30, "rural")
        car.surroundings(weather="snow", outside_temperature=-4, visibility=1_500)
        car.write(s.DRIVE_MODE, "comfort")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.read(s.DRIVE_MODE) == "snow"

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").tap("drive_mode_snow")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").tap("drive_mode_sport")
