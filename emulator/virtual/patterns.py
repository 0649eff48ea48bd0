"""Patterns that clients send: regular expressions of POSIX and of Java, and globs, all matched by RE2 in linear time.

RE2 knows no back-references and no look-around; such patterns are refused. Its memory per pattern is bounded, and so is the
product of the lengths of program and text, because its slowest machine takes up to 15 ns for each of these steps.
"""

from __future__ import annotations

from functools import lru_cache

import re2

MAX_PATTERN_CHARACTERS = 1_000
MAX_MEMORY = 512 * 1024
"""Bytes that RE2 may take for a pattern and its states."""
MAX_STEPS = 8_000_000
"""Instructions of a pattern times bytes of a text."""
CACHED = 64

CLASSES = ("alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit")
"""Named classes of characters, such as `[[:alpha:]]`; their members are ASCII."""
_ESCAPES = {"n": r"\n", "t": r"\t", "<": r"\b", ">": r"\b", "`": r"\A", "'": r"\z"} | {char: f"\\{char}" for char in "wWsSbBd"}
"""Escapes with a meaning in grep and sed -> those of RE2, which tells the start of a word from its end only by what follows."""


class PatternFault(Exception):
    """A text is no pattern, needs what RE2 lacks, or is too much work."""


class Pattern:
    """A compiled pattern. Positions in bytes count bytes; texts may hold surrogate escapes.

    Attributes:
        size: instructions of its program: what one byte of text may cost.
        groups: how many groups it captures.
    """

    def __init__(self, expression: str, *, ignore_case: bool = False, dot_all: bool = True, longest: bool = True) -> None:
        options = re2.Options()
        options.max_mem, options.log_errors = MAX_MEMORY, False
        options.case_sensitive, options.dot_nl, options.longest_match = not ignore_case, dot_all, longest
        try:
            self._compiled = re2.compile(_data(expression), options)
        except re2.error as error:
            detail = error.args[0] if error.args else ""
            raise PatternFault(detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)) from None
        self.size: int = self._compiled.programsize
        self.groups: int = self._compiled.groups

    def work(self, length: int) -> int:
        """Units of work that one search in so many bytes should draw on a budget."""
        return 2 + length // 500 + length * self.size // 20_000

    def find(self, data: bytes, start: int = 0) -> list[tuple[int, int]] | None:
        """Spans of the leftmost match from a position on and of its groups, (-1, -1) where a group took no part.

        `^` and word boundaries see what lies before the position.

        Raises:
            PatternFault: it is too much work to tell.
        """
        self._check_work(len(data) - start)
        match = self._compiled.search(data, start)
        return [match.span(group) for group in range(self.groups + 1)] if match else None

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
def java(expression: str, *, dot_all: bool = False) -> Pattern:
    """A pattern as Java and RE2 both write it.

    Raises:
        PatternFault: it is none, or means something else to RE2, such as sets within sets.
    """
    _check_length(expression)
    if "&&" in expression:
        raise PatternFault("intersections of sets are not supported")
    return Pattern(expression, dot_all=dot_all, longest=False)


@lru_cache(maxsize=CACHED)
def posix(expression: str, *, extended: bool = False, ignore_case: bool = False) -> Pattern:
    """A regular expression as toybox's grep and sed take it: the longest of the leftmost matches counts.

    Raises:
        PatternFault: it is none, or has back-references.
    """
    return Pattern(from_posix(expression, extended=extended), ignore_case=ignore_case)


@lru_cache(maxsize=CACHED)
def glob(expression: str, *, ignore_case: bool = False) -> Pattern:
    r"""A pattern of file names: `*`, `?`, `[a-z]`, `[!a-z]`; `\` takes the meaning of the character after it.

    Raises:
        PatternFault: it is too long.
    """
    _check_length(expression)
    translated, at = "", 0
    while at < len(expression):
        char = expression[at]
        at += 1
        if char == "\\" and at < len(expression):
            char, at = _escaped(expression[at]), at + 1
        elif char == "[" and (end := _bracket_end(expression, at, "!^")):
            char, at = _bracket(expression[at : end - 1], "!^"), end
        else:
            char = {"*": ".*", "?": "."}.get(char) or _escaped(char)
        translated += char
    return Pattern(translated, ignore_case=ignore_case)


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


def from_posix(expression: str, *, extended: bool, capturing: bool = True) -> str:
    """A basic or extended regular expression in the language of RE2; its groups need not be captured.

    Raises:
        PatternFault: it is none.
    """
    _check_length(expression)
    return _Translator(expression, extended, capturing).run()


