import asyncio
import contextlib
import random
import socket
import struct
import time

import pytest
from adb_wire import AUTH, CLSE, CNXN, OKAY, OPEN, VERSION, WRTE, Wire

from automotive_env.emulator.virtual.adb.transport import MAX_STREAMS
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.emulator.virtual.process import ProcessInput, ProcessOutput


@pytest.fixture
def wire(plain: VirtualHost):
    with Wire(plain.devices[0].port + 1) as connected:
        yield connected


def listen(host: VirtualHost, name: str, handler):
    host.call(lambda: host.devices[0].sockets.__setitem__(name, handler))


def test_the_banner_says_what_the_device_is(plain: VirtualHost, wire: Wire):
    banner = wire.hello().decode()
    model = plain.call(lambda: plain.devices[0].properties["ro.product.model"])
    assert banner.startswith("device::ro.product.name=")
    assert f"ro.product.model={model};" in banner
    assert "shell_v2" in banner
    assert "delayed_ack" not in banner
    assert "abb" not in banner


def test_a_wrong_magic_number_ends_the_connection(wire: Wire):
    wire.hello()
    wire.socket.sendall(b"\0" * 24)
    assert wire.gone()


def test_nothing_is_opened_before_the_greeting(wire: Wire):
    wire.send(OPEN, 1, 0, b"shell:echo hi\0")
    assert wire.quiet()
    wire.hello()
    assert wire.open("shell:echo hi")[0] == OKAY


def test_what_nobody_serves_is_closed(wire: Wire):
    wire.hello()
    for service in ("tcp:1", "localabstract:nobody", "abb:package", "jdwp:1", "nonsense"):
        assert wire.open(service, 9) == (CLSE, 0, 9, b"")


def test_a_packet_is_acknowledged_when_it_was_read_and_not_before(plain: VirtualHost, wire: Wire):
    go = asyncio.Event()

    async def slow(stdin: ProcessInput, stdout: ProcessOutput) -> None:
        await go.wait()
        assert await stdin.read(3) == b"abc"
        await stdout.write(b"half")
        go.clear()
        await go.wait()
        assert await stdin.read(100) == b"def"

    listen(plain, "tcp:77", slow)
    wire.hello()
    _, device, _, _ = wire.open("tcp:77", 5)
    wire.send(WRTE, 5, device, b"abcdef")
    assert wire.quiet()
    plain.call(go.set)
    assert wire.receive() == (WRTE, device, 5, b"half")
    wire.send(OKAY, 5, device)
    assert wire.quiet()  # one half has not been read yet
    plain.call(go.set)
    assert wire.receive()[:1] == (OKAY,)
    assert wire.receive() == (CLSE, device, 5, b"")


def test_who_sends_without_waiting_is_hung_up_on(plain: VirtualHost, wire: Wire):
    async def deaf(stdin: ProcessInput, stdout: ProcessOutput) -> None:
        await asyncio.Event().wait()

    listen(plain, "tcp:78", deaf)
    wire.hello()
    _, device, _, _ = wire.open("tcp:78", 5)
    wire.send(WRTE, 5, device, b"a")
    wire.send(WRTE, 5, device, b"b")
    assert wire.gone()


def test_no_more_than_a_buffer_is_written_ahead(plain: VirtualHost, wire: Wire):
    written = []

    async def talks(stdin: ProcessInput, stdout: ProcessOutput) -> None:
        for number in range(1000):
            await stdout.write(b"x" * 10_000)
            written.append(number)

    listen(plain, "tcp:79", talks)
    wire.hello()
    _, device, _, _ = wire.open("tcp:79", 5)
    assert len(wire.receive()[3]) == 10_000
    assert wire.quiet()
    assert len(written) < 10
    total = 10_000
    while total < 10_000_000:
        wire.send(OKAY, 5, device)
        command, _, _, data = wire.receive()
        assert command == WRTE
        total += len(data)
    assert total == 10_000_000
    assert wire.receive()[0] == CLSE


