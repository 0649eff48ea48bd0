"""One of the displays that is too dark by day or glares at night, among others that do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Task, TaskInstance, Way
from automotive_env.tasks.system_displays import BRIGHTNESS_APIS, DISPLAYS, SHINES, display
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Denied, Fact, Presence, Says
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion

PHENOMENON = Category.PHENOMENON
SWITCHED_OFF = ("hud", "ceiling")
"""Displays that may be off: however they are set, nobody sees it."""
NOTICED = 15
"""Per cent by which a display is brighter or darker at least, so that one notices it."""


class OneDisplay(Task):
    """A family: one display is set wrong for the light outside, or none is; only that one is set right, the others stay."""

    endings = ("act", "refrain")
    steps = 14
    wrong: ClassVar[tuple[int, int]]
    right: ClassVar[tuple[int, int]]
    mended: ClassVar[int]
    """Brightness of a display that disturbs, of those that do not, and one that is right."""

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        which = draw.choice(sorted(DISPLAYS)) if draw.ending == "act" else ""
        unlit = draw.choice([name for name in ("", *SWITCHED_OFF) if name != which or not name])
        starts = {name: draw.integer(*(self.wrong if name in (which, unlit) else self.right)) for name in DISPLAYS}
        return {"which": which, "unlit": unlit} | starts

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(s.HUD, inst.params["unlit"] != "hud")
        car.write(s.CEILING_SCREEN, "close" if inst.params["unlit"] == "ceiling" else "open")
        for automatic in (s.AUTO_BRIGHTNESS, s.INSTRUMENTS_AUTO_BRIGHTNESS):
            car.write(automatic, False)
        for name, (_, signal, _) in DISPLAYS.items():
            car.write(signal, inst.params[name])

    def _reacts(self, then: Episode, name: str) -> Criterion:
        """A display is noticeably brighter or darker than it was, whichever was wanted."""
        signal = DISPLAYS[name][1]
        return then.rises(signal, NOTICED) if self.mended > self.wrong[1] else then.falls(signal, NOTICED)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        which = inst.params["which"]
        kept = then.as_it_was(s.HUD, s.CEILING_SCREEN, *(signal for name, (_, signal, _) in DISPLAYS.items() if name != which))
        return kept & self._reacts(then, which) if which else kept

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        already = (
            r"\ball (?:\w+ ){0,2}(?:displays?|screens?) (?:are|were) [^.;,]*\balready\b|\bnone (?:of them )?(?:is|was) too\b"
        )
        return (
            (Says("that one of them was not right", "^", rf"{already}|\bsomething else must\b"),) if inst.params["which"] else ()
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        which = inst.params["which"]
        return [path for path in SHINES if path.startswith(BRIGHTNESS_APIS[which])] if which else []

    def _set(self, ui: UiScript, name: str, brightness: int) -> UiScript:
        return display(ui, name).slide(DISPLAYS[name][2], brightness)

    def _seen(self, ui: UiScript) -> UiScript:
        """All displays looked at."""
        for name in DISPLAYS:
            display(ui, name)
        return ui

    def _fine(self) -> str:
        raise NotImplementedError

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        which = inst.params["which"]
        if not which:
            yield lambda ui: self._seen(ui).answer(self._fine())
            return
        yield lambda ui: self._set(ui, which, self.mended)
        if which == "centre":
            yield lambda ui: ui.open("settings").tap("section_display").slide("brightness", self.mended)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        which, fine = inst.params["which"], self._fine()
        others = [name for name in sorted(DISPLAYS) if name not in (which, inst.params["unlit"])]
        yield lambda ui: self._set(ui, others[0], 45).answer(fine)
        yield lambda ui: self._set(self._set(ui, others[0], 50), others[1], 45).answer(fine)
        yield lambda ui: display(ui, "hud").tap("hud_switch").answer(fine)
        if which:
            yield lambda ui: self._seen(ui).answer(fine)
            yield lambda ui: self._set(self._set(ui, which, self.mended), others[0], 50)
            yield lambda ui: self._set(self._set(ui, which, self.mended), which, inst.params[which])

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        which = inst.params["which"]
        look = CallPlan().call("system.state_view", modules=sorted(BRIGHTNESS_APIS.values()))
        if not which:
            yield look.answer(self._fine())
            return
        module = BRIGHTNESS_APIS[which]
        yield look.call(f"{module}.carcontrol_{module}_brightness_set", value=self.mended, unit="percentage")


class DarkScreen(OneDisplay, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """One of the displays may be too dark to read in daylight: brighter where it is, all left alone where none is."""

    says = (
        "Is one of the displays turned down too far for daylight, or is it my eyes? Brighten that one only; if none is, tell me.",
        "I can barely read one of these screens. If it is dimmed, turn it up; if all are bright as they are, leave them.",
        "Something that shows me things in here is too dim for this light. Find it, make it brighter, nothing else; or say no.",
        "Check whether any display in the car is turned down for daylight, and brighten it if so, just it.",
        "One of the screens too dark? Brighten it if it is turned down, and leave them all if not.",
        "I squint at one of the displays in the daylight. Could you turn it up, please, but only if it is dim, and no other?",
    )
    wrong, right, mended = (2, 12), (72, 95), 80

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("day",), weather=("clear", "cloudy"))

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        return Presence(("bright",), there=True), Denied(("dim", "dark", "turned down"))

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Presence(("too dark", "too dim", "turned down"), there=False, means="that a display is too dark"),)

    def _fine(self) -> str:
        return "All displays are bright enough already."


class GlaringScreen(OneDisplay, category=PHENOMENON, dimension=Dimension.IMPLICIT_INTENT):
    """Something glares at night: one of the displays, which is dimmed, or none of them."""

    says = (
        "Something is blinding me in the dark. If it's one of the displays, that one down, no other; if not, just tell me.",
        "I am dazzled in here. Whatever display it is, make it darker; if they are all dim as they are, leave them.",
        "It is pitch black outside and something that shines in here is turned up. Find it and turn it down, or say it isn't us.",
        "Does one of the car's screens glare in the dark, or is it something else? Darker with it, if so; the rest is right.",
        "A display too bright for the night? Turn that one down if there is one, and leave them all if not.",
        "Could you see which of the displays dazzles me, please, and dim only that? It may be none.",
    )
    wrong, right, mended = (75, 100), (3, 12), 10

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(light=("night",), theme="night")

    def stands(self, inst: TaskInstance) -> Sequence[Fact]:
        none = Says("that it is no display", r"\b(?:not|isn't|none) (?:\w+ ){0,3}(?:displays?|screens?)\b")
        return Presence(("dim", "dark", "dimmed", "turned down"), there=True), Denied(("bright", "turned up")), none

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Presence(("too bright", "turned up", "glares"), there=False, means="that a display is too bright"),)

    def _fine(self) -> str:
        return "All displays are dim already; something else must dazzle you."
