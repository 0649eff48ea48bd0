"""A place: where a car can be, and what an assistant ought to know about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Climate = Literal["polar", "cold", "temperate", "mediterranean", "arid", "tropical"]


@dataclass(frozen=True, slots=True)
class Place:
    """A city with the facts that task parameters and right answers follow from.

    Attributes:
        name: "Paris".
        country: ISO 3166-1 alpha-2 code, "FR".
        latitude: degrees north of the centre.
        longitude: degrees east of the centre.
        altitude: metres above sea level.
        climate: broad climate of the region.
        timezone: IANA name, "Europe/Paris".
        january: mean air temperature of January in °C, or None where it is not known.
        july: mean air temperature of July in °C, or None where it is not known.
    """

    name: str
    country: str
    latitude: float
    longitude: float
    altitude: float
    climate: Climate
    timezone: str
    january: float | None = None
    july: float | None = None
