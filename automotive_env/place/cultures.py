"""Which language and names go with a country."""

from __future__ import annotations

from functools import cache

from automotive_env.place.table import load


@cache
def _cultures() -> dict[str, str]:
    """Country code -> culture."""
    return dict(load("cultures"))


def culture_of(country: str) -> str:
    """Culture of a country code, which is a language code or a region such as "asia": it names people, messages and stations."""
    return _cultures().get(country, "en")


@cache
def countries_of(culture: str) -> frozenset[str]:
    """The codes of the countries with a culture."""
    return frozenset(country for country, known in _cultures().items() if known == culture)