def test_delayed_acknowledgement_and_compressed_files_are_not_offered(wire: Wire):
    banner = wire.hello("shell_v2,delayed_ack,sendrecv_v2,sendrecv_v2_brotli")
    assert b"delayed_ack" not in banner
    assert b"sendrecv_v2" not in banner


def test_closing_a_shell_cancels_its_command(plain: VirtualHost, wire: Wire):
    wire.hello()
    _, device, _, _ = wire.open("shell:sleep 1000; echo late > /sdcard/late", 5)
    wire.send(CLSE, 5, device)
    assert wire.receive() == (CLSE, device, 5, b"")
    assert wire.open("shell:echo next", 6)[0] == OKAY
    assert wire.receive()[3] == b"next\n"
    assert not plain.call(lambda: plain.devices[0].files.exists("/sdcard/late"))


def test_a_command_may_finish_with_what_it_was_sent(plain: VirtualHost, wire: Wire):
    wire.hello()
    _, device, _, _ = wire.open("exec:cat > /sdcard/sent", 5)
    wire.send(WRTE, 5, device, b"all of it")
    wire.send(CLSE, 5, device)
    while wire.receive()[0] != CLSE:
        pass
    wire.open("shell:sleep 0.1", 6)
    while wire.receive()[0] != CLSE:
        pass
    assert plain.call(lambda: plain.devices[0].files.read("/sdcard/sent")) == b"all of it"


def test_output_that_nobody_waits_for_is_lost_without_harm(plain: VirtualHost, wire: Wire):
    wire.hello()
    for number in range(1, 50):
        _, device, _, _ = wire.open("shell:ls -lR / /", number)
        wire.send(CLSE, number, device)
        while wire.receive()[:3] != (CLSE, device, number):
            pass
    assert wire.open("shell:echo still here", 99)[0] == OKAY


def test_streams_are_bounded(plain: VirtualHost, wire: Wire):
    async def deaf(stdin: ProcessInput, stdout: ProcessOutput) -> None:
        await asyncio.Event().wait()

    listen(plain, "tcp:81", deaf)
    wire.hello()
    for number in range(1, 601):
        wire.send(OPEN, number, 0, b"tcp:81\0")
    answers = [wire.receive()[0] for _ in range(600)]
    assert answers.count(OKAY) == MAX_STREAMS
    assert answers.count(CLSE) == 600 - MAX_STREAMS


def test_a_caller_that_greets_again_starts_anew(wire: Wire):
    wire.hello()
    _, device, _, _ = wire.open("shell:sleep 1000", 5)
    wire.hello()
    wire.send(WRTE, 5, device, b"to a stream of before")
    assert wire.open("shell:echo new", 6)[:1] == (OKAY,)


def test_auth_is_asked_for_only_where_it_is_wanted(wire: Wire):
    wire.send(CNXN, VERSION, 4096, b"host::")
    assert wire.receive()[0] == CNXN
    wire.send(AUTH, 3, 0, b"nobody asked")
    assert wire.open("shell:echo hi")[0] == OKAY


