"""Lists as people write them in a sentence."""

from __future__ import annotations

from collections.abc import Iterable


def any_of(items: Iterable[object]) -> str:
    """The items with commas and a last "or"; there is at least one.

    >>> any_of(["screen", "calls", "both"])
    'screen, calls or both'
    """
    return _joined("or", items)


def all_of(items: Iterable[object]) -> str:
    """The items with commas and a last "and"; there is at least one.

    >>> all_of(["fuel", "charge"])
    'fuel and charge'
    """
    return _joined("and", items)


def _joined(word: str, items: Iterable[object]) -> str:
    *others, last = map(str, items)
    return f"{', '.join(others)} {word} {last}" if others else last
