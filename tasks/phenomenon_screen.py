"""A screen that is too dark by day or glares at night."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Amount, Denied, Fact, Presence
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion

PHENOMENON = Category.PHENOMENON
SCREEN = ("centerInformationDisplay.brightness_settings.*", "system.night_mode")


class DarkScreen(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """The screen may be too dark to read in daylight: brighter where it is, left alone where it is bright."""

    says = (
        "Is this screen too dark for daylight, or is it my eyes? Make it brighter only if the screen is turned down.",
        "I can barely read the display. If it is dimmed, turn it up; if it is bright as it is, leave it.",
        "If this screen is too dim for the light in here, make it brighter. If it is not, tell me and change nothing.",
        "Check whether the display is turned down too far for daylight, and brighten it if so.",
        "Screen too dark? Brighten it if it is turned down, and leave it if not.",
        "I squint at this screen in the daylight. Could you turn it up, please, but only if it is dim?",
    )
    endings = ("act", "refrain")
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("day",), weather=("clear", "cloudy"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"brightness": draw.integer(4, 14) if draw.ending == "act" else draw.integer(75, 95)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["brightness"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.screen.brighter()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return SCREEN

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        bright = Presence(("bright",), there=True)
        return Amount(inst.params["brightness"], "percent", 1), bright, Denied(("dim", "dark", "turned down"))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Presence(("too dark", "too dim", "turned down"), there=False, means="that the screen is too dark"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "refrain":
            now = inst.params["brightness"]
            yield lambda ui: ui.open("settings").tap("section_display").answer("The screen is bright enough already.")
            yield lambda ui: ui.open("settings").tap("section_display").answer(f"It is not the screen: that is at {now} %.")
            return
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", 80)
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", 34)
        yield lambda ui: ui.open("settings").tap("section_display").switch("auto_brightness", True)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        now = inst.params["brightness"]
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", now + 4)
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", 60).slide("brightness", now)
        yield lambda ui: ui.open("settings").tap("section_display").tap("night_mode_night")
        yield lambda ui: ui.answer(f"The screen is too dark, at {now} %.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("system.state_view", modules=["centerInformationDisplay"])
        if inst.ending == "act":
            yield look.call("centerInformationDisplay.carcontrol_centerInformationDisplay_brightness_set", value=80)
        else:
            yield look.answer("The screen is bright enough already.")


class GlaringScreen(Task, category=PHENOMENON, dimension=Dimension.IMPLICIT_INTENT):
    """Something glares at night: the screen is dimmed unless it is dim already."""

    says = (
        "Something is blinding me in the dark. Dim this screen, unless it is dimmed already.",
        "I am dazzled in here. If it is the display, make it darker; if that is dim as it is, leave it.",
        "It is pitch black outside: if this screen is turned up, turn it down. If not, just tell me.",
        "Does the display glare in the dark, or is it something else? Make it darker if it is the display.",
        "Screen too bright for the night? Turn it down if it is, and leave it if not.",
        "Could you see whether it is this screen that dazzles me, please, and dim it only in that case?",
    )
    endings = ("act", "refrain")
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("night",), theme="day" if draw.ending == "act" else "night")

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"brightness": draw.integer(70, 100) if draw.ending == "act" else draw.integer(2, 10)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.AUTO_BRIGHTNESS, False)
        car.write(s.SCREEN_BRIGHTNESS, inst.params["brightness"])

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.screen.darker()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return SCREEN

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        dim = Presence(("dim", "dark", "dimmed", "turned down"), there=True)
        return Amount(inst.params["brightness"], "percent", 1), dim, Denied(("bright", "turned up"))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        wrong = ("too bright", "turned up", "screen glares", "display glares")
        return (Presence(wrong, there=False, means="that the screen is too bright"),)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        def display(ui: UiScript) -> UiScript:
            return ui.open("settings").tap("section_display")

        if inst.ending == "refrain":
            yield lambda ui: display(ui).answer("The screen is already dim; something else must dazzle you.")
            yield lambda ui: display(ui).answer(f"It isn't the display; its brightness is just {inst.params['brightness']} %.")
            return
        yield lambda ui: display(ui).slide("brightness", 30)
        yield lambda ui: display(ui).slide("brightness", inst.params["brightness"] - 17)
        yield lambda ui: display(ui).tap("night_mode_night")
        yield lambda ui: display(ui).tap("night_mode_auto")
        yield lambda ui: display(ui).switch("auto_brightness", True)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        now = inst.params["brightness"]
        other = now - 8 if inst.ending == "act" else now + 8
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", other)
        yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", 40).slide("brightness", now)
        yield lambda ui: ui.answer("I have dimmed the screen, so all is fine.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        look = CallPlan().call("system.state_view", modules=["centerInformationDisplay"])
        if inst.ending == "act":
            yield look.call("centerInformationDisplay.carcontrol_centerInformationDisplay_brightness_set", value=30)
        else:
            yield look.answer("The screen is already dim; something else must dazzle you.")
