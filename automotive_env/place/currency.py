"""How prices are written in a country: with the sign of its money, where that is one that everybody knows and that tells no more
than the language does: a price in dollars or in pounds would say which of the countries that speak English it is.
"""

from __future__ import annotations

from typing import NamedTuple

from automotive_env.place.cultures import countries_of, culture_of


class Currency(NamedTuple):
    """A currency.

    Attributes:
        form: how an amount is written.
        scale: how many of its units a price of one euro is told as, so that prices look as they do there.
    """

    form: str
    scale: float = 1.0


EURO = Currency("{:.2f} €")
CURRENCIES: dict[str, Currency] = {
    **dict.fromkeys(("AT", "BE", "DE", "ES", "FI", "FR", "GR", "IE", "IT", "NL", "PT"), EURO),
    "AU": Currency("${:.2f}", 1.5),
    "CA": Currency("${:.2f}", 1.5),
    "CN": Currency("¥{:.2f}", 4),
    "GB": Currency("£{:.2f}"),
    "JP": Currency("¥{:.0f}", 120),
    "NZ": Currency("${:.2f}", 1.6),
    "SG": Currency("${:.2f}", 1.4),
    "US": Currency("${:.2f}"),
}
"""ISO 3166-1 alpha-2 code of a country -> its currency."""


def written_price(euros: float, country: str) -> str:
    """A price as it is written in a country, such as "0.47 €"; a bare number where its currency is not known, or names it."""
    (money, *others) = {CURRENCIES.get(one) for one in countries_of(culture_of(country)) | {country}}
    money = None if others else money
    return money.form.format(euros * money.scale) if money else f"{euros:.2f}"
