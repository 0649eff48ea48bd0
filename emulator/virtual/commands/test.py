"""`test` and `[`."""

from __future__ import annotations

import posixpath
import stat
from collections.abc import Callable, Sequence

from automotive_env.emulator.virtual.files import File, FileSystem
from automotive_env.emulator.virtual.process import Process, command


class ConditionFault(Exception):
    """The condition is none; the message says why."""


_FILE: dict[str, Callable[[File], bool]] = {
    "-e": lambda file: True,
    "-f": lambda file: stat.S_ISREG(file.mode),
    "-d": lambda file: file.is_directory,
    "-c": lambda file: stat.S_ISCHR(file.mode),
    "-r": lambda file: True,
    "-w": lambda file: True,
    "-x": lambda file: bool(file.mode & 0o111),
    "-s": lambda file: len(file.data) > 0 or file.is_directory,
    "-L": lambda file: False,
    "-h": lambda file: False,
}
_TEXT: dict[str, Callable[[str], bool]] = {"-z": lambda text: not text, "-n": bool, "-t": lambda text: False}
_NUMBERS: dict[str, Callable[[int, int], bool]] = {
    "-eq": int.__eq__,
    "-ne": int.__ne__,
    "-lt": int.__lt__,
    "-le": int.__le__,
    "-gt": int.__gt__,
    "-ge": int.__ge__,
}
_TEXTS: dict[str, Callable[[str, str], bool]] = {"=": str.__eq__, "==": str.__eq__, "!=": str.__ne__}


class _Condition:
    """One condition while it is worked out: terms joined by -a and -o, without parentheses."""

    def __init__(self, files: FileSystem, cwd: str, words: Sequence[str]) -> None:
        self._files, self._cwd, self._words = files, cwd, words
        self._at = 0

    def whole(self) -> bool:
        """Whether all words together hold.

        Raises:
            ConditionFault: they are no condition.
        """
        found = self._all() if self._words else False
        while self._is("-o"):
            self._at += 1
            found = self._all() or found
        if self._at < len(self._words):
            raise ConditionFault(f"{self._words[self._at]}: unexpected operator/operand")
        return found

    def _is(self, word: str) -> bool:
        return self._words[self._at : self._at + 1] == [word]

    def _take(self) -> str:
        if self._at >= len(self._words):
            raise ConditionFault("missing expression operand")
        self._at += 1
        return self._words[self._at - 1]

    def _all(self) -> bool:
        found = self._term()
        while self._is("-a"):
            self._at += 1
            found = self._term() and found
        return found

    def _term(self) -> bool:
        negated = False
        while self._is("!") and self._left() > 1 and not self._is_binary(self._at + 1):
            self._at += 1
            negated = not negated
        return self._primary() != negated

    def _left(self) -> int:
        return len(self._words) - self._at

    def _is_binary(self, at: int) -> bool:
        return at + 1 < len(self._words) and (self._words[at] in _TEXTS or self._words[at] in _NUMBERS)

    def _primary(self) -> bool:
        if self._is_binary(self._at + 1):
            left, operator, right = self._take(), self._take(), self._take()
            return _TEXTS[operator](left, right) if operator in _TEXTS else _NUMBERS[operator](_number(left), _number(right))
        word = self._take()
        if word in _FILE and self._left():
            path = posixpath.join(self._cwd, self._take())
            return self._files.exists(path) and _FILE[word](self._files.stat(path))
        return _TEXT[word](self._take()) if word in _TEXT and self._left() else bool(word)


def _number(text: str) -> int:
    try:
        return int(text[:40])
    except ValueError:
        raise ConditionFault(f"{text}: unexpected operator/operand") from None


@command("test", "[")
async def test(process: Process) -> int:
    """`test EXPRESSION`, `[ EXPRESSION ]`: 0 where it holds, 1 where not, 2 where it is none."""
    words, name = process.args, process.argv[0].rpartition("/")[2]
    if name == "[":
        if not words or words[-1] != "]":
            return await process.fail("/system/bin/sh: [: missing ]", status=2)
        words = words[:-1]
    try:
        return int(not _Condition(process.device.files, process.cwd, words).whole())
    except ConditionFault as fault:
        return await process.fail(f"/system/bin/sh: {name}: {fault}", status=2)
