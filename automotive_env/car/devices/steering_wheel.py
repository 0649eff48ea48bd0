"""The heating of the steering wheel."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import adjusts, switches
from automotive_env.car.calls.level import LevelInOtherUnit, LevelProperty
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import ChoiceProperty, FlagProperty

UNITS = ("level", "celsius", "percentage")


class SteeringWheel(Device, module="steeringWheel"):
    """The steering wheel and its heating."""

    is_view_open = FlagProperty("steering wheel page", significant=False)
    is_heater_on = FlagProperty("steering wheel heating")
    heater_level = LevelProperty(
        "strength of the steering wheel heating",
        start=0,
        level=(0, 10),
        celsius=(20, 50),
        percentage=(0, 100),
        steps={"large": 3, "little": 2, "tiny": 1},
        presets={"max": 10, "high": 8, "medium": 5, "low": 2, "min": 0},
    )
    heater_celsius = LevelInOtherUnit(heater_level, "celsius")
    heater_percentage = LevelInOtherUnit(heater_level, "percentage")
    current_unit = ChoiceProperty(
        "unit in which the car shows the steering wheel heating",
        UNITS,
        "level",
        significant=False,
        read_only="given by the car",
    )

    starts = {
        "init1": {
            "is_view_open": True,
            "is_heater_on": True,
            "heater_level": 5,
            "heater_celsius": 35,
            "heater_percentage": 50,
            "current_unit": "celsius",
        },
        "init2": {
            "is_view_open": True,
            "is_heater_on": True,
            "heater_level": 8,
            "heater_celsius": 44,
            "heater_percentage": 80,
            "current_unit": "percentage",
        },
    }

    carcontrol_steeringWheel_view_switch = switches(
        "is_view_open", "Shows or hides the steering wheel page.", says=("open", "closed")
    )
    carcontrol_steeringWheel_heater_switch = switches("is_heater_on", "Switches steering wheel heating on or off.")
    (
        carcontrol_steeringWheel_heater_increase,
        carcontrol_steeringWheel_heater_decrease,
        carcontrol_steeringWheel_heater_set,
    ) = adjusts("heater_level", "the steering wheel heating", units=UNITS)
