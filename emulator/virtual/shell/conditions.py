"""`test`, `[ ... ]` and `[[ ... ]]`."""

from __future__ import annotations

import posixpath
import stat
from collections.abc import Callable, Sequence

from automotive_env.emulator.virtual.files import File, FileSystem
from automotive_env.emulator.virtual.shell.patterns import Piece, matches

DEPTH = 30
"""How many parentheses a condition may have."""


class ConditionFault(Exception):
    """The condition is none; the message says why."""


_FILE: dict[str, Callable[[File], bool]] = {
    "-e": lambda file: True,
    "-a": lambda file: True,
    "-f": lambda file: stat.S_ISREG(file.mode),
    "-d": lambda file: file.is_directory,
    "-c": lambda file: stat.S_ISCHR(file.mode),
    "-r": lambda file: True,
    "-w": lambda file: True,
    "-x": lambda file: bool(file.mode & 0o111),
    "-s": lambda file: len(file.data) > 0 or file.is_directory,
    "-L": lambda file: False,
    "-h": lambda file: False,
    "-b": lambda file: False,
    "-p": lambda file: False,
    "-S": lambda file: False,
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
_TEXTS: dict[str, Callable[[str, str], bool]] = {
    "=": str.__eq__,
    "==": str.__eq__,
    "!=": str.__ne__,
    "<": str.__lt__,
    ">": str.__gt__,
}
_FILES = ("-nt", "-ot", "-ef")


class _Condition:
    """One condition while it is worked out."""

    def __init__(self, files: FileSystem, cwd: str, words: Sequence[Sequence[Piece]], double: bool) -> None:
        self._files, self._cwd, self._double = files, cwd, double
        self._pieces = words
        self._words = ["".join(text for text, _ in word) for word in words]
        self._or, self._and = ("||", "&&") if double else ("-o", "-a")
        self._at = self._depth = 0

    def whole(self) -> bool:
        """Whether all words together hold."""
        if not self._words:
            return False
        found = self._any()
        if self._at < len(self._words):
            raise ConditionFault(f"{self._words[self._at]}: unexpected operator/operand")
        return found

    def _peek(self, ahead: int = 0) -> str | None:
        at = self._at + ahead
        return self._words[at] if at < len(self._words) else None

    def _take(self) -> str:
        word = self._peek()
        if word is None:
            raise ConditionFault("missing expression operand")
        self._at += 1
        return word

    def _any(self) -> bool:
        found = self._all()
        while self._peek() == self._or:
            self._at += 1
            found = self._all() or found
        return found

    def _all(self) -> bool:
        found = self._one()
        while self._peek() == self._and:
            self._at += 1
            found = self._one() and found
        return found

    def _one(self) -> bool:
        negated = False
        while self._peek() == "!" and self._peek(1) is not None and not self._binary_at(1):
            self._at += 1
            negated = not negated
        return self._primary() != negated

    def _binary_at(self, ahead: int) -> bool:
        return self._peek(ahead) in (*_TEXTS, *_NUMBERS, *_FILES, "=~") and self._peek(ahead + 1) is not None

    def _primary(self) -> bool:
        if self._binary_at(1):
            return self._binary()
        word = self._take()
        if word == "(" and self._peek() is not None:
            self._depth += 1
            if self._depth > DEPTH:
                raise ConditionFault("nested too deep")
            found = self._any()
            if self._take() != ")":
                raise ConditionFault("missing )")
            return found
        if word in _FILE and self._peek() is not None:
            return self._file(_FILE[word], self._take())
        if word in _TEXT and self._peek() is not None:
            return _TEXT[word](self._take())
        return bool(word)

    def _file(self, test: Callable[[File], bool], path: str) -> bool:
        path = posixpath.join(self._cwd, path)
        return self._files.exists(path) and test(self._files.stat(path))

    def _binary(self) -> bool:
        left, operator = self._take(), self._take()
        pattern = self._pieces[self._at]
        right = self._take()
        if operator in _NUMBERS:
            return _NUMBERS[operator](_number(left), _number(right))
        if operator in _FILES:
            return self._compare(left, operator, right)
        if self._double and operator in ("=", "==", "!="):
            return matches(pattern, left) == (operator != "!=")
        if operator not in _TEXTS:
            raise ConditionFault(f"{operator}: unexpected operator/operand")
        return _TEXTS[operator](left, right)

    def _compare(self, left: str, operator: str, right: str) -> bool:
        paths = [posixpath.normpath(posixpath.join(self._cwd, path)) for path in (left, right)]
        if operator == "-ef":
            return paths[0] == paths[1]
        times = [self._files.stat(path).modified if self._files.exists(path) else -1 for path in paths]
        return times[0] > times[1] if operator == "-nt" else times[0] < times[1]


def _number(text: str) -> int:
    try:
        return int(text[:40])
    except ValueError:
        raise ConditionFault(f"{text}: unexpected operator/operand") from None


def test(files: FileSystem, cwd: str, words: Sequence[str]) -> bool:
    """What `test WORDS` finds.

    Raises:
        ConditionFault: it is no condition.
    """
    return _Condition(files, cwd, [[(word, True)] for word in words], False).whole()


def holds(files: FileSystem, cwd: str, words: Sequence[Sequence[Piece]]) -> int:
    """The status of `[[ WORDS ]]`; unquoted patterns count on the right of `==`."""
    try:
        return int(not _Condition(files, cwd, words, True).whole())
    except ConditionFault:
        return 2