class _Translator:
    """Reads one POSIX expression from left to right."""

    def __init__(self, expression: str, extended: bool, capturing: bool) -> None:
        self._text, self._extended, self._at = expression, extended, 0
        self._open = "(" if capturing else "(?:"
        self._out: list[str] = []
        self._groups: list[int] = []
        """Places in `_out` where open groups start."""

    def run(self) -> str:
        while self._at < len(self._text):
            self._next()
        if self._groups:
            raise PatternFault("Unmatched ( or \\(")
        return "".join(self._out)

    def _operator(self) -> tuple[str, str]:
        """The next operator, or "" and the next character, which is stepped over; basic expressions escape operators."""
        char, after = self._text[self._at], self._text[self._at + 1 : self._at + 2]
        self._at += 1
        if char == "\\":
            if not after:
                raise PatternFault("Trailing backslash")
            self._at += 1
            return (after, "") if not self._extended and after in "(){}|+?" else ("", "\\" + after)
        if char in "*[.^$" or (self._extended and char in "(){|+?"):
            return char, ""
        return "", char

    def _next(self) -> None:
        operator, plain = self._operator()
        if operator in ("*", "+", "?", "{"):
            self._repeat(operator)
        elif operator == "(":
            self._groups.append(len(self._out))
            self._out.append(self._open)
        elif operator == ")" and self._groups:
            start = self._groups.pop()
            self._out[start:] = ["".join(self._out[start:]) + ")"]
        elif operator == "[":
            end = _bracket_end(self._text, self._at, "^")
            if not end:
                raise PatternFault("Unmatched [ or [^")
            self._out.append(_bracket(self._text[self._at : end - 1], "^"))
            self._at = end
        elif operator in (".", "|"):
            self._out.append(operator)
        elif operator in ("^", "$"):
            self._out.append(operator if self._is_anchor(operator) else "\\" + operator)
        elif operator == ")" and not self._extended:
            raise PatternFault("Unmatched ( or \\(")
        else:
            self._out.append(_plain(plain or operator))

    def _at_start(self) -> bool:
        return not self._out or self._out[-1] in (self._open, "|")

    def _is_anchor(self, operator: str) -> bool:
        if self._extended:
            return True
        return self._at_start() if operator == "^" else self._text[self._at :][:2] in ("", "\\)", "\\|")

    def _repeat(self, operator: str) -> None:
        if self._at_start() or (not self._extended and self._out[-1] == "^"):
            if self._extended or operator != "*":
                raise PatternFault("repetition-operator operand invalid")
            self._out.append("\\*")
            return
        count = self._count() if operator == "{" else operator
        self._out[-1] = f"(?:{self._out[-1]}){count}"

    def _count(self) -> str:
        mark = "}" if self._extended else "\\}"
        inside, found, _ = self._text[self._at :].partition(mark)
        low, comma, high = inside.partition(",")
        numbers = all(not number or (number.isascii() and number.isdecimal() and len(number) < 5) for number in (low, high))
        if not found or not numbers or not (low or high) or (low and high and int(high) < int(low)):
            raise PatternFault("Invalid contents of {}")
        self._at += len(inside) + len(mark)
        return f"{{{low or 0}{comma}{high}}}"


def _plain(text: str) -> str:
    """One character, or one escaped character, of a POSIX expression."""
    if len(text) == 1:
        return _escaped(text)
    if text[1] in "123456789":
        raise PatternFault("back-references are not supported")
    return _ESCAPES.get(text[1]) or _escaped(text[1])


def _bracket_end(text: str, start: int, inverters: str) -> int:
    """The position after the bracket expression whose inside starts here; 0 where it does not end."""
    at = start + (text[start : start + 1] in tuple(inverters))
    at += text[at : at + 1] == "]"
    while at < len(text) and text[at] != "]":
        end = text.find(":]", at + 2) if text.startswith("[:", at) else -1
        at = end + 2 if end >= 0 else at + 1
    return at + 1 if at < len(text) else 0


def _bracket(inside: str, inverters: str) -> str:
    """A bracket expression of POSIX, where a backslash means itself, as one of RE2."""
    inverted = inside[0] in inverters
    at, members = int(inverted), ""
    while at < len(inside):
        end = inside.find(":]", at + 2) if inside.startswith("[:", at) else -1
        if end >= 0 and inside[at + 2 : end] in CLASSES:
            members, at = members + inside[at : end + 2], end + 2
        elif inside[at] == "-" and members and at + 1 < len(inside) and not members.endswith(":]"):
            members, at = f"{members}-{_escaped(inside[at + 1])}", at + 2
        else:
            members, at = members + _escaped(inside[at]), at + 1
    return f"[{'^' * inverted}{members}]"


def _escaped(char: str) -> str:
    """A character that means itself, to RE2."""
    return char if char.isalnum() or char == "_" or not char.isascii() else "\\" + char


def _check_length(expression: str) -> None:
    if len(expression) > MAX_PATTERN_CHARACTERS:
        raise PatternFault(f"a pattern may have {MAX_PATTERN_CHARACTERS} characters")


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
