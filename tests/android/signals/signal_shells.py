"""Shells for tests: one with canned replies, one on a virtual device in this process."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable, Mapping
from functools import cache

from shared_devices import shared_device

from automotive_env.android.features import DeviceFeatures, find_features
from automotive_env.android.shell import ShellReply
from automotive_env.android.signal_access import SignalAccess
from automotive_env.car.vhal.properties import AndroidRelease
from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.shell.interpreter import ShellInterpreter


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One loop for every command: `asyncio.run` makes one each time, which takes as long as a command."""
    loop = asyncio.new_event_loop()
    atexit.register(loop.close)
    return loop


class Memory:
    """An output that is kept."""

    def __init__(self) -> None:
        self.data = b""

    async def write(self, data: bytes) -> None:
        self.data += data


class Nothing:
    """An empty input."""

    async def read(self, most: int = -1) -> bytes:
        return b""


class DeviceShell:
    """A shell on a virtual device, without ADB between."""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self.lines: list[str] = []

    def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
        self.lines.append(command)
        out = Memory()
        status = _loop().run_until_complete(ShellInterpreter(self.device, Nothing(), out, out).run(command))
        return ShellReply(out.data.decode(), status)


class CannedShell:
    """A shell that knows some answers; a command that it does not know is not found."""

    def __init__(self, answers: Mapping[str, str | Callable[[], str]]) -> None:
        self.answers = dict(answers)
        self.commands: list[str] = []
        self.round_trips = 0

    def run(self, command: str, *, timeout: float = 10.0) -> ShellReply:
        self.round_trips += 1
        if "; echo --" not in command:
            return self._answer(command)
        mark = command.rpartition("; echo ")[2].split()[0]
        text = ""
        for part in command.split(f" 2>&1; echo {mark} $?"):
            if part := part.removeprefix("; "):
                said, status = self._answer(part)
                text += f"{said}{mark} {status}\n"
        return ShellReply(text)

    def _answer(self, command: str) -> ShellReply:
        self.commands.append(command)
        known = self.answers.get(command)
        if known is None:
            return ShellReply(f"/system/bin/sh: {command.split()[0]}: inaccessible or not found\n", 127)
        return ShellReply(known if isinstance(known, str) else known())


def device(release: AndroidRelease = 14, *, stock: bool = False) -> VirtualDevice:
    """The shared device of a release, with root; a stock one does not say that it has our vendor properties."""
    made = shared_device(release, stock=stock)
    made.root = True
    return made


@cache
def _features(release: AndroidRelease, stock: bool) -> DeviceFeatures:
    return find_features(DeviceShell(device(release, stock=stock)))


def access(release: AndroidRelease = 14, *, stock: bool = False) -> SignalAccess:
    """The signals of the shared device of a release, which are the first to be asked of it."""
    features = _features(release, stock)
    return SignalAccess(DeviceShell(device(release, stock=stock)), features, sleep=lambda seconds: None)
