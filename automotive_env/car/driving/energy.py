"""What the car runs on, charging, and what the car does before it leaves. Not part of the public VehicleWorld interface."""

from __future__ import annotations

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import HEAD_UNIT, ChoiceProperty, FlagProperty, NumberProperty, WholeNumberProperty
from automotive_env.car.core.structure import Struct, StructProperty
from automotive_env.car.driving.road import GIVEN

DAY_MINUTES = 24 * 60
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
LOWEST_LIMIT = 50
POWERTRAINS = ("electric", "combustion")
"""The owner's profile says which one a car has. All APIs exist in either; screens show what concerns the one that is there."""


class ChargingDays(Struct):
    """On which days the cheap hours are waited for."""

    monday = FlagProperty("whether the plan holds on Mondays", True, read_only=HEAD_UNIT)
    tuesday = FlagProperty("whether the plan holds on Tuesdays", True, read_only=HEAD_UNIT)
    wednesday = FlagProperty("whether the plan holds on Wednesdays", True, read_only=HEAD_UNIT)
    thursday = FlagProperty("whether the plan holds on Thursdays", True, read_only=HEAD_UNIT)
    friday = FlagProperty("whether the plan holds on Fridays", True, read_only=HEAD_UNIT)
    saturday = FlagProperty("whether the plan holds on Saturdays", read_only=HEAD_UNIT)
    sunday = FlagProperty("whether the plan holds on Sundays", read_only=HEAD_UNIT)


def _minutes(description: str, hour: int, minute: int = 0) -> WholeNumberProperty:
    return WholeNumberProperty(
        description, 0, DAY_MINUTES - 1, 60 * hour + minute, unit="minutes after midnight", read_only=HEAD_UNIT
    )


class Energy(Device, module="energy"):
    """What the car runs on, the plug, the limit, the plan, and the departure."""

    is_plugged_in = FlagProperty("whether the charging cable is plugged in", significant=False, read_only=GIVEN)
    charge_power = NumberProperty("power of the charging point", 1, 350, 11, unit="kW", significant=False, read_only=GIVEN)
    charge_limit = WholeNumberProperty(
        "charge at which charging ends", LOWEST_LIMIT, 100, 80, unit="percentage", read_only=HEAD_UNIT
    )
    charging_on = FlagProperty("whether the car charges when it is plugged in", True, read_only=HEAD_UNIT)
    off_peak_on = FlagProperty("whether charging waits for the cheap hours", read_only=HEAD_UNIT)
    off_peak_start = _minutes("when the cheap hours begin", 22)
    off_peak_end = _minutes("when the cheap hours end; before the beginning it is on the next day", 6)
    off_peak_days = StructProperty(ChargingDays)
    departure_on = FlagProperty("whether the car is to be ready at the departure", read_only=HEAD_UNIT)
    departure_time = _minutes("when the driver leaves", 7, 30)
    preconditioning = FlagProperty("whether the cabin is brought to its temperature before the departure", read_only=HEAD_UNIT)
    powertrain = ChoiceProperty("what the car runs on", POWERTRAINS, "electric", significant=False, read_only=GIVEN)
