"""Phenomena: fog, frost, smoke, glare. What the driver notices, and what the car should do about it."""

from __future__ import annotations

from random import Random
from typing import Any

from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.geo.rules import rear_fog_light_allowed
from automotive_env.task import Category, Dimension, Task, TaskInstance
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Checks

PHENOMENON = Category.PHENOMENON
CLIMATE = ("airConditioner.*", "environment.temperature")
LIGHTS = ("lowBeamHeadlight.*", "highBeamHeadlight.*", "fogLight.*")
SCREEN = ("centerInformationDisplay.*", "system.night_mode")


class FoggedWindscreen(Task, category=PHENOMENON, dimension=Dimension.DRIVING_ALIGNMENT):
    """The windscreen steams up while driving: the front defroster."""

    says = (
        "I can hardly see out of the front, the glass is steamed up.",
        "The front window is foggy.",
        "I can't see through the windshield; it's all misted over.",
    )
    allowed = CLIMATE

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(45, "urban")
        car.surroundings(weather="rain", outside_temperature=6)
        car.climate_runs()
        car.happens(Phenomenon.FOGGED_WINDSCREEN)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.front_defroster_enable()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("defroster_button", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("rear_defroster_button", True)


class FoggedRearWindow(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """The rear window steams up too: its heater."""

    says = ("The rear window is fogging up too.", "I see nothing in the mirror, the back window is steamed up.")
    allowed = CLIMATE

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(60, "rural")
        car.surroundings(weather="rain", outside_temperature=4)
        car.climate_runs()
        car.happens(Phenomenon.FOGGED_REAR_WINDOW)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.rear_defroster.enable()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("rear_defroster_button", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("defroster_button", True)


class DarkScreen(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """The screen is too dark to read in daylight."""

    says = ("I can barely see anything on this dark screen.", "The display is so dim, I can't read it.")
    allowed = SCREEN

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"brightness": rng.choice([5, 10, 15])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["brightness"])
        car.happens(Phenomenon.DARK_SCREEN)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.screen.brightness()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_display").slide("brightness", 80)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_display").slide("brightness", 25)


class GlaringScreen(Task, category=PHENOMENON, dimension=Dimension.IMPLICIT_INTENT):
    """The screen blinds at night: dimmer, or the night theme."""

    says = ("This screen is blinding me in the dark.", "The display glares at me, it is pitch black outside.")
    allowed = SCREEN

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.surroundings(light="night")
        car.write(s.NIGHT_MODE, "day")
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, 100)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.screen.night() or check.screen.brightness(at_least=0, at_most=50)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_display").slide("brightness", 30)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_display").slide("brightness", 70)


class DenseFog(Task, category=PHENOMENON, dimension=Dimension.DRIVING_ALIGNMENT):
    """Fog so dense that the place's rules allow the rear fog light."""

    says = (
        "Nobody behind can see us in this fog.",
        "The fog is so thick, make sure the cars behind us see us.",
    )
    allowed = LIGHTS

    def suits(self, place: Place) -> bool:
        ruling = rear_fog_light_allowed(place, 30)
        return ruling is not None and ruling.value

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(40, "rural")
        car.surroundings(weather="fog", visibility=30, outside_temperature=7)
        car.write(s.LOW_BEAM, "on")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.on(s.REAR_FOG_LIGHT) and check.off(s.HIGH_BEAM)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").switch("rear_fog_light", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights").switch("high_beam", True)


class SmokeOutside(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Smoke or stench outside: keep it out."""

    says = ("There is smoke from a fire ahead, it is getting in.", "What a stink outside, keep it out of the car!")
    allowed = (*CLIMATE, "window.*")

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(50, "rural")
        car.climate_runs()
        car.write(s.AIR_SOURCE, "external circulation")
        car.happens(Phenomenon.SMOKE_OUTSIDE)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        shut = max(check.number(s.DRIVER_WINDOW), check.number(s.PASSENGER_WINDOW)) == 0
        return check.recirculates() and shut

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").switch("recycle_air_button", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("climate").tap("fan_max")


class IcyRoad(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """The road may be frozen: warn the driver."""

    says = ("Keep an eye on the road conditions for me.", "Tell me if the road gets dangerous.")
    allowed = ("system.*",)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(70, "rural")
        car.surroundings(weather="snow", outside_temperature=-3, visibility=800)
        car.happens(Phenomenon.ICY_ROAD)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.alerts.raised("ice")

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.alert("ice", "The road may be icy. Slow down and keep your distance.")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.alert("speed limit", "You are faster than allowed.")
