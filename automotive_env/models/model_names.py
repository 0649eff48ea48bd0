"""What vendors call their models, by the table of prices: examples for messages, and the vendor that a name belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FAMILY = re.compile(r"[a-z]+")


def example_of(kind: str) -> str:
    """The name of a model of a kind; empty where the table lists none."""
    from automotive_env.models.kinds import find_kind

    found = find_kind(kind)
    priced_as = (found and found.priced_as) or kind
    return max((name for vendor, name in _listed() if vendor == priced_as), default="")


def vendor_of(name: str) -> str:
    """The kind whose models have names that begin with the same word, such as "gpt" or "claude"; empty where there is none.

    >>> vendor_of("claude-opus-99"), vendor_of("gpt-9"), vendor_of("clue")
    ('anthropic', 'openai', '')
    """
    families = {family[0]: vendor for vendor, known in _listed() if (family := _FAMILY.match(known))}
    found = _FAMILY.match(name.lower())
    return families.get(found[0], "") if found else ""


def _listed() -> Iterator[tuple[str, str]]:
    """Kind and name of each model in the table."""
    from automotive_env.models.prices import load_prices

    for listed in load_prices().models:
        vendor, _, name = listed.partition(":")
        yield vendor, name
