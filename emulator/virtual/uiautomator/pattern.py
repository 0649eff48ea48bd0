"""Regular expressions of clients, kept so simple that matching them takes no time to speak of."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from functools import lru_cache
from math import comb, prod
from typing import NamedTuple

from automotive_env.emulator.virtual.uiautomator.errors import BAD_PATTERN, AutomationError

LONGEST_PATTERN = 300
LONGEST_TEXT = 300
"""Characters of a text that are looked at; those of the head unit are shorter."""
MOST_LOOPS = 4
"""Repetitions without an end, each of which multiplies the time that a match may take."""
MOST_WAYS = 1_000
"""Ways through a pattern that its `?` and `|` leave open: each of them may have to be tried."""
MOST_STEPS = 20_000_000
"""Steps that one match may take at worst."""
_TOKENS = re.compile(
    r"""\\. | \[\^?\]?(?:\\.|[^\]\\])*\]  # what means one character
    | \)(?:[*+]|\{[^}]*\})                   # a repeated group
    | \(\?P?[<=!]                             # a look around, a reference
    | \(\?[a-zA-Z-]*[:)] | [()|]              # groups and alternatives
    | [*+]\?? | \{\d+(?:,\d*)?\}\?? | \?""",
    re.DOTALL | re.VERBOSE,
)


class Compiled(NamedTuple):
    """A pattern ready for use.

    Attributes:
        pattern: as Python has it.
        loops: repetitions without an end.
        ways: ways through it beside them.
    """

    pattern: re.Pattern[str]
    loops: int
    ways: int


@lru_cache(maxsize=256)
def compiled(pattern: str, dot_all: bool) -> Compiled:
    """A pattern ready for use.

    Raises:
        AutomationError: it is no regular expression, or one that could take long: a repeated group, a reference, a look around,
            more than `MOST_LOOPS` repetitions, or more than `MOST_WAYS` ways through.
    """
    tokens = _TOKENS.findall(pattern)
    loops = [token for token in tokens if token[0] in "*+" or (token[0] == "{" and "," in token)]
    slow, ways = any(_is_slow(token) for token in tokens), _ways(tokens)
    if len(pattern) > LONGEST_PATTERN or len(loops) > MOST_LOOPS or slow or ways > MOST_WAYS:
        allowed = f"at most {LONGEST_PATTERN} characters, {MOST_LOOPS} repetitions of single characters, {MOST_WAYS} ways through"
        raise AutomationError(BAD_PATTERN, f"a pattern may have {allowed}, no references and no look around: {pattern[:80]!r}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # sets within sets, which mean something else in Java
            return Compiled(re.compile(pattern, re.DOTALL if dot_all else 0), len(loops), ways)
    except (re.error, OverflowError, RecursionError, FutureWarning) as error:
        raise AutomationError(BAD_PATTERN, f"{error}: {pattern[:80]!r}") from None


def _is_slow(token: str) -> bool:
    """Whether it is a repeated group, a look around or a reference, whose time cannot be told."""
    return (token[0] == ")" and len(token) > 1) or token[:3] in ("(?P", "(?<", "(?=", "(?!") or bool(re.match(r"\\[1-9k]", token))


def _ways(tokens: Sequence[str]) -> int:
    """How many ways through a pattern there are: alternatives of a group add up, groups and optional parts multiply."""
    ways, open_groups = 1, [1]
    for token in tokens:
        if token == "|":
            open_groups[-1] += 1
        elif token[0] == "(" and token[-1] != ")":
            open_groups.append(1)
        elif token == ")" and len(open_groups) > 1:
            ways *= open_groups.pop()
        elif token == "?":
            ways *= 2
        ways = min(ways, MOST_WAYS + 1)
    return ways * prod(open_groups)


def matches(pattern: str, text: str, *, dot_all: bool) -> bool:
    """Whether a pattern fits the whole of a text, as Java's `matches`.

    Raises:
        AutomationError: the pattern is none, or would take long on this text.
    """
    if len(text) > LONGEST_TEXT:
        return False
    ready = compiled(pattern, dot_all)
    if comb(len(text) + ready.loops, ready.loops) * ready.ways > MOST_STEPS:
        raise AutomationError(BAD_PATTERN, f"takes too long on a text of {len(text)} characters: {pattern[:80]!r}")
    return ready.pattern.fullmatch(text) is not None
