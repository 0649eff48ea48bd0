"""How commands of system services take their arguments, and what they say in the same words."""

from __future__ import annotations

from automotive_env.emulator.virtual.process import Process

FAILED = 255


def valid(words: list[str]) -> list[str]:
    """Arguments as Java takes them: bytes that are no UTF-8 become U+FFFD."""
    return [word.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for word in words]


def whole(text: str) -> int | None:
    """The number that up to nine digits say; None for any other text."""
    return int(text) if text.isdecimal() and len(text) <= 9 else None


async def illegal_argument(process: Process, verb: str, message: str) -> int:
    """A command that ended with an exception of Java, because of an argument."""
    lines = ["", f"Exception occurred while executing '{verb}':", f"java.lang.IllegalArgumentException: {message}"]
    return await process.fail(*lines, status=FAILED)


async def unknown(process: Process) -> int:
    """A service was asked for what it cannot do."""
    if not process.args or process.args[0] in ("help", "-h", "--help"):
        return await process.fail(f"usage: cmd {process.argv[0]} COMMAND [ARGS]", status=0 if process.args else FAILED)
    return await process.fail(f"Unknown command: {process.args[0]}", status=FAILED)


def option(args: list[str], name: str) -> str | None:
    """The value after an option; None where it is not given."""
    return args[args.index(name) + 1] if name in args[:-1] else None
