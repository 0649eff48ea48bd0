"""Regular expressions of clients, kept so simple that matching them takes no time to speak of."""

from __future__ import annotations

import re
import warnings
from functools import lru_cache

from automotive_env.emulator.virtual.uiautomator.errors import BAD_PATTERN, AutomationError

LONGEST_PATTERN = 300
LONGEST_TEXT = 300
"""Characters of a text that are looked at; those of the head unit are shorter."""
MOST_LOOPS = 4
"""Repetitions without an end, each of which multiplies the time that a match may take."""
_TOKENS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\)(?:[*+]|\{[^}]*\})|[*+]|\{\d+(?:,\d*)?\}|\(\?P?[<=!]", re.DOTALL)


@lru_cache(maxsize=256)
def compiled(pattern: str, dot_all: bool) -> re.Pattern[str]:
    """A pattern ready for use.

    Raises:
        AutomationError: it is no regular expression, or one that could take long: a repeated group, a reference, a look around,
            or more than `MOST_LOOPS` repetitions.
    """
    tokens = _TOKENS.findall(pattern)
    loops = [token for token in tokens if token[0] in "*+" or (token[0] == "{" and "," in token)]
    slow = any(token[0] in ")(" or re.fullmatch(r"\\[1-9k]", token) for token in tokens)
    if len(pattern) > LONGEST_PATTERN or len(loops) > MOST_LOOPS or slow:
        allowed = f"at most {LONGEST_PATTERN} characters and {MOST_LOOPS} repetitions of single characters"
        raise AutomationError(BAD_PATTERN, f"a pattern may have {allowed}, no references and no look around: {pattern[:80]!r}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # sets within sets, which mean something else in Java
            return re.compile(pattern, re.DOTALL if dot_all else 0)
    except (re.error, OverflowError, RecursionError, FutureWarning) as error:
        raise AutomationError(BAD_PATTERN, f"{error}: {pattern[:80]!r}") from None


def matches(pattern: str, text: str, *, dot_all: bool) -> bool:
    """Whether a pattern fits the whole of a text, as Java's `matches`."""
    return len(text) <= LONGEST_TEXT and compiled(pattern, dot_all).fullmatch(text) is not None
