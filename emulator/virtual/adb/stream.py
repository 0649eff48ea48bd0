"""Packets of the ADB protocol, and one stream of them: what a service reads from and writes to, with back-pressure both ways."""

from __future__ import annotations

import asyncio
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.adb.transport import DaemonConnection

CNXN, OPEN, OKAY, WRTE, CLSE = (int.from_bytes(name, "little") for name in (b"CNXN", b"OPEN", b"OKAY", b"WRTE", b"CLSE"))
VERSION = 0x01000001
"""From this version on peers ignore the checksum."""
MAX_PAYLOAD = 1024 * 1024
"""Bytes in a packet that this device takes at most, as Android's."""
HEADER = Struct("<6I")


class Packet(NamedTuple):
    """One packet.

    Attributes:
        command: what it is, such as `OPEN`.
        arg0: the sender's stream, or a version.
        arg1: the receiver's stream, or a size.
        data: payload.
    """

    command: int
    arg0: int
    arg1: int
    data: bytes = b""


class BadAdbPacket(Exception):
    """The bytes are no ADB packet; the connection is closed."""


def header(command: int, arg0: int, arg1: int, data: bytes | memoryview, *, checksum: bool = False) -> bytes:
    """What goes before a payload; peers older than `VERSION` want the checksum."""
    total = sum(data) & 0xFFFFFFFF if checksum else 0
    return HEADER.pack(command, arg0, arg1, len(data), total, command ^ 0xFFFFFFFF)


class PacketSplitter:
    """Cuts packets out of bytes as they arrive; holds no more than one packet and one read."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Packet]:
        """The packets that are complete with these bytes."""
        self._held += data
        packets, at = [], 0
        with memoryview(self._held) as held:
            while len(held) - at >= HEADER.size:
                command, arg0, arg1, length, _, magic = HEADER.unpack_from(held, at)
                if magic != command ^ 0xFFFFFFFF or length > MAX_PAYLOAD:
                    raise BadAdbPacket(f"no ADB packet: command {command:#x}, magic {magic:#x}, {length} bytes")
                end = at + HEADER.size + length
                if end > len(held):
                    break
                packets.append(Packet(command, arg0, arg1, bytes(held[at + HEADER.size : end])))
                at = end
        del self._held[:at]
        return packets


BUFFER = 64 * 1024
"""Bytes that wait for the peer before a writer does, as in a pipe. Many small outputs so become one packet."""


class AdbStream:
    """A stream as a service sees it: a `ProcessInput` and a `ProcessOutput`.

    A packet is acknowledged when the service has read all of it, and a packet is sent when the one before has been acknowledged:
    no more than one is on its way.
    """

    def __init__(self, link: DaemonConnection, local: int, remote: int) -> None:
        self.local, self.remote = local, remote
        self._link = link
        self._unread = memoryview(b"")
        self._ended = False
        self._may_send = True
        self._outgoing = bytearray()
        self._readable, self._writable = asyncio.Event(), asyncio.Event()

    @property
    def payload(self) -> int:
        """Bytes in a packet that the peer takes at most."""
        return self._link.payload

    async def read(self, most: int) -> bytes:
        """Up to so many bytes; b"" at the end."""
        while not self._unread and not self._ended:
            self._readable.clear()
            await self._readable.wait()
        part, self._unread = bytes(self._unread[:most]), self._unread[most:]
        if part and not self._unread:
            self._acknowledge()
        return part

    async def read_exactly(self, size: int) -> bytes:
        """So many bytes."""
        parts = []
        while size:
            part = await self.read(size)
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    async def write(self, data: bytes) -> None:
        """Send bytes; waits while `BUFFER` bytes wait for the peer. Each call's bytes stay together up to `payload` bytes."""
        for at in range(0, len(data), self.payload):
            await self._link.ready()
            await self._room(BUFFER)
            if self._outgoing or not self._may_send:
                self._outgoing += data[at : at + self.payload]
                self._flush()
            else:
                self._send(memoryview(data)[at : at + self.payload])

    async def drain(self) -> None:
        """Wait until all that was written has been sent."""
        await self._room(1)

    def accept(self) -> None:
        """Tell the peer that the stream is open."""
        self._acknowledge()

    def close(self) -> None:
        """Tell the peer that nothing more comes."""
        if not self._ended:
            self._link.send(CLSE, self.local, self.remote)
        self.hang_up()

    def hang_up(self) -> None:
        """The peer is gone: what it sent can still be read, writing fails."""
        self._ended = True
        self._readable.set()
        self._writable.set()

    def receive(self, data: bytes) -> bool:
        """Keep what the peer sent; False where it did not wait for the acknowledgement of the packet before."""
        if self._unread:
            return not data
        if not data:
            self._acknowledge()
        self._unread = memoryview(data)
        self._readable.set()
        return True

    def acknowledged(self) -> None:
        """The peer can take the next packet."""
        self._may_send = True
        self._flush()

    async def _room(self, most: int) -> None:
        while len(self._outgoing) >= most and not self._ended:
            self._writable.clear()
            await self._writable.wait()
        if self._ended:
            raise BrokenPipeError

    def _flush(self) -> None:
        if self._outgoing and self._may_send:
            part = bytes(self._outgoing[: self.payload])
            del self._outgoing[: self.payload]
            self._send(part)
        self._writable.set()

    def _send(self, part: bytes | memoryview) -> None:
        self._may_send = False
        self._link.send(WRTE, self.local, self.remote, part)

    def _acknowledge(self) -> None:
        if not self._ended:
            self._link.send(OKAY, self.local, self.remote)
