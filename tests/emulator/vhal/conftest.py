"""A device, and commands on its services."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import pytest
from shared_devices import shared_device

from automotive_env.car.vhal.properties import RELEASES, AndroidRelease
from automotive_env.emulator.virtual.process import ShellProcess

VHAL = "android.hardware.automotive.vehicle.IVehicle/default"


class Output(NamedTuple):
    """What a command printed, and its exit status."""

    text: str
    errors: str
    status: int

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


class _Text:
    def __init__(self) -> None:
        self.data = b""

    async def write(self, data: bytes) -> None:
        self.data += data


class _Nothing:
    async def read(self, most: int = -1) -> bytes:
        return b""


class Bench:
    """A device whose services are asked directly."""

    def __init__(self, release: AndroidRelease) -> None:
        self.device = shared_device(release)
        self.device.root = True

    def car(self, *args: object) -> Output:
        """`cmd car_service ARGS`."""
        return asyncio.run(self.ask("car_service", *args, command=True))

    def dump(self, *args: object) -> Output:
        """`dumpsys car_service ARGS`."""
        return asyncio.run(self.ask("car_service", *args))

    def hal(self, *args: object) -> Output:
        """`dumpsys ...IVehicle/default ARGS`."""
        return asyncio.run(self.ask(VHAL, *args))

    async def ask(self, name: str, *args: object, command: bool = False) -> Output:
        """Ask a service; further work that it starts needs the caller's event loop."""
        out, err = _Text(), _Text()
        process = ShellProcess(self.device, [name, *map(str, args)], _Nothing(), out, err)
        service = self.device.services[name]
        status = await (service.command(process) if command else service.dump(process))
        return Output(out.data.decode(), err.data.decode(), status)


@pytest.fixture
def bench() -> Callable[[AndroidRelease], Bench]:
    """Makes a bench with a device of a release."""
    return Bench


@pytest.fixture(params=RELEASES)
def any_bench(request: pytest.FixtureRequest) -> Bench:
    """A bench of each release."""
    return Bench(request.param)
