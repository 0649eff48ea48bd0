"""The clock of a device is the car's."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from automotive_env.car.driving.environment import CLOCK

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice


def time_of(device: VirtualDevice) -> datetime:
    """The car's time; its time zone is taken as UTC."""
    return datetime.strptime(device.world.environment.timestamp, CLOCK).replace(tzinfo=UTC)


def now(device: VirtualDevice) -> int:
    """Seconds since 1970."""
    return int(time_of(device).timestamp())


def set_time(device: VirtualDevice, time: datetime) -> None:
    """Set the car's clock."""
    device.world.set("environment.timestamp", time.strftime(CLOCK))
