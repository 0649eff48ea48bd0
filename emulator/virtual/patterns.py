"""Regular expressions that clients send, of grep and of Java, all matched by RE2 in linear time.

RE2 knows no back-references and no look-around; such patterns are refused. Its memory per pattern is bounded, and so is the
product of the lengths of program and text, because its slowest machine takes up to 15 ns for each of these steps.
"""

from __future__ import annotations

import re
from functools import lru_cache

import re2

MAX_PATTERN_CHARACTERS = 1_000
MAX_MEMORY = 512 * 1024
"""Bytes that RE2 may take for a pattern and its states."""
MAX_STEPS = 8_000_000
"""Instructions of a pattern times bytes of a text."""
CACHED = 64

_OPERATOR = re.compile(r"\\([(){}|+?])|(\\.)|([(){}|+?])", re.DOTALL)
"""An operator of a basic expression, another character with a backslash, and a character that only RE2 takes for an operator."""


class PatternFault(Exception):
    """A text is no pattern, needs what RE2 lacks, or is too much work."""


class ClientRegex:
    """A compiled pattern; texts may hold surrogate escapes.

    Attributes:
        size: instructions of its program: what one byte of text may cost.
    """

    def __init__(self, expression: str, *, ignore_case: bool = False, dot_all: bool = True) -> None:
        if len(expression) > MAX_PATTERN_CHARACTERS:
            raise PatternFault(f"a pattern may have {MAX_PATTERN_CHARACTERS} characters")
        options = re2.Options()
        options.max_mem, options.log_errors = MAX_MEMORY, False
        options.case_sensitive, options.dot_nl = not ignore_case, dot_all
        try:
            self._compiled = re2.compile(_data(expression), options)
        except re2.error as error:
            detail = error.args[0] if error.args else ""
            raise PatternFault(detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)) from None
        self.size: int = self._compiled.programsize

    def work(self, length: int) -> int:
        """Units of work that one search in so many bytes should draw on a budget."""
        return 2 + length // 500 + length * self.size // 20_000

    def found_in(self, data: bytes) -> bool:
        """Whether it matches anywhere."""
        self._check_work(len(data))
        return self._compiled.search(data) is not None

    def fits(self, text: str) -> bool:
        """Whether it matches the whole of a text."""
        data = _data(text)
        self._check_work(len(data))
        return self._compiled.fullmatch(data) is not None

    def _check_work(self, length: int) -> None:
        if self.size * length > MAX_STEPS:
            raise PatternFault("pattern and text are too long")


@lru_cache(maxsize=CACHED)
def java(expression: str, *, dot_all: bool = False) -> ClientRegex:
    """A pattern as Java and RE2 both write it."""
    if "&&" in expression:
        raise PatternFault("intersections of sets are not supported")
    return ClientRegex(expression, dot_all=dot_all)


def basic(expression: str) -> str:
    """A basic regular expression, in which operators have a backslash, in the language of RE2."""
    return _OPERATOR.sub(lambda found: found[1] or found[2] or "\\" + found[3], expression)


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
