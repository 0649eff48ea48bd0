"""An adb server is told again where an emulator is."""

import socket

import pytest

from automotive_env.android.shell import DeviceFault
from automotive_env.emulator import adb_server
from automotive_env.emulator.adb_server import EmulatorRegistrar, register


def test_it_tells_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adb_server, "REGISTRATION_PERIOD", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        telling = EmulatorRegistrar(server.getsockname()[1], 5555)
        for _ in range(3):
            link, _ = server.accept()
            with link:
                assert link.recv(100) == b"0012host:emulator:5555"
        telling.stop()
    assert not telling._thread.is_alive()


def test_it_outlives_a_server_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adb_server, "REGISTRATION_PERIOD", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(DeviceFault, match=f"no adb server on port {port}"):
        register(port, 5555)
    telling = EmulatorRegistrar(port, 5555)
    with socket.create_server(("127.0.0.1", port)) as server:
        server.settimeout(10)
        server.accept()[0].close()
    telling.stop()
