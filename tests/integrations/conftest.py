"""What the tests of adapters share."""

from collections.abc import Iterator

import pytest

from automotive_env.emulator.adb_server import AdbServer
from automotive_env.emulator.virtual.host import VirtualHost


@pytest.fixture(scope="module")
def host() -> Iterator[VirtualHost]:
    """A virtual device that an adb server of its own knows."""
    with AdbServer() as server, VirtualHost(adb_server=server) as running:
        yield running
