"""The dipped beam."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import adjusts, chooses
from automotive_env.car.calls.level import LastUnitProperty, LevelInOtherUnit, LevelProperty
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import ChoiceProperty
from automotive_env.car.core.values import StateValue

MODES = ("on", "off", "auto")


FAIR = ("clear", "cloudy")
"""Weather in which the automatic leaves the dipped beam off by day."""


def is_lit(mode: StateValue, light: StateValue, weather: StateValue) -> bool:
    """Whether the dipped beam shines: on automatic it does wherever it is not day, and in bad weather.

    Args:
        mode: one of `MODES`.
        light: one of the world's `LIGHT`.
        weather: one of the world's `WEATHER`; None where it is not known, and light decides.
    """
    by_itself = light != "day" or weather not in (*FAIR, None)
    return mode == "on" or (mode == "auto" and by_itself)


class LowBeamHeadlight(Device, module="lowBeamHeadlight"):
    """The dipped beam and how high it aims."""

    mode = ChoiceProperty("dipped beam", MODES, "off")
    height_level = LevelProperty(
        "aim of the dipped beam",
        start=5,
        level=(0, 10),
        percentage=(0, 100),
        centimeter=(0, 15),
        steps={"large": 2, "little": 1, "tiny": 0.5},
        presets={"max": 10, "high": 7.5, "medium": 5, "low": 2.5, "min": 0},
    )
    height_percentage = LevelInOtherUnit(height_level, "percentage")
    height_centimeter = LevelInOtherUnit(height_level, "centimeter")
    current_unit = LastUnitProperty(height_level, by_steps=False)

    starts = {
        "init1": {"mode": "on", "height_level": 7.5, "height_percentage": 75, "height_centimeter": 11.25},
        "init2": {
            "mode": "auto",
            "height_level": 2.5,
            "height_percentage": 25,
            "height_centimeter": 3.75,
            "current_unit": "centimeter",
        },
    }

    switch = chooses("mode", "Switches the dipped beam on, off or to automatic.", MODES, parameter="action")
    height_increase, height_decrease, height_set = adjusts(
        "height_level", "the aim of the dipped beam", units=("level", "percentage", "centimeter")
    )
