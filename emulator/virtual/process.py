"""A process on the device: one command of its shell, with arguments, streams and an environment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Protocol, TypeAlias

from automotive_env.emulator.virtual.actor import trusted
from automotive_env.emulator.virtual.shell.budget import budget

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

ROOT, SHELL = 0, 2000
"""User ids: of the shell after `adb root`, and before."""


def uid_of(device: VirtualDevice, user: int | None) -> int:
    """Who a shell or a process runs as: a user that was chosen, else adbd's; who is trusted needs no `adb root`."""
    return user if user is not None else ROOT if device.root or trusted() else SHELL


class ProcessInput(Protocol):
    """Where a process reads from."""

    async def read(self, most: int) -> bytes:
        """Up to so many bytes; b"" at the end."""
        ...


class ProcessOutput(Protocol):
    """Where a process writes to; writing waits until the reader is ready, so that nothing piles up."""

    async def write(self, data: bytes) -> None: ...


StreamHandler: TypeAlias = Callable[[ProcessInput, ProcessOutput], Awaitable[None]]
"""Serves one connection to a socket of the device; the connection is closed when it returns."""


@dataclass
class ShellProcess:
    """One running command.

    Attributes:
        argv: its name as typed, then its arguments.
        user: who runs it, where `su` made that another one than adbd's.
    """

    device: VirtualDevice
    argv: list[str]
    stdin: ProcessInput
    stdout: ProcessOutput
    stderr: ProcessOutput
    env: dict[str, str] = field(default_factory=dict)
    cwd: str = "/"
    user: int | None = None

    @property
    def args(self) -> list[str]:
        """The arguments."""
        return self.argv[1:]

    @property
    def uid(self) -> int:
        """Who runs it: `ROOT` or `SHELL`."""
        return uid_of(self.device, self.user)

    async def spend(self, work: int) -> None:
        """Draw work, about its microseconds, on the budget of the command line; now and then other tasks get a turn."""
        await budget().spend(work)

    async def print(self, *lines: str) -> int:
        """Write lines to stdout; returns 0, the exit status of a command that has done its work."""
        if lines:
            await self.stdout.write(("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"))
        return 0

    async def fail(self, *lines: str, status: int = 1) -> int:
        """Write lines to stderr; returns the exit status."""
        if lines:
            await self.stderr.write(("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"))
        return status


ShellCommand: TypeAlias = Callable[[ShellProcess], Awaitable[int]]
"""Does the work of a process and returns its exit status; it is cancelled when the one who started it has gone."""

_COMMANDS: dict[str, ShellCommand] = {}


def command(*names: str) -> Callable[[ShellCommand], ShellCommand]:
    """Declare a command of the shell by its name, or names."""

    def declare(run: ShellCommand) -> ShellCommand:
        for name in names:
            assert name not in _COMMANDS, f"two commands are called {name}"
            _COMMANDS[name] = run
        return run

    return declare


@cache
def commands() -> dict[str, ShellCommand]:
    """All commands by name: every module in `commands` declares some."""
    from automotive_env.emulator.virtual import commands as folder

    for module in iter_modules(folder.__path__):
        import_module(f"{folder.__name__}.{module.name}")
    return _COMMANDS
