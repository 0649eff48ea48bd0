"""Libraries in Python: adbutils, pure-python-adb and adb-shell."""

import threading
from collections.abc import Iterator

import adbutils
import pytest
from adb_shell.adb_device import AdbDeviceTcp
from ppadb.client import Client
from shared_devices import SharedHost, shared_host

from automotive_env.emulator.virtual.host import VirtualHost

DATA = bytes(range(256)) * 1000


@pytest.fixture(scope="session")
def library_host(one_server) -> Iterator[SharedHost]:
    with shared_host(adb_server=one_server) as running:
        yield running


@pytest.fixture
def host(library_host: SharedHost) -> VirtualHost:
    return library_host.as_built()


@pytest.fixture
def device(host: VirtualHost) -> adbutils.AdbDevice:
    return adbutils.AdbClient("127.0.0.1", host.adb_port).device(host.serials[0])


@pytest.fixture
def direct(host: VirtualHost):
    connected = AdbDeviceTcp("127.0.0.1", host.devices[0].port + 1, default_transport_timeout_s=5)
    connected.connect()
    yield connected
    connected.close()


def test_adbutils_shells(device: adbutils.AdbDevice):
    assert device.shell("echo one; echo two >&2") == "one\ntwo"
    done = device.shell2("echo out; exit 7", v2=True)
    assert (done.output, done.returncode) == ("out\n", 7)
    assert device.shell2("false").returncode == 1
    assert device.shell("cat /sdcard/none") == "cat: /sdcard/none: No such file or directory"
    assert device.shell(["echo", "a  b", "$HOME"]) == "a  b $HOME"


def test_adbutils_reads_a_long_command_as_it_prints(device: adbutils.AdbDevice):
    stream = device.shell("echo first; sleep 1000", stream=True)
    assert stream.conn.recv(100) == b"first\n"
    stream.close()


def test_adbutils_sync(device: adbutils.AdbDevice, tmp_path):
    path = "/sdcard/libraries/data"
    assert device.sync.push(DATA, path) == len(DATA)
    assert device.sync.read_bytes(path) == DATA
    assert device.sync.stat(path).size == len(DATA)
    assert device.sync.exists(path)
    assert not device.sync.exists(path + "x")
    assert [entry.path for entry in device.sync.list("/sdcard/libraries")] == ["data"]
    device.sync.pull(path, tmp_path / "data")
    assert (tmp_path / "data").read_bytes() == DATA
    with pytest.raises(adbutils.AdbError, match="No such file"):
        device.sync.read_bytes(path + "x")


def test_adbutils_framebuffer_and_size(device: adbutils.AdbDevice, host: VirtualHost):
    picture = device.framebuffer()
    frame = host.call(lambda: host.devices[0].frame().copy())
    assert picture.size == tuple(device.window_size())
    assert picture.convert("RGB").tobytes() == frame.tobytes()


def test_adbutils_connects_to_sockets_of_the_device(device: adbutils.AdbDevice, host: VirtualHost):
    async def upper(stdin, stdout) -> None:
        while data := await stdin.read(100):
            await stdout.write(data.upper())

    host.call(lambda: host.devices[0].sockets.__setitem__("localabstract:upper", upper))
    with device.create_connection(adbutils.Network.LOCAL_ABSTRACT, "upper") as connection:
        connection.sendall(b"abc")
        assert connection.recv(10) == b"ABC"
    with pytest.raises(adbutils.AdbError, match="closed"):
        device.create_connection(adbutils.Network.TCP, 1)


def test_adbutils_is_told_that_there_are_no_reverse_sockets(device: adbutils.AdbDevice):
    with pytest.raises(adbutils.AdbError, match="no reverse sockets"):
        device.reverse("tcp:8002", "tcp:8003")
    assert list(device.reverse_list()) == []


def test_adbutils_stops_to_follow_a_log_in_which_nothing_happens(one_server, tmp_path):
    with VirtualHost(adb_server=one_server, clock="real") as host:
        device = adbutils.AdbClient("127.0.0.1", host.adb_port).device(host.serials[0])
        device.logcat(tmp_path / "log").stop(timeout=15)


def test_pure_python_adb(host: VirtualHost, tmp_path):
    client = Client("127.0.0.1", host.adb_port)
    device = client.device(host.serials[0])
    assert device.shell("echo hi") == "hi\n"
    assert device.get_properties()["ro.build.version.release"] == "14"
    (tmp_path / "data").write_bytes(DATA)
    device.push(str(tmp_path / "data"), "/sdcard/pure")
    device.pull("/sdcard/pure", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == DATA
    assert device.screencap().startswith(b"\x89PNG")


def test_adb_shell_without_a_server(direct: AdbDeviceTcp, tmp_path):
    assert direct.shell("echo hi; false; echo $?") == "hi\n1\n"
    assert direct.exec_out("cat /sdcard/none; echo x", decode=False).endswith(b"x\n")
    (tmp_path / "data").write_bytes(DATA)
    direct.push(str(tmp_path / "data"), "/sdcard/direct/data", mtime=1_700_000_000)
    assert direct.stat("/sdcard/direct/data") == (0o100770, len(DATA), 1_700_000_000)
    assert [entry.filename for entry in direct.list("/sdcard/direct")] == [b"data"]
    direct.pull("/sdcard/direct/data", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == DATA
    assert "".join(direct.streaming_shell("echo 1; echo 2; echo 3")) == "1\n2\n3\n"


def test_many_threads_on_one_device(host: VirtualHost):
    said = {}

    def ask(number: int) -> None:
        device = adbutils.AdbClient("127.0.0.1", host.adb_port).device(host.serials[0])
        for turn in range(8):
            said[number, turn] = device.shell(f"echo {number} {turn}")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == {(number, turn): f"{number} {turn}" for number in range(8) for turn in range(8)}
