"""One stream of a connection: what a service reads from and writes to, with back-pressure both ways."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

from automotive_env.emulator.virtual.adb.packet import CLSE, OKAY, WORD, WRTE
from automotive_env.emulator.virtual.files import CAPACITY

WINDOW = 4 * 1024 * 1024
"""Bytes that a peer with delayed acknowledgement may send before the first is acknowledged; an eighth of Android's."""


BUFFER = 64 * 1024
"""Bytes that wait for the peer before a writer does, as in a pipe. Many small outputs so become one packet."""


class Link(Protocol):
    """The connection that a stream belongs to.

    Attributes:
        payload: bytes in a packet that the peer takes at most.
    """

    payload: int

    async def ready(self) -> None:
        """Wait until the peer has taken what was sent before, but for what a socket holds."""
        ...

    def send(self, command: int, arg0: int, arg1: int, data: bytes | memoryview = b"") -> None:
        """Send one packet."""
        ...


class Stream:
    """A stream as a service sees it: an `Input` and an `Output`.

    A packet is acknowledged when the service has read all of it, and a packet is sent when the one before has been acknowledged:
    no more than one is on its way. With delayed acknowledgement both sides count bytes instead.
    """

    def __init__(self, link: Link, local: int, remote: int, *, credit: int, delayed: bool) -> None:
        self.local, self.remote = local, remote
        self._link = link
        self._delayed = delayed
        self._credit = credit
        self._chunks: deque[memoryview] = deque()
        self._held = 0
        self._unread = 0
        self._ended = False
        self._outgoing = bytearray()
        self._readable, self._writable = asyncio.Event(), asyncio.Event()

    @property
    def payload(self) -> int:
        """Bytes in a packet that the peer takes at most."""
        return self._link.payload

    @property
    def ended(self) -> bool:
        """Whether the peer has closed it."""
        return self._ended

    async def read(self, most: int = -1) -> bytes:
        """Up to so many bytes, all until the end where it is negative; b"" at the end."""
        if most < 0:
            return await self._read_all()
        while not self._chunks and not self._ended:
            self._readable.clear()
            await self._readable.wait()
        return self._take(most) if self._chunks else b""

    async def read_exactly(self, size: int) -> bytes:
        """So many bytes.

        Raises:
            EOFError: the peer closed the stream before.
        """
        parts = []
        while size:
            part = await self.read(size)
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts) if len(parts) != 1 else parts[0]

    async def write(self, data: bytes) -> None:
        """Send bytes; waits while `BUFFER` bytes wait for the peer. Each call's bytes stay together up to `payload` bytes.

        Raises:
            BrokenPipeError: the peer has closed the stream.
        """
        for at in range(0, len(data), self.payload):
            await self._link.ready()
            await self._room(BUFFER)
            if self._outgoing or self._credit <= 0:
                self._outgoing += data[at : at + self.payload]
                self._flush()
            else:
                self._send(memoryview(data)[at : at + self.payload])

    async def drain(self) -> None:
        """Wait until all that was written has been sent.

        Raises:
            BrokenPipeError: the peer has closed the stream.
        """
        await self._room(1)

    def accept(self) -> None:
        """Tell the peer that the stream is open."""
        self._link.send(OKAY, self.local, self.remote, WORD.pack(WINDOW) if self._delayed else b"")

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
        """Keep what the peer sent; False where it sent more than it may."""
        if not data:
            self._acknowledge(0)
            return True
        if (self._held > WINDOW) if self._delayed else self._chunks:
            return False
        self._chunks.append(memoryview(data))
        self._held += len(data)
        self._unread = self._unread or len(data)
        self._readable.set()
        return True

    def acknowledged(self, data: bytes) -> None:
        """The peer can take more."""
        if not self._delayed:
            self._credit = 1
        elif len(data) == WORD.size:
            self._credit += WORD.unpack(data)[0]
        self._flush()

    async def _room(self, most: int) -> None:
        while len(self._outgoing) >= most and not self._ended:
            self._writable.clear()
            await self._writable.wait()
        if self._ended:
            raise BrokenPipeError

    def _flush(self) -> None:
        while self._outgoing and self._credit > 0:
            part = bytes(self._outgoing[: self.payload])
            del self._outgoing[: self.payload]
            self._send(part)
        self._writable.set()

    def _send(self, part: bytes | memoryview) -> None:
        self._credit = self._credit - len(part) if self._delayed else 0
        self._link.send(WRTE, self.local, self.remote, part)

    async def _read_all(self) -> bytes:
        parts, size = [], 0
        while part := await self.read(CAPACITY):
            parts.append(part)
            size += len(part)
            if size > CAPACITY:
                raise OSError(f"more than {CAPACITY} bytes on one stream")
        return b"".join(parts)

    def _take(self, most: int) -> bytes:
        chunk = self._chunks[0]
        part = bytes(chunk[:most])
        self._held -= len(part)
        if len(part) < len(chunk):
            self._chunks[0] = chunk[most:]
            return part
        self._chunks.popleft()
        self._acknowledge(self._unread)
        self._unread = len(self._chunks[0]) if self._chunks else 0
        return part

    def _acknowledge(self, size: int) -> None:
        if not self._ended:
            self._link.send(OKAY, self.local, self.remote, WORD.pack(size) if self._delayed else b"")
