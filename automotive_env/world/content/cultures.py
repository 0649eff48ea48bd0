"""Which language, names and phone prefix go with a country."""

from __future__ import annotations

from automotive_env.world.content.table import table

ELSEWHERE = ("en", "+44")


def culture_of(country: str) -> tuple[str, str]:
    """Culture and phone prefix of a country code, such as ("de", "+49"); a language code, or a region such as "asia"."""
    culture, prefix = table("countries").get(country, ELSEWHERE)
    return culture, prefix


def language_of(country: str) -> str:
    """Culture of a country, which names the language of messages and stations where there are words in it."""
    return culture_of(country)[0]
