"""Prices in the money of a country."""

import pytest

from automotive_env.geo.country import countries
from automotive_env.geo.currency import CURRENCIES, written_price


@pytest.mark.parametrize(("country", "price"), [("DE", "0.47 €"), ("GB", "£0.47"), ("JP", "¥56"), ("TR", "0.47"), ("", "0.47")])
def test_a_price_is_written_as_in_the_country(country: str, price: str) -> None:
    assert written_price(0.47, country) == price


def test_every_currency_is_of_a_country_that_is_known() -> None:
    assert CURRENCIES.keys() <= set(countries())
    assert all(money.scale >= 1 for money in CURRENCIES.values())
