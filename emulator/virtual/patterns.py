"""Patterns that clients send: regular expressions of POSIX and of Java, and globs, all matched by RE2 in linear time.

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

_TOKEN = re.compile(r"\\(.)|\[([!^]?)(\]?(?:\[:[a-z]+:\]|[^]])*)\]|(\\\Z)|(.)", re.DOTALL)
"""An escaped character, a bracket expression, a last backslash, or any other character."""
_WORDS = {"<": r"\b", ">": r"\b", "n": r"\n", "t": r"\t"} | {char: f"\\{char}" for char in "wWsSbB"}
"""Escapes with a meaning in grep -> those of RE2, which tells the start of a word from its end only by what follows."""


class PatternFault(Exception):
    """A text is no pattern, needs what RE2 lacks, or is too much work."""


class Re2Pattern:
    """A compiled pattern; texts may hold surrogate escapes.

    Attributes:
        size: instructions of its program: what one byte of text may cost.
    """

    def __init__(self, expression: str, *, ignore_case: bool = False, dot_all: bool = True) -> None:
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
        """Whether it matches anywhere.

        Raises:
            PatternFault: it is too much work to tell.
        """
        self._check_work(len(data))
        return self._compiled.search(data) is not None

    def fits(self, text: str) -> bool:
        """Whether it matches the whole of a text.

        Raises:
            PatternFault: it is too much work to tell.
        """
        data = _data(text)
        self._check_work(len(data))
        return self._compiled.fullmatch(data) is not None

    def _check_work(self, length: int) -> None:
        if self.size * length > MAX_STEPS:
            raise PatternFault("pattern and text are too long")


@lru_cache(maxsize=CACHED)
def java(expression: str, *, dot_all: bool = False) -> Re2Pattern:
    """A pattern as Java and RE2 both write it.

    Raises:
        PatternFault: it is none, or means something else to RE2, such as sets within sets.
    """
    _check_length(expression)
    if "&&" in expression:
        raise PatternFault("intersections of sets are not supported")
    return Re2Pattern(expression, dot_all=dot_all)


@lru_cache(maxsize=CACHED)
def glob(expression: str) -> Re2Pattern:
    r"""A pattern of file names: `*`, `?`, `[a-z]`, `[!a-z]`; `\` takes the meaning of the character after it.

    Raises:
        PatternFault: it is none.
    """

    def one(found: re.Match[str]) -> str:
        escaped, inverted, members, _, char = found.groups()
        if members is not None:
            return _bracket(inverted, members)
        return {"*": ".*", "?": "."}.get(char) or _escaped(escaped or char or "\\")

    _check_length(expression)
    return Re2Pattern(_TOKEN.sub(one, expression))


def is_glob(expression: str) -> bool:
    """Whether a word has to be matched with names: it holds `*`, `?` or `[...]`; an escaped one counts, too."""
    return "*" in expression or "?" in expression or ("[" in expression and "]" in expression)


def literal(text: str) -> str:
    """A text as part of a glob that means itself."""
    return "".join("\\" + char if char in "\\*?[]" else char for char in text)


def literal_expression(text: str) -> str:
    """A text as a regular expression of RE2 that means itself.

    Raises:
        PatternFault: it is too long.
    """
    _check_length(text)
    return "".join(map(_escaped, text))


def from_posix(expression: str, *, extended: bool) -> str:
    """A basic or extended regular expression, as toybox's grep takes it, in the language of RE2.

    Raises:
        PatternFault: it has what RE2 lacks.
    """

    def one(found: re.Match[str]) -> str:
        escaped, inverted, members, last, char = found.groups()
        if last or (escaped and escaped in "123456789"):
            raise PatternFault("Trailing backslash" if last else "back-references are not supported")
        if members is not None:
            return _bracket("^" if inverted == "^" else "", members if inverted != "!" else f"!{members}")
        if escaped:  # a basic expression escapes its operators
            return escaped if not extended and escaped in "(){}|+?" else _WORDS.get(escaped) or _escaped(escaped)
        starts = found.start() == 0 or (not extended and expression[: found.start()] in ("^", r"\("))
        return "\\" + char if (char in "(){}|+?" and not extended) or (char == "*" and starts) else char

    _check_length(expression)
    return _TOKEN.sub(one, expression)


def _bracket(inverted: str, members: str) -> str:
    """A bracket expression of POSIX, where a backslash means itself, as one of RE2."""
    parts = re.split(r"(\[:[a-z]+:\])", members.replace("\\", "\\\\"))
    parts[::2] = [part.replace("[", "\\[") for part in parts[::2]]
    return f"[{inverted and '^'}{''.join(parts)}]"


def _escaped(char: str) -> str:
    """A character that means itself, to RE2."""
    return char if char.isalnum() or char == "_" or not char.isascii() else "\\" + char


def _check_length(expression: str) -> None:
    if len(expression) > MAX_PATTERN_CHARACTERS:
        raise PatternFault(f"a pattern may have {MAX_PATTERN_CHARACTERS} characters")


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
