"""Names of people, streets and places in the script of their own language, as a car that speaks it writes them.

The car's state and all other languages keep the Latin letters, and so do Indian and Korean names: the car speaks neither
Hindi nor Korean. Names follow from a few words and the patterns that they are made with (`place/data/words.json`,
`data/names.json`); `data/spelling.json` spells both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from automotive_env.car.content.table import table

NAMES: Mapping[str, Mapping[str, Mapping[str, str]]] = table("spelling")
"""Language -> "pattern", or the kind of word that takes a placeholder's place -> in Latin letters -> as it is spelled."""

_PLACE = re.compile(r"\{(\w+)\}")
_OTHERS = {"street": "(.+)", "number": r"(\d+\w?)"}
"""What stands for a placeholder that no words are listed for."""


def spelled(name: str, language: str) -> str:
    """A name in the script of a language; as it is where it is none of that language's."""
    words = NAMES.get(language, {})
    for literal, pattern, kinds, spelling in _patterns(language):
        if literal in name and (found := _compiled(pattern).fullmatch(name)):
            parts = {}
            for kind, part in zip(kinds, found.groups(), strict=True):
                parts[kind] = words[kind][part] if kind in words else spelled(part, language)
            return spelling.format(**parts)
    return name


@cache
def _patterns(language: str) -> tuple[tuple[str, str, tuple[str, ...], str], ...]:
    """The patterns of names, each after a part that every such name has, with their placeholders; those with an open end last."""
    words = NAMES.get(language, {})
    found = []
    for latin, spelling in sorted(words.get("pattern", {}).items(), key=lambda each: "{street}" in each[0]):
        parts = _PLACE.split(latin)
        literal = max(parts[::2], key=len)
        for place in range(1, len(parts), 2):
            kind = parts[place]
            parts[place] = _OTHERS.get(kind) or f"({'|'.join(map(re.escape, words[kind]))})"
        texts = [part if place % 2 else re.escape(part) for place, part in enumerate(parts)]
        found.append((literal, "".join(texts), tuple(_PLACE.findall(latin)), spelling))
    return tuple(found)


_compiled = cache(re.compile)
"""A pattern for names, compiled when the first name comes that may fit: few do."""


@cache
def spellings(name: str) -> tuple[str, ...]:
    """A name in Latin letters, and in other scripts where it has a spelling."""
    return tuple(dict.fromkeys((name, *(spelled(name, language) for language in NAMES))))
