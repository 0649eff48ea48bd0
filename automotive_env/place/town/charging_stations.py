"""What the charging stations of a town offer: power, price, and how many plugs are free at an hour."""

from __future__ import annotations

from typing import NamedTuple

from automotive_env.place.town.hash_noise import hash_noise, pick
from automotive_env.place.town.points_of_interest import PointOfInterest

POWERS = (11, 22, 50, 150, 300)
"""In kilowatts."""


class ChargingPlugs(NamedTuple):
    """What a station offers.

    Attributes:
        power: kilowatts.
        price: for a kilowatt hour, in euros; `currency.written_price` says it in the money of the country.
        plugs: how many there are.
        free: how many of them nobody uses.
    """

    power: int
    price: float
    plugs: int
    free: int


def plugs_of(station: PointOfInterest, timestamp: str) -> ChargingPlugs:
    """What a station offers at a local date and time; more plugs are free by night."""
    key = (station.name, station.cell)
    power = pick(POWERS, *key, "power")
    plugs = 2 + int(7 * hash_noise(*key, "plugs"))
    hour = int(timestamp[11:13])
    busy = 0.35 if hour < 6 or hour > 21 else 0.8
    free = sum(hash_noise(*key, timestamp[:13], number) > busy for number in range(plugs))
    return ChargingPlugs(power, round(0.29 + 0.0012 * power + 0.14 * hash_noise(*key, "price"), 2), plugs, free)


def litre_price(station: PointOfInterest) -> float:
    """What a fuel station takes for a litre, in euros."""
    return round(1.58 + 0.24 * hash_noise(station.name, station.cell, "litre"), 2)
