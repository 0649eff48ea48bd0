"""The battery service: that of the head unit, which hangs on the car's mains; the car's own charge is in the vehicle HAL."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from automotive_env.emulator.virtual.process import Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.services.shell_text import unknown, whole

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

START: Mapping[str, int] = MappingProxyType(
    {
        "ac": 1,
        "usb": 0,
        "wireless": 0,
        "status": 2,
        "health": 2,
        "present": 1,
        "level": 100,
        "scale": 100,
        "voltage": 5000,
        "temp": 250,
    }
)
TITLES = {"ac": "AC powered", "usb": "USB powered", "wireless": "Wireless powered", "temp": "temperature"}
FLAGS = ("ac", "usb", "wireless", "present")


class BatteryService(Service):
    """Says that there is power."""

    name = "battery"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self._values: Mapping[str, int] = START

    def save(self) -> object:
        return self._values

    def load(self, saved: object) -> None:
        self._values = cast("Mapping[str, int]", saved)

    async def command(self, process: Process) -> int:
        """`set KEY NUMBER`, `unplug`, `reset`, `get KEY`."""
        match [word for word in process.args if word != "-f"]:
            case ["set", key, number] if key in START and (value := whole(number)) is not None:
                self._values = MappingProxyType({**self._values, key: value})
                return 0
            case ["get", key] if key in START:
                return await process.print(self._shown(key))
            case ["unplug"]:
                self._values = MappingProxyType({**self._values, "ac": 0, "usb": 0, "wireless": 0})
                return 0
            case ["reset"]:
                self._values = START
                return 0
        return await unknown(process)

    async def dump(self, process: Process) -> int:
        """`dumpsys battery`, and `dumpsys battery set ...`, which is `cmd battery set ...`."""
        if process.args and not process.args[0].startswith("-"):
            return await self.command(process)
        lines = [f"  {TITLES.get(key, key)}: {self._shown(key)}" for key in START]
        return await process.print("Current Battery Service state:", *lines, "  technology: Li-ion")

    def _shown(self, key: str) -> str:
        value = self._values[key]
        return str(bool(value)).lower() if key in FLAGS else str(value)
