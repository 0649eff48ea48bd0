"""Text of strangers for terminals: models, servers and records may hold codes that colour, overwrite or reorder what is shown."""

from __future__ import annotations


def printable(text: object) -> str:
    """The text on one line; whatever is not shown as a character of its own is written as its escape, as in Python strings."""
    return "".join(char if char.isprintable() else _escape(char) for char in str(text))


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode()
