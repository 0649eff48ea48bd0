"""Apps: what can be open on the car: windows, roof, lids and flaps, and the mirrors that stand out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from automotive_env.car.core.device import SEATS
from automotive_env.tasks.apps import APPS
from automotive_env.tasks.kit import FAIR, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.vehicle import CHILDREN, REAR, BySide, sides, vehicle
from automotive_env.validators import Criterion, Episode, Signal, every
from automotive_env.validators import signals as s

FUEL_FLAP = Signal("fuel_flap.open", "fuelPort.is_open")
MIRRORS = tuple(Signal(f"mirror.{side}.out", f"rearviewMirror.{side}_mirror.is_open") for side in ("left", "right"))
"""Whether each mirror stands out."""
TAILGATE = Signal("trunk.opening", "trunk.current_open_degree_percentage")
TAILGATE_LOCK = Signal("trunk.lock", "trunk.is_locked")


class CarWash(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """Before a car wash: nothing open, nothing that sticks out, nothing that wipes."""

    says = (
        "Get the car ready for the wash.",
        "Car wash next, get everything ready.",
        "Get ready for the car wash.",
        "Can you prepare for the car wash?",
        "We're next at the car wash, make sure nothing breaks or leaks.",
        "We're at the car wash, make sure the car's ready for it.",
    )
    steps = 14
    conditions = Conditions(moving=False, outside=(5, 38), weather=FAIR)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        windows = sorted(draw.rng.sample(range(4), draw.integer(1, 2)))
        return {"windows": windows, "opened": draw.integer(20, 90, 10), "roof": draw.integer(20, 80, 10), "flap": draw.maybe()}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for number, signal in enumerate(s.OPENINGS[:4]):
            car.write(signal, inst.params["opened"] if number in inst.params["windows"] else 0)
        car.write(s.SUNROOF, inst.params["roof"])
        for mirror in MIRRORS:
            car.write(mirror, True)
        car.write(FUEL_FLAP, inst.params["flap"])
        car.write(s.FRONT_WIPER, True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return every(then.shut(), then.off(FUEL_FLAP), then.off(s.FRONT_WIPER), *map(then.off, MIRRORS))

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        shut = ("window.window_states.*", "sunroof.*", "fuelPort.*", "door.doors.*.is_locked=true", "trunk.is_locked=true")
        still = ("rearviewMirror.*_mirror.is_open=false", "wiper.*", "airConditioner.circulation_mode")
        return (*shut, *still, "environment.temperature")

    def _shut(self, ui: UiScript) -> UiScript:
        vehicle(ui, "windows").tap("windows_close_all").tap("vehicle_roof").tap("sunroof_close")
        return ui.tap("vehicle_lids").switch("fuel_port_open", False)

    def _folded(self, ui: UiScript) -> UiScript:
        return ui.tap("vehicle_mirrors").switch("mirror_left", False).switch("mirror_right", False)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._folded(self._shut(ui)).open("lights").switch("wipers", False)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: self._folded(self._shut(ui)).answer("Ready for the car wash.")
        yield lambda ui: self._shut(ui).open("lights").switch("wipers", False)


class LowCeiling(Task, category=APPS, dimension=Dimension.IMPLICIT_INTENT, level=1):
    """Under a low ceiling the tailgate opens part of the way, and at no time far."""

    says = (
        "Low ceiling, so open the boot partway.",
        "Open the boot halfway, the ceiling's low.",
        "Open the boot about halfway.",
        "Could you open the boot without hitting the garage ceiling?",
        "Only open the boot halfway, please.",
        "I need my bag, so open the boot, but this garage is low.",
    )
    may_change = ("trunk.*",)
    conditions = Conditions(moving=False)

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.write(TAILGATE, 0)
        car.write(TAILGATE_LOCK, True)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.between(TAILGATE, 20, 80, "part of the way") & then.never_above(TAILGATE, 80)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: vehicle(ui, "lids").switch("trunk_lock", False).slide("trunk_opening", 50)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: vehicle(ui, "lids").switch("trunk_lock", False).tap("trunk_open")
        yield lambda ui: vehicle(ui, "lids").switch("trunk_lock", False).tap("trunk_open").slide("trunk_opening", 50)
        yield lambda ui: vehicle(ui, "lids").switch("trunk_lock", False).slide("trunk_opening", 11)


WINDOWS: Mapping[str, Signal] = {SEATS[2]: s.REAR_LEFT_WINDOW, SEATS[3]: s.REAR_RIGHT_WINDOW}


class DraughtInPart(BySide, category=APPS, dimension=Dimension.EXPLICIT_CONTROL, level=3):
    """The rear window at the kerb a bit open, its button locked against a child, and shut again in the end."""

    steps = 6
    conditions = Conditions(outside=(8, 34), weather=FAIR, roads=("urban",))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"child": draw.choice(CHILDREN), **sides(draw.place)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        for signal in s.OPENINGS:
            car.write(signal, 0)
        for seat in REAR:
            car.write(_child_lock(seat), False)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        kerb, traffic = WINDOWS[inst.params["kerb"]], WINDOWS[inst.params["traffic"]]
        locked = _child_lock(inst.params["kerb"])
        yield Turn(
            "Open the kerb-side back window a little.",
            "Put the pavement-side back window down a bit.",
            "Crack open the back window, pavement side.",
            "Could you open the rear window on the pavement side a little?",
            "{child} needs some air, open the back window on the pavement side a bit.",
            "It's stuffy, open the back window a bit on the pavement side.",
            check=lambda then: then.between(kerb, 5, 50, "a bit") & then.as_it_was(traffic, s.DRIVER_WINDOW, s.PASSENGER_WINDOW),
        )
        yield Turn(
            "{child} keeps playing with the window button, lock it.",
            "Lock the back window.",
            "Could you lock the back window so {child} can't move it?",
            "Put the child lock on the back window.",
            "Lock the back window, so {child} stops fiddling with it.",
            "{child} keeps pressing the window button, put the window lock on.",
            after=minutes(2),
            check=lambda then: then.on(locked) & then.as_it_was(kerb),
        )
        yield Turn(
            "It's too draughty, close the back window again.",
            "Close the back window again, please.",
            "Could you shut the back window again?",
            "{child}'s cold now, close the window.",
            "Okay, shut the back window.",
            "It's too loud with the window open, close it.",
            after=minutes(8),
            speaker="passenger",
            check=lambda then: then.shut() & then.as_it_was(locked),
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        kerb = f"window.window_states.{inst.params['kerb']}"
        return (f"{kerb}.*", *(_child_lock(seat).world for seat in SEATS[2:]), "environment.temperature")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        side = REAR[inst.params["kerb"]]
        yield lambda ui: (
            vehicle(ui, "windows").slide(f"window_{side}", 20).turn()
            .switch(f"window_child_lock_{side}", True).turn()
            .slide(f"window_{side}", 0)
        )  # fmt: skip
        yield lambda ui: (
            vehicle(ui, "windows").slide(f"window_{side}", 15).turn()
            .switch("window_child_lock", True).turn()
            .tap("windows_close_all")
        )  # fmt: skip

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        right, wrong = REAR[inst.params["kerb"]], REAR[inst.params["traffic"]]
        for first, second in ((wrong, right), (right, wrong)):
            yield self._mixed(first, second)
        yield lambda ui: (
            vehicle(ui, "windows").slide(f"window_{right}", 20).turn()
            .switch(f"window_child_lock_{right}", True).turn()
            .answer("It's closed.")
        )  # fmt: skip

    @staticmethod
    def _mixed(opened: str, locked: str) -> Way:
        """One window opened and another locked."""
        return lambda ui: (
            vehicle(ui, "windows").slide(f"window_{opened}", 20).turn()
            .switch(f"window_child_lock_{locked}", True).turn()
            .slide(f"window_{opened}", 0)
        )  # fmt: skip


def _child_lock(seat: str) -> Signal:
    """Whether the button of a window does nothing."""
    return Signal(f"window.{seat}.child_lock", f"window.window_states.{seat}.child_safety_lock")
