"""The stations that can be received somewhere: FM, DAB where there is DAB, and AM, on frequencies of the region."""

from __future__ import annotations

from random import Random

from automotive_env.car.content.table import table
from automotive_env.car.devices.radio import Station
from automotive_env.place.cultures import countries_of, culture_of

DAB_STATIONS = 5
AMERICAS = ("US", "CA", "MX", "BR", "AR", "CL", "CO", "PE", "UY")
DAB_COUNTRIES = (*("DE", "AT", "CH", "LI", "FR", "BE", "LU", "GB", "IE", "NL", "ES", "IT", "PL", "CZ", "NO", "DK", "GR", "AU"),)
DAB_BLOCKS = tuple(f"{number}{letter}" for number in range(5, 13) for letter in "ABCD")
"""Blocks of band III."""
LEAST_APART = 4
"""Tenths of a megahertz between two FM stations of a place."""


def draw_stations(rng: Random, country: str, city: str) -> tuple[Station, ...]:
    """Eighteen stations along the dial, FM, then DAB, then AM: on channels that all countries of the culture have.

    What is received names people's language, and no country.
    """
    known = table("stations")
    names, alike = known.get(culture_of(country), known["en"]), countries_of(culture_of(country))
    has_dab = alike <= set(DAB_COUNTRIES)
    fm = len(names) - 3 - (DAB_STATIONS if has_dab else 0)
    frequencies = [f"{tenths / 10:.1f} MHz" for tenths in _spread(rng, _fm_band(alike), fm)]
    blocks = [f"DAB {block}" for block in rng.sample(DAB_BLOCKS, len(names) - 3 - fm)]
    medium = [f"{kilohertz} kHz" for kilohertz in sorted(rng.sample(_am_band(alike), 3))]
    first, rest = rng.sample(names[:fm], fm), names[fm:]
    sorted_blocks = sorted(blocks, key=lambda block: (int(block[4:-1]), block[-1]))
    return tuple(
        Station(name, value, city, "", "")
        for name, value in zip([*first, *rest], [*frequencies, *sorted_blocks, *medium], strict=True)
    )


def _fm_band(countries: frozenset[str]) -> range:
    """Channels in tenths of a megahertz: Japan has its own band, the Americas odd tenths only."""
    if countries == {"JP"}:
        return range(761, 950)
    return range(876, 1080) if countries.isdisjoint(AMERICAS) else range(881, 1080, 2)


def _am_band(countries: frozenset[str]) -> range:
    """Channels in kilohertz: every 10 in the Americas, every 9 elsewhere, and every 90 where both have to be so."""
    if countries.isdisjoint(AMERICAS):
        return range(531, 1_611, 9)
    return range(540, 1_610, 10 if countries <= set(AMERICAS) else 90)


def _spread(rng: Random, band: range, count: int) -> list[int]:
    """So many channels of a band, in order, none too close to another: one from each equal share of the band."""
    share = len(band) / count
    gap = -(-LEAST_APART // band.step)
    return [band[int(place * share) + rng.randrange(max(1, int(share) - gap))] for place in range(count)]


def band_of(station: Station) -> str:
    """The band of a station: "FM", "DAB" or "AM"."""
    value = station.frequency_value
    return "DAB" if value.startswith("DAB") else "AM" if value.endswith("kHz") else "FM"


def megahertz(station: Station) -> float:
    """The frequency of an FM station in megahertz, 0 for others."""
    number = station.frequency_value.partition(" ")[0]
    return float(number) if band_of(station) == "FM" and number.replace(".", "", 1).isdigit() else 0.0
