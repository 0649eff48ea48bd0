"""In which time zone and country a position lies, from the outlines of time zones (tzfpy, good to some hundred metres)."""

from __future__ import annotations

from functools import cache

from automotive_env.errors import UsageError

SHARED_ZONES = {"Asia/Bangkok": ("TH", "VN"), "Europe/Belgrade": ("RS", "XK")}
"""Zones whose outline covers several countries that have cities here -> these countries."""


def zone_of(latitude: float, longitude: float) -> str:
    """IANA name of the time zone at a position, "Etc/GMT+3" and the like at sea.

    Raises:
        UsageError: there is no such position on earth.
    """
    check_position(latitude, longitude)
    from tzfpy import get_tz

    return get_tz(longitude, latitude)


def check_position(latitude: float, longitude: float) -> None:
    """Check that there is such a position.

    Raises:
        UsageError: there is none on earth.
    """
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise UsageError(f"{latitude:g},{longitude:g} is not a position on Earth; latitude is -90 to 90, longitude -180 to 180")


def countries_of(latitude: float, longitude: float) -> tuple[str, ...]:
    """ISO 3166-1 alpha-2 codes of the countries that a position can lie in: mostly one, none at sea.

    Raises:
        UsageError: there is no such position on earth.
    """
    zone = zone_of(latitude, longitude)
    return SHARED_ZONES.get(zone) or _countries().get(zone, ())


@cache
def _countries() -> dict[str, tuple[str, ...]]:
    """IANA name -> the country it is kept for, as the time zone database lists it (zone.tab)."""
    from importlib.resources import files

    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return {zone: (country,) for country, _, zone, *_ in rows}
