"""The system: the displays of the car, how they look and how long they stay lit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from automotive_env.tasks.kit import Conditions, Dimension, Draw, Scene, Task, TaskInstance, Way
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.settings import brightness, section
from automotive_env.tasks.system import SYSTEM
from automotive_env.validators import Criterion, Episode
from automotive_env.validators import signals as s


class DisplaysAsWished(Task, category=SYSTEM, dimension=Dimension.EXPLICIT_CONTROL, level=2):
    """The head-up display on, and its picture higher or lower."""

    says = (
        "Head-up display on, and a bit {way}.",
        "Turn the head-up display on, slightly further {way}.",
        "Can you switch the head-up display on and move it {way} slightly?",
        "Head-up display on and {way} a bit.",
        "Pop the head-up display on and shift it {way} a bit.",
        "Turn the head-up display on, but move it {way} so I can see it.",
    )
    may_change = (s.HUD.world, f"{s.HUD_HEIGHT.world.rpartition('.')[0]}.*")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"way": draw.choice(["up", "down"]), "start": draw.integer(40, 60, 5)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HUD, False)
        car.write(s.HUD_HEIGHT, inst.params["start"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.on(s.HUD) & then.slightly(s.HUD_HEIGHT, "more" if inst.params["way"] == "up" else "less")

    def _moved(self, ui: UiScript, inst: TaskInstance, by: float) -> UiScript:
        height = inst.params["start"] + (by if inst.params["way"] == "up" else -by)
        return ui.open("displays").tap("display_hud").switch("hud_switch", True).slide("hud_height", height)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._moved(ui, inst, 15)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._moved(ui, inst, -15)
        yield lambda ui: ui.open("displays").tap("display_hud").switch("hud_switch", True)


class ScreenStaysLit(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """The screen goes to sleep too soon for whoever reads in a parked car."""

    says = (
        "The screen keeps going dark while I'm reading.",
        "The screen switches itself off way too soon.",
        "Can you keep the screen on longer?",
        "I've barely read two lines and the screen's black again.",
        "Stop the screen going off so soon.",
        "I'm parked and reading, and the screen keeps going black.",
    )
    may_change = (s.SCREEN_TIMEOUT.world,)
    conditions = Conditions(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"start": draw.integer(1, 3)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SCREEN_TIMEOUT, inst.params["start"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.rises(s.SCREEN_TIMEOUT, 3)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "apps").slide("screen_timeout", 20, 2)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: brightness(ui, 100)
        yield lambda ui: section(ui, "apps").answer("The screen stays on longer now.")


class BrightnessJumps(Task, category=SYSTEM, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """The screen follows the light outside, which its driver does not like."""

    says = (
        "The screen keeps changing brightness by itself.",
        "Stop the screen brightness changing by itself.",
        "The screen keeps dimming, make it stop.",
        "Can the screen stop changing its brightness all the time?",
        "The screen brightness keeps going up and down like a yo-yo.",
        "The screen brightness keeps jumping, I want it to stay the same.",
    )
    may_change = (s.AUTO_BRIGHTNESS.world, s.SCREEN_BRIGHTNESS.world)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"start": draw.integer(40, 70, 5)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.SCREEN_BRIGHTNESS, inst.params["start"])
        car.write(s.AUTO_BRIGHTNESS, True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.off(s.AUTO_BRIGHTNESS) & then.between(s.SCREEN_BRIGHTNESS, 15, None)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "display").switch("auto_brightness", False)
        yield lambda ui: brightness(ui, inst.params["start"] + 10)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: section(ui, "display").tap("night_mode_day")
        yield lambda ui: ui.open("displays").tap("display_panel").tap("panel_auto_brightness")
