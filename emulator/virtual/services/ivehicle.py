"""`dumpsys android.hardware.automotive.vehicle.IVehicle/default`: the vehicle HAL's own way in, for root.

Facts: hardware/interfaces, `FakeVehicleHardware.cpp`. SELinux keeps the shell of a device from it until `adb root`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from automotive_env.car.vhal.properties import VehicleProperty
from automotive_env.emulator.virtual.process import ROOT, ShellProcess
from automotive_env.emulator.virtual.service import SystemService
from automotive_env.emulator.virtual.vhal.arguments import read_property, read_request
from automotive_env.emulator.virtual.vhal.formats import hal_value
from automotive_env.emulator.virtual.vhal.hal import HalSnapshot, PropertyAreaKey, VehicleHal
from automotive_env.emulator.virtual.vhal.value_checks import VhalError

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice


class ValueLines:
    """All values of a HAL, a line each."""

    def __init__(self, hal: VehicleHal, line: Callable[[int, int], str]) -> None:
        """Make no line yet.

        Args:
            hal: whose values.
            line: a property and an area -> the line.
        """
        self._hal = hal
        self._line = line
        self._keys: list[PropertyAreaKey] = [(config.id, area) for config in hal.configs.values() for area in config.areas]
        self._since = [-1] * len(self._keys)
        self._lines = [""] * len(self._keys)
        self._made = (-1, -1)
        self._text = ""
        self._first: tuple[HalSnapshot, list[int], list[str]] | None = None

    def text(self) -> str:
        """The lines, without an end of the last."""
        hal = self._hal
        if self._made != (hal.loads, hal.now):
            if self._made[0] != hal.loads:
                self._begin()
            since, changed_at = self._since, hal.changed_at
            for position, key in enumerate(self._keys):
                changed = changed_at(*key)
                if since[position] != changed:
                    since[position] = changed
                    self._lines[position] = self._line(*key)
            self._text = "\n".join(self._lines)
            self._made = hal.loads, hal.now
            if hal.origin and hal.now == hal.origin.now:
                self._first = hal.origin, list(since), list(self._lines)
        return self._text

    def _begin(self) -> None:
        """A snapshot was loaded: take the lines that were made of it before, or none."""
        if self._first and self._first[0] is self._hal.origin:
            self._since, self._lines = list(self._first[1]), list(self._first[2])
        else:
            self._since = [-1] * len(self._keys)


YIELD_AFTER = 100
"""Properties of one request after which other clients have their turn."""
HELP = (
    "Usage: ",
    "[no args]: dumps (id and value) all supported properties ",
    "--help: shows this help",
    "--get <PROP1> [PROP2] [PROPN]: dumps the value of specific properties",
    "--set <PROP> [-i INT_VALUE...] [-i64 INT64_VALUE...] [-f FLOAT_VALUE...] [-s STR_VALUE] [-b BYTES_VALUE] [-a AREA_ID]: "
    "sets the value of property PROP, regardless of its access",
)


class VehicleHalService(SystemService):
    """The vehicle HAL as a service of its own."""

    name = "android.hardware.automotive.vehicle.IVehicle/default"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self._hal = device.vhal
        self._rows = {property: row for row, property in enumerate(self._hal.configs, 1)}
        self._everything = ValueLines(self._hal, self._row)

    async def dump(self, process: ShellProcess) -> int:
        """Do one command; the answer says what failed, the exit status of `dumpsys` does not."""
        if process.uid != ROOT:
            return await process.fail(f"Can't find service: {self.name}", status=0)
        if not process.args:
            return await process.print(self._everything.text())
        option, *args = process.args
        try:
            return await process.print(*await self._answer(option, args))
        except ValueError as error:
            return await process.print(f"Invalid arguments: {error}")

    async def _answer(self, option: str, args: Sequence[str]) -> list[str]:
        match option:
            case "--help":
                return list(HELP)
            case "--get":
                return await self._get(args)
            case "--set":
                return [self._set(args)]
        return [f"Invalid option: {option}", *HELP]

    async def _get(self, args: Sequence[str]) -> list[str]:
        if not args:
            raise ValueError("--get needs at least one property")
        lines = []
        for row, property in enumerate([read_property(text, self.device.release) for text in args], 1):
            if row % YIELD_AFTER == 0:
                await asyncio.sleep(0)
            config = self._hal.configs.get(property)
            if config is None:
                lines.append(f"No property {property}")
                continue
            lines += [self._numbered(row, config, area) for area in config.areas]
        return lines

    def _row(self, property: int, area: int) -> str:
        return self._numbered(self._rows[property], self._hal.configs[property], area)

    def _numbered(self, row: int, config: VehicleProperty, area: int) -> str:
        several = len(config.areas) > 1
        return f"{row}{f'-{list(config.areas).index(area)}' if several else ''}: {self._value(config, area)}"

    def _value(self, config: VehicleProperty, area: int) -> str:
        try:
            value = self._hal.peek(config.id, area)
        except VhalError as error:
            return f"failed to get property value: {config.id}, error: {error.message}, code: {error.code.value}"
        return hal_value(config, area, value, self._hal.changed_at(config.id, area))

    def _set(self, args: Sequence[str]) -> str:
        config, area, value = read_request(args, self._hal)
        said = hal_value(config, area, value, 0)
        try:
            self._hal.set(config.id, area, value, trusted=True)
        except VhalError as error:
            return f"failed to set property: {said}, error: {error.message}"
        return f"Set property: {said}"
