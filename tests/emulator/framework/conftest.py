"""A device, and a way to run one command on it without a shell around."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from shared_devices import shared_device

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.process import ShellProcess, commands


class Given:
    def __init__(self, data: bytes) -> None:
        self.data = data

    async def read(self, most: int = -1) -> bytes:
        most = len(self.data) if most < 0 else most
        given, self.data = self.data[:most], self.data[most:]
        return given


@dataclass
class Kept:
    data: bytes = b""

    async def write(self, data: bytes) -> None:
        self.data += data

    @property
    def text(self) -> str:
        return self.data.decode()


@dataclass
class Ran:
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@dataclass
class Car:
    device: VirtualDevice = field(default_factory=shared_device)

    @property
    def world(self):
        return self.device.world

    def run(self, *argv: str, stdin: bytes = b"") -> Ran:
        words = argv[0].split() if len(argv) == 1 else list(argv)
        out, err = Kept(), Kept()
        process = ShellProcess(self.device, words, Given(stdin), out, err)
        status = asyncio.run(asyncio.wait_for(commands()[words[0]](process), 20))
        return Ran(status, out.text, err.text)

    def out(self, *argv: str, stdin: bytes = b"") -> str:
        ran = self.run(*argv, stdin=stdin)
        assert (ran.status, ran.err) == (0, ""), ran
        return ran.out


@pytest.fixture
def car() -> Car:
    return Car()
