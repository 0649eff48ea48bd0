"""Controls of the climate that stand in more than one place."""

from __future__ import annotations

from collections.abc import Sequence

from automotive_env.car.core.device import SEATS
from automotive_env.car.driving.temperature import UNIT, celsius_of, set_point, wanted
from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.node import Row
from automotive_env.headunit.kit.rendering.theme import TARGET
from automotive_env.headunit.kit.screen import BuildContext
from automotive_env.headunit.kit.touch import TouchEvent, TouchHandler
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.quantity import DisplayedQuantity
from automotive_env.headunit.kit.widgets.slider import step_buttons
from automotive_env.headunit.kit.widgets.text import Text
from automotive_env.headunit.shared.picker import PickerDialog

IDS = ("hvac_decrease_button", "hvac_temperature_text", "hvac_increase_button")
POWER = tuple(f"airConditioner.ac_states.{seat}.is_on" for seat in SEATS)
FAN = tuple(f"airConditioner.ac_states.{seat}.wind_speed" for seat in SEATS)


SIDES = dict(zip(SEATS, ("driver", "passenger", "rear left", "rear right", "third left", "third right"), strict=True))
VIEW_OPEN = "airConditioner.ac_view_open"


def set_temperature(touch: TouchEvent, seat: str, value: float) -> str | None:
    """Set the temperature wanted at a seat; returns why not."""
    if touch.get(f"airConditioner.ac_states.{seat}.is_on"):  # the cabin follows only a unit that runs
        return touch.call("airConditioner.temperature_set", position=[seat], value=value)
    touch.set(f"airConditioner.ac_states.{seat}.temperature", value)
    return None


class TemperaturePickerDialog(PickerDialog):
    """Whole degrees for a seat, in the unit of the displays.

    It is opened with the seat, and whether the climate panel was open, to which it then goes back.
    """

    name = "pick_temperature"
    title = "Temperature"
    unit = "°"
    samples = ((SEATS[0], False), (SEATS[5], False))

    def heading(self, car: BuildContext) -> str:
        return f"{SIDES[str(car.args[0])].capitalize()} temperature"

    def values(self, car: BuildContext) -> Sequence[int]:
        bounds = DisplayedQuantity(f"airConditioner.ac_states.{SEATS[0]}.temperature")
        low, high = (round(set_point(bound, car.text(UNIT))) for bound in (bounds.low, bounds.high))
        return range(low, high + 1)

    def now(self, car: BuildContext) -> float:
        return set_point(float(car.get(f"airConditioner.ac_states.{car.args[0]}.temperature")), car.text(UNIT))

    def write(self, touch: TouchEvent, value: int) -> str | None:
        return set_temperature(touch, str(touch.entry.args[0]), celsius_of(value, str(touch.get(UNIT))))

    def leave(self, touch: TouchEvent) -> None:
        touch.back()
        if touch.entry.args[1]:
            touch.set(VIEW_OPEN, True)


def _picks(seat: str) -> TouchHandler:
    return lambda touch: touch.go(TemperaturePickerDialog.name, seat, bool(touch.get(VIEW_OPEN)), app="climate")


def temperature_buttons(seat: str, size: int, ids: tuple[str, str, str] = IDS) -> tuple[Button, Text | Button, Button]:
    """Lower, value, raise: the temperature wanted at a seat, in half degrees Celsius or whole degrees Fahrenheit.

    A touch on the value opens a picker.
    """
    path = f"airConditioner.ac_states.{seat}.temperature"
    return step_buttons(
        path, f"{SIDES[seat]} temperature", ids=ids, step=0.5, shown=bind(path, UNIT, to=wanted), size=size,
        on_step=lambda touch, value: set_temperature(touch, seat, value), on_pick=_picks(seat),
    )  # fmt: skip


def temperature_stepper(seat: str) -> Row:
    """The same in a row of the navigation bar."""
    lower, value, higher = temperature_buttons(seat, size=36)
    lower.width = higher.width = TARGET + 4
    value.width = 104
    return Row(lower, value, higher, gap=4, height=TARGET + 4)
