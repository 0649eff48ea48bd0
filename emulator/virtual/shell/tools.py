"""What many commands need: options, paths, and the inputs that they are given by name."""

from __future__ import annotations

import errno
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass
from getopt import GetoptError, getopt, gnu_getopt

from automotive_env.emulator.virtual.files import may_write
from automotive_env.emulator.virtual.patterns import PatternFault
from automotive_env.emulator.virtual.process import ROOT, ShellCommand, ShellProcess
from automotive_env.emulator.virtual.shell.budget import running
from automotive_env.emulator.virtual.shell.special_files import read_file
from automotive_env.emulator.virtual.shell.streams import ShellInput, ZeroInput, reader

BROKEN_PIPE = 141
"""Status of a command that was ended by SIGPIPE."""


class CommandUsageError(Exception):
    """A command was used in a wrong way; the message says how."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def reason(error: OSError) -> str:
    """What an error says to the user of a command."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)


async def answer(run: ShellCommand, process: ShellProcess) -> int:
    """Run a command; what it raises becomes a message and a status."""
    name = process.argv[0]
    try:
        with running():
            return await run(process)
    except ConnectionError:
        return BROKEN_PIPE
    except OSError as error:
        return await process.fail(f"{name}: {reason(error)}")
    except CommandUsageError as error:
        return await process.fail(f"{name}: {error}", status=error.status)
    except PatternFault as error:
        return await process.fail(f"{name}: {error}", status=2)


@dataclass(frozen=True)
class CommandOptions:
    """Options of a command.

    Attributes:
        given: letter or long name -> the last value; "" for those without.
        all: letter and value of each, in order.
        words: what is left.
    """

    given: dict[str, str]
    all: tuple[tuple[str, str], ...]
    words: list[str]

    def __contains__(self, name: str) -> bool:
        return name in self.given

    def value(self, *names: str, default: str = "") -> str:
        """The value of an option that has several names."""
        return next((self.given[name] for name in names if name in self.given), default)

    def number(self, name: str, default: int) -> int:
        """The value of an option as a whole number."""
        return whole_number(self.given[name]) if name in self.given else default


def options(process: ShellProcess, letters: str, long: Sequence[str] = (), *, stop: bool = False) -> CommandOptions:
    """Read the options of a command.

    Args:
        process: the command.
        letters: as `getopt` takes them.
        long: long names, with "=" where they take a value.
        stop: whether the first word ends the options.
    """
    try:
        found, words = (getopt if stop else gnu_getopt)(process.args, letters, list(long))
    except GetoptError as error:
        if "requires" in error.msg:
            raise CommandUsageError(f"Missing argument to -{error.opt}") from None
        raise CommandUsageError(f"Unknown option '{error.opt}'") from None
    pairs = tuple((name.lstrip("-"), value) for name, value in found)
    return CommandOptions(dict(pairs), pairs, words)


def whole_number(text: str) -> int:
    """A whole number."""
    if not text.removeprefix("-").isdecimal() or len(text) > 13:
        raise CommandUsageError(f"not integer: {text}")
    return int(text)


def path_of(process: ShellProcess, name: str) -> str:
    """A path as a command means it; it has no dots and no doubled slashes."""
    path = posixpath.normpath(posixpath.join(process.cwd, name))
    return path[1:] if path.startswith("//") else path


def to_write(process: ShellProcess, name: str) -> str:
    """The path of what a command wants to write or remove."""
    path = path_of(process, name)
    if not may_write(path, root=process.uid == ROOT):
        raise PermissionError(errno.EACCES, "Permission denied", name)
    return path


def open_input(process: ShellProcess, name: str) -> ShellInput:
    """What a command reads from: "-" is its stdin."""
    path = path_of(process, name)
    if name == "-" or path in ("/dev/stdin", "/dev/tty", "/proc/self/fd/0"):
        return reader(process.stdin)
    if path == "/dev/zero":
        return ZeroInput()
    try:
        return ShellInput(read_file(process.device, path))
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None


async def open_inputs(process: ShellProcess, names: Sequence[str]) -> tuple[list[tuple[str, ShellInput]], int]:
    """All inputs that can be read, stdin where no names are given; and 1 where some could not, which is said on stderr."""
    found, status = [], 0
    for name in names or ["-"]:
        try:
            found.append((name, open_input(process, name)))
        except OSError as error:
            status = await process.fail(f"{process.argv[0]}: {reason(error)}")
    return found, status


def text_of(data: bytes) -> str:
    """Bytes as text; what is no UTF-8 survives the way back."""
    return data.decode("utf-8", "surrogateescape")


def data_of(text: str) -> bytes:
    """Text as bytes."""
    return text.encode("utf-8", "surrogateescape")


async def write_lines(process: ShellProcess, lines: Sequence[str]) -> None:
    """Print lines."""
    if lines:
        await process.stdout.write(data_of("\n".join(lines) + "\n"))
