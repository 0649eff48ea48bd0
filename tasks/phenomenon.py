"""Glass that steams up, smoke around the car, and a wasp that wants out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from automotive_env.place.place import Place
from automotive_env.place.places import place_by_name
from automotive_env.place.rules import driving_side
from automotive_env.tasks.kit import FAIR, Category, Conditions, Dimension, Draw, Scene, Task, TaskInstance, Turn, Way, minutes
from automotive_env.tasks.kit.car_setup import CarSetup, Phenomenon
from automotive_env.tasks.kit.ui_script import UiScript
from automotive_env.tasks.shared.vehicle import BySide
from automotive_env.validators import Criterion, Episode, Signal, some
from automotive_env.validators import signals as s

PHENOMENON = Category.PHENOMENON
DAMP = ("cloudy", "rain", "heavy rain", "fog")
DEMIST = (
    "airConditioner.defroster.front=true",
    "airConditioner.defrost_mode=true",
    "airConditioner.auto_defog_mode=true",
    "airConditioner.ac_mode=true",
    "airConditioner.heat_mode=true",
    "airConditioner.cool_mode=false",
    "airConditioner.auto_mode",
    "airConditioner.circulation_mode=external circulation",
    "airConditioner.ac_states.*",
    "environment.temperature",
)
"""What may be different where the windscreen was to be cleared."""
SEALED = ("airConditioner.circulation_mode=internal circulation", "airConditioner.purification_mode")
"""What may be different where the air outside was to stay out."""
CLOSED = ("window.window_states.*.open_degree=0", "window.window_states.*.is_open=false", "sunroof.*")
REAR_WINDOWS = {
    "left": ("window_second_left", s.REAR_LEFT_WINDOW, "second row left"),
    "right": ("window_second_right", s.REAR_RIGHT_WINDOW, "second row right"),
}
"""Side of the car -> the slider, the signal and the seat of its rear window."""
OPPOSITE = {"left": "right", "right": "left"}


def kerb_of(place: Place) -> str:
    """The side of the car that is next to the kerb: there sits the passenger, and on the other one the driver."""
    return driving_side(place).value


def demists_front(then: Episode) -> Criterion:
    """Something clears the windscreen: its heater, or the climate by its own demisting or its air on the glass."""
    demists = [_stays_on(then, signal) for signal in (s.AUTO_DEFOG, s.WINDOW_DRYING)]  # not read: stock Android has neither
    blows = [then.on(signal) for signal in s.AIR_ON_WINDSCREEN]
    return then.front_defroster_enable() | then.on(s.CLIMATE_POWER) & some(*demists, *blows)


def _stays_on(then: Episode, signal: Signal) -> Criterion:
    """A flag was switched on in this turn, and not off again."""
    return then.in_order((signal, True)) & ~then.in_order((signal, True), (signal, False))


def rear_window(ui: UiScript, side: str, part: int) -> UiScript:
    """Open the rear window of a side so far, in per cent."""
    return ui.open("vehicle").tap("vehicle_windows").slide(REAR_WINDOWS[side][0], part, 3)


def window_paths(side: str) -> tuple[str, str]:
    """What changes where the rear window of a side is opened."""
    state = f"window.window_states.{REAR_WINDOWS[side][2]}"
    return f"{state}.open_degree", f"{state}.is_open"


class FoggedWindscreen(Task, category=PHENOMENON, dimension=Dimension.DRIVING_ALIGNMENT, level=1):
    """The windscreen is steamed up (Table 2 of the Automotive-ENV paper)."""

    says = (
        "I can't see through the windshield; it's all fogged up.",
        "The front window is foggy.",
        "Defrost the windscreen.",
        "Can you clear the windscreen for me? It's steamed up.",
        "The windscreen's completely misted up.",
        "I keep wiping the windscreen with my sleeve, it's all steamed up.",
    )
    may_change = (*DEMIST, "airConditioner.defroster.rear=true")
    conditions = Conditions(outside=(-5, 14), weather=DAMP)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"fan": draw.integer(1, 4)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        car.happens(Phenomenon.FOGGED_WINDSCREEN)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return demists_front(then)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("defroster_button", True)
        yield lambda ui: ui.open("climate").tap("direction_defrost").tap("fan_max")
        yield lambda ui: ui.open("climate").switch("auto_defog_button", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("rear_defroster_button", True)
        yield lambda ui: ui.open("climate").tap("fan_max")
        yield lambda ui: ui.answer("The windscreen is clear now.")


class FoggedRearWindow(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=1):
    """The windscreen is being cleared; now the rear window steams up (Table 2 of the Automotive-ENV paper)."""

    says = (
        "The rear window is fogging up too.",
        "Defrost the back window.",
        "The back window's foggy.",
        "Could you clear the rear window as well?",
        "Now the back window's all steamed up.",
        "I can't see who's behind me, the rear window's fogged up.",
    )
    may_change = ("airConditioner.defroster.rear=true", "airConditioner.ac_mode=true")
    conditions = Conditions(moving=True, outside=(-5, 14), weather=DAMP)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"fan": draw.integer(2, 6)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        car.write(s.FRONT_DEFROSTER, True)
        car.happens(Phenomenon.FOGGED_REAR_WINDOW)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.rear_defroster.enable()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").switch("rear_defroster_button", True)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: ui.open("climate").tap("defroster_button")
        yield lambda ui: ui.open("climate").tap("direction_defrost").answer("The rear window is clearing.")


class SmokeOutside(Task, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=1):
    """Smoke ahead: the air has to come from inside, as it does in the other half already."""

    says = (
        "There's smoke, don't let it in.",
        "Keep that smoke out of the car.",
        "Could you keep the smoke out, please?",
        "Ugh, smoke! Don't let it into the car.",
        "Something's on fire out there, don't let the smoke in.",
        "I've got asthma, so keep that smoke out of the car.",
    )
    speaker = "passenger"
    endings = ("act", "refrain")
    may_change = SEALED
    conditions = Conditions(moving=True, outside=(3, 40), weather=FAIR)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"fan": draw.integer(1, 6)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs(fan=inst.params["fan"])
        car.write(s.AIR_SOURCE, "external circulation" if inst.ending == "act" else "internal circulation")
        car.happens(Phenomenon.SMOKE_OUTSIDE)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.recirculates()

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("climate").switch("recycle_air_button", True)
        else:
            yield lambda ui: ui.open("climate").answer("The air is recirculating, no smoke gets in.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        if inst.ending == "act":
            yield lambda ui: ui.open("climate").tap("fan_max")
            yield lambda ui: ui.alert("smoke", "There is smoke ahead.").answer("No smoke gets in.")
        else:
            yield lambda ui: ui.open("climate").tap("recycle_air_button").answer("No smoke gets in.")


class OnceTheSmokeIsGone(BySide, category=PHENOMENON, dimension=Dimension.ENVIRONMENT_ALERTS, level=2):
    """Shut for the smoke; once it has gone, one rear window is opened: which side has the kerb follows from the country."""

    steps = 9
    conditions = Conditions(moving=True, light=("day",), weather=FAIR, outside=(10, 34), roads=("urban",), speed=(10, 40))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        return {"part": draw.integer(30, 100, 10), "roof": draw.maybe(), "later": draw.integer(2, 8)}

    def setup(self, car: CarSetup, inst: TaskInstance) -> None:
        car.climate_runs()
        car.write(s.AIR_SOURCE, "external circulation")
        car.write(s.SUNROOF if inst.params["roof"] else s.DRIVER_WINDOW, inst.params["part"])
        car.happens(Phenomenon.SMOKE_OUTSIDE)

    def turns(self, inst: TaskInstance) -> Iterable[Turn]:
        side = kerb_of(place_by_name(inst.place))
        _, opening, _ = REAR_WINDOWS[side]
        others = [signal for signal in s.OPENINGS if signal != opening]
        yield Turn(
            "There's smoke, so close the whole car.",
            "Close everything, keep the smoke out.",
            "Shut everything and keep that smoke out.",
            "Close up the whole car, I don't want that smoke in here.",
            "It smells of smoke, so close everything and recirculate the air.",
            "Something's burning out there, close everything and keep the smoke out.",
            check=lambda then: then.shut() & then.recirculates(),
        )
        yield Turn(
            "The smoke's gone, open the back window on the pavement side.",
            "Open the back window on the pavement side.",
            "Can you open the back window next to the pavement?",
            "We're through the smoke, open the back window on the pavement side.",
            "The dog wants some air, open the back window on the pavement side.",
            "I'd like some air, open the back window on the pavement side.",
            event=lambda car: car.write(s.SMOKE_OUTSIDE, False),
            after=minutes(inst.params["later"]),
            speaker="passenger",
            check=lambda then: then.rises(opening, 10) & then.as_it_was(*others),
        )

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        side = kerb_of(place_by_name(inst.place))
        return (*CLOSED, *window_paths(side), "airConditioner.circulation_mode", "airConditioner.purification_mode")

    def _shut(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        ui.open("climate").switch("recycle_air_button", True).open("vehicle")
        if inst.params["roof"]:
            return ui.tap("vehicle_roof").tap("sunroof_close")
        return ui.tap("vehicle_windows").tap("windows_close_all")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        side = kerb_of(place_by_name(inst.place))
        yield lambda ui: rear_window(self._shut(ui, inst).turn(), side, 50)
        yield lambda ui: rear_window(self._shut(ui, inst).turn().open("climate").switch("recycle_air_button", False), side, 100)

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        side = kerb_of(place_by_name(inst.place))
        yield lambda ui: rear_window(self._shut(ui, inst).turn(), OPPOSITE[side], 50)
        yield lambda ui: rear_window(ui.open("climate").switch("recycle_air_button", True).turn(), side, 50)
        yield lambda ui: self._shut(ui, inst).turn().open("vehicle").tap("vehicle_windows").tap("windows_open_all")


class WaspAtThePane(BySide, category=PHENOMENON, dimension=Dimension.IMPLICIT_INTENT, level=2):
    """A wasp at one of the rear windows: that one is opened. On which side the driver sits follows from the country."""

    says = (
        "There's a wasp behind {whom}, let it out.",
        "Wasp behind {whom}, open that window!",
        "Let that wasp behind {whom} out.",
        "Let that wasp out, it's buzzing at the window behind {whom}.",
        "The kids are scared of the wasp on the window behind {whom}, let it out.",
        "Open the window behind {whom}, there's a wasp on it.",
    )
    steps = 6
    conditions = Conditions(moving=True, light=("day",), weather=FAIR, outside=(14, 32), roads=("urban", "rural"), speed=(20, 50))

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        kerb = kerb_of(draw.place)
        whom = draw.choice(["me", "me", "the passenger"])
        return {"whom": whom, "side": OPPOSITE[kerb] if whom == "me" else kerb}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        return then.rises(REAR_WINDOWS[inst.params["side"]][1], 20)

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return window_paths(inst.params["side"])

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: rear_window(ui, inst.params["side"], 100)
        yield lambda ui: rear_window(ui, inst.params["side"], 40).answer("It can get out now.")

    def near_misses(self, inst: TaskInstance) -> Iterable[Way]:
        yield lambda ui: rear_window(ui, OPPOSITE[inst.params["side"]], 100)
        yield lambda ui: ui.open("vehicle").tap("vehicle_windows").tap("windows_open_all")
        yield lambda ui: ui.answer("The window is open, it can get out.")
