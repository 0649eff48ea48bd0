"""What a table still lacks: every table is held to the texts of one that the tests hold to the screens themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from automotive_env.headunit.language.translate import TABLES, patterns, translate

REFERENCE = "Chinese"
"""Its letters differ from those of English, so whatever a screen says without a translation is seen in `test_language.py`."""

_PLACE = re.compile(r"\{(\w+)\}")


def is_known(text: str) -> bool:
    """Whether a text that a screen says is one of the tables'."""
    return translate(text, REFERENCE) != text


def missing(language: str) -> list[str]:
    """English texts of the interface that a language has no translation of, sorted."""
    return sorted(TABLES[REFERENCE].keys() - TABLES.get(language, {}).keys())


def faults(language: str) -> Iterator[str]:
    """One line for each translation with wrong placeholders, and for each text that no screen can say.

    What the reference leaves out is left out: it would be English words. A table may have texts of its own that a pattern
    stands for, such as "2 songs" beside "{count} songs", where its grammar wants them.
    """
    reference = TABLES[REFERENCE]
    for english, wording in TABLES.get(language, {}).items():
        wanted, found = places(reference.get(english, english)), places(wording)
        if wanted != found:
            yield f"{english!r}: its translation has to have {sorted(wanted)}, not {sorted(found)}"
        if not wanted <= places(english):
            yield f"{english!r}: has no {sorted(wanted - places(english))}"
        if english not in reference and not any(pattern.fullmatch(english) for _, pattern, _, _ in patterns(REFERENCE)):
            yield f"{english!r}: no text of the interface"


def places(text: str) -> set[str]:
    """The placeholders of a text."""
    return set(_PLACE.findall(text))
