"""Patterns of the shell: `*`, `?` and `[...]`, matched in time that is bounded by the product of the lengths, and by a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from automotive_env.emulator.virtual.shell.state import ShellFault

BUDGET = 1_000_000
"""Characters that one match may look at."""
Piece: TypeAlias = tuple[str, bool]
"""Characters, and whether they are quoted and so mean themselves."""
_Test: TypeAlias = Callable[[str], bool]
CLASSES: dict[str, _Test] = {
    "alpha": str.isalpha,
    "digit": str.isdigit,
    "alnum": str.isalnum,
    "upper": str.isupper,
    "lower": str.islower,
    "space": str.isspace,
    "blank": " \t".__contains__,
    "punct": lambda char: char.isprintable() and not char.isalnum() and char != " ",
    "xdigit": "0123456789abcdefABCDEF".__contains__,
}
"""Named classes of characters."""


def is_pattern(pieces: Sequence[Piece]) -> bool:
    """Whether any unquoted character has a meaning."""
    text = "".join([text for text, quoted in pieces if not quoted])
    return "*" in text or "?" in text or ("[" in text and "]" in text)


def matches(pieces: Sequence[Piece], text: str) -> bool:
    """Whether the whole text fits.

    Raises:
        ShellFault: it is too much work to tell.
    """
    tests = _compile(tuple(pieces))
    work = len(text)
    at = position = 0
    star, resume = -1, 0
    while at < len(text):
        if position < len(tests) and (test := tests[position]) is not None and test(text[at]):
            at, position = at + 1, position + 1
        elif position < len(tests) and tests[position] is None:
            star, resume = position, at
            position += 1
        elif star >= 0:
            resume += 1
            work += position - star
            if work > BUDGET:
                raise ShellFault("pattern: too much work")
            at, position = resume, star + 1
        else:
            return False
    return all(test is None for test in tests[position:])


class Heads:
    """Tells, one character after the other, whether what has come so far fits a pattern."""

    def __init__(self, pieces: Sequence[Piece], *, backwards: bool = False) -> None:
        self._tests = _compile(tuple(pieces))[:: -1 if backwards else 1]
        self._places = self._reached({0})

    @property
    def fits(self) -> bool:
        """Whether all that has come fits."""
        return len(self._tests) in self._places

    @property
    def hopeless(self) -> bool:
        """Whether nothing fits, whatever comes."""
        return not self._places

    @property
    def work(self) -> int:
        """What one more character costs."""
        return 1 + len(self._places)

    def take(self, char: str) -> None:
        """One more character."""
        taken: set[int] = set()
        for place in self._places:
            if place < len(self._tests):
                test = self._tests[place]
                if test is None:
                    taken.add(place)
                elif test(char):
                    taken.add(place + 1)
        self._places = self._reached(taken)

    def _reached(self, places: set[int]) -> set[int]:
        for place in list(places):
            while place < len(self._tests) and self._tests[place] is None:
                place += 1
                places.add(place)
        return places


@lru_cache(maxsize=512)
def _compile(pieces: tuple[Piece, ...]) -> tuple[_Test | None, ...]:
    """One test for each character; None is any number of any."""
    chars = [(char, quoted) for text, quoted in pieces for char in text]
    tests: list[_Test | None] = []
    at = 0
    while at < len(chars):
        char, quoted = chars[at]
        at += 1
        if quoted:
            tests.append(char.__eq__)
        elif char == "*":
            tests.append(None)
        elif char == "?":
            tests.append(bool)
        elif char == "[" and (found := _bracket(chars, at)):
            test, at = found
            tests.append(test)
        elif char == "\\" and at < len(chars):
            tests.append(chars[at][0].__eq__)
            at += 1
        else:
            tests.append(char.__eq__)
    return tuple(tests)


def _bracket(chars: Sequence[Piece], at: int) -> tuple[_Test, int] | None:
    """A bracket expression from after its bracket on, and where it ends; None where it does not end."""
    text = "".join(char for char, _ in chars)
    inverted = text[at : at + 1] in ("!", "^")
    at += inverted
    start = at
    tests: list[_Test] = []
    while at < len(text):
        if text[at] == "]" and at > start and not chars[at][1]:
            return _any_of(tests, inverted), at + 1
        if text.startswith("[:", at) and (end := text.find(":]", at)) > 0 and text[at + 2 : end] in CLASSES:
            tests.append(CLASSES[text[at + 2 : end]])
            at = end + 2
        elif text[at + 1 : at + 2] == "-" and text[at + 2 : at + 3] not in ("", "]"):
            tests.append(_between(text[at], text[at + 2]))
            at += 3
        else:
            tests.append(text[at].__eq__)
            at += 1
    return None


def _any_of(tests: Sequence[_Test], inverted: bool) -> _Test:
    return lambda char: any(test(char) for test in tests) != inverted


def _between(low: str, high: str) -> _Test:
    return lambda char: low <= char <= high
