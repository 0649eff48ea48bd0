"""The packets of `shell,v2`: stdin, stdout, stderr, the exit status and the size of the window on one stream."""

from __future__ import annotations

from collections.abc import AsyncIterator
from struct import Struct

from automotive_env.emulator.virtual.adb.stream import Stream

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN = range(5)
"""Kinds of packets; a client also tells the size of its window, which is of no use here."""
_HEADER = Struct("<BI")
CHUNK = 256 * 1024
"""Bytes that are read at once."""


class Stdin:
    """The Input of a process: the contents of packets, read only when the process asks."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._left = 0
        self._ended = False

    async def read(self, most: int = -1) -> bytes:
        """Up to so many bytes, all until the end where it is negative; b"" at the end."""
        if most < 0:
            return b"".join([data async for data in self._parts()])
        while not self._left and not self._ended:
            await self._next()
        data = await self._stream.read(min(most, self._left)) if self._left else b""
        self._left -= len(data)
        return data

    async def _parts(self) -> AsyncIterator[bytes]:
        while data := await self.read(CHUNK):
            yield data

    async def _next(self) -> None:
        try:
            kind, length = _HEADER.unpack(await self._stream.read_exactly(_HEADER.size))
            if kind == STDIN:
                self._left = length
            elif kind == CLOSE_STDIN:
                self._ended = True
            else:
                await self._skip(length)
        except EOFError:
            self._ended = True

    async def _skip(self, length: int) -> None:
        while length:
            length -= len(await self._stream.read_exactly(min(length, CHUNK)))


class Out:
    """The Output of a process: packets of one kind."""

    def __init__(self, stream: Stream, kind: int) -> None:
        self._stream = stream
        self._kind = kind

    async def write(self, data: bytes) -> None:
        """Send bytes; waits for the reader."""
        size = max(1, self._stream.payload - _HEADER.size)  # one packet is one write, so that two writers do not mix
        for at in range(0, len(data), size):
            part = data[at : at + size]
            await self._stream.write(_HEADER.pack(self._kind, len(part)) + part)


async def exited(stream: Stream, status: int) -> None:
    """Say with which status the process ended."""
    await stream.write(_HEADER.pack(EXIT, 1) + bytes([status & 0xFF]))
