"""Virtual devices for the tests of the controller."""

from collections.abc import Callable, Iterator

import pytest

from automotive_env.android.controller import AndroidController
from automotive_env.emulator.console_client import Console, console_token
from automotive_env.emulator.virtual.host import VirtualHost

Connect = Callable[..., AndroidController]


@pytest.fixture(scope="module")
def host() -> Iterator[VirtualHost]:
    with VirtualHost(1) as running:
        running.call(lambda: running.devices[0].save("as built"))
        yield running


@pytest.fixture
def connect(host: VirtualHost) -> Iterator[Connect]:
    """Connects to the device as it was built, whatever an earlier test left on it; closes afterwards."""
    host.call(lambda: host.devices[0].load("as built"))
    opened: list[AndroidController] = []

    def make(patience: float = 20.0) -> AndroidController:
        serial = host.serials[0]
        console = Console(int(serial.rpartition("-")[2]), console_token(host.home))
        opened.append(AndroidController(serial, adb_port=host.adb_port, console=console, patience=patience))
        return opened[-1]

    yield make
    for car in opened:
        car.close()