def packet(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


def shell_packets(wire: Wire, device: int) -> dict[int, bytes]:
    """All that a shell says until it ends, by kind of packet."""
    raw = b""
    while (answer := wire.receive())[0] != CLSE:
        if answer[0] == WRTE:
            raw += answer[3]
            wire.send(OKAY, answer[2], device)
    said: dict[int, bytes] = {}
    while raw:
        kind, length = struct.unpack_from("<BI", raw)
        said[kind] = said.get(kind, b"") + raw[5 : 5 + length]
        raw = raw[5 + length :]
    return said


def test_shell_packets_may_be_cut_anywhere(wire: Wire):
    wire.hello()
    _, device, _, _ = wire.open("shell,v2,raw:cat > /sdcard/cut; cat /sdcard/cut; echo done >&2; exit 3", 5)
    for part in (packet(0, b"ab") + packet(0, b"cdef")[:3], packet(0, b"cdef")[3:] + packet(5, b"24x80,0x0\0"), packet(4)):
        wire.send(WRTE, 5, device, part)
        assert wire.receive()[0] == OKAY
    assert shell_packets(wire, device) == {1: b"abcdef", 2: b"done\n", 3: b"\3"}


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ("forward:tcp:1;tcp:2", b"FAIL"),
        ("forward:localabstract:" + "é" * 100_000 + ";tcp:2", b"FAIL"),
        ("killforward:tcp:1", b"FAIL"),
        ("fly", b"FAIL"),
        ("list-forward", b"0000"),
        ("killforward-all", b"OKAY"),
    ],
)
def test_there_are_no_reverse_sockets(wire: Wire, request_: str, answer: bytes):
    wire.hello()
    assert wire.open(f"reverse:{request_}", 5)[0] == OKAY
    said = wire.receive()[3]
    assert said[:4] == answer
    if answer == b"FAIL":
        assert int(said[4:8], 16) == len(said) - 8


def test_a_command_line_may_hold_any_bytes(wire: Wire):
    wire.hello()
    wire.send(OPEN, 5, 0, b"shell:echo \xff\xc3\xa9\0")
    assert wire.receive()[0] == OKAY
    assert wire.receive()[3] == b"\xff\xc3\xa9\n"


def test_a_session_keeps_its_memory_from_line_to_line(wire: Wire):
    wire.hello()
    _, device, _, _ = wire.open("shell,v2,raw:", 5)
    wire.send(WRTE, 5, device, packet(0, b"cd /sdcard; A=1\necho $A $PWD\n") + packet(4))
    assert shell_packets(wire, device) == {1: b"1 /sdcard\n", 3: b"\0"}


def test_nonsense_harms_nobody(plain: VirtualHost, wire: Wire):
    """Random packets on many connections; afterwards the device serves others as before."""
    chance = random.Random(7)
    services = [
        "shell:cat",
        "shell,v2,raw:",
        "sync:",
        "exec:cat",
        "reverse:forward:tcp:1;tcp:2",
        "reverse:x",
        "framebuffer:",
        "\xff",
        "",
    ]
    for _ in range(40):
        with Wire(plain.devices[0].port + 1) as other:
            other.hello()
            for _ in range(20):
                command = chance.choice([CNXN, AUTH, OPEN, OKAY, WRTE, CLSE, 7])
                data = chance.choice(
                    [b"", chance.randbytes(40), chance.choice(services).encode() + b"\0", b"SEND\xff\xff\xff\xff"]
                )
                with contextlib.suppress(ConnectionError):
                    other.send(command, chance.randrange(4), chance.randrange(12), data)
    wire.hello()
    assert wire.open("shell:echo well", 5)[0] == OKAY
    assert wire.receive()[3] == b"well\n"


def test_who_does_not_read_is_not_read_either(plain: VirtualHost, wire: Wire):
    wire.hello()
    wire.socket.settimeout(0.5)
    wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)  # soon full of refusals
    refused = struct.pack("<6I", OPEN, 1, 0, 6, 0, OPEN ^ 0xFFFFFFFF) + b"tcp:1\0"
    with pytest.raises(TimeoutError):
        wire.socket.sendall(refused * 1_000_000)
    assert plain.call(lambda: plain.devices[0].serial) == plain.serials[0]


def test_a_peer_that_acknowledges_what_it_has_not_read_fills_no_memory(plain: VirtualHost, wire: Wire):
    written: list[int] = []

    async def endless(stdin: ProcessInput, stdout: ProcessOutput) -> None:
        while len(written) < 100:
            await stdout.write(bytes(1 << 20))
            written.append(1)
            await asyncio.sleep(0)

    listen(plain, "tcp:7301", endless)
    wire.hello()
    local = wire.open("tcp:7301", 1)[1]
    for _ in range(100):
        wire.send(OKAY, 1, local)
    time.sleep(0.3)
    assert plain.call(lambda: len(written)) < 20
    plain.call(lambda: plain.devices[0].sockets.pop("tcp:7301"))


