import os
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import adbutils
import pytest
from processes import started
from shared_devices import SharedHost, shared_host

from automotive_env.emulator.adb_server import AdbServer
from automotive_env.emulator.virtual.host import VirtualHost

BUNDLED = str(Path(adbutils.__file__).parent / "binaries" / "adb")
SYSTEM = "/usr/bin/adb"
ADBS = [
    pytest.param(BUNDLED, id="bundled"),
    *([pytest.param(SYSTEM, id="system", marks=pytest.mark.sweep)] if os.access(SYSTEM, os.X_OK) else []),
]


class Adb:
    """The adb program, as somebody types it."""

    def __init__(self, server: AdbServer, serial: str, path: str | None = None) -> None:
        self.server, self.serial, self.path = server, serial, path or server.path

    @property
    def command(self) -> list[str]:
        return [self.path, "-s", self.serial]

    def __call__(self, *arguments: str, stdin: bytes = b"", check: bool = True) -> subprocess.CompletedProcess[bytes]:
        done = subprocess.run([*self.command, *arguments], env=self.server.env, input=stdin, capture_output=True, timeout=30)
        assert not check or done.returncode == 0, done
        return done

    def start(self, *arguments: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return started([*self.command, *arguments], env=self.server.env, **pipes)


@pytest.fixture(scope="session", params=ADBS)
def server(request: pytest.FixtureRequest) -> Iterator[AdbServer]:
    with AdbServer(request.param) as running:
        yield running


@pytest.fixture(scope="session")
def one_server() -> Iterator[AdbServer]:
    with AdbServer(BUNDLED) as running:
        yield running


@pytest.fixture(scope="session")
def served_host(server: AdbServer) -> Iterator[SharedHost]:
    with shared_host(adb_server=server) as running:
        yield running


@pytest.fixture
def host(served_host: SharedHost) -> VirtualHost:
    """A host that an adb server knows, with one device as it was built."""
    return served_host.as_built()


@pytest.fixture
def adb(host: VirtualHost) -> Adb:
    assert host.server
    return Adb(host.server, host.serials[0])


@pytest.fixture(scope="session")
def lonely_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedHost]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        running = VirtualHost(own_server=False).start()
    try:
        yield SharedHost(running)
    finally:
        running.stop()


@pytest.fixture
def plain(lonely_host: SharedHost) -> VirtualHost:
    """A host that no adb server knows, with one device as it was built, to which nobody is connected."""
    host = lonely_host.as_built()
    host.call(host._daemons[0].drop)
    return host
