"""Prices in the money of a country."""

import pytest

from automotive_env.place.country import countries
from automotive_env.place.cultures import culture_of
from automotive_env.place.currency import CURRENCIES, written_price

PRICES = [("IT", "0.47 €"), ("JP", "¥56"), ("TR", "0.47"), ("", "0.47"), ("GB", "0.47"), ("US", "0.47")]


@pytest.mark.parametrize(("country", "price"), PRICES)
def test_a_price_is_written_as_in_the_country(country: str, price: str) -> None:
    assert written_price(0.47, country) == price


def test_a_price_tells_no_country_of_those_that_speak_alike() -> None:
    for country in countries():
        prices = {written_price(0.47, one) for one in countries() if culture_of(one) == culture_of(country)}
        assert len(prices) == 1, (country, prices)


def test_every_currency_is_of_a_country_that_is_known() -> None:
    assert CURRENCIES.keys() <= set(countries())
    assert all(money.scale >= 1 for money in CURRENCIES.values())
