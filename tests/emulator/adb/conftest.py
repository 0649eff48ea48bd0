import os
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import adbutils
import pytest
from processes import started

from automotive_env.emulator.adb_server import AdbServer
from automotive_env.emulator.virtual.host import VirtualHost

BUNDLED = str(Path(adbutils.__file__).parent / "binaries" / "adb")
ADBS = [BUNDLED, *(path for path in ("/usr/bin/adb",) if os.access(path, os.X_OK))]


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


@pytest.fixture(scope="session", params=ADBS, ids=lambda path: "bundled" if path == BUNDLED else "system")
def server(request: pytest.FixtureRequest) -> Iterator[AdbServer]:
    with AdbServer(request.param) as running:
        yield running


@pytest.fixture(scope="session")
def one_server() -> Iterator[AdbServer]:
    with AdbServer(BUNDLED) as running:
        yield running


@pytest.fixture
def host(server: AdbServer) -> Iterator[VirtualHost]:
    with VirtualHost(adb_server=server) as running:
        yield running


@pytest.fixture
def adb(host: VirtualHost) -> Adb:
    assert host.server
    return Adb(host.server, host.serials[0])


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualHost]:
    """A device that a test may leave changed in nothing but its files; no adb server knows it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        with VirtualHost(own_server=False) as running:
            yield running
