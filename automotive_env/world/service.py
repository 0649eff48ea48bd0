"""What was done to the car, as the driver told it. Not part of the public VehicleWorld interface."""

from __future__ import annotations

from automotive_env.world.device import Device
from automotive_env.world.devices.instrument_panel import InstrumentPanel
from automotive_env.world.environment import Environment
from automotive_env.world.schema import HEAD_UNIT, MAX_RECORDS, Records
from automotive_env.world.values import Record, about


class ServiceReset(Record):
    """A reminder that was reset after the work was done."""

    item: str = about("what was done, a name of `service_book.ITEMS`")
    day: str = about("local date, such as 2025-04-13")
    mileage: int = about("kilometres driven by then")


class Service(Device, module="service"):
    """The reminders that were reset in this car."""

    resets = Records("what was done and noted, the latest last", ServiceReset, read_only=HEAD_UNIT)

    def reset(self, item: str) -> None:
        """Note that something was done today."""
        panel, now = InstrumentPanel.of(self), Environment.of(self).timestamp
        done = ServiceReset(item, now[:10], int(panel.vehicle_mileage))
        self.resets = (*self.resets[-(MAX_RECORDS - 1) :], done)
