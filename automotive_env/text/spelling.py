"""Names however they are spelled: case, dots, hyphens, underscores and spaces make no difference."""

from __future__ import annotations

import re
from collections.abc import Iterable

MAX_NAME = 200
"""Characters of a name that are compared."""


def spelling_key(name: str) -> str:
    """What all spellings of a name have in common; empty where it has neither letters nor digits.

    >>> spelling_key("airConditioner.temperature_set") == spelling_key("air-conditioner__TemperatureSet")
    True
    """
    return re.sub(r"[\W_]+", "", name[:MAX_NAME]).casefold()


def find_spelling(name: str, known: Iterable[str]) -> str | None:
    """The one known name that a name is a spelling of; None where there is none, or several."""
    listed = list(known)
    if name in listed:
        return name
    key = spelling_key(name)
    found = [one for one in listed if key and spelling_key(one) == key]
    return found[0] if len(found) == 1 else None
