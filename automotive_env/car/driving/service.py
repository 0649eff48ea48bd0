"""What was done to the car, as the driver told it. Not part of the public VehicleWorld interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import HEAD_UNIT, MAX_RECORDS, Records
from automotive_env.car.core.values import DATE, Record, about, among
from automotive_env.car.devices.instrument_panel import InstrumentPanel
from automotive_env.car.driving.environment import Environment


class Interval(NamedTuple):
    """How often something is due.

    Attributes:
        months: at most so many after the last time.
        km: at most so many kilometres after it; 0 where only time counts.
    """

    months: int
    km: int = 0


ITEMS: Mapping[str, Interval] = {
    "oil": Interval(24, 20_000),
    "battery": Interval(24, 40_000),
    "brake fluid": Interval(24),
    "wipers": Interval(12),
    "cabin filter": Interval(24, 40_000),
    "inspection": Interval(24),
}


class ServiceReset(Record):
    """A reminder that was reset after the work was done."""

    item: str = about("what was done", must=among(ITEMS))
    day: str = about("local date, such as 2025-04-13", must=DATE)
    mileage: int = about("kilometres driven by then")


class Service(Device, module="service"):
    """The reminders that were reset in this car."""

    resets = Records("what was done and noted, the latest last", ServiceReset, read_only=HEAD_UNIT)

    def reset(self, item: str) -> None:
        """Note that something was done today."""
        panel, now = InstrumentPanel.of(self), Environment.of(self).timestamp
        done = ServiceReset(item, now[:10], int(panel.vehicle_mileage))
        self.resets = (*self.resets[-(MAX_RECORDS - 1) :], done)
