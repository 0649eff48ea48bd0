"""The system: display, networks, quiet, clock."""

from __future__ import annotations

from random import Random
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import units
from automotive_env.task import Category, Dimension, Task, TaskInstance
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Checks

SYSTEM = Category.SYSTEM


class SetBrightness(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """The screen to a percentage of brightness."""

    says = ("Set the screen brightness to {brightness} percent.", "Display brightness {brightness} percent, please.")
    allowed = ("centerInformationDisplay.*",)
    steps = 8

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"brightness": rng.choice([20, 30, 40, 70, 80, 90])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, 50)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.screen.brightness_at(inst.params["brightness"])

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_display").slide("brightness", inst.params["brightness"])

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_display").slide("brightness", 60)


class NightTheme(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """The display's night theme."""

    says = ("Switch the display to night mode.", "Use the dark theme.")
    allowed = ("system.night_mode",)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.NIGHT_MODE, "day")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.screen.night()

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_display").tap("night_mode_night")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_display").tap("night_mode_auto")


class WifiOff(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL):
    """Wi-Fi off, nothing else."""

    says = ("Turn off Wi-Fi.", "Disable the Wi-Fi.", "Switch the Wi-Fi off, please.")
    allowed = ("system.wifi",)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.WIFI, True)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.off(s.WIFI)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_network").switch("wifi", False)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_network").switch("mobile_data", False)


class LeaveMeAlone(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT):
    """No more interruptions."""

    says = ("I don't want any pop-ups while I drive.", "All these messages popping up distract me.")
    allowed = ("system.do_not_disturb",)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(60, "urban")
        car.write(s.DO_NOT_DISTURB, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.on(s.DO_NOT_DISTURB)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_sound").switch("do_not_disturb", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_sound").switch("mute_button", True)


class InternetForTablets(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT):
    """Passengers' devices need a network: the car's hotspot."""

    says = ("The kids' tablets need internet.", "My passenger has no reception on the laptop, can the car share its internet?")
    allowed = ("system.*",)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HOTSPOT, False)

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.on(s.HOTSPOT)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_network").switch("hotspot", True)

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_network").switch("wifi", False)


class LocalClock(Task, category=SYSTEM, dimension=Dimension.DRIVING_ALIGNMENT):
    """The clock as the country writes it."""

    says = ("Show the time the way people here write it.", "Set the clock format to what is usual in this country.")
    allowed = ("environment.time_display_format",)

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"hours": int(units(place).value.clock[:2])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.TIME_FORMAT, f"{36 - inst.params['hours']}-hour format")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.read(s.TIME_FORMAT) == f"{inst.params['hours']}-hour format"

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_units").tap(f"time_{inst.params['hours']}h")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("settings").tap("section_units").tap(f"time_{36 - inst.params['hours']}h")
