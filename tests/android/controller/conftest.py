"""Virtual devices for the tests of the controller."""

from collections.abc import Callable, Iterator

import pytest
from shared_devices import SharedHost, shared_host

from automotive_env.android.console_client import ConsoleClient, console_token
from automotive_env.android.controller import AndroidController
from automotive_env.emulator.virtual.host import VirtualHost

Connect = Callable[..., AndroidController]


@pytest.fixture(scope="session")
def connected_host() -> Iterator[SharedHost]:
    with shared_host() as running:
        yield running


@pytest.fixture
def host(connected_host: SharedHost) -> VirtualHost:
    """A host with one device, as it was built."""
    return connected_host.as_built()


@pytest.fixture
def connect(host: VirtualHost) -> Iterator[Connect]:
    """Connects to the device of the host; closes afterwards."""
    opened: list[AndroidController] = []

    def make() -> AndroidController:
        serial = host.serials[0]
        console = ConsoleClient(int(serial.rpartition("-")[2]), console_token(host.home))
        opened.append(AndroidController(serial, adb_port=host.adb_port, console=console))
        return opened[-1]

    yield make
    for car in opened:
        car.close()
