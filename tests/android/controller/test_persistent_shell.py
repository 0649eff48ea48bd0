"""One shell for all commands: framing, statuses, timeouts, streams that break. A thread plays the device."""

import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator

import pytest

from automotive_env.android import persistent_shell
from automotive_env.android.persistent_shell import PersistentShell
from automotive_env.android.shell import ConnectionLost, DeviceFault, ShellReply

Answer = Callable[[str, str], bytes | None]
"""The quoted command and the mark -> what is sent back; None to hang up."""


def packet(kind: int, data: bytes) -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


def finished(output: bytes, mark: str, status: int = 0) -> bytes:
    return packet(1, output + f"{mark} {status}\n".encode())


class FakeDevice:
    """Opens streams to a shell that answers as a test says."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.streams: list[socket.socket] = []
        self.threads: list[threading.Thread] = []
        self.commands: list[str] = []

    def open(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        self.streams.append(theirs)
        self.threads.append(threading.Thread(target=self._serve, args=(theirs,), daemon=True))
        self.threads[-1].start()
        return ours

    def ended(self) -> bool:
        """Whether all streams are closed, waiting for it a little."""
        for thread in self.threads:
            thread.join(60)
        return not any(thread.is_alive() for thread in self.threads)

    def _serve(self, stream: socket.socket) -> None:
        while header := stream.recv(5, socket.MSG_WAITALL):
            assert header[0] == 0
            line = stream.recv(int.from_bytes(header[1:], "little"), socket.MSG_WAITALL).decode()
            asked = re.fullmatch(r"sh -c (.*) </dev/null 2>&1; echo (\S+) \$\?\n", line, re.DOTALL)
            assert asked, line
            self.commands.append(asked[1])
            said = self.answer(asked[1], asked[2])
            if said is None:
                break
            stream.sendall(said)
        stream.close()


@pytest.fixture
def made() -> Iterator[Callable[[Answer], tuple[FakeDevice, PersistentShell]]]:
    opened: list[tuple[FakeDevice, PersistentShell]] = []

    def make(answer: Answer) -> tuple[FakeDevice, PersistentShell]:
        device = FakeDevice(answer)
        opened.append((device, PersistentShell(device.open, "car")))
        return opened[-1]

    yield make
    for device, shell in opened:
        shell.close()
        assert device.ended()


def test_commands_share_one_stream(made) -> None:
    device, shell = made(lambda command, mark: finished(f"{command}\n".encode(), mark, 3))
    assert [shell.run(c) for c in ("id -u", "echo 'a b'")] == [
        ShellReply("'id -u'\n", 3),
        ShellReply("'echo '\"'\"'a b'\"'\"''\n", 3),
    ]
    assert len(device.streams) == 1


@pytest.mark.parametrize("output", [b"", b"no end", b"two\nlines\n", "Ünï 🙂\n".encode(), b"\xff\xfe broken \n", b"--x-- 0\n"])
def test_output_is_given_as_it_is(made, output: bytes) -> None:
    _, shell = made(lambda command, mark: finished(output, mark))
    assert shell.run("x") == ShellReply(output.decode("utf-8", "replace"), 0)


def test_an_answer_may_come_byte_by_byte_and_from_both_streams(made) -> None:
    def answer(command: str, mark: str) -> bytes:
        whole = b"out\n" + mark.encode() + b" 12\n"
        return packet(2, b"err\n") + b"".join(packet(1, bytes([byte])) for byte in whole)

    _, shell = made(answer)
    assert shell.run("x") == ShellReply("err\nout\n", 12)
    assert shell.run("y") == ShellReply("err\nout\n", 12)


def test_a_slow_command_is_a_fault_and_the_next_one_has_a_fresh_stream(made) -> None:
    said = iter([b"", None])
    device, shell = made(lambda command, mark: b"" if next(said, None) == b"" else finished(b"quick", mark))
    with pytest.raises(DeviceFault, match=r"car did not answer 'slow' within 0.05 s"):
        shell.run("slow", timeout=0.05)
    assert shell.run("quick") == ShellReply("quick", 0)
    assert len(device.streams) == 2


def test_a_device_that_drips_does_not_stretch_the_time(made) -> None:
    _, shell = made(lambda command, mark: packet(1, b"drip") * 3)
    with pytest.raises(DeviceFault, match="did not answer"):
        shell.run("x", timeout=0.05)


@pytest.mark.parametrize("said", [None, packet(3, b"\0")], ids=["hung up", "ended"])
def test_a_stream_that_ends_loses_the_connection(made, said: bytes | None) -> None:
    device, shell = made(lambda command, mark: said if "bad" in command else finished(b"fine", mark))
    with pytest.raises(ConnectionLost, match="car hung up at 'bad'"):
        shell.run("bad")
    assert shell.run("good") == ShellReply("fine", 0)
    assert device.commands == ["bad", "good"]


def test_a_stream_that_ended_between_commands_is_not_used(made) -> None:
    device, shell = made(lambda command, mark: finished(b"", mark))
    shell.run("one")
    device.streams[0].shutdown(socket.SHUT_WR)
    assert shell.run("two") == ShellReply("", 0)
    assert device.commands == ["one", "two"]


def test_endless_output_is_a_fault(made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persistent_shell, "MAX_OUTPUT_BYTES", 1000)
    _, shell = made(lambda command, mark: packet(1, b"x" * 2000) if "yes" in command else finished(b"", mark))
    with pytest.raises(DeviceFault, match="printed more than 1000 bytes"):
        shell.run("yes")
    assert shell.run("true") == ShellReply("", 0)


def test_closing_twice_is_fine_and_leaves_no_stream(made) -> None:
    device, shell = made(lambda command, mark: finished(b"", mark))
    shell.run("x")
    shell.close()
    shell.close()
    assert device.ended()
