"""`test` and `[`: whether a file is there, whether texts are equal, and how whole numbers compare."""

from __future__ import annotations

import operator
import posixpath
import re
import stat
from collections.abc import Callable

from automotive_env.emulator.virtual.files import File
from automotive_env.emulator.virtual.process import Process, command

_FILE: dict[str, Callable[[File], bool]] = {
    "-e": lambda file: True,
    "-f": lambda file: stat.S_ISREG(file.mode),
    "-d": lambda file: file.is_directory,
    "-x": lambda file: bool(file.mode & 0o111),
    "-s": lambda file: len(file.data) > 0 or file.is_directory,
}

_ORDER: dict[str, Callable[[int, int], bool]] = {
    "-eq": operator.eq,
    "-ne": operator.ne,
    "-gt": operator.gt,
    "-ge": operator.ge,
    "-lt": operator.lt,
    "-le": operator.le,
}
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)


@command("test", "[")
async def test(process: Process) -> int:
    """`test [!] CONDITION`, `[ [!] CONDITION ]`: 0 where it holds, 1 where not, 2 where it is none."""
    words, name = process.args, process.argv[0].rpartition("/")[2]
    if name == "[" and (not words or words.pop() != "]"):
        return await process.fail("/system/bin/sh: [: missing ]", status=2)
    holds = _holds(process, words)
    if holds is None:
        return await process.fail(f"/system/bin/sh: {name}: {' '.join(words)[:40]}: unexpected operator/operand", status=2)
    return int(not holds)


def _holds(process: Process, words: list[str]) -> bool | None:
    """Whether a condition holds; None where it is none."""
    match words:
        case []:
            return False
        case [text]:
            return bool(text)
        case [left, "=" | "==" | "!=" as sign, right]:
            return (left == right) is (sign != "!=")
        case [left, order, right] if order in _ORDER and _WHOLE.fullmatch(left) and _WHOLE.fullmatch(right):
            return _ORDER[order](int(left), int(right))
        case ["!", *rest]:
            holds = _holds(process, rest)
            return None if holds is None else not holds
        case ["-z" | "-n" as sign, text]:
            return bool(text) is (sign == "-n")
        case [kind, name] if kind in _FILE:
            path, files = posixpath.join(process.cwd, name), process.device.files
            return files.exists(path) and _FILE[kind](files.stat(path))
    return None
