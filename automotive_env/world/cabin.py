"""The cabin: its air and its glass, which change as time passes. Not part of the public VehicleWorld interface."""

from __future__ import annotations

from automotive_env.world.device import Device
from automotive_env.world.schema import Number

WITH_TIME = "changes as time passes"


class Cabin(Device, module="cabin"):
    """The air that the occupants breathe, and how far the glass is steamed up."""

    air_temperature = Number(
        "temperature of the air in the cabin", -60, 90, 21, unit="celsius", significant=False, read_only=WITH_TIME
    )
    dew_point = Number(
        "temperature below which glass steams up", -80, 60, 7, unit="celsius", significant=False, read_only=WITH_TIME
    )
    windscreen_fog = Number(
        "how far the windscreen is steamed up", 0, 100, 0, unit="percentage", significant=False, read_only=WITH_TIME
    )
    rear_window_fog = Number(
        "how far the rear window is steamed up", 0, 100, 0, unit="percentage", significant=False, read_only=WITH_TIME
    )
