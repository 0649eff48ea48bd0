"""The main beam, and how long the headlights stay on after the car is left."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import LevelProperty
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import FlagProperty
from automotive_env.car.core.values import StateValue


def is_lit(on: StateValue, automatic: StateValue, oncoming: StateValue) -> bool:
    """Whether the main beam shines: it is switched on, and the automatic has not dipped it for oncoming traffic."""
    return on is True and not (automatic is True and oncoming is True)


class HighBeamHeadlight(Device, module="highBeamHeadlight"):
    """The main beam and the delayed switch-off of the headlights."""

    high_beam_on = FlagProperty("main beam")
    delay_off_enabled = FlagProperty("delayed switch-off of the headlights")
    delay_off_duration_seconds = LevelProperty(
        "delay until the headlights switch off",
        start=60,
        second=(5, 300),
        minute=(5 / 60, 5),
        hour=(5 / 3600, 300 / 3600),
        whole=True,
        steps={"large": 60, "little": 30, "tiny": 10},
        presets={"max": 300, "high": 180, "medium": 120, "low": 60, "min": 30},
    )

    starts = {
        "init1": {"high_beam_on": True, "delay_off_enabled": True, "delay_off_duration_seconds": 120},
        "init2": {"delay_off_enabled": True, "delay_off_duration_seconds": 300},
    }

    switch = switches("high_beam_on", "Switches the main beam on or off.")
    delay_close = switches("delay_off_enabled", "Switches the delayed switch-off of the headlights on or off.")
    increase_delay_close_duration, decrease_delay_close_duration, set_delay_close_duration = adjusts(
        "delay_off_duration_seconds",
        "the delay until the headlights switch off",
        units=("second", "minute", "hour"),
        words=("Lengthens", "Shortens"),
    )
