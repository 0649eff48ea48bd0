"""Driver assistance: what warns and helps the driver. Not part of the public VehicleWorld interface."""

from __future__ import annotations

from automotive_env.car.calls.api_factories import switches
from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import HEAD_UNIT, ChoiceProperty, FlagProperty, WholeNumberProperty


class Assistance(Device, module="assistance"):
    """Warnings and helpers that the driver may switch."""

    lane_keeping = FlagProperty("whether the car helps to stay in the lane", True)
    speed_limit_warning = FlagProperty("whether the car warns above the speed limit", True)
    speed_limit = WholeNumberProperty("speed above which the car warns", 5, 200, 130, unit="km/h", read_only=HEAD_UNIT)
    forward_collision_warning = FlagProperty("whether the car warns before it runs into something", True, read_only=HEAD_UNIT)
    blind_spot_warning = FlagProperty("whether the car warns of cars beside it", True, read_only=HEAD_UNIT)
    auto_high_beam = FlagProperty("whether the high beam follows the traffic", False, read_only=HEAD_UNIT)
    drive_mode = ChoiceProperty("character of the car", ("eco", "comfort", "sport", "snow"), "comfort", read_only=HEAD_UNIT)

    lane_keeping_switch = switches("lane_keeping", "Turns lane keeping on or off.")
    speed_limit_warning_switch = switches("speed_limit_warning", "Turns the speed limit warning on or off.")
