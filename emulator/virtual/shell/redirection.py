"""Redirections, and the streams of a shell."""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.files import may_write
from automotive_env.emulator.virtual.process import ROOT, Output, uid_of
from automotive_env.emulator.virtual.shell.budget import Exhausted, budget
from automotive_env.emulator.virtual.shell.clock import now
from automotive_env.emulator.virtual.shell.special_files import read_file
from automotive_env.emulator.virtual.shell.state import ShellFault
from automotive_env.emulator.virtual.shell.streams import FileWriter, Null, Reader, copy_work
from automotive_env.emulator.virtual.shell.syntax import Redirect

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.shell.interpreter import Interpreter

_NULL = ("/dev/null", "/dev/zero", "/dev/full")
_STDIN = ("/dev/stdin", "/dev/tty", "/proc/self/fd/0")
_STDOUT = ("/dev/stdout", "/dev/tty", "/proc/self/fd/1")
_STDERR = ("/dev/stderr", "/proc/self/fd/2")


@dataclass(frozen=True, slots=True)
class Streams:
    """What a shell reads and writes; redirections make others."""

    stdin: Reader
    stdout: Output
    stderr: Output

    def redirected(self, number: int, output: Output) -> Streams:
        """The same with another stdout (1) or stderr (2).

        Raises:
            ShellFault: it is another number.
        """
        if number not in (1, 2):
            raise ShellFault(f"{number}: bad file descriptor")
        return replace(self, stdout=output) if number == 1 else replace(self, stderr=output)


@asynccontextmanager
async def redirected(shell: Interpreter, redirects: Sequence[Redirect]) -> AsyncIterator[None]:
    """Redirect while a command runs.

    Raises:
        ShellFault: a file cannot be opened.
    """
    before, opened = shell.streams, list[FileWriter]()
    try:
        for redirect in redirects:
            target = await shell.expansion.text(redirect.target)
            shell.streams = await _redirect(shell, redirect, target, opened)
        yield
    except (Exhausted, asyncio.CancelledError):
        opened.clear()  # what is killed writes nothing more
        raise
    finally:
        shell.streams = before
        for writer in opened:
            writer.close()


async def _redirect(shell: Interpreter, redirect: Redirect, target: str, opened: list[FileWriter]) -> Streams:
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


def _open(shell: Interpreter, target: str) -> Reader:
    if target in _STDIN:
        return shell.streams.stdin
    try:
        return Reader(read_file(shell.device, posixpath.join(shell.state.cwd, target)))
    except OSError as error:
        raise ShellFault(f"can't open {target}: {error.strerror}") from None


def _duplicated(streams: Streams, redirect: Redirect, target: str) -> Streams:
    """`N>&M` and closing: the stream becomes the other one, or nothing."""
    if redirect.number == 0:
        return streams if target == "0" else replace(streams, stdin=Reader())
    outputs = {"1": streams.stdout, "2": streams.stderr, "-": Null()}
    if target not in outputs:
        raise ShellFault(f"{target}: bad file descriptor")
    return streams.redirected(redirect.number, outputs[target])


async def _output(shell: Interpreter, target: str, *, append: bool, opened: list[FileWriter]) -> Output:
    path = posixpath.normpath(posixpath.join(shell.state.cwd, target))
    if path in _NULL:
        return Null()
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
