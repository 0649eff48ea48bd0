"""Runs lines in the device's shell."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from shared_devices import shared_device

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter
from automotive_env.emulator.virtual.shell.streams import MemoryOutput, ShellInput


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str


async def run(device: VirtualDevice, line: str, stdin: bytes = b"", cwd: str = "/data/local/tmp") -> Done:
    out, err = MemoryOutput(), MemoryOutput()
    shell = ShellInterpreter(device, ShellInput(stdin), out, err)
    shell.state.cwd = cwd
    status = await shell.run(line)
    return Done(status, out.data.decode("utf-8", "surrogateescape"), err.data.decode("utf-8", "surrogateescape"))


def shell(line: str, stdin: bytes = b"", device: VirtualDevice | None = None) -> Done:
    async def limited() -> Done:
        async with asyncio.timeout(20):
            return await run(device or shared_device(), line, stdin)

    return asyncio.run(limited())
