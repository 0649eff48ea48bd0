"""A terminal on a stream: it echoes what is typed, edits lines, and interrupts a command."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import ProcessInput, ProcessOutput
from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter
from automotive_env.emulator.virtual.shell.streams import Pipe

INTERRUPT, END, BACKSPACE, ESCAPE, ERASE = b"\x03", b"\x04", b"\x08", b"\x1b", b"\x7f"
MAX_LINE = 4096
"""Bytes of a line being edited, as on Linux."""
INTERRUPTED = 130


class TypedLines(Pipe):
    """The lines that a person typed; a shell that reads them prompts for each."""

    is_terminal = True


class Terminal:
    """What is typed goes to the command line by line; what it prints gets carriage returns."""

    def __init__(self, device: VirtualDevice, keys: ProcessInput, screen: ProcessOutput, env: dict[str, str]) -> None:
        self._device = device
        self._keys = keys
        self._screen = screen
        self._env = env
        self._typed = bytearray()
        self._escape = b""
        self._lines = TypedLines()
        self._job: asyncio.Task[int] | None = None

    async def run(self, line: str) -> int:
        """Run a command line, or a session where it is empty; returns the exit status."""
        keyboard = asyncio.ensure_future(self._type())
        shell = ShellInterpreter(self._device, self._lines, self, self, self._env)
        try:
            while True:
                job = self._job = asyncio.ensure_future(shell.run(line) if line else shell.session(interactive=True))
                await asyncio.wait([job])
                if line or not job.cancelled():
                    return INTERRUPTED if job.cancelled() else job.result()
                shell.state.status = INTERRUPTED
        finally:
            keyboard.cancel()
            if self._job:
                self._job.cancel()

    async def write(self, data: bytes) -> None:
        """Show what a command prints."""
        await self._screen.write(data.replace(b"\n", b"\r\n"))

    async def _type(self) -> None:
        with suppress(BrokenPipeError):
            while data := await self._keys.read(MAX_LINE):
                for key in data:
                    await self._press(bytes([key]))
            self._lines.end()

    async def _press(self, key: bytes) -> None:
        if self._escape or key == ESCAPE:
            await self._sequence(key)
        elif key == INTERRUPT:
            self._typed.clear()
            await self.write(b"^C\n")
            if self._job:
                self._job.cancel()
        elif key == END and not self._typed:
            self._lines.end()
        elif key in (END, b"\r", b"\n"):
            await self._enter(b"" if key == END else b"\n")
        elif key in (ERASE, BACKSPACE):
            await self._erase()
        elif len(self._typed) < MAX_LINE - 1:
            self._typed += key
            await self._screen.write(key)

    async def _enter(self, end: bytes) -> None:
        line, self._typed = bytes(self._typed), bytearray()
        await self.write(end)
        await self._lines.write(line + end)

    async def _erase(self) -> None:
        """Take a character back."""
        if text := self._typed.decode("utf-8", "surrogateescape"):
            self._typed = bytearray(text[:-1].encode("utf-8", "surrogateescape"))
            await self._screen.write(b"\b \b")

    async def _sequence(self, key: bytes) -> None:
        """Keys that send a sequence, such as arrows, do nothing."""
        self._escape += key
        unfinished = self._escape in (ESCAPE, b"\x1b[", b"\x1bO") or (self._escape[1:2] == b"[" and not b"@" <= key <= b"~")
        if not unfinished or len(self._escape) > 16:
            self._escape = b""
