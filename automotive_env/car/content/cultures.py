"""Which language and names go with a country."""

from __future__ import annotations

from functools import cache

from automotive_env.car.content.table import table


@cache
def culture_of(country: str) -> str:
    """Culture of a country code, which is a language code or a region such as "asia": it names people, messages and stations."""
    return str(table("countries").get(country, "en"))


@cache
def countries_of(culture: str) -> frozenset[str]:
    """The codes of the countries with a culture."""
    return frozenset(country for country, known in table("countries").items() if known == culture)
