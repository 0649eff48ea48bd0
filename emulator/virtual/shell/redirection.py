"""Redirections, and the file descriptors of a shell."""

from __future__ import annotations

import posixpath
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from automotive_env.emulator.virtual.files import may_write
from automotive_env.emulator.virtual.process import ROOT, Output, uid_of
from automotive_env.emulator.virtual.shell.clock import now
from automotive_env.emulator.virtual.shell.special_files import read_file
from automotive_env.emulator.virtual.shell.state import ShellFault
from automotive_env.emulator.virtual.shell.streams import FileWriter, Memory, Null, Pipe, Reader
from automotive_env.emulator.virtual.shell.syntax import Redirect

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.shell.execution import Execution

_NULL = ("/dev/null", "/dev/zero", "/dev/full")
_TERMINALS = {"/dev/tty": 1, "/dev/stdout": 1, "/dev/stderr": 2, "/proc/self/fd/1": 1, "/proc/self/fd/2": 2}


class Streams:
    """File descriptors: what is read and what is written. They never change; redirections make others."""

    __slots__ = ("inputs", "outputs", "stdin")

    def __init__(self, stdin: Reader, outputs: dict[int, Output], inputs: dict[int, Reader] | None = None) -> None:
        self.stdin, self.outputs, self.inputs = stdin, outputs, inputs or {}

    def __getitem__(self, number: int) -> Output:
        return self.outputs.get(number) or Null()

    async def write(self, number: int, data: bytes) -> None:
        """Write to a descriptor."""
        await self[number].write(data)

    def having(self, number: int, output: Output) -> Streams:
        """The same with another output."""
        return Streams(self.stdin, {**self.outputs, number: output}, self.inputs)

    def between(self, before: Pipe | None, after: Pipe | None) -> Streams:
        """The same, as a stage of a pipeline has them."""
        outputs = {**self.outputs, 1: after} if after else self.outputs
        return Streams(before or self.stdin, outputs, self.inputs)

    def for_job(self) -> Streams:
        """The same, as a job in the background has them: it reads nothing."""
        return Streams(Reader(), self.outputs, self.inputs)

    def hold(self) -> Callable[[], None]:
        """Keep all pipes open for one more writer; returns what lets go of them."""
        releases = [output.hold() for output in set(self.outputs.values()) if isinstance(output, Pipe | Memory)]

        def release() -> None:
            for one in releases:
                one()

        return release

    async def keep(self, shell: Execution, redirects: Sequence[Redirect]) -> None:
        """Redirect for the rest of the shell, as `exec` does; files are kept up to date at every write."""
        shell.streams, opened = await _apply(shell, redirects)
        for writer in opened:
            writer.eager = True


@asynccontextmanager
async def redirected(shell: Execution, redirects: Sequence[Redirect]) -> AsyncIterator[None]:
    """Redirect while a command runs."""
    before = shell.streams
    shell.streams, opened = await _apply(shell, redirects)
    try:
        yield
    finally:
        shell.streams = before
        for writer in opened:
            writer.close()


async def _apply(shell: Execution, redirects: Sequence[Redirect]) -> tuple[Streams, list[FileWriter]]:
    held = shell.streams
    streams = Streams(held.stdin, dict(held.outputs), dict(held.inputs))
    opened: list[FileWriter] = []
    for redirect in redirects:
        text = await shell.expansion.text(redirect.word)
        if redirect.operator in ("<", "<>", "<<", "<<-", "<<<"):
            _read_from(shell, streams, redirect, text)
        elif redirect.operator in ("<&", ">&") and (text == "-" or text.isdigit()):
            _duplicate(streams, redirect, text)
        else:
            _write_to(shell, streams, redirect, text, opened)
    return streams, opened


def _read_from(shell: Execution, streams: Streams, redirect: Redirect, text: str) -> None:
    if redirect.operator.startswith("<<"):
        body = text + "\n" if redirect.operator == "<<<" else text
        source = Reader(body.encode("utf-8", "surrogateescape"))
    elif text in ("/dev/stdin", "/dev/tty", "/proc/self/fd/0"):
        source = streams.stdin
    else:
        source = _open(shell, text)
    if redirect.number == 0:
        streams.stdin = source
    else:
        streams.inputs[redirect.number] = source


def _open(shell: Execution, text: str) -> Reader:
    path = posixpath.join(shell.state.cwd, text)
    try:
        return Reader(read_file(shell.device, path))
    except OSError as error:
        raise ShellFault(f"can't open {text}: {error.strerror}") from None


def _duplicate(streams: Streams, redirect: Redirect, text: str) -> None:
    """`N>&M`, `N<&M` and closing: the descriptor becomes the other one."""
    if text == "-":
        streams.outputs.pop(redirect.number, None)
        streams.inputs.pop(redirect.number, None)
        if redirect.number == 0:
            streams.stdin = Reader()
        return
    other = int(text[:4])
    if redirect.operator == "<&" and (source := streams.stdin if other == 0 else streams.inputs.get(other)):
        if redirect.number == 0:
            streams.stdin = source
        else:
            streams.inputs[redirect.number] = source
    elif other in streams.outputs:
        streams.outputs[redirect.number] = streams.outputs[other]
    else:
        raise ShellFault(f"{text}: bad file descriptor")


def _write_to(shell: Execution, streams: Streams, redirect: Redirect, text: str, opened: list[FileWriter]) -> None:
    path = posixpath.normpath(posixpath.join(shell.state.cwd, text))
    output: Output
    if path in _TERMINALS:
        output = streams[_TERMINALS[path]]
    elif path in _NULL:
        output = Null()
    else:
        output = _create(shell, path, text, append=redirect.operator in (">>", "&>>"))
        opened.append(output)
    streams.outputs[redirect.number] = output
    if redirect.operator in ("&>", "&>>", ">&"):
        streams.outputs[2] = output


def _create(shell: Execution, path: str, text: str, *, append: bool) -> FileWriter:
    if not may_write(path, root=uid_of(shell.device, shell.user) == ROOT):
        raise ShellFault(f"can't create {text}: Permission denied")
    try:
        return FileWriter(shell.device.files, path, append=append, now=now(shell.device))
    except OSError as error:
        raise ShellFault(f"can't create {text}: {error.strerror}") from None
