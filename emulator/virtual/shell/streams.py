"""Streams between the commands of a device, and their redirection: pipes, files, memory and nothing."""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.files import FileSystem, may_write
from automotive_env.emulator.virtual.process import ROOT, ProcessInput, ProcessOutput, uid_of
from automotive_env.emulator.virtual.shell.budget import BudgetExhausted, budget
from automotive_env.emulator.virtual.shell.builtins import ShellFault
from automotive_env.emulator.virtual.shell.parser import Redirection
from automotive_env.emulator.virtual.shell.special_files import now, read_file

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter

CHUNK = 65536
"""Bytes that a pipe holds, as on Linux, and that are read at once."""

MAX_PENDING_BYTES = 1 << 20
"""Bytes that a writer to a file may hold back."""


class ShellInput:
    """An Input that can also be read by the line, and no further. It is empty: nothing, as from /dev/null."""

    def __init__(self, ahead: bytes = b"") -> None:
        self._ahead = ahead
        self._at = 0

    async def more(self) -> bytes:
        """The next bytes of the source; b"" at its end."""
        return b""

    async def read(self, most: int) -> bytes:
        """Up to so many bytes; b"" at the end."""
        if self._at >= len(self._ahead):
            self._ahead, self._at = await self.more(), 0
        data = self._ahead[self._at : self._at + most]
        self._at += len(data)
        return data

    async def read_line(self, most: int = 1 << 20) -> bytes:
        """The next line with its end; without one at the end of the source, or after so many bytes."""
        parts: list[bytes] = []
        size = 0
        while size < most:
            if self._at >= len(self._ahead):
                self._ahead, self._at = await self.more(), 0
            end = self._ahead.find(b"\n", self._at) + 1
            part = self._ahead[self._at : min(end or len(self._ahead), self._at + most - size)]
            parts.append(part)
            self._at += len(part)
            size += len(part)
            if end or not part:
                break
        return b"".join(parts)


class ZeroInput(ShellInput):
    """/dev/zero."""

    async def more(self) -> bytes:
        await budget().spend(64)
        return bytes(4096)


class WrappedInput(ShellInput):
    """Another Input, by the line."""

    def __init__(self, source: ProcessInput) -> None:
        super().__init__()
        self._source = source

    async def more(self) -> bytes:
        return await self._source.read(CHUNK)


def reader(source: ProcessInput) -> ShellInput:
    """An Input by the line."""
    return source if isinstance(source, ShellInput) else WrappedInput(source)


class NullOutput:
    """Takes everything and keeps nothing."""

    async def write(self, data: bytes) -> None:
        """Forget it."""
        await budget().spend(10 + (len(data) >> 8))


class MemoryOutput:
    """Keeps what is written, up to a limit."""

    def __init__(self, limit: int = 1 << 24) -> None:
        self._data = bytearray()
        self._limit = limit

    @property
    def data(self) -> bytes:
        """All that was written."""
        return bytes(self._data)

    async def write(self, data: bytes) -> None:
        """Keep it."""
        if len(self._data) + len(data) > self._limit:
            raise BrokenPipeError
        self._data += data


class Pipe(ShellInput):
    """Bytes from one task to another: the writer waits while it is full, the reader while it is empty."""

    def __init__(self) -> None:
        super().__init__()
        self._data = bytearray()
        self._ended = False
        self._closed = False
        self._readable = asyncio.Event()
        self._writable = asyncio.Event()

    async def write(self, data: bytes) -> None:
        """Hand bytes over."""
        await budget().spend(10 + (len(data) >> 8))
        while data and not self._closed:
            room = CHUNK - len(self._data)
            self._data += data[:room]
            data = data[room:]
            self._readable.set()
            if data:
                self._writable.clear()
                await self._writable.wait()
        if self._closed:
            raise BrokenPipeError

    async def more(self) -> bytes:
        while not self._data and not self._ended:
            self._readable.clear()
            await self._readable.wait()
        data = bytes(self._data)
        self._data.clear()
        self._writable.set()
        return data

    def end(self) -> None:
        """Nothing more will be written."""
        self._ended = True
        self._readable.set()

    def close(self) -> None:
        """Nothing more will be read."""
        self._closed = True
        self._writable.set()


