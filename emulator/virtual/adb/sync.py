"""The service "sync": files to and from the device, as `adb push`, `pull` and `ls` ask for them."""

from __future__ import annotations

import errno
import os
import posixpath
import stat
from collections.abc import Awaitable, Callable
from struct import Struct

from automotive_env.emulator.virtual.adb.stream import AdbStream
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.files import VirtualFile, may_write

CHUNK = 64 * 1024
"""Bytes of a file in one part, which clients do not exceed either."""
BLOCK = 16 * CHUNK
"""Bytes of a file that wait for the client at once."""
PATH = 1024
"""Bytes of a path."""
_REQUEST = Struct("<4sI")
_STAT = Struct("<4s3I")
_STAT2 = Struct("<4sI2Q4IQ3q")
_ENTRY = Struct("<4s4I")
_ENTRY2 = Struct("<4sI2Q4IQ3qI")
_DEVICE, _SHELL, _BLANK = 64, 2000, 0


class _ProtocolError(Exception):
    """Where the next request begins is not known any more; the conversation ends."""


class SyncService:
    """One conversation: requests, each of which may be answered with a failure, until the client quits."""

    def __init__(self, device: VirtualDevice) -> None:
        self._device = device
        self._files = device.files

    async def serve(self, stream: AdbStream) -> None:
        """Answer requests until QUIT, an unknown one or the end of the stream."""
        while True:
            kind, length = _REQUEST.unpack(await stream.read_exactly(_REQUEST.size))
            handle = _REQUESTS.get(kind)
            if handle is None or length > PATH:
                return
            path = (await stream.read_exactly(length)).decode(errors="surrogateescape")
            try:
                await stream.write(await handle(self, stream, path))
            except _ProtocolError as fault:
                await stream.write(_fail(str(fault)))
                return

    async def _stat(self, stream: AdbStream, path: str) -> bytes:
        file, _ = self._look(path)
        return _STAT.pack(b"STAT", *(_first_version(file) if file else (0, 0, 0)))

    async def _stat2(self, stream: AdbStream, path: str, kind: bytes = b"STA2") -> bytes:
        return _STAT2.pack(kind, *self._details(path))

    async def _list(self, stream: AdbStream, path: str) -> bytes:
        parts = []
        for name, raw in self._children(path):
            file = self._files.stat(name)
            parts.append(_ENTRY.pack(b"DENT", *_first_version(file), len(raw)) + raw)
        return b"".join(parts) + _ENTRY.pack(b"DONE", 0, 0, 0, 0)

    async def _list2(self, stream: AdbStream, path: str) -> bytes:
        parts = [_ENTRY2.pack(b"DNT2", *self._details(name), len(raw)) + raw for name, raw in self._children(path)]
        return b"".join(parts) + _ENTRY2.pack(b"DONE", *[0] * 12)

    async def _send(self, stream: AdbStream, spec: str) -> bytes:
        path, _, mode = spec.rpartition(",")
        return await self._store(stream, path, _number(mode))

    async def _receive(self, stream: AdbStream, path: str) -> bytes:
        try:
            data = memoryview(self._files.read(path))
        except OSError as error:
            return _fail(f"open failed: {_text(error)}")
        done = _REQUEST.pack(b"DONE", 0)
        for start in range(0, len(data), BLOCK):
            parts: list[bytes | memoryview] = []
            for at in range(start, min(start + BLOCK, len(data)), CHUNK):
                part = data[at : at + CHUNK]
                parts += (_REQUEST.pack(b"DATA", len(part)), part)
            if start + BLOCK >= len(data):  # with the end: adb's server would hold that back for 40 ms behind a part of its own
                return b"".join((*parts, done))
            await stream.write(b"".join(parts))
        return done

    async def _store(self, stream: AdbStream, path: str, mode: int | None) -> bytes:
        """Take all parts, whatever becomes of them: the client may have sent the next request before it reads an answer."""
        parts: list[bytes] = []
        try:
            fault, modified = await self._parts(stream, parts)
            fault = fault or self._write(path, b"".join(parts), mode, modified)
        finally:
            self._files.reserved -= sum(map(len, parts))
        return _fail(fault) if fault else _REQUEST.pack(b"OKAY", 0)

    async def _parts(self, stream: AdbStream, parts: list[bytes]) -> tuple[str, int]:
        """Collect the parts of a file, for which room is kept; returns what is wrong, and the time of the file."""
        fault = ""
        while True:
            kind, length = _REQUEST.unpack(await stream.read_exactly(_REQUEST.size))
            if kind == b"DONE":
                return fault, length
            if kind != b"DATA" or length > CHUNK:
                raise _ProtocolError("invalid data message")
            part = await stream.read_exactly(length)
            if fault or self._files.reserved + length > self._files.capacity:
                fault = f"write failed: {_text(errno.ENOSPC)}"
                self._files.reserved -= sum(map(len, parts))
                parts.clear()
            else:
                self._files.reserved += length
                parts.append(part)

    def _write(self, path: str, data: bytes, mode: int | None, modified: int) -> str:
        if mode is None:
            return "invalid mode"
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            return f"symlink failed: {_text(errno.EPERM)}"  # as on a card, which has no links
        if not may_write(path, root=self._device.root):
            return f"couldn't create file: {_text(errno.EACCES)}"
        try:
            above = posixpath.dirname("/" + path.lstrip("/"))
            self._files.make_directory(above, parents=True)
            self._files.write(path, data, mode=stat.S_IMODE(mode), modified=modified)
        except OSError as error:
            action = "write failed" if error.errno == errno.ENOSPC else "couldn't create file"
            return f"{action}: {_text(error)}"
        return ""

    def _look(self, path: str) -> tuple[VirtualFile | None, int]:
        try:
            return self._files.stat(path), 0
        except OSError as error:
            return None, error.errno or errno.EIO

    def _details(self, path: str) -> tuple[int, ...]:
        """Error, device, inode, mode, links, user, group, size and three times, of which Android's clients read the second."""
        file, fault = self._look(path)
        if file is None:
            return fault, *[0] * 10
        times = [max(-(1 << 63), min(file.modified, (1 << 63) - 1))] * 3
        return 0, _DEVICE, _BLANK, file.mode, 1, _SHELL, _SHELL, len(file.data), *times

    def _children(self, path: str) -> list[tuple[str, bytes]]:
        """Paths of what is in a directory, and the names as they are sent."""
        try:
            names = self._files.children(path)
        except OSError:
            return []
        return [(posixpath.join(path, name), name.encode(errors="surrogateescape")) for name in names]


_REQUESTS: dict[bytes, Callable[[SyncService, AdbStream, str], Awaitable[bytes]]] = {
    b"STAT": SyncService._stat,
    b"STA2": SyncService._stat2,
    b"LST2": lambda sync, stream, path: sync._stat2(stream, path, b"LST2"),
    b"LIST": SyncService._list,
    b"LIS2": SyncService._list2,
    b"SEND": SyncService._send,
    b"RECV": SyncService._receive,
}


def _first_version(file: VirtualFile) -> tuple[int, int, int]:
    """Mode, size and time in the 32 bits each that the first version has; a later time is cut off, as Android does."""
    return file.mode, len(file.data), file.modified & 0xFFFFFFFF


def _number(mode: str) -> int | None:
    """A mode of 32 bits; None where it is none, 0o644 where nothing is said."""
    if not mode:
        return 0o644
    return int(mode) if mode.isascii() and mode.isdigit() and len(mode) <= 10 and int(mode) < 1 << 32 else None


def _fail(message: str) -> bytes:
    raw = message.encode()
    return _REQUEST.pack(b"FAIL", len(raw)) + raw


def _text(error: OSError | int) -> str:
    number = error if isinstance(error, int) else error.errno or errno.EIO
    return os.strerror(number)
