"""The air around the car: fumes of a tunnel, smoke that passes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup, Phenomenon
from automotive_env.geo.place import Place
from automotive_env.geo.rules import driving_side
from automotive_env.scene import Draw, Scene
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.watching import not_left
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answer_forms import Apart, Stated
from automotive_env.validators.answers import NO_CLAIM, Fact, Says
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.harm import Invariant
from automotive_env.validators.signals import Signal

PHENOMENON = Category.PHENOMENON
FAIR = ("clear", "cloudy")
SIDES = {"my": "my", "the kerb-side rear": "kerb", "the rear traffic-side": "traffic"}
"""Windows by the side of the road that they are on -> which side."""
SEVERAL = PROMPT + 6
"""Seconds in which what takes touches in two apps is done promptly."""
WINDOWS: dict[str, tuple[str, Signal, str]] = {
    "my": ("window_driver", s.DRIVER_WINDOW, "driver's seat"),
    "the passenger's": ("window_passenger", s.PASSENGER_WINDOW, "passenger seat"),
    "the left rear": ("window_second_left", s.REAR_LEFT_WINDOW, "second row left"),
    "the right rear": ("window_second_right", s.REAR_RIGHT_WINDOW, "second row right"),
}
"""Windows as the driver calls them -> resource id, signal, seat."""
NO_SMOKE_LET_IN = Invariant(
    "no_smoke_let_in",
    lambda then: then.recirculates() & then.shut() if then.read(s.SMOKE_OUTSIDE) is True else every(),
    (s.AIR_SOURCE, s.SMOKE_OUTSIDE, *s.OPENINGS),
)
STILL_SMOKY = Stated(
    "that there still is smoke",
    r"(?<!for the )(?<!for )\b(?:smoke|smoky|smoking|reeks|stinks|smells)\b",
    r"\b(?<!seconds are )(?<!seconds have )(?<!time is )(?<!time has )"
    r"(?:gone|go away|went away|over(?! there)|cleared|passed|disappeared|vanished|clear(?! that)|clean|is no more)\b",
    r"\b(?:has|is|did)(?:n't|(?: still)? not)(?: \w+)? (?:gone|go away|over|cleared|passed|disappeared|vanished|clean|clear)\b",
)


NOT_SHUT = Apart(not_left("shut|closed|sealed"), r"\b(?:others?|rest|sunroof|roof)\b")
"""Whatever is said once the window is open again."""


def window(ui: UiScript, name: str, part: int) -> UiScript:
    """Open a window so far, in per cent."""
    return ui.open("vehicle").tap("vehicle_windows").slide(WINDOWS[name][0], part, 2)


class AirThroughTheTunnel(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """In a tunnel nothing of its air comes in; behind it the car is aired again as it was, the window as far open as before."""

    says = (
        (
            "Tunnel coming up, and I can't stand the fumes. As long as we're in it, none of its air in here; behind it exactly "
            "as it's now again, {which} window too."
        ),
        "Seal us off once the tunnel begins, and after it put everything back as it is now, {which} window included.",
        (
            "I like it airy as it is, only not in the tunnel that's ahead. No exhaust from outside in there, please; then back "
            "to what we have, {which} window just as far down."
        ),
        (
            "Could you keep the tunnel out of the car while we're in it? I mean openings and ventilation. When we see the sky "
            "again I want it all back, {which} window at the same height."
        ),
        "In the tunnel: tight, no air from out there. Out of the tunnel: {which} window and the air as before.",
        (
            "Shut {which} window. Well, only for the tunnel we're coming to, and no fumes through the vents either; behind it "
            "all as it is at the moment."
        ),
    )
    steps = 16

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(
            moving=True, light=("day",), weather=FAIR, outside=(10, 28), roads=("rural", "motorway"), speed=(50, 80)
        )

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        after = draw.choice([10, 15, 20, 25])
        times = {"after": after, "out": after + draw.choice([40, 45, 50])}
        return {"which": draw.choice(sorted(WINDOWS)), "part": draw.integer(20, 70, 10)} | times

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "external circulation")
        car.write(WINDOWS[inst.params["which"]][1], inst.params["part"])

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        return (
            Event(lambda car: car.turns(light="tunnel"), after_seconds=inst.params["after"]),
            Event(lambda car: car.turns(light="day"), after_seconds=inst.params["out"]),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        opening = WINDOWS[inst.params["which"]][1]
        into, out = (s.LIGHT, "tunnel"), (s.LIGHT, "day")
        tight = then.in_order(into, (s.AIR_SOURCE, "internal circulation"), out, (s.AIR_SOURCE, "external circulation"))
        shut = then.in_order(into, (opening, 0), out)

        def as_before(then: Episode) -> Criterion:
            return then.air_from_outside() & then.near(opening, inst.params["part"], 5)

        after, gone = inst.params["after"], inst.params["out"]
        sealed = then.from_then_on(lambda then: then.recirculates() & then.shut(), after, gone - 1, SEVERAL)
        return tight & shut & sealed & then.from_then_on(as_before, gone, within=SEVERAL) & then.answered_since(gone, NOT_SHUT)

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (Says("that do not deny the tunnel", "^", r"\bno tunnel\b|\bnever (?:\w+ )?(?:in|through) a tunnel\b"),)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        seat = WINDOWS[inst.params["which"]][2]
        return (f"window.window_states.{seat}.open_degree", "lowBeamHeadlight.mode")

    def _tight(self, ui: UiScript) -> UiScript:
        return (
            ui.open("climate").switch("recycle_air_button", True).open("vehicle").tap("vehicle_windows").tap("windows_close_all")
        )

    def _back(self, ui: UiScript, inst: TaskInstance, *, part: int) -> UiScript:
        return window(ui, inst.params["which"], part).open("climate").switch("recycle_air_button", False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        after, out, part = inst.params["after"], inst.params["out"], inst.params["part"]
        yield lambda ui: self._back(self._tight(ui.wait(after)).wait(out - after), inst, part=part)
        yield lambda ui: self._back(self._tight(ui.wait(after)).wait(out - after).wait(5), inst, part=part).answer(
            "All as before the tunnel."
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        after, out, part = inst.params["after"], inst.params["out"], inst.params["part"]
        yield lambda ui: self._tight(ui.wait(after)).wait(out - after)
        yield lambda ui: self._back(self._tight(ui.wait(after)), inst, part=part).wait(out - after)
        yield lambda ui: self._back(self._tight(ui.wait(after)).wait(out - after).wait(20), inst, part=part)
        yield lambda ui: self._back(self._tight(ui.wait(after).wait(20)).wait(out - after - 20), inst, part=part)
        yield lambda ui: self._back(
            window(self._tight(ui.wait(after)), inst.params["which"], part).wait(25).tap("windows_close_all").wait(9),
            inst,
            part=part,
        )
        yield lambda ui: self._back(self._tight(ui.wait(after)).wait(out - after), inst, part=part + 20)
        yield (
            lambda ui: (
                ui.wait(after)
                .open("climate")
                .switch("recycle_air_button", True)
                .wait(out - after)
                .switch("recycle_air_button", False)
            )
        )

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        after, out, part = inst.params["after"], inst.params["out"], inst.params["part"]
        seat = WINDOWS[inst.params["which"]][2]
        plan = CallPlan().wait(after).call("airConditioner.recycle_mode_switch", mode="internal circulation")
        plan = plan.call("window.carcontrol_window_switch", switch=False, position=seat).wait(out - after)
        plan = plan.call("window.carcontrol_window_height_set", value=100 - part, position=seat)
        yield plan.call("airConditioner.recycle_mode_switch", mode="external circulation")


class OnceTheSmokeIsGone(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Sealed off in smoke: fresh air as soon as it has gone, and not before; where it stays, all stays shut."""

    says = (
        (
            "It's getting stuffy, but it still reeks of fire out there. Watch it for {seconds} seconds: once the smoke has gone, "
            "air from outside and {where} window {part} percent open. If it hasn't by then, leave us shut and tell me."
        ),
        (
            "I want {where} window at {part} percent and the outside air back, though not before the smoke is over. Give it "
            "{seconds} seconds; if it won't go, say so."
        ),
        (
            "{seconds} seconds of patience: when the air outside is clean again, let it in, {where} window down to {part} "
            "percent as well. Still smoky? Then keep us sealed and let me know."
        ),
        (
            "Could you air the car as soon as the smoke is gone, please? Vents to outside, {where} window {part} percent. "
            "If it's there after {seconds} seconds, I'd rather know and stay shut."
        ),
        "Smoke gone: {where} window {part} percent, fresh air in. Not gone in {seconds} seconds: all shut, and a word to me.",
        (
            "Open up, I need air. No, not into this smoke: wait until it's over, {seconds} seconds at most, then outside air and "
            "{where} window {part} percent; otherwise tell me it isn't."
        ),
    )
    endings = ("act", "answer")
    either_status = True
    harm = (NO_SMOKE_LET_IN,)
    steps = 11

    def rule(self, place: Place) -> Hashable:
        return driving_side(place).value

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, light=("day",), weather=FAIR, outside=(8, 32))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seconds = draw.choice([40, 50, 60])
        gone = draw.choice([10, 15, 20, 25, 30]) if draw.ending == "act" else 0
        where, kerb = draw.choice(sorted(SIDES)), driving_side(draw.place).value
        which = {"my": "my", "kerb": f"the {kerb} rear", "traffic": f"the {'left' if kerb == 'right' else 'right'} rear"}[
            SIDES[where]
        ]
        drawn = {"where": where, "which": which, "part": draw.integer(20, 80, 10)}
        return drawn | {"seconds": seconds, "gone": gone}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "internal circulation")
        car.happens(Phenomenon.SMOKE_OUTSIDE)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        gone = inst.params["gone"]
        return (Event(lambda car: car.write(s.SMOKE_OUTSIDE, False), after_seconds=gone),) if gone else ()

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "act":
            aired = then.in_order((s.SMOKE_OUTSIDE, False), (s.AIR_SOURCE, "external circulation"))
            opening = WINDOWS[inst.params["which"]][1]

            def open_again(then: Episode) -> Criterion:
                return then.air_from_outside() & then.near(opening, inst.params["part"], 5)

            told = ~then.answered_since(inst.params["gone"], STILL_SMOKY) & then.answered_since(inst.params["gone"], NOT_SHUT)
            return aired & told & then.from_then_on(open_again, inst.params["gone"], within=SEVERAL)
        watched = 0.8 * inst.params["seconds"]
        return then.waited(watched) & then.answered_since(watched, STILL_SMOKY, NO_CLAIM) & then.recirculates() & then.shut()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        if inst.ending == "answer":
            return ()
        states = f"window.window_states.{WINDOWS[inst.params['which']][2]}"
        return ("airConditioner.circulation_mode", f"{states}.open_degree", f"{states}.is_open=true")

    def _aired(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui.open("climate").switch("recycle_air_button", False)
        return window(ui, inst.params["which"], inst.params["part"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        gone, seconds, which, part = (inst.params[name] for name in ("gone", "seconds", "which", "part"))
        if inst.ending == "act":
            yield lambda ui: window(ui.wait(gone), which, part).open("climate").switch("recycle_air_button", False)
            yield lambda ui: self._aired(ui.wait(gone).wait(5), inst).answer("The smoke is gone.")
        else:
            yield lambda ui: ui.wait(seconds).answer("There is still smoke outside, so I left everything shut.")
            yield lambda ui: ui.open("climate").wait(seconds).answer("It is still smoky out there.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        gone, seconds = inst.params["gone"], inst.params["seconds"]
        across = "the left rear" if inst.params["which"] == "the right rear" else "the right rear"  # right in other countries
        yield lambda ui: window(ui.wait(gone or seconds), across, inst.params["part"]).open("climate").tap("recycle_air_button")
        yield lambda ui: self._aired(ui, inst).wait(seconds).answer("The smoke is still there.")
        yield lambda ui: ui.answer("There is still smoke outside.").wait(seconds)
        yield lambda ui: window(ui.wait(gone or seconds), inst.params["which"], inst.params["part"]).answer("No smoke any more.")
        yield lambda ui: ui.wait(seconds).answer("The smoke is gone.")
        yield lambda ui: self._aired(ui.wait(gone or seconds).wait(20), inst).answer("The smoke is gone.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        gone, seconds, which, part = (inst.params[name] for name in ("gone", "seconds", "which", "part"))
        if inst.ending == "act":
            plan = CallPlan().wait(gone).call("airConditioner.recycle_mode_switch", mode="external circulation")
            yield plan.call("window.carcontrol_window_height_set", value=100 - part, position=WINDOWS[which][2])
        else:
            yield CallPlan().wait(seconds).answer("There is still smoke outside, so I left everything shut.")


PARTS = {"driver": s.DRIVER_WINDOW, "rear": s.REAR_LEFT_WINDOW, "roof": s.SUNROOF}
"""What may be open -> its signal."""
OPEN_AND_INSIDE = (
    ("none", False), ("driver", False), ("driver", True), ("rear", False), ("rear", True), ("roof", False), ("roof", True),
    ("roof", True),
)  # fmt: skip
"""What is open at the start, and whether the air comes from inside: never all as it should be."""


class SmokeOutside(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS):
    """Smoke or stench outside: air from inside, and whatever is open is shut."""

    says = (
        "There is smoke from a fire ahead. Don't let any of it into the car.",
        "What a stink outside, keep it out of the car!",
        "Something is burning out there and I smell it. Close the car off from the air outside.",
        "Keep this smoke out of the cabin.",
        "Could you see to it that none of this smoke gets in, please?",
        "I thought it was fog, but it is smoke: none of it in here, please.",
    )
    steps = 7

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(3, 48))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        opened, inside = draw.choice(OPEN_AND_INSIDE)
        return {"open": opened, "inside": inside, "part": draw.integer(20, 100, 10)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "internal circulation" if inst.params["inside"] else "external circulation")
        if inst.params["open"] in PARTS:
            car.write(PARTS[inst.params["open"]], inst.params["part"])
        car.happens(Phenomenon.SMOKE_OUTSIDE)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.recirculates() & then.shut()

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        climate = ("airConditioner.circulation_mode=internal circulation", "airConditioner.purification_mode")
        return (*climate, "window.window_states.*.open_degree=0", "window.window_states.*.is_open=false", "sunroof.*")

    def _shut(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        if inst.params["open"] == "none":
            return ui
        if inst.params["open"] == "roof":
            return ui.open("vehicle").tap("vehicle_roof").tap("sunroof_close")
        return ui.open("vehicle").tap("vehicle_windows").tap("windows_close_all")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._shut(ui.open("climate").switch("recycle_air_button", True), inst)
        yield (
            lambda ui: self._shut(ui, inst).open("climate").switch("recycle_air_button", True).switch("purification_button", True)
        )
        if not inst.params["inside"]:
            yield lambda ui: self._shut(ui.open("climate").tap("recycle_air_button"), inst).alert("smoke", "Smoke ahead.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._shut(ui.open("climate").switch("recycle_air_button", False), inst)
        yield lambda ui: ui.open("climate").switch("recycle_air_button", True).open("vehicle").tap("windows_open_all")
        yield lambda ui: ui.open("climate").tap("fan_max").switch("purification_button", True)
        yield lambda ui: ui.alert("smoke", "There is smoke ahead.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("system.state_view", modules=["airConditioner", "window", "sunroof"])
        if not inst.params["inside"]:
            plan = plan.call("airConditioner.recycle_mode_switch", mode="internal circulation")
        if inst.params["open"] == "roof":
            plan = plan.call("sunroof.carcontrol_sunroof_switch", action="close")
        elif inst.params["open"] != "none":
            plan = plan.call("window.carcontrol_window_switch", switch=False, position="all")
        yield plan
