"""Checks of experience that a model wrote in words: it is about the trajectory, does not repeat itself, and is short."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from automotive_env.kate.knowledge.wording import words_of

MAX_WORDS = 150
"""Of a summary: the prompt asks for 100 at most."""
RUN = 4
"""Words in a row that count as one phrase."""
MAX_REPEATED = 0.3
"""Share of phrases that have been said before, above which a text repeats itself."""
_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def check_words(text: str, calls: Sequence[str]) -> None:
    """Refuse what nobody can learn from.

    Args:
        text: what a model wrote.
        calls: of the trajectories that it is about, as canonical text.

    Raises:
        ValueError: the message says what is wrong with it.
    """
    spoken = _WORD.findall(text.lower())
    if not spoken:
        raise ValueError("it says nothing")
    if len(spoken) > MAX_WORDS:
        raise ValueError(f"it has {len(spoken)} words; {MAX_WORDS} is the limit")
    if repeated(spoken) > MAX_REPEATED:
        raise ValueError("it repeats itself")
    said = words_of(text)
    tools = [_parts(call.partition("(")[0]) for call in calls]
    if tools and not any(_names(said, tool) for tool in tools):
        raise ValueError(f"it names none of the calls, such as {calls[0].partition('(')[0][:80]}")
    values = [_parts(call.partition("(")[2]) for call in calls if call.partition("(")[2].strip(") ")]
    values = [value for value in values if value]
    if values and not any(said & value for value in values):
        raise ValueError(f"it names no argument of the calls, such as {calls[0][:120]}")


def repeated(spoken: Sequence[str]) -> float:
    """The share of phrases of four words that stood in the text before, 0 to 1.

    >>> repeated("the car was a car the car was a car".split())
    0.2857142857142857
    """
    phrases = [tuple(spoken[at : at + RUN]) for at in range(len(spoken) - RUN + 1)]
    return 1 - len(Counter(phrases)) / len(phrases) if phrases else 0.0


def _parts(name: str) -> frozenset[str]:
    """The words that a name or some arguments consist of: "fogLight.switch" are fog, light and switch."""
    return words_of(" ".join(_PART.findall(name)))


def _names(said: Iterable[str], tool: frozenset[str]) -> bool:
    """Whether a text names a tool: half of the words of its name at least, two if it has several."""
    return len(tool & set(said)) >= min(len(tool), max(1, min(2, len(tool) // 2)))
