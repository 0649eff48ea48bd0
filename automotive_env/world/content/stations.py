"""The stations that can be received somewhere: FM, DAB where there is DAB, and AM, on frequencies of the region."""

from __future__ import annotations

from random import Random

from automotive_env.world.content.cultures import culture_of
from automotive_env.world.content.table import table
from automotive_env.world.devices.radio import Station

FM_STATIONS, DAB_STATIONS = 10, 5
AMERICAS = ("US", "CA", "MX", "BR", "AR", "CL", "CO", "PE")
DAB_COUNTRIES = ("DE", "AT", "CH", "FR", "BE", "GB", "IE", "NL", "ES", "IT", "PL", "CZ", "NO", "DK", "GR", "AU")
DAB_BLOCKS = tuple(f"{number}{letter}" for number in range(5, 13) for letter in "ABCD")
"""Blocks of band III."""
LEAST_APART = 4
"""Tenths of a megahertz between two FM stations of a place."""


def draw_stations(rng: Random, country: str, city: str) -> tuple[Station, ...]:
    """Eighteen stations along the dial: FM, then DAB, then AM."""
    known = table("stations")
    names = known.get(culture_of(country), known["en"])
    has_dab = country in DAB_COUNTRIES
    fm = len(names) - 3 - (DAB_STATIONS if has_dab else 0)
    frequencies = [f"{tenths / 10:.1f} MHz" for tenths in _spread(rng, _fm_band(country), fm)]
    blocks = [f"DAB {block}" for block in rng.sample(DAB_BLOCKS, len(names) - 3 - fm)]
    medium = [f"{kilohertz} kHz" for kilohertz in sorted(rng.sample(_am_band(country), 3))]
    first, rest = rng.sample(names[:fm], fm), names[fm:]
    sorted_blocks = sorted(blocks, key=lambda block: (int(block[4:-1]), block[-1]))
    return tuple(
        Station(name, value, city, "", "")
        for name, value in zip([*first, *rest], [*frequencies, *sorted_blocks, *medium], strict=True)
    )


def _fm_band(country: str) -> range:
    """Channels in tenths of a megahertz: Japan has its own band, the Americas odd tenths only."""
    if country == "JP":
        return range(761, 950)
    return range(881, 1080, 2) if country in AMERICAS else range(876, 1080)


def _am_band(country: str) -> range:
    """Channels in kilohertz: every 10 in the Americas, every 9 elsewhere."""
    return range(540, 1_610, 10) if country in AMERICAS else range(531, 1_611, 9)


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