class FileWriter:
    """Writes to a file of the device. Others see it grow; what little it holds back keeps long outputs linear in time."""

    def __init__(self, files: FileSystem, path: str, *, append: bool, now: int) -> None:
        self._files, self._path, self._now, self._loads = files, path, now, files.loads
        held = files.exists(path)
        if not (append and held):
            files.write(path, b"", mode=files.stat(path).mode if held else 0o644, modified=now)
        files.read(path)  # a directory cannot be appended to
        self._pending = bytearray()

    @property
    def size(self) -> int:
        """Bytes that the file has now; others may write to it, too."""
        return len(self._files.read(self._path)) if self._files.exists(self._path) else 0

    async def write(self, data: bytes) -> None:
        """Add to the end of the file."""
        self._pending += data
        size = self.size
        if len(self._pending) >= min(size // 8, MAX_PENDING_BYTES) or size + len(self._pending) > self._files.capacity:
            await budget().spend(copy_work(size))
            self.flush()

    def flush(self) -> None:
        """Bring the file up to date; one that was removed, or put back, meanwhile stays so."""
        data, self._pending = bytes(self._pending), bytearray()
        if data and self._files.loads == self._loads and self._files.exists(self._path):
            file = self._files.stat(self._path)
            self._files.write(self._path, file.data + data, mode=file.mode, modified=self._now)

    def close(self) -> None:
        """The last bytes; what does not fit any more is lost, as its writer was told."""
        self.flush()


def copy_work(size: int) -> int:
    """The work of copying so many bytes, which every growth of a file takes."""
    return 1 + (size >> 12)


_STDIN = ("/dev/stdin", "/dev/tty", "/proc/self/fd/0")
_STDOUT = ("/dev/stdout", "/dev/tty", "/proc/self/fd/1")
_STDERR = ("/dev/stderr", "/proc/self/fd/2")


@dataclass(frozen=True, slots=True)
class ShellStreams:
    """What a shell reads and writes; redirections make others."""

    stdin: ShellInput
    stdout: ProcessOutput
    stderr: ProcessOutput

    def redirected(self, number: int, output: ProcessOutput) -> ShellStreams:
        """The same with another stdout (1) or stderr (2)."""
        if number not in (1, 2):
            raise ShellFault(f"{number}: bad file descriptor")
        return replace(self, stdout=output) if number == 1 else replace(self, stderr=output)


@asynccontextmanager
async def redirected(shell: ShellInterpreter, redirects: Sequence[Redirection]) -> AsyncIterator[None]:
    """Redirect while a command runs."""
    before, opened = shell.streams, list[FileWriter]()
    try:
        for redirect in redirects:
            target = await shell.expansion.text(redirect.target)
            shell.streams = await _redirect(shell, redirect, target, opened)
        yield
    except (BudgetExhausted, asyncio.CancelledError):
        opened.clear()  # what is killed writes nothing more
        raise
    finally:
        shell.streams = before
        for writer in opened:
            writer.close()


async def _redirect(shell: ShellInterpreter, redirect: Redirection, target: str, opened: list[FileWriter]) -> ShellStreams:
    streams = shell.streams
    if redirect.operator == "<":
        return replace(streams, stdin=_open(shell, target))
    if redirect.operator in (">&", "<&") and (target == "-" or target.isdecimal()):
        return _duplicated(streams, redirect, target)
    if redirect.operator == "<&":
        raise ShellFault(f"{target}: bad file descriptor")
    output = await _output(shell, target, append=redirect.operator in (">>", "&>>"), opened=opened)
    streams = streams.redirected(redirect.number, output)
    return streams.redirected(2, output) if redirect.operator in ("&>", "&>>", ">&") else streams


def _open(shell: ShellInterpreter, target: str) -> ShellInput:
    if target in _STDIN:
        return shell.streams.stdin
    try:
        return ShellInput(read_file(shell.device, posixpath.join(shell.state.cwd, target)))
    except OSError as error:
        raise ShellFault(f"can't open {target}: {error.strerror}") from None


def _duplicated(streams: ShellStreams, redirect: Redirection, target: str) -> ShellStreams:
    """`N>&M` and closing: the stream becomes the other one, or nothing."""
    if redirect.number == 0:
        return streams if target == "0" else replace(streams, stdin=ShellInput())
    outputs = {"1": streams.stdout, "2": streams.stderr, "-": NullOutput()}
    if target not in outputs:
        raise ShellFault(f"{target}: bad file descriptor")
    return streams.redirected(redirect.number, outputs[target])


async def _output(shell: ShellInterpreter, target: str, *, append: bool, opened: list[FileWriter]) -> ProcessOutput:
    path = posixpath.normpath(posixpath.join(shell.state.cwd, target))
    if path in ("/dev/null", "/dev/zero"):
        return NullOutput()
    if path in _STDOUT or path in _STDERR:
        return shell.streams.stdout if path in _STDOUT else shell.streams.stderr
    if not may_write(path, root=uid_of(shell.device, shell.user) == ROOT):
        raise ShellFault(f"can't create {target}: Permission denied")
    try:
        writer = FileWriter(shell.device.files, path, append=append, now=now(shell.device))
    except OSError as error:
        raise ShellFault(f"can't create {target}: {error.strerror}") from None
    opened.append(writer)
    await budget().spend(copy_work(writer.size))
    return writer
