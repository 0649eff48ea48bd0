"""A shell on a device that stays open: one stream for all commands, so that a command costs no new process of adb."""

from __future__ import annotations

import secrets
import shlex
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress

from automotive_env.android.shell import ConnectionLost, DeviceFault, ShellReply

MAX_OUTPUT_BYTES = 16 << 20
"""Bytes that a command may print: more than any dump that is read here."""
STDIN, STDOUT, STDERR, EXIT = 0, 1, 2, 3
"""Kinds of packet of ADB's shell protocol, version 2; each is its kind, its length in four bytes, and its contents."""


class PersistentShell:
    """A `DeviceShell`. A stream that broke, or that a command has not answered on in time, is closed; the next command opens
    another.

    A command runs in a shell of its own, without stdin, so that nothing in it can spoil the stream.
    """

    def __init__(self, open: Callable[[], socket.socket], device: str) -> None:
        """Open nothing yet.

        Args:
            open: opens a stream to the device's service "shell,v2,raw:"; raises DeviceFault.
            device: what faults call it.
        """
        self._open = open
        self._device = device
        self._stream: socket.socket | None = None
        self._token = secrets.token_hex(8)
        self._count = 0
        self._received = bytearray()

    def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
        """Run a command line; a status other than 0 is no fault.

        Raises:
            DeviceFault: the device is gone, did not answer within `timeout` seconds, or printed too much.
        """
        self._count += 1
        mark = f"--{self._token}-{self._count}--"
        line = f"sh -c {shlex.quote(command)} </dev/null 2>&1; echo {mark} $?\n".encode("utf-8", "replace")
        stream = self._ready()
        try:
            stream.settimeout(timeout)
            stream.sendall(struct.pack("<BI", STDIN, len(line)) + line)
            return self._answer(stream, mark.encode() + b" ", time.monotonic() + timeout)
        except TimeoutError:
            self.close()
            raise DeviceFault(f"{self._device} did not answer {_short(command)!r} within {timeout:g} s") from None
        except (OSError, EOFError) as error:
            self.close()
            raise ConnectionLost(f"{self._device} hung up at {_short(command)!r}: {error}") from None
        except DeviceFault:
            self.close()
            raise

    def close(self) -> None:
        """Close the stream; another thread that waits for an answer on it gets a fault."""
        stream, self._stream = self._stream, None
        if stream is not None:
            with suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)
            stream.close()

    def _ready(self) -> socket.socket:
        """The stream; a new one where there is none, or where the device has closed it meanwhile."""
        if self._stream is not None and not _idle(self._stream):
            self.close()
        if self._stream is None:
            self._received.clear()
            self._stream = self._open()
        return self._stream

    def _answer(self, stream: socket.socket, mark: bytes, deadline: float) -> ShellReply:
        """Read packets until the mark that ends the command."""
        printed = bytearray()
        while True:
            kind, data = self._packet(stream, deadline)
            if kind == EXIT:
                raise EOFError("its shell has ended")
            printed += data
            if len(printed) > MAX_OUTPUT_BYTES:
                raise DeviceFault(f"{self._device} printed more than {MAX_OUTPUT_BYTES} bytes")
            at = printed.find(mark, max(0, len(printed) - len(data) - 64))
            if at >= 0 and printed.endswith(b"\n"):
                return ShellReply(printed[:at].decode("utf-8", "replace"), int(printed[at + len(mark) :]))

    def _packet(self, stream: socket.socket, deadline: float) -> tuple[int, bytes]:
        held = self._received
        while len(held) < 5 or len(held) < 5 + int.from_bytes(held[1:5], "little"):
            stream.settimeout(max(0.001, deadline - time.monotonic()))
            data = stream.recv(1 << 18)
            if not data:
                raise EOFError("the stream has ended")
            held += data
        end = 5 + int.from_bytes(held[1:5], "little")
        packet = held[0], bytes(held[5:end])
        del held[:end]
        return packet


def _idle(stream: socket.socket) -> bool:
    """Whether a stream is open and has nothing to say."""
    stream.settimeout(0)
    try:
        stream.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _short(command: str) -> str:
    return command if len(command) <= 80 else command[:77] + "..."
