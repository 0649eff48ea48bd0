"""`test` and `[`."""

from __future__ import annotations

import posixpath
import stat
from collections.abc import Callable

from automotive_env.emulator.virtual.files import File
from automotive_env.emulator.virtual.process import Process, command

_FILE: dict[str, Callable[[File], bool]] = {
    "-e": lambda file: True,
    "-f": lambda file: stat.S_ISREG(file.mode),
    "-d": lambda file: file.is_directory,
    "-c": lambda file: stat.S_ISCHR(file.mode),
    "-r": lambda file: True,
    "-w": lambda file: True,
    "-x": lambda file: bool(file.mode & 0o111),
    "-s": lambda file: len(file.data) > 0 or file.is_directory,
}
_TEXT: dict[str, Callable[[str], bool]] = {"-z": lambda text: not text, "-n": bool, "-t": lambda text: False}
_TEXTS: dict[str, Callable[[str, str], bool]] = {"=": str.__eq__, "==": str.__eq__, "!=": str.__ne__}
_NUMBERS: dict[str, Callable[[int, int], bool]] = {
    "-eq": int.__eq__,
    "-ne": int.__ne__,
    "-lt": int.__lt__,
    "-le": int.__le__,
    "-gt": int.__gt__,
    "-ge": int.__ge__,
}


@command("test", "[")
async def test(process: Process) -> int:
    """`test [!] CONDITION`, `[ [!] CONDITION ]`: 0 where it holds, 1 where not, 2 where it is none."""
    words, name = process.args, process.argv[0].rpartition("/")[2]
    if name == "[" and (not words or words.pop() != "]"):
        return await process.fail("/system/bin/sh: [: missing ]", status=2)
    try:
        return int(not _holds(process, words))
    except ValueError as fault:
        return await process.fail(f"/system/bin/sh: {name}: {fault}: unexpected operator/operand", status=2)


def _holds(process: Process, words: list[str]) -> bool:
    """Whether a condition holds.

    Raises:
        ValueError: it is none; the message is the word that does not belong there.
    """
    match words:
        case []:
            return False
        case [text]:
            return bool(text)
        case [left, operator, right] if operator in _TEXTS:
            return _TEXTS[operator](left, right)
        case [left, operator, right] if operator in _NUMBERS:
            return _NUMBERS[operator](_number(left), _number(right))
        case ["!", *rest]:
            return not _holds(process, rest)
        case [operator, text] if operator in _TEXT:
            return _TEXT[operator](text)
        case [operator, name] if operator in _FILE:
            path, files = posixpath.join(process.cwd, name), process.device.files
            return files.exists(path) and _FILE[operator](files.stat(path))
    raise ValueError(words[1] if len(words) < 4 else words[3])


def _number(text: str) -> int:
    try:
        return int(text[:40])
    except ValueError:
        raise ValueError(text) from None
