"""Apps: what can be open on the car: windows, roof, lids and flaps, and the mirrors that stand out."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from automotive_env.call_plan import CallPlan
from automotive_env.car_setup import CarSetup
from automotive_env.geo.place import Place
from automotive_env.geo.rules import driving_side
from automotive_env.scene import Draw, Scene
from automotive_env.task import Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.apps import APPS
from automotive_env.tasks.apps_car import REAR, vehicle
from automotive_env.tasks.watching import NOTICED
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says
from automotive_env.validators.check import PROMPT, Episode
from automotive_env.validators.criterion import Criterion, every
from automotive_env.validators.signals import Signal
from automotive_env.world.device import SEATS


class CarWash(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT):
    """Before a car wash: nothing open, nothing that sticks out, nothing that wipes; what is so already stays."""

    says = (
        "We're next at the car wash. Make sure that it stays dry in here and that the brushes have nothing to tear off.",
        "Get the car ready for the brushes: no gap anywhere, nothing sticking out at the sides, nothing wiping by itself.",
        "Car wash! Whatever lets water in or can be bent by those rollers must be in its place, please.",
        "The sign says: everything shut, ears in, blades still. Could you do all of that for me? We roll in any second.",
        "Last time the wash soaked the back seat and cost me a mirror. This time, tuck everything in and shut everything first.",
        "I paid for the long programme with the big rollers. Nothing open, no, not on top either; nothing out, nothing swinging.",
    )
    steps = 14

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False, outside=(5, 38), weather=("clear", "cloudy"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        seats = sorted(draw.rng.sample(SEATS[:4], draw.integer(1, 2)))
        drawn = {"windows": ",".join(seats), "opened": draw.integer(20, 90, 10), "roof": draw.integer(20, 80, 10)}
        return drawn | {"flap": draw.maybe(), "mirror": draw.choice(["left", "right", "both"])}

    def _out(self, inst: TaskInstance) -> list[str]:
        """The mirrors that stand out."""
        return ["left", "right"] if inst.params["mirror"] == "both" else [inst.params["mirror"]]

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for seat, signal in zip(SEATS[:4], s.OPENINGS[:4], strict=True):
            car.write(signal, inst.params["opened"] if seat in inst.params["windows"].split(",") else 0)
        car.write(s.SUNROOF, inst.params["roof"])
        for side in ("left", "right"):
            car.write(_mirror(side), side in self._out(inst))
        car.write(FUEL_FLAP, inst.params["flap"])
        car.write(s.FRONT_WIPER, True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return every(then.shut(), then.off(FUEL_FLAP), then.off(s.FRONT_WIPER), *map(then.off, map(_mirror, ("left", "right"))))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (
            "window.window_states.*",
            "sunroof.*",
            "fuelPort.*",
            "rearviewMirror.*_mirror.is_open=false",
            "wiper.front_wiper.*",
            "door.doors.*.is_locked=true",
        )

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (
            Says(
                "that call nothing open",
                "^",
                r"\bstill (\w+ )?(open|out|ajar|wiping)\b|\b(roof|sunroof|windows?|flap) (is|are) open\b",
            ),
        )

    def _shut(self, ui: UiScript) -> UiScript:
        return vehicle(ui, "windows").tap("windows_close_all").tap("vehicle_roof").tap("sunroof_close")

    def _folded(self, ui: UiScript) -> UiScript:
        return ui.tap("vehicle_mirrors").switch("mirror_left", False).switch("mirror_right", False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield (
            lambda ui: (
                self._folded(self._shut(ui).tap("vehicle_lids").switch("fuel_port_open", False))
                .open("lights")
                .switch("wipers", False)
            )
        )
        yield lambda ui: (
            self._shut(
                self._folded(
                    vehicle(
                        ui.dismiss().open("lights").switch("wipers", False), "lids"
                    ).switch("fuel_port_open", False)
                )
            )
        )  # fmt: skip

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._folded(self._shut(ui).tap("vehicle_lids").switch("fuel_port_open", False))
        yield lambda ui: self._shut(ui).open("lights").switch("wipers", False).answer("All in.")
        yield lambda ui: self._folded(vehicle(ui, "windows").tap("windows_close_all"))
        yield lambda ui: ui.answer("Everything is shut and folded.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("window.carcontrol_window_switch", switch=False, position="all")
        plan = plan.call("sunroof.carcontrol_sunroof_switch", action="close").call("rearviewMirror.switch", switch=False)
        if inst.params["flap"]:
            plan = plan.call("fuelPort.switch", switch=False)
        yield plan.call("wiper.carcontrol_wiperBlade_switch", switch=False, position="front")


FUEL_FLAP = Signal("fuel_flap.open", "fuelPort.is_open")


def _mirror(side: str) -> Signal:
    """Whether a mirror stands out."""
    return Signal(f"mirror.{side}.out", f"rearviewMirror.{side}_mirror.is_open")


class LowCeiling(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT):
    """Under a low ceiling the tailgate opens as far as there is room, never further, until somebody writes that they are done."""

    says = (
        (
            "{who} takes something out of the boot, but the ceiling here is so low that the lid hits it above {most} %. They "
            "need {least} % at least, and write me when they have it: then nobody gets in there any more."
        ),
        (
            "Low garage: the lid at the back scrapes concrete beyond {most} %, {who} can't reach in under {least} %. Once they "
            "write that they're through, it's to be as safe as now."
        ),
        (
            "Shopping to load, pipes above us: between {least} and {most} % is what the lid at the back may do. {who} loads, and "
            "texts when it's all in; make it fast again then, not before."
        ),
        (
            "Could you let {who} at the luggage? Mind the beam over us, in the way from {most} %; below {least} % is no use. "
            "Their message says when they've got it; then as it was."
        ),
        (
            "The cases must come out. Not all the way up, please, no: {most} % at most, {least} % at least, or there's a dent. "
            "When {who} writes that they are out, put it back to how it stands now, lock and all."
        ),
        (
            "Carport, a shelf under its roof; the lid has room up to {most} %. {who} lifts a crate out, which takes {least} %, "
            "and writes me then. Only after that, shut and secured again."
        ),
    )
    steps = 20

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        most = draw.integer(35, 85, 5)
        who = draw.person()
        told = {"who": who, "rival": draw.person(but=[who]), "after": draw.integer(22, 158, 4)}
        return {"most": most, "least": most - draw.choice([10, 15])} | told

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(TAILGATE, 0)
        car.write(TAILGATE_LOCK, True)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        who, rival, after = inst.params["who"], inst.params["rival"], inst.params["after"]
        return (
            Event(lambda car: car.writes(rival, "All done here, see you later!"), after_seconds=after - 8),
            Event(lambda car: car.writes(who, "Got everything, thank you."), after_seconds=after),
        )

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        least, most, after = inst.params["least"], inst.params["most"], inst.params["after"]

        def wide(then: Episode) -> Criterion:
            return then.between(TAILGATE, least, most) & then.off(TAILGATE_LOCK)

        opened = then.from_then_on(wide, 0, after, within=PROMPT + 4)

        def shut(then: Episode) -> Criterion:
            return then.between(TAILGATE, None, 0) & then.on(TAILGATE_LOCK)

        return opened & then.soon(shut, after, NOTICED) & shut(then) & then.never_above(TAILGATE, most)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return ("trunk.*", "conversation.messages")

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (
            Says(
                "that do not call it open", "^", r"\bstill (open|up|unlocked|ajar)\b|\b(lid|boot|tailgate) is (open|unlocked)\b"
            ),
        )

    def _opened(self, ui: UiScript, level: float) -> UiScript:
        return vehicle(ui, "lids").switch("trunk_lock", False).slide("trunk_opening", level)

    def _shut(self, ui: UiScript, seconds: int) -> UiScript:
        return ui.wait(seconds).dismiss().slide("trunk_opening", 0).switch("trunk_lock", True)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        most, least, after = inst.params["most"], inst.params["least"], inst.params["after"]
        yield lambda ui: self._shut(self._opened(ui, (most + least) / 2), after)
        yield lambda ui: self._shut(self._opened(ui, least + 3), after).answer("It is shut and locked again.")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        most, least, after = inst.params["most"], inst.params["least"], inst.params["after"]
        middle = (most + least) / 2
        yield lambda ui: self._shut(vehicle(ui, "lids").switch("trunk_lock", False).tap("trunk_open"), after)
        yield lambda ui: self._opened(ui, middle).wait(after)
        yield lambda ui: self._shut(self._opened(ui, middle), 2).wait(after)
        yield lambda ui: self._shut(
            self._opened(ui, middle).slide("trunk_opening", 0).wait(17).slide("trunk_opening", middle), after
        )
        yield lambda ui: self._shut(self._opened(ui, least - 8), after)
        yield lambda ui: self._shut(self._opened(ui, min(most + 10, 100)).slide("trunk_opening", middle), after)
        yield lambda ui: self._opened(ui, middle).wait(after).dismiss().slide("trunk_opening", 0).answer("It is shut.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        most, least = inst.params["most"], inst.params["least"]
        plan = CallPlan().call("trunk.carcontrol_trunk_lock_switch", switch=False)
        plan = plan.call("trunk.carcontrol_trunk_openDegree_set", value=(most + least) // 2).wait(inst.params["after"])
        plan = plan.call("conversation.conversation_message_view", contact=inst.params["who"])
        plan = plan.call("trunk.carcontrol_trunk_switch", action="close")
        yield plan.call("trunk.carcontrol_trunk_lock_switch", switch=True)


TAILGATE = Signal("trunk.opening", "trunk.current_open_degree_percentage")
TAILGATE_LOCK = Signal("trunk.lock", "trunk.is_locked")

WINDOWS: Mapping[str, tuple[Signal, str]] = {
    SEATS[0]: (s.DRIVER_WINDOW, "window_driver"),
    SEATS[1]: (s.PASSENGER_WINDOW, "window_passenger"),
    SEATS[2]: (s.REAR_LEFT_WINDOW, "window_second_left"),
    SEATS[3]: (s.REAR_RIGHT_WINDOW, "window_second_right"),
}
"""Seat -> its window, and the slider of that."""
OTHER_SIDE = {SEATS[2]: SEATS[3], SEATS[3]: SEATS[2]}
"""Seat of the second row -> the one that would be meant where one drives on the other side."""


def called(place: Place) -> dict[str, str]:
    """Seat -> how its window is called in a place: in the second row by the side on which the kerb is there."""
    kerb, traffic = "the second row's kerb-side one", "the second row's traffic-side one"
    left, right = (kerb, traffic) if driving_side(place).value == "left" else (traffic, kerb)
    return dict(zip(SEATS, ("my own one", "the one beside me", left, right), strict=False))


class DraughtInPart(Task, category=APPS, dimension=Dimension.EXPLICIT_CONTROL):
    """Two windows each at another opening, another one shut, and the rest as they are; a child must not alter what it reaches."""

    says = (
        "Air, please: {first} open by {wide} %, {second} by {narrow} %, {third} shut, no other. My kid at {child} plays with the "
        "button; don't let that change it.",
        "{first} open to {wide} %, {second} to {narrow} %, {third} all the way up: the glass, I mean, and only those three. The "
        "little one at {child} mustn't be able to alter it.",
        "Could I have {first} rolled down to {wide} %, {second} to {narrow} %, {third} rolled up, the others as they are? And "
        "the small fingers at {child} are not to move it again.",
        "{third} pulls on my neck, so up with that pane; {first} down to {wide} % instead, {second} to {narrow} %, no others. "
        "Make sure that my daughter, who sits at {child}, can't play with it.",
        "Windows: {wide} % for {first}, {narrow} % for {second}, none for {third}, no others. And whatever the boy at {child} "
        "presses, that one has to stay so.",
        "Wind down {second} to {wide} %, no, wait: {narrow} % there, {wide} % for {first}. {third}: all the way up. And let the "
        "child at {child} not be able to undo it.",
    )
    steps = 16

    def rule(self, place: Place) -> Hashable:
        return driving_side(place).value

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(outside=(8, 34), weather=("clear", "cloudy"))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        first, second, third, fourth = draw.rng.sample(list(WINDOWS), 4)
        names = called(draw.place)
        told = {name: names[seat] for name, seat in (("first", first), ("second", second), ("third", third))}
        wide, narrow = draw.integer(50, 90, 10), draw.integer(10, 40, 10)
        child = draw.choice([seat for seat in (first, second, third) if seat in OTHER_SIDE])
        seats = {"seats": ",".join((first, second, third, fourth)), "at": child, "child": names[child]}
        return told | seats | {"wide": wide, "narrow": narrow, "was": draw.integer(20, 80, 10), "pressed": draw.choice([25, 30])}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        first, second, third, fourth = inst.params["seats"].split(",")
        for seat, opened in ((first, 0), (second, 100), (third, inst.params["was"]), (fourth, inst.params["was"])):
            car.write(WINDOWS[seat][0], opened)
        for seat in SEATS[2:]:
            car.write(_child_lock(seat), False)

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        """The child presses the button, once before a person is done and once after, unless it does nothing any more."""
        child, pane = inst.params["at"], WINDOWS[inst.params["at"]][0]

        def presses(after: int, part: int) -> Event:
            return Event(lambda car: car.write(pane, part), when=lambda then: then.waited(after) & then.off(_child_lock(child)))

        return presses(8, 5), presses(inst.params["pressed"], 95)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        first, second, third, _ = (WINDOWS[seat][0] for seat in inst.params["seats"].split(","))
        wide, narrow = inst.params["wide"], inst.params["narrow"]
        panes = every(then.near(first, wide, 3), then.near(second, narrow, 3), then.near(third, 0, 1))
        return panes & then.on(_child_lock(inst.params["at"]))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return (
            *(f"window.window_states.{seat}.*" for seat in inst.params["seats"].split(",")[:3]),
            *(_child_lock(seat).world for seat in SEATS[2:]),
        )

    def truth(self, inst: TaskInstance) -> Sequence[Fact]:
        return (
            Says(
                "that do not call all alike",
                "^",
                r"\b(all|every) (the |four )?windows? (is|are) (now )?(shut|closed|open|up|down)\b",
            ),
        )

    def _set(self, ui: UiScript, inst: TaskInstance, *levels: float, mirrored: bool = False) -> UiScript:
        vehicle(ui, "windows")
        for seat, level in zip(inst.params["seats"].split(","), levels, strict=False):
            ui.slide(WINDOWS[OTHER_SIDE.get(seat, seat) if mirrored else seat][1], level)
        return ui

    def _safe(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return vehicle(ui, "windows").switch(f"window_child_lock_{REAR[inst.params['at']]}", True)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        wide, narrow = inst.params["wide"], inst.params["narrow"]
        yield lambda ui: self._set(self._safe(ui, inst), inst, wide, narrow, 0)
        yield lambda ui: self._set(vehicle(ui, "windows").switch("window_child_lock", True), inst, wide, narrow, 0).answer(
            "Done."
        )

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        wide, narrow = inst.params["wide"], inst.params["narrow"]
        yield lambda ui: self._set(self._safe(ui, inst), inst, narrow, wide, 0)
        yield lambda ui: self._set(self._safe(ui, inst), inst, wide, narrow, 0, mirrored=True)
        yield lambda ui: self._set(self._safe(ui, inst), inst, wide, narrow)
        yield lambda ui: self._set(self._safe(ui, inst), inst, wide, narrow, 0, 0)
        yield lambda ui: self._set(ui, inst, wide, narrow, 0).wait(30).answer("The windows are as you want them.")
        yield lambda ui: self._safe(ui.wait(10), inst).wait(5).tap("windows_open_all").answer("Fresh air for everybody.")

    def calls(self, inst: TaskInstance) -> Iterable[CallPlan]:
        plan = CallPlan().call("window.carcontrol_window_mode_childSafetyLock", switch=True, position=inst.params["at"])
        levels = (inst.params["wide"], inst.params["narrow"], 0)
        for seat, level in zip(inst.params["seats"].split(","), levels, strict=False):
            plan = plan.call("window.carcontrol_window_height_set", value=100 - level, position=seat)
        yield plan


def _child_lock(seat: str) -> Signal:
    """Whether the button of a window does nothing."""
    return Signal(f"window.{seat}.child_lock", f"window.window_states.{seat}.child_safety_lock")
