"""The words that streets, quarters and places are named with, in the language of the country they are in."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from automotive_env.errors import UsageError
from automotive_env.place.country import local
from automotive_env.place.place import Place
from automotive_env.place.places import nearest_place
from automotive_env.place.table import load
from automotive_env.place.town.cells import SPACING, TownCell, district
from automotive_env.place.town.hash_noise import hash_noise_each
from automotive_env.place.town.plane import EAST_M, NORTH_M

RELATIVES = {
    "Afrikaans": "Dutch",
    "Catalan": "Spanish",
    "Luxembourgish": "German",
    "Romanian": "Italian",
    "Urdu": "Hindi",
    **dict.fromkeys(
        (
            "Belarusian",
            "Bosnian",
            "Bulgarian",
            "Croatian",
            "Czech",
            "Macedonian",
            "Montenegrin",
            "Serbian",
            "Slovak",
            "Slovene",
            "Ukrainian",
        ),
        "Polish",
    ),
}
"""Language without words here -> the nearest of its branch that has some; those of another official language come first."""
FALLBACK = "English"
"""The language of names where neither the country's own nor a relative has words here."""


@dataclass(frozen=True)
class TownWords:
    """Words of a language, in Latin letters; patterns take {stem}, {family}, {district}, {street} or {number}.

    Attributes:
        streets, great: patterns of names of streets, and of great roads.
        stems: what streets are named after, as it stands in those patterns.
        families: family names.
        districts: names of quarters.
        parks: patterns of names of parks.
        river: name of the river.
        number: pattern of an address.
        places: category -> patterns of names of places of it.
    """

    streets: Sequence[str]
    great: Sequence[str]
    stems: Sequence[str]
    families: Sequence[str]
    districts: Sequence[str]
    parks: Sequence[str]
    river: str
    number: str
    places: Mapping[str, Sequence[str]]

    def fill(self, patterns: Sequence[str], *key: object) -> str:
        """A name made after one of some patterns, pseudo-random for a key."""
        stems, families, districts = self.stems, self.families, self.districts
        which, stem, family, district = hash_noise_each(key, "pattern", "stem", "family", "district")
        return patterns[int(which * len(patterns))].format(
            stem=stems[int(stem * len(stems))],
            family=families[int(family * len(families))],
            district=districts[int(district * len(districts))],
        )


@cache
def all_words() -> Mapping[str, TownWords]:
    """Language -> its words."""
    return {language: TownWords(**words) for language, words in load("words").items()}


def words_at(cell: TownCell) -> TownWords:
    """The words of the language that is spoken in a quarter: that of its district's country."""
    return _spoken(district(cell))


@lru_cache(maxsize=4096)
def _spoken(where: TownCell) -> TownWords:
    latitude = max(-90.0, min(90.0, (where[1] * 3 + 1.5) * SPACING / NORTH_M))
    east = (where[0] * 3 + 1.5) * SPACING / (EAST_M * math.cos(math.radians(math.floor(latitude) + 0.5)))
    try:
        languages = local(nearest_place(latitude, (east + 180) % 360 - 180)).general.languages
    except UsageError:
        return all_words()[FALLBACK]
    near = (*languages, *(RELATIVES[language] for language in languages if language in RELATIVES), FALLBACK)
    return next(all_words()[language] for language in near if language in all_words())


@cache
def names_are_own(place: Place) -> bool:
    """Whether streets and places there are named in a language of the country, rather than in a relative's or in English."""
    return not all_words().keys().isdisjoint(local(place).general.languages)
