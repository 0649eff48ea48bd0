"""What was done to the car, as the driver told it. Not part of the public VehicleWorld interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from automotive_env.car.core.device import Device
from automotive_env.car.core.schema import HEAD_UNIT, MAX_RECORDS, RecordsProperty
from automotive_env.car.core.values import DATE, StateRecord, about, among
from automotive_env.car.devices.instrument_panel import InstrumentPanel
from automotive_env.car.driving.environment import SharedEnvironment


class ServiceInterval(NamedTuple):
    """How often something is due.

    Attributes:
        months: at most so many after the last time.
        km: at most so many kilometres after it; 0 where only time counts.
    """

    months: int
    km: int = 0


ITEMS: Mapping[str, ServiceInterval] = {
    "oil": ServiceInterval(24, 20_000),
    "battery": ServiceInterval(24, 40_000),
    "brake fluid": ServiceInterval(24),
    "wipers": ServiceInterval(12),
    "cabin filter": ServiceInterval(24, 40_000),
    "inspection": ServiceInterval(24),
}


class ServiceResetRecord(StateRecord):
    """A reminder that was reset after the work was done."""

    item: str = about("what was done", must=among(ITEMS))
    day: str = about("local date, such as 2025-04-13", must=DATE)
    mileage: int = about("kilometres driven by then")


class ServiceReminders(Device, module="service"):
    """The reminders that were reset in this car."""

    resets = RecordsProperty("what was done and noted, the latest last", ServiceResetRecord, read_only=HEAD_UNIT)

    def reset(self, item: str) -> None:
        """Note that something was done today."""
        panel, now = InstrumentPanel.of(self), SharedEnvironment.of(self).timestamp
        done = ServiceResetRecord(item, now[:10], int(panel.vehicle_mileage))
        self.resets = (*self.resets[-(MAX_RECORDS - 1) :], done)
