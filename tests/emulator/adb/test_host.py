import asyncio
import multiprocessing
import os
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from processes import wait_for

from automotive_env.car.core.world import World
from automotive_env.emulator.adb_server import AdbServer, running
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.errors import EnvironmentFault, UsageError


def states(server: AdbServer) -> dict[str, str]:
    said = subprocess.run([server.path, "devices"], env=server.env, capture_output=True, timeout=60, check=True).stdout.decode()
    return {words[0]: words[1] for words in map(str.split, said.splitlines()[1:]) if words}


def open_files() -> set[str]:
    return {
        os.readlink(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}")
    }


def listening() -> set[int]:
    """The TCP ports on which this process listens; others may listen on a port as soon as it is free."""
    sockets = (line.split() for line in Path("/proc/self/net/tcp").read_text().splitlines()[1:])
    mine = open_files()
    return {int(one[1].partition(":")[2], 16) for one in sockets if one[3] == "0A" and f"socket:[{one[9]}]" in mine}


def _start_and_stop() -> None:
    with AdbServer():  # the thread that starts children stays
        pass
    threads, files = set(threading.enumerate()), open_files()
    host = VirtualHost(2)
    with host:
        assert host.server
        home, port, child = host.server.home, host.adb_port, host.server._child
        assert states(host.server) == dict.fromkeys(host.serials, "device")
        ports = [device.port + side for device in host.devices for side in (0, 1)]
        assert listening() >= set(ports)
        assert not any(5554 <= port <= 5585 for port in ports)
        assert port != 5037
    assert set(threading.enumerate()) == threads
    assert open_files() <= files
    assert not home.exists()
    assert not listening()
    assert child
    assert child.poll() is not None
    host.stop()  # does nothing
    with host:
        assert len(host.devices) == 2


def test_a_host_leaves_nothing_behind():
    with multiprocessing.get_context("spawn").Pool(1) as pool:  # this process may hold cars of other tests, and their connections
        pool.apply(_start_and_stop)


def test_it_listens_on_this_machine_only():
    with VirtualHost() as host:
        rows = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
        listening = {row[1] for row in rows if row[3] == "0A"}
        for port in (host.devices[0].port, host.devices[0].port + 1, host.adb_port):
            found = {address for address in listening if address.endswith(f":{port:04X}")}
            assert found
            assert found <= {f"0100007F:{port:04X}", f"00000000000000000000000001000000:{port:04X}"}


def test_cars_can_be_given_and_looked_at_on_their_thread():
    world = World()
    with VirtualHost(worlds=[world], release=15, size=(1080, 600), own_server=False) as host:
        assert host.devices[0].world is world
        assert host.call(lambda: host.devices[0].frame().shape) == (600, 1080, 3)
        assert host.call(lambda: host.devices[0].properties["ro.build.version.release"]) == "15"
        assert host.call(threading.current_thread) is not threading.current_thread()
        assert host.call(lambda: host.call(lambda: 3)) == 3
        with pytest.raises(ZeroDivisionError):
            host.call(lambda: 1 // 0)


def test_what_does_not_fit_is_said():
    with pytest.raises(UsageError, match="1 to 64 devices"):
        VirtualHost(0)
    with pytest.raises(UsageError, match="must be even"):
        VirtualHost(port=6001)
    with pytest.raises(UsageError, match="call start"):
        VirtualHost().call(lambda: 1)
    with VirtualHost(own_server=False) as host:
        with pytest.raises(UsageError, match="is taken"):
            VirtualHost(port=host.devices[0].port, own_server=False).start()
        with pytest.raises(UsageError, match="There is no device"):
            host.drop("emulator-1")


def test_a_failed_start_leaves_nothing_behind():
    with VirtualHost(own_server=False) as host:
        threads, ports = set(threading.enumerate()), listening()
        with pytest.raises(UsageError):
            VirtualHost(2, port=host.devices[0].port - 2, own_server=False).start()
        assert set(threading.enumerate()) == threads
        assert listening() == ports


def test_a_program_that_is_no_adb_is_said(tmp_path: Path):
    threads = set(threading.enumerate())
    with pytest.raises(EnvironmentFault, match="does not start: /bin/false"):
        AdbServer("/bin/false")
    assert set(threading.enumerate()) == threads


def test_the_ports_can_be_chosen():
    with VirtualHost(own_server=False) as host:
        port = host.devices[0].port
    with VirtualHost(port=port, own_server=False) as host:
        assert host.serials == [f"emulator-{port}"]


def test_a_dropped_device_stays_away_until_it_is_reconnected(one_server: AdbServer):
    with VirtualHost(2, adb_server=one_server) as host:
        first, second = host.serials
        host.drop(first)
        wait_for(lambda: first not in states(one_server))
        assert not one_server_sees(one_server, first)
        assert states(one_server)[second] == "device"
        host.reconnect(first)
        assert states(one_server)[first] == "device"
    wait_for(lambda: not set(states(one_server)) & {first, second})


def test_devices_are_registered_again_with_a_server_that_was_restarted():
    with VirtualHost(2) as host:
        assert host.server
        host.server.restart()
        wait_for(lambda: states(host.server) == dict.fromkeys(host.serials, "device"))


def test_devices_outlive_a_server_that_was_killed():
    with VirtualHost() as host:
        assert host.server
        home = host.server.home
        subprocess.run([host.adb_path, "kill-server"], env=host.server.env, check=True, timeout=60)
        wait_for(lambda: not running(host.adb_port))
        wait_for(lambda: states(host.server).get(host.serials[0]) == "device")  # `adb devices` starts a server that nobody owns
        port = host.adb_port
    wait_for(lambda: not running(port))
    assert not home.exists()


def test_a_persons_own_server_is_told_where_the_devices_are(
    one_server: AdbServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(one_server.port))
    with VirtualHost(own_server=False) as host:
        assert host.adb_port == one_server.port
        host.wait_online()
        assert states(one_server)[host.serials[0]] == "device"
        assert (tmp_path / ".emulator_console_auth_token").exists()
    assert running(one_server.port)
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "many")
    with pytest.raises(UsageError, match="must be a port"):
        VirtualHost(own_server=False).start()


def test_without_a_server_the_wait_ends(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(unused.getsockname()[1]))
        with VirtualHost(own_server=False) as host, pytest.raises(EnvironmentFault, match="does not connect to emulator-"):
            host.wait_online(0.1)


def test_stopping_cancels_what_still_runs():
    began, ended = threading.Event(), threading.Event()

    async def long(stdin, stdout) -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    with VirtualHost() as host:
        assert host.server
        host.call(lambda: host.devices[0].sockets.__setitem__("tcp:9", long))
        port = subprocess.run(
            [host.adb_path, "forward", "tcp:0", "tcp:9"], env=host.server.env, capture_output=True, check=True, timeout=60
        )
        with socket.create_connection(("127.0.0.1", int(port.stdout))):
            assert began.wait(60)
            host.stop()
    assert ended.is_set()


def one_server_sees(server: AdbServer, serial: str) -> bool:
    time.sleep(0.6)  # longer than between two attempts to register
    return serial in states(server)
