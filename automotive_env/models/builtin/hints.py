"""What people mean when they only say how they feel or what they see: remarks, and the command that helps."""

from __future__ import annotations

from functools import cache

from automotive_env.models.builtin.lexicon import TABLES, rows
from automotive_env.models.builtin.words import meant, spoken

TIRED = frozenset(TABLES["alerts"]["fatigue"].split())
"""Words of a driver who should rest."""


@cache
def _rows() -> list[tuple[list[frozenset[str]], str]]:
    return [([frozenset(map(meant, part.split("|"))) for part in groups.split(" & ")], command) for groups, command in rows("hints")]


def hint(saying: str) -> str:
    """The command that helps with what is said, empty where none is known: the first row of which each group is named."""
    heard = frozenset(map(meant, spoken(saying)))
    return next((command for groups, command in _rows() if all(group & heard for group in groups)), "")
