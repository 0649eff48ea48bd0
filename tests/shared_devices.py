"""Virtual devices that the tests of a process share. Each test finds them as they were built, whatever the one before it did.

Whatever outlives a test is made here: `shared_host` for devices behind ADB, `shared_device` for one in this process, and the
fixtures `virtual_car` and `stock_car` for a connected controller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from automotive_env.android.controller import AndroidController
    from automotive_env.car.vhal.properties import AndroidRelease
    from automotive_env.emulator.virtual.device import VirtualDevice
    from automotive_env.emulator.virtual.host import VirtualHost

T = TypeVar("T")
PLAYED, STOCK = 0, 1
"""Devices of the host behind the shared controllers: one with vendor properties, one without."""


class Start:
    """The first state of a device, which clients do not see among its snapshots."""

    _NAME = "start"

    def __init__(self, device: VirtualDevice) -> None:
        self._device = device
        device.save(self._NAME)
        self._kept = device.snapshots.pop(self._NAME)

    def put_back(self) -> VirtualDevice:
        """Give the device its first state."""
        device = self._device
        device.snapshots[self._NAME] = self._kept
        device.load(self._NAME)
        del device.snapshots[self._NAME]
        device.tampering.forget()
        return device


class SharedHost:
    """A running host whose devices are put back before each use."""

    def __init__(self, host: VirtualHost) -> None:
        self._host = host
        self.keep()

    def keep(self) -> None:
        """Let the present state of every device be its first one."""
        self._starts = self._host.call(lambda: [Start(device) for device in self._host.devices])

    def call(self, ask: Callable[[VirtualHost], T]) -> T:
        """What a function finds on the devices' thread, as they are now."""
        return self._host.call(lambda: ask(self._host))

    def as_built(self) -> VirtualHost:
        """The host, with every device within reach and in its first state."""
        for daemon in self._host._daemons:
            if not daemon.plugged:
                self._host.repair(daemon.device.serial)
        self._host.call(lambda: [start.put_back() for start in self._starts])
        return self._host


@contextmanager
def shared_host(devices: int = 1, *, stock: int | None = None, **options: Any) -> Iterator[SharedHost]:
    """A host that many tests use in turn; the device with the number `stock` hides its vendor properties."""
    from automotive_env.android.vendor import SCHEMA_PROPERTY
    from automotive_env.emulator.virtual.host import VirtualHost

    with VirtualHost(devices, **options) as host:
        if stock is not None:
            host.call(lambda: host.devices[stock].properties.pop(SCHEMA_PROPERTY))
        yield SharedHost(host)


@cache
def _start(release: AndroidRelease, stock: bool) -> Start:
    from automotive_env.android.vendor import SCHEMA_PROPERTY
    from automotive_env.emulator.virtual.device import VirtualDevice

    device = VirtualDevice(release=release)
    if stock:
        del device.properties[SCHEMA_PROPERTY]
    return Start(device)


def shared_device(release: AndroidRelease = 14, *, stock: bool = False) -> VirtualDevice:
    """A device in this process, in its first state: the same object for every test."""
    device = _start(release, stock).put_back()
    device.sockets.clear()
    device.snapshots.clear()
    return device


@pytest.fixture(scope="session")
def cars_host() -> Iterator[SharedHost]:
    """The host behind the shared controllers."""
    with shared_host(2, stock=STOCK) as host:
        yield host


@pytest.fixture(scope="session")
def virtual_controller(cars_host: SharedHost) -> Iterator[AndroidController]:
    from automotive_env.android.controller import AndroidController

    car = AndroidController.virtual(cars_host.as_built(), PLAYED)
    cars_host.keep()  # as root, which the controller needs
    yield car
    car.close()


@pytest.fixture(scope="session")
def stock_controller(cars_host: SharedHost) -> Iterator[AndroidController]:
    from automotive_env.android.console_client import ConsoleClient, console_token
    from automotive_env.android.controller import AndroidController

    host = cars_host.as_built()
    serial = host.serials[STOCK]
    console = ConsoleClient(int(serial.rpartition("-")[2]), console_token(host.home))
    car = AndroidController(serial, adb_port=host.adb_port, backend="emulator", console=console)
    cars_host.keep()
    yield car
    car.close()


def _as_built(car: AndroidController, host: SharedHost) -> AndroidController:
    host.as_built()
    car._access.put_back_around({})
    car.drain_changes()
    return car


@pytest.fixture
def virtual_car(virtual_controller: AndroidController, cars_host: SharedHost) -> AndroidController:
    """A controller of a device with vendor properties, as it was built."""
    return _as_built(virtual_controller, cars_host)


@pytest.fixture
def stock_car(stock_controller: AndroidController, cars_host: SharedHost) -> AndroidController:
    """A controller of a device without vendor properties, played like an emulator, as it was built."""
    return _as_built(stock_controller, cars_host)
