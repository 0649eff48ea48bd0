"""What the tests of adapters share."""

from collections.abc import Iterator

import pytest

from automotive_env.emulator.adb_server import AdbServer
from automotive_env.emulator.virtual.host import VirtualHost


@pytest.fixture(scope="module")
def shared_host() -> Iterator[VirtualHost]:
    """A virtual device that an adb server of its own knows."""
    with AdbServer() as server, VirtualHost(adb_server=server) as running:
        running.call(lambda: running.devices[0].save("as built"))
        yield running


@pytest.fixture
def host(shared_host: VirtualHost) -> VirtualHost:
    """The device as it was built, whatever an earlier test left on it."""
    shared_host.call(lambda: shared_host.devices[0].load("as built"))
    return shared_host
