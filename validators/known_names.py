"""Names that people, songs and places of any car have: who is asked about one of them says nothing of another.

>>> from automotive_env.validators.answers import said
>>> said("Anna Vogt is not in the phone book.", NoOtherName(("Bernd Falk",), PEOPLE)).met
False
>>> said("Nobody of that name is there.", NoOtherName(("Bernd Falk",), PEOPLE)).met
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from automotive_env.validators.answer_forms import is_denied
from automotive_env.validators.answers import plain
from automotive_env.validators.criterion import Criterion
from automotive_env.world.content.spelling import spellings
from automotive_env.world.content.table import table


def pool(names: Iterable[str]) -> re.Pattern[str]:
    """What finds any of these names in a text in lower case, the longest first."""
    spelled = sorted({plain(name) for name in names}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, spelled))})(?!\w)")


def _people() -> re.Pattern[str]:
    """Whoever can be in a phone book: given and family name of one culture, parents, a workshop, a doctor."""
    forms = []
    for culture in table("names").values():
        given, family = ("|".join(re.escape(plain(name)) for name in culture[kind]) for kind in ("given", "family"))
        forms += [rf"(?:{given}) (?:{family})", *(re.escape(plain(culture[one])) for one in ("mother", "father"))]
        forms += [re.escape(plain(culture[one])).replace(r"\{\}", f"(?:{family})") for one in ("workshop", "doctor")]
    return re.compile(rf"(?<!\w)(?:{'|'.join(dict.fromkeys(forms))})(?!\w)")


PEOPLE = _people()
TITLES = pool(track for album in table("albums") for track in album["tracks"])
ALBUMS = pool(album["title"] for album in table("albums"))
SHOWS = pool(show["title"] for show in table("podcasts"))
STATIONS = pool(name for names in table("stations").values() for name in names)
NETWORKS = pool(name for each in table("networks").values() for kind in ("open", "guest", "private") for name in each[kind])


@dataclass(frozen=True, slots=True)
class NoOtherName:
    """A name that need not be told; where one of its kind is, it is this, or the other is denied.

    Attributes:
        names: what may be named: that which is asked about, and what belongs to it.
        pool: all names of the kind.
        beside: whether others may be named after it.
    """

    names: tuple[str, ...]
    pool: re.Pattern[str]
    beside: bool = False

    def criterion(self, text: str) -> Criterion:
        """No other name of the kind is told."""
        for name in (form for one in self.names for form in spellings(one)):
            text = re.sub(rf"(?<!\w){re.escape(plain(name))}(?!\w)", "\0", text)
        told = [one for one in self.pool.finditer(text) if not is_denied(text, one.start(), one.end())]
        others = [one[0] for one in told if not (self.beside and "\0" in text[: one.start()])]
        return Criterion("answer_no_other_name", f"no other name than {self.names[0]}", ", ".join(others) or "none", not others)
