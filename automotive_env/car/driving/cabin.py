"""The cabin: its air, its glass, and the unit that temperatures are shown in. Not part of the public VehicleWorld interface."""

from __future__ import annotations

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import HEAD_UNIT, ChoiceProperty, NumberProperty
from automotive_env.car.driving.temperature import CELSIUS, UNITS

WITH_TIME = "changes as time passes"


class Cabin(Device, module="cabin"):
    """The air that the occupants breathe, and how far the glass is steamed up."""

    air_temperature = NumberProperty(
        "temperature of the air in the cabin", -60, 90, 21, unit="celsius", significant=False, read_only=WITH_TIME
    )
    dew_point = NumberProperty(
        "temperature below which glass steams up", -80, 60, 7, unit="celsius", significant=False, read_only=WITH_TIME
    )
    windscreen_fog = NumberProperty(
        "how far the windscreen is steamed up", 0, 100, 0, unit="percentage", significant=False, read_only=WITH_TIME
    )
    rear_window_fog = NumberProperty(
        "how far the rear window is steamed up", 0, 100, 0, unit="percentage", significant=False, read_only=WITH_TIME
    )
    temperature_unit = ChoiceProperty("unit of temperatures on the displays", UNITS, CELSIUS, read_only=HEAD_UNIT)