def test_a_peer_that_takes_hardly_a_byte_is_no_peer(wire: Wire):
    wire.send(CNXN, VERSION, 1, b"host::features=shell_v2\0")
    assert wire.gone()


def test_files_on_their_way_take_no_more_room_than_there_is(plain: VirtualHost):
    files = plain.devices[0].files
    plain.call(lambda: setattr(files, "reserved", files.capacity - 10))
    with Wire(plain.devices[0].port + 1) as wire:
        wire.hello()
        wire.open("sync:")
        path = b"/sdcard/f,33188"
        wire.send(WRTE, 1, 1, struct.pack("<4sI", b"SEND", len(path)) + path + struct.pack("<4sI", b"DATA", 20) + bytes(20))
        wire.receive()
        wire.send(WRTE, 1, 1, struct.pack("<4sI", b"DONE", 5))
        answers = [wire.receive(), wire.receive()]
    assert any(b"No space left" in data for *_, data in answers)
    assert plain.call(lambda: files.reserved) == files.capacity - 10
    plain.call(lambda: setattr(files, "reserved", 0))


def test_services_that_outlive_their_streams_count_as_open(wire: Wire):
    wire.hello()
    for number in range(1, MAX_STREAMS + 1):
        command, local, *_ = wire.open("exec:sleep 100", number)
        assert command == OKAY
        wire.send(CLSE, number, local)
        assert wire.receive()[0] == CLSE
    assert wire.open("exec:sleep 100", number + 1)[0] == CLSE


def sync(wire: Wire, kind: bytes, path: str) -> bytes:
    """The answer to one request of the sync service; the stream is open as number 1 on both sides."""
    wire.send(WRTE, 1, 1, struct.pack("<4sI", kind, len(path)) + path.encode())
    said = [wire.receive(), wire.receive()]
    wire.send(OKAY, 1, 1)
    return next(data for command, _, _, data in said if command == WRTE)


@pytest.mark.parametrize("modified", [99_999_999_999, -1, 1 << 80])
def test_a_time_beyond_32_bits_is_cut_off(plain: VirtualHost, wire: Wire, modified: int):
    files = plain.devices[0].files
    plain.call(lambda: files.write("/sdcard/far/../far", b"data", modified=modified))
    wire.hello()
    assert wire.open("sync:")[0] == OKAY
    assert struct.unpack("<4s3I", sync(wire, b"STAT", "/sdcard/far"))[2:] == (4, modified & 0xFFFFFFFF)
    assert struct.pack("<2I", 4, modified & 0xFFFFFFFF) in sync(wire, b"LIST", "/sdcard")
    assert sync(wire, b"STA2", "/sdcard/far").startswith(b"STA2\0\0\0\0")
    plain.call(lambda: files.remove("/sdcard/far"))


@pytest.mark.parametrize("mode", ["9" * 20, "4294967296", "x", "-1"])
def test_a_mode_that_is_none_fails_and_the_conversation_goes_on(wire: Wire, mode: str):
    wire.hello()
    wire.open("sync:")
    spec = f"/sdcard/strange,{mode}".encode()
    parts = struct.pack("<4sI", b"DATA", 2) + b"hi" + struct.pack("<4sI", b"DONE", 5)
    wire.send(WRTE, 1, 1, struct.pack("<4sI", b"SEND", len(spec)) + spec + parts)
    said = [wire.receive(), wire.receive()]
    assert any(data.startswith(b"FAIL") and b"invalid mode" in data for *_, data in said)
    wire.send(OKAY, 1, 1)
    assert sync(wire, b"STAT", "/sdcard/strange") == struct.pack("<4s3I", b"STAT", 0, 0, 0)
