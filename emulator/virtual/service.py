"""System services of a device: what `dumpsys NAME [ARGS]` prints and what `cmd NAME [ARGS]` does, and how they take arguments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, ClassVar, TypeVar

from automotive_env.emulator.virtual.process import ShellProcess

if TYPE_CHECKING:
    from automotive_env.emulator.virtual.device import VirtualDevice

FAILED = 255
SYSTEM, DRIVER = 0, 10
"""The users of a device: one that has no screen, and the one who sits in front."""
USERS = {SYSTEM: "System", DRIVER: "Driver"}
PER_USER = 100_000
"""Distance of the user ids (uid) of two users' copies of an app."""


def valid(words: list[str]) -> list[str]:
    """Arguments as Java takes them: bytes that are no UTF-8 become U+FFFD."""
    return [word.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for word in words]


def whole(text: str) -> int | None:
    """The number that up to nine digits say; None for any other text."""
    return int(text) if text.isdecimal() and len(text) <= 9 else None


async def illegal_argument(process: ShellProcess, verb: str, message: str) -> int:
    """A command that ended with an exception of Java, because of an argument."""
    lines = ["", f"Exception occurred while executing '{verb}':", f"java.lang.IllegalArgumentException: {message}"]
    return await process.fail(*lines, status=FAILED)


async def unknown(process: ShellProcess) -> int:
    """A service was asked for what it cannot do."""
    if not process.args or process.args[0] in ("help", "-h", "--help"):
        return await process.fail(f"usage: cmd {process.argv[0]} COMMAND [ARGS]", status=0 if process.args else FAILED)
    return await process.fail(f"Unknown command: {process.args[0]}", status=FAILED)


def option(args: list[str], name: str) -> str | None:
    """The value after an option; None where it is not given."""
    return args[args.index(name) + 1] if name in args[:-1] else None


class ServiceUsageError(Exception):
    """A command was used in a wrong way; the text is what Android says."""


def user_of(args: Sequence[str], default: int) -> tuple[list[str], int]:
    """The arguments without the one that names a user, and the user."""
    option = "--user"
    if option not in args:
        return list(args), default
    place = args.index(option)
    named = args[place + 1] if place + 1 < len(args) else ""
    rest = [*args[:place], *args[place + 2 :]]
    if named in ("current", "cur"):
        return rest, DRIVER
    if named == "all":
        return rest, default
    user = whole(named)
    if user is None:
        raise ServiceUsageError(f"Error: Invalid user: {named}" if named else f'Error: Argument expected after "{option}"')
    return rest, user


S = TypeVar("S")


async def run_subcommand(
    service: S, process: ShellProcess, subcommands: Mapping[str, Callable[[S, ShellProcess, list[str]], Awaitable[int]]]
) -> int:
    """Do what the first argument names with the others."""
    run = subcommands.get(process.args[0] if process.args else "")
    if run is None:
        return await unknown(process)
    return await run(service, process, process.args[1:])


class SystemService:
    """One system service of one device. A module in `services` declares a subclass for each.

    Class attributes:
        name: as `dumpsys -l` lists it; empty in a base class.
    """

    name: ClassVar[str] = ""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device

    async def dump(self, process: ShellProcess) -> int:
        """Do `dumpsys NAME ARGS`; `process.argv` is the name and the arguments."""
        return 0

    async def command(self, process: ShellProcess) -> int:
        """Do `cmd NAME ARGS`; `process.argv` is the name and the arguments."""
        return await process.fail("No shell command implementation.", status=255)

    async def transact(self, process: ShellProcess) -> int:
        """Do `service call NAME CODE ARGS`; `process.argv` is the name, the code of the transaction and the arguments."""
        return await process.fail("service: call is not supported on this device: use cmd and dumpsys", status=10)

    def save(self) -> object:
        """What a snapshot must hold beside the state of the car; immutable or a copy."""
        return None

    def load(self, saved: object) -> None:
        """Take back what `save` gave."""


def _kinds(base: type[SystemService]) -> list[type[SystemService]]:
    return [kind for sub in base.__subclasses__() for kind in (sub, *_kinds(sub))]


@cache
def services() -> dict[str, type[SystemService]]:
    """All services by name."""
    from automotive_env.emulator.virtual import services as folder

    for module in iter_modules(folder.__path__):
        import_module(f"{folder.__name__}.{module.name}")
    return {kind.name: kind for kind in _kinds(SystemService) if kind.name and kind.__module__.startswith(folder.__name__)}
