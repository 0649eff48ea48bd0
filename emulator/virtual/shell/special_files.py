"""Files that the kernel makes up when they are read: some of /proc and /dev."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.shell.clock import time_of

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

_MEMINFO = """MemTotal:        4026552 kB
MemFree:         1284376 kB
MemAvailable:    2310460 kB
Buffers:           21348 kB
Cached:          1287712 kB
SwapCached:            0 kB
SwapTotal:             0 kB
SwapFree:              0 kB
"""
LOAD = "0.42 0.36 0.31"
KERNEL = "5.15.104-android13"
VERSION = f"Linux version {KERNEL} (x86_64) #1 SMP PREEMPT"


def uptime_of(device: VirtualDevice) -> int:
    """Seconds since the device booted: it is taken to boot at midnight of the car's day."""
    time = time_of(device)
    return time.hour * 3600 + time.minute * 60 + time.second


SPECIAL: Mapping[str, Callable[[VirtualDevice], str]] = {
    "/dev/null": lambda device: "",
    "/proc/loadavg": lambda device: f"{LOAD} 1/812 4100\n",
    "/proc/meminfo": lambda device: _MEMINFO,
    "/proc/uptime": lambda device: f"{uptime_of(device)}.00 {uptime_of(device) * 3}.00\n",
    "/proc/version": lambda device: VERSION + "\n",
}
"""Contents by path."""


def read_file(device: VirtualDevice, path: str) -> bytes:
    """The contents of a file, be it made up or not.

    Raises:
        OSError: there is none.
    """
    made_up = SPECIAL.get(path)
    return made_up(device).encode() if made_up else device.files.read(path)
