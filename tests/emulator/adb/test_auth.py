from pathlib import Path

import pytest
from adb_shell.adb_device import AdbDeviceTcp
from adb_shell.auth.keygen import keygen
from adb_shell.auth.sign_pythonrsa import PythonRSASigner
from adb_shell.exceptions import DeviceAuthError, TcpTimeoutException
from adb_wire import AUTH, CNXN, VERSION, Wire

from automotive_env.emulator.virtual.adb.auth import parse
from automotive_env.emulator.virtual.host import VirtualHost


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose owner has the first of two keys."""
    folder = tmp_path_factory.mktemp("keys")
    (folder / ".android").mkdir()
    keygen(str(folder / ".android" / "adbkey"))
    keygen(str(folder / "strange"))
    return folder


@pytest.fixture(scope="module")
def keys(folder: Path) -> list[PythonRSASigner]:
    return [PythonRSASigner.FromRSAKeyPath(str(folder / name)) for name in (".android/adbkey", "strange")]


@pytest.fixture
def host(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(folder))
    with VirtualHost(own_server=False, auth=True) as running:
        yield running


def connect(host: VirtualHost, key: PythonRSASigner) -> AdbDeviceTcp:
    device = AdbDeviceTcp("127.0.0.1", host.devices[0].port + 1, default_transport_timeout_s=5)
    device.connect(rsa_keys=[key], auth_timeout_s=5)
    return device


def challenge(wire: Wire) -> bytes:
    command, kind, _, token = wire.receive()
    assert (command, kind, len(token)) == (AUTH, 1, 20)
    return token


def test_the_owner_of_the_home_is_known_by_a_signature(host: VirtualHost, keys: list[PythonRSASigner]):
    device = connect(host, keys[0])
    assert device.shell("echo hi") == "hi\n"
    device.close()


def test_a_strange_key_is_asked_and_refused(host: VirtualHost, keys: list[PythonRSASigner]):
    device = AdbDeviceTcp("127.0.0.1", host.devices[0].port + 1, default_transport_timeout_s=1)
    with pytest.raises(TcpTimeoutException):
        device.connect(rsa_keys=[keys[1]], auth_timeout_s=0.5)
    with Wire(host.devices[0].port + 1) as wire:
        wire.send(CNXN, VERSION, 4096, b"host::")
        challenge(wire)
        for public in (keys[1].GetPublicKey(), keys[0].GetPublicKey()):  # to know a public key proves nothing
            wire.send(AUTH, 3, 0, public.encode() + b"\0")
            assert wire.quiet()


def test_no_wrong_signature_is_taken(host: VirtualHost, keys: list[PythonRSASigner]):
    with Wire(host.devices[0].port + 1) as wire:
        wire.send(CNXN, VERSION, 4096, b"host::")
        token = challenge(wire)
        for wrong in (keys[1].Sign(token), keys[0].Sign(bytes(20)), bytes(256), b"\xff" * 256, b"", keys[0].Sign(token)[:-1]):
            wire.send(AUTH, 2, 0, wrong)
            token, before = challenge(wire), token
            assert token != before
        assert wire.quiet()
        wire.send(AUTH, 2, 0, keys[0].Sign(token))
        assert wire.receive()[0] == CNXN


def test_nothing_is_served_to_who_has_not_proved_who_it_is(host: VirtualHost):
    with Wire(host.devices[0].port + 1) as wire:
        wire.send(CNXN, VERSION, 4096, b"host::")
        challenge(wire)
        wire.send(int.from_bytes(b"OPEN", "little"), 1, 0, b"shell:echo hi\0")
        wire.send(AUTH, 3, 0, b"no key at all\0")
        assert wire.quiet()


def test_a_library_without_the_right_key_gives_up(host: VirtualHost):
    with pytest.raises(DeviceAuthError):
        AdbDeviceTcp("127.0.0.1", host.devices[0].port + 1, default_transport_timeout_s=5).connect()


def test_adb_finds_its_way_in(one_server):
    with VirtualHost(adb_server=one_server, auth=True) as host:
        host.drop(host.serials[0])
        host.reconnect(host.serials[0])
        assert host.home == one_server.home


@pytest.mark.parametrize("line", [b"", b"\0", b"AAAA me@here", b"!!! me@here", b"A" * 700, b"\xff\xfe"])
def test_what_is_no_key_is_none(line: bytes):
    assert parse(line) is None
