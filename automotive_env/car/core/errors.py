"""What can go wrong in the world, by consequence, and how messages name what is wrong."""

from __future__ import annotations

from collections.abc import Iterable


class StateError(ValueError):
    """A path is unknown or a value does not fit its property. Nothing was changed."""


class CallRefused(Exception):
    """A call asks for what its declaration or the car does not allow. The call is undone and reports the reason."""


def shown(value: object, most: int = 80) -> str:
    """A value for a message: as Python writes it, shortened; described where Python cannot, such as a number of 5,000 digits."""
    try:
        return repr(value[:most] if isinstance(value, str) else value)[: most + 2]
    except Exception:  # whatever a caller's own object raises
        return f"a {type(value).__name__} too long to write"


def suggest(word: object, known: Iterable[str]) -> str:
    """A "did you mean" for messages, empty where nothing is near."""
    if not isinstance(word, str):
        return ""
    word, known = word[:120], list(known)
    alike = [name for name in known if name.casefold() == word.casefold()]
    from difflib import get_close_matches

    near = alike or get_close_matches(word, known, n=1, cutoff=0.7)
    return f"; did you mean {near[0]!r}?" if near else ""
