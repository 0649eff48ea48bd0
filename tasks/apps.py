"""Apps: bringing the right screen to the front."""

from __future__ import annotations

from random import Random
from typing import Any

from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.task import Category, Dimension, Task, TaskInstance
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.check import Checks

APPS = Category.APPS


class OpenNamedApp(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """An app by its name."""

    says = ("Open {app}.", "Show me the {app} app.", "Bring up {app}.")
    steps = 2

    def params(self, rng: Random, place: Place) -> dict[str, Any]:
        return {"app": rng.choice(["media", "maps", "phone", "settings", "vehicle", "seats"])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        """The home screen is in front, as it is at the start of every episode."""

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return bool(check.read(s.FOREGROUND_APP) == inst.params["app"])

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open(inst.params["app"])

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("lights")


class OpenNotifications(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """The notification centre."""

    says = ("Show my notifications.", "Open the notification center.")
    steps = 2

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        """The home screen is in front."""

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.on(s.NOTIFICATION_CENTER)

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.tap("notifications")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.tap("grid_nav")


class WarningLight(Task, category=APPS, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Something lit up: the car's own explanations are in the notification centre or the vehicle app."""

    says = ("A warning just flashed up, what was that?", "Something lit up on the dashboard. Show me what the car says.")
    steps = 2

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.drives(80, "rural")
        car.event("low tyre pressure", wheel="rear left")

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.alerts.attended() or check.read(s.FOREGROUND_APP) == "vehicle"

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.tap("notifications")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("media")


class BrowseMusic(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT):
    """Wanting to look for a song, not to hear one."""

    says = ("Let me pick a song.", "I'd like to look through my songs.")
    allowed = ("music.*", "environment.sound_channel")
    steps = 3

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        """The home screen is in front."""

    def check(self, check: Checks, inst: TaskInstance) -> bool:
        return check.read(s.FOREGROUND_APP) == "media"

    def solution(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("media").tap("media_library")

    def near_miss(self, ui: UiScript, inst: TaskInstance) -> None:
        ui.open("maps")
