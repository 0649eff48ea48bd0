"""The display: too dark by day, too bright at night."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.phenomenon import PHENOMENON
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s

SCREEN = ("centerInformationDisplay.brightness_settings.*", "system.night_mode")
"""What makes a screen easier on the eyes."""


def _set(ui: UiScript, brightness: int) -> UiScript:
    return ui.open("settings").tap("section_display").slide("brightness", brightness)


class DarkScreen(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=1):
    """The screen is too dark to read in daylight (Table 2 of the Automotive-ENV paper)."""

    says = (
        "I can barely see anything on this dark screen.",
        "Turn the screen brightness up.",
        "This screen's way too dark.",
        "Could you make the screen brighter, please?",
        "I can't read anything, it's too dim.",
        "I'm squinting at this screen in the sun, make it brighter.",
    )
    may_change = SCREEN
    conditions = Conditions(light=("day",), weather=("clear",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"brightness": draw.integer(3, 20)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["brightness"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.screen.brightness() | then.switched_on(s.AUTO_BRIGHTNESS)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: _set(ui, 85)
        yield lambda ui: ui.open("settings").tap("section_display").switch("auto_brightness", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: _set(ui, 25)
        yield lambda ui: ui.open("displays").tap("display_panel").slide("panel_brightness", 90)


class GlaringScreen(Task, category=PHENOMENON, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """The screen glares at night: it is dimmed, or shows its night picture where it did not."""

    says = (
        "This screen's blinding me.",
        "The screen's too bright.",
        "Could you tone the screen down a bit?",
        "That screen's like a floodlight, dim it.",
        "It's pitch dark and this screen's lighting up the whole car.",
        "The screen's so bright that I can't see the road.",
    )
    may_change = SCREEN

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=True, light=("night",), weather=FAIR, theme=draw.choice(["night", "day"]))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"brightness": draw.integer(75, 100)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["brightness"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        dimmed = then.falls(s.SCREEN_BRIGHTNESS, 15) | then.switched_on(s.AUTO_BRIGHTNESS)
        return dimmed if dimmed.met or inst.scene.theme == "night" else dimmed | then.screen.night()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: _set(ui, 20)
        if inst.scene.theme == "day":
            yield lambda ui: ui.open("settings").tap("section_display").tap("night_mode_night")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: _set(ui, inst.params["brightness"] - 6)
        yield lambda ui: ui.open("displays").tap("display_panel").slide("panel_brightness", 10)
