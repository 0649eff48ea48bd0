"""`dumpsys android.hardware.automotive.vehicle.IVehicle/default`: the vehicle HAL's own way in, for root.

Facts: hardware/interfaces, `FakeVehicleHardware.cpp`. SELinux keeps the shell of a device from it until `adb root`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.car.values import ValueLines
from automotive_env.emulator.virtual.process import ROOT, Process
from automotive_env.emulator.virtual.service import Service
from automotive_env.emulator.virtual.vhal.arguments import Request, read_property, read_request
from automotive_env.emulator.virtual.vhal.formats import hal_config, hal_value
from automotive_env.emulator.virtual.vhal.generators import Generators
from automotive_env.emulator.virtual.vhal.hal import Key, VehicleHal
from automotive_env.emulator.virtual.vhal.status import VhalError
from automotive_env.vehicle.properties import Raw, VehicleProperty

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

HELP = (
    "Usage: ",
    "[no args]: dumps (id and value) all supported properties ",
    "--help: shows this help",
    "--list: lists the ids of all supported properties",
    "--get <PROP1> [PROP2] [PROPN]: dumps the value of specific properties",
    "--set <PROP> [-i INT_VALUE...] [-i64 INT64_VALUE...] [-f FLOAT_VALUE...] [-s STR_VALUE] [-b BYTES_VALUE] [-a AREA_ID]: "
    "sets the value of property PROP, regardless of its access",
)
NEWER_HELP = (
    "--save-prop <PROP> [-a AREA_ID]: saves the current value, to restore it later",
    "--restore-prop <PROP> [-a AREA_ID]: restores a saved value",
    "--inject-event <PROP> [ValueArguments] -t TIMESTAMP: sends an event to those who subscribed, and changes nothing",
    "--genfakedata --startlinear <PROP> <MIDDLE> <CURRENT> <DISPERSION> <INCREMENT> <INTERVAL_NS>: sends events of a value that "
    "goes up and starts anew",
    "--genfakedata --stoplinear <PROP>: stops them",
)


class IVehicle(Service):
    """The vehicle HAL as a service of its own."""

    name = "android.hardware.automotive.vehicle.IVehicle/default"

    def __init__(self, device: VirtualDevice) -> None:
        super().__init__(device)
        self._hal = device.vhal
        self._rows = {property: row for row, property in enumerate(self._hal.configs, 1)}
        self._everything = ValueLines(self._hal, self._row)
        self._saved: dict[Key, Raw] = {}
        self._generators = Generators(device.vhal)
        self._does: dict[str, Callable[[Sequence[str]], Awaitable[list[str]]]] = {
            "--help": self._help,
            "--list": self._list,
            "--get": self._get,
            "--set": self._set,
        }
        if device.release >= 14:
            self._does |= {
                "--save-prop": self._save_prop,
                "--restore-prop": self._restore_prop,
                "--inject-event": self._inject,
                "--genfakedata": self._generate,
            }

    async def dump(self, process: Process) -> int:
        """Do one command; the answer says what failed, the exit status of `dumpsys` does not."""
        if process.uid != ROOT:
            return await process.fail(f"Can't find service: {self.name}", status=0)
        if not process.args:
            return await process.print(self._everything.text())
        option, *args = process.args
        if option not in self._does:
            return await process.print(f"Invalid option: {option}", *await self._help(()))
        try:
            return await process.print(*await self._does[option](args))
        except ValueError as error:
            return await process.print(f"Invalid arguments: {error}")

    async def _help(self, args: Sequence[str]) -> list[str]:
        return [*HELP, *(NEWER_HELP if self.device.release >= 14 else ())]

    async def _list(self, args: Sequence[str]) -> list[str]:
        configs = self._hal.configs.values()
        return [
            f"listing {len(configs)} properties",
            *(f"{row}: {hal_config(config)}" for row, config in enumerate(configs, 1)),
        ]

    async def _get(self, args: Sequence[str]) -> list[str]:
        if not args:
            raise ValueError("--get needs at least one property")
        return self._values([read_property(text, self.device.release) for text in args])

    def _values(self, properties: Sequence[int]) -> list[str]:
        lines = []
        for row, property in enumerate(properties, 1):
            config = self._hal.configs.get(property)
            if config is None:
                lines.append(f"No property {property}")
                continue
            lines += [self._numbered(row, config, area) for area in config.areas]
        return lines

    def _row(self, hal: VehicleHal, property: int, area: int) -> str:
        return self._numbered(self._rows[property], hal.configs[property], area)

    def _numbered(self, row: int, config: VehicleProperty, area: int) -> str:
        several = len(config.areas) > 1
        return f"{row}{f'-{list(config.areas).index(area)}' if several else ''}: {self._value(config, area)}"

    def _value(self, config: VehicleProperty, area: int) -> str:
        try:
            value = self._hal.peek(config.id, area)
        except VhalError as error:
            return f"failed to get property value: {config.id}, error: {error.message}, code: {error.code.value}"
        return hal_value(config, area, value, self._hal.changed_at(config.id, area))

    def _asked(self, args: Sequence[str]) -> tuple[Request, VehicleProperty, int]:
        request = read_request(args, self.device.release)
        config = self._hal.configs.get(request.property)
        if config is None:
            raise ValueError(f"no config for property: {request.property}")
        return request, config, request.area(self.device.release, config)

    async def _set(self, args: Sequence[str]) -> list[str]:
        request, config, area = self._asked(args)
        value = request.value(config)
        said = hal_value(config, area, value, request.timestamp())
        return [self._write(config, area, value, f"Set property: {said}", said)]

    def _write(self, config: VehicleProperty, area: int, value: Raw, done: str, said: str) -> str:
        try:
            self._hal.set(config.id, area, value, trusted=True)
        except VhalError as error:
            return f"failed to set property: {said}, error: {error.message}"
        return done

    async def _save_prop(self, args: Sequence[str]) -> list[str]:
        _, config, area = self._asked(args)
        try:
            self._saved[config.id, area] = self._hal.peek(config.id, area)
        except VhalError as error:
            return [f"failed to save property: {config.id}, error: {error.message}"]
        return [f"Property: {config.id}, areaID: {area} saved"]

    async def _restore_prop(self, args: Sequence[str]) -> list[str]:
        _, config, area = self._asked(args)
        if (config.id, area) not in self._saved:
            return [f"No saved property for property: {config.id}, areaID: {area}"]
        value = self._saved.pop((config.id, area))
        done = f"Property: {config.id}, areaID: {area} restored"
        return [self._write(config, area, value, done, f"{config.id}")]

    async def _inject(self, args: Sequence[str]) -> list[str]:
        request, config, area = self._asked(args)
        value = request.value(config)
        if request.timestamp() <= 0:
            return ["the event is outdated and was dropped: give its time with -t"]
        try:
            self._hal.inject(config.id, area, value, at=request.timestamp())
        except VhalError as error:
            return [f"failed to inject event: {error.message}"]
        return [f"Event: {hal_value(config, area, value, request.timestamp())} injected"]

    async def _generate(self, args: Sequence[str]) -> list[str]:
        if args[:1] == ["--startlinear"]:
            return [self._generators.start_linear(args[1:])]
        if args[:1] == ["--stoplinear"]:
            return [self._generators.stop(args[1:])]
        raise ValueError("--genfakedata takes --startlinear or --stoplinear; there are no recorded data to play here")

    def save(self) -> object:
        """Values kept by `--save-prop`."""
        return dict(self._saved)

    def load(self, saved: object) -> None:
        """Take back what `save` gave; generated events stop."""
        self._saved = dict(saved)  # type: ignore[call-overload]
        self._generators.stop_all()
