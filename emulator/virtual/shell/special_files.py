"""What the kernel makes up: the clock, which is the car's, and some files of /proc and /dev."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


_MEMINFO = """MemTotal:        4026552 kB
MemFree:         1284376 kB
MemAvailable:    2310460 kB
Buffers:           21348 kB
Cached:          1287712 kB
SwapCached:            0 kB
SwapTotal:             0 kB
SwapFree:              0 kB
"""


def uptime_of(device: VirtualDevice) -> int:
    """Seconds since the device booted: it is taken to boot at midnight of the car's day."""
    time = time_of(device)
    return time.hour * 3600 + time.minute * 60 + time.second


SPECIAL: Mapping[str, Callable[[VirtualDevice], str]] = {
    "/dev/null": lambda device: "",
    "/proc/loadavg": lambda device: "0.42 0.36 0.31 1/812 4100\n",
    "/proc/meminfo": lambda device: _MEMINFO,
}
"""Contents by path."""


def read_file(device: VirtualDevice, path: str) -> bytes:
    """The contents of a file, be it made up or not."""
    made_up = SPECIAL.get(path)
    return made_up(device).encode() if made_up else device.files.read(path)
