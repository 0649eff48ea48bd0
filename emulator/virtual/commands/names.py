"""`basename`, `dirname`, `realpath`, `test`, `[` and `expr`."""

from __future__ import annotations

import posixpath
import re

from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.shell.conditions import ConditionFault
from automotive_env.emulator.virtual.shell.conditions import test as holds
from automotive_env.emulator.virtual.shell.regex import compile_regex
from automotive_env.emulator.virtual.shell.tools import Misuse, path_of, write_lines


@command("basename")
async def basename(process: Process) -> int:
    """`basename PATH [SUFFIX]`."""
    if not 1 <= len(process.args) <= 2:
        raise Misuse("Needs 1 argument")
    name = posixpath.basename(process.args[0].rstrip("/")) or process.args[0][:1]
    suffix = process.args[1] if len(process.args) > 1 else ""
    await write_lines(process, [name.removesuffix(suffix) if name != suffix else name])
    return 0


@command("dirname")
async def dirname(process: Process) -> int:
    """`dirname PATH...`."""
    if not process.args:
        raise Misuse("Needs 1 argument")
    await write_lines(
        process, [posixpath.dirname(name.rstrip("/")).rstrip("/") or ("/" if name[:1] == "/" else ".") for name in process.args]
    )
    return 0


@command("realpath", "readlink")
async def realpath(process: Process) -> int:
    """`realpath PATH...`, `readlink -f PATH...`."""
    words = [word for word in process.args if word not in ("-f", "-e")]
    if process.argv[0] == "readlink" and len(words) == len(process.args):
        return 1
    await write_lines(process, [path_of(process, name) for name in words])
    return 0


@command("test", "[")
async def test(process: Process) -> int:
    """`test EXPRESSION`, `[ EXPRESSION ]`: 0 where it holds, 1 where not, 2 where it is none."""
    words, name = process.args, process.argv[0].rpartition("/")[2]
    if name == "[":
        if not words or words[-1] != "]":
            return await process.fail("/system/bin/sh: [: missing ]", status=2)
        words = words[:-1]
    try:
        return int(not holds(process.device.files, process.cwd, words))
    except ConditionFault as fault:
        return await process.fail(f"/system/bin/sh: {name}: {fault}", status=2)


_LEVELS = (("|",), ("&",), ("<", "<=", "=", "==", "!=", ">=", ">"), ("+", "-"), ("*", "/", "%"), (":",))

PARENTHESES = 20
"""How many an expression may have."""


class _Expression:
    """One expression of `expr` while it is worked out."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0

    def value(self) -> str:
        """The value of all words.

        Raises:
            Misuse: they are no expression.
        """
        value = self._level(0)
        if self._at < len(self._words):
            raise Misuse("syntax error", status=2)
        return value

    def _level(self, level: int) -> str:
        if level == len(_LEVELS):
            return self._atom()
        left = self._level(level + 1)
        while self._at < len(self._words) and self._words[self._at] in _LEVELS[level]:
            operator = self._words[self._at]
            self._at += 1
            left = _apply(operator, left, self._level(level + 1))
        return left

    def _atom(self) -> str:
        if self._at >= len(self._words) or self._words.count("(") > PARENTHESES:
            raise Misuse("syntax error", status=2)
        word = self._words[self._at]
        self._at += 1
        if word != "(":
            return word
        value = self._level(0)
        if self._words[self._at : self._at + 1] != [")"]:
            raise Misuse("syntax error", status=2)
        self._at += 1
        return value


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"-?\d{1,30}", text))


def _whole(text: str) -> int:
    if not _is_number(text):
        raise Misuse("not integer", status=2)
    return int(text)


def _apply(operator: str, left: str, right: str) -> str:
    if operator == "|":
        return left if left not in ("", "0") else right
    if operator == "&":
        return left if left not in ("", "0") and right not in ("", "0") else "0"
    if operator == ":":
        return _match(left, right)
    if operator in _LEVELS[2]:
        return str(int(_compare(operator, left, right)))
    one, two = _whole(left), _whole(right)
    if operator in "/%" and two == 0:
        raise Misuse("division by zero", status=2)
    sign = 1 if (one < 0) == (two < 0) else -1
    whole = abs(one) // abs(two) * sign if two else 0
    return str({"+": one + two, "-": one - two, "*": one * two, "/": whole, "%": one - two * whole}[operator])


def _compare(operator: str, left: str, right: str) -> bool:
    order = (
        (int(left) > int(right)) - (int(left) < int(right))
        if _is_number(left) and _is_number(right)
        else (left > right) - (left < right)
    )
    return {
        "<": order < 0,
        "<=": order <= 0,
        "=": order == 0,
        "==": order == 0,
        "!=": order != 0,
        ">=": order >= 0,
        ">": order > 0,
    }[operator]


def _match(text: str, pattern: str) -> str:
    regex = compile_regex("^" + pattern)
    span = regex.find(text)
    if regex.groups:
        return regex.match_groups(text, *span)[1] if span else ""
    return str(span[1]) if span else "0"


@command("expr")
async def expr(process: Process) -> int:
    """`expr EXPRESSION`: 1 where the value is 0 or empty."""
    value = _Expression(process.args).value()
    await write_lines(process, [value])
    return int(value in ("", "0"))
