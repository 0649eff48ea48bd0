"""Controls of the climate that stand in more than one place."""

from __future__ import annotations

from collections.abc import Callable

from automotive_env.headunit.rendering.node import Row
from automotive_env.headunit.rendering.theme import TARGET
from automotive_env.headunit.touch import Touch
from automotive_env.headunit.widgets.button import Button
from automotive_env.headunit.widgets.slider import step_buttons
from automotive_env.headunit.widgets.text import Text
from automotive_env.headunit.widgets.wording import wanted
from automotive_env.world.device import SEATS

IDS = ("hvac_decrease_button", "hvac_temperature_text", "hvac_increase_button")
POWER = tuple(f"airConditioner.ac_states.{seat}.is_on" for seat in SEATS)
FAN = tuple(f"airConditioner.ac_states.{seat}.wind_speed" for seat in SEATS)


def _sets_temperature(seat: str) -> Callable[[Touch, float], str | None]:
    def act(touch: Touch, value: float) -> str | None:
        if touch.get(f"airConditioner.ac_states.{seat}.is_on"):  # the cabin follows only a unit that runs
            return touch.call("airConditioner.temperature_set", position=[seat], value=value)
        touch.set(f"airConditioner.ac_states.{seat}.temperature", value)
        return None

    return act


def temperature_buttons(seat: str, side: str, size: int, ids: tuple[str, str, str] = IDS) -> tuple[Button, Text, Button]:
    """Lower, value, raise: the temperature wanted at a seat, in half degrees; `side` is its name, such as "driver"."""
    path = f"airConditioner.ac_states.{seat}.temperature"
    return step_buttons(path, f"{side} temperature", ids=ids, step=0.5, says=wanted, size=size, on_step=_sets_temperature(seat))


def temperature_stepper(seat: str, side: str) -> Row:
    """The same in a row of the navigation bar."""
    lower, value, higher = temperature_buttons(seat, side, size=36)
    lower.width = higher.width = TARGET + 4
    value.width = 104
    return Row(lower, value, higher, gap=4, height=TARGET + 4)
