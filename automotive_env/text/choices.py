"""What can be chosen, as a phrase."""

from __future__ import annotations

from collections.abc import Iterable


def any_of(choices: Iterable[object]) -> str:
    """The choices with commas and a last "or".

    >>> any_of(["screen", "calls", "both"])
    'screen, calls or both'
    """
    *others, last = map(str, choices)
    return f"{', '.join(others)} or {last}" if others else last
