"""A terminal on a stream: it shows what is typed, edits lines, and interrupts a command."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import Input, Output
from automotive_env.emulator.virtual.shell.interpreter import Interpreter
from automotive_env.emulator.virtual.shell.streams import Pipe

INTERRUPT, END, BACKSPACE, KILL, ERASE = b"\x03", b"\x04", b"\x08", b"\x15", b"\x7f"
LINE = 4096
"""Bytes of a line being edited, as on Linux."""
INTERRUPTED = 130


class Terminal:
    """What is typed goes to the command line by line; what it prints gets carriage returns."""

    def __init__(self, device: VirtualDevice, keys: Input, screen: Output, env: dict[str, str]) -> None:
        self._device = device
        self._keys = keys
        self._screen = screen
        self._env = env
        self._typed = bytearray()
        self._lines = Pipe()
        self._job: asyncio.Task[int] | None = None

    async def run(self, line: str) -> int:
        """Run a command line, or a session where it is empty; returns the exit status."""
        keyboard = asyncio.ensure_future(self._type())
        shell = Interpreter(self._device, self._lines, self, self, self._env)
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
            while data := await self._keys.read(LINE):
                for key in data:
                    await self._press(bytes([key]))
            self._lines.end()

    async def _press(self, key: bytes) -> None:
        if key == INTERRUPT:
            await self._interrupt()
        elif key == END:
            await self._end()
        elif key in (ERASE, BACKSPACE, KILL):
            await self._erase(len(self._typed) if key == KILL else 1)
        elif key in b"\r\n":
            await self.write(b"\n")
            await self._enter(b"\n")
        elif len(self._typed) < LINE - 1:
            self._typed += key
            await self._screen.write(key)

    async def _enter(self, end: bytes) -> None:
        line, self._typed = bytes(self._typed) + end, bytearray()
        await self._lines.write(line)

    async def _end(self) -> None:
        if self._typed:
            await self._enter(b"")
        else:
            self._lines.end()

    async def _erase(self, count: int) -> None:
        gone = self._typed[-count:] if count else b""
        del self._typed[len(self._typed) - len(gone) :]
        await self._screen.write(b"\b \b" * len(gone))

    async def _interrupt(self) -> None:
        self._typed.clear()
        await self.write(b"^C\n")
        if self._job:
            self._job.cancel()
