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
        january, april, july, october: mean air temperatures of these months in °C, or None where they are not known.
        daily_range: degrees from the low of a usual night to the high of its afternoon, mean of the year.
        region: state, province or the like, in English; "" where it is not known.
        native_name: the name as people there write it, "München"; "" where it is not known.
    """

    name: str
    country: str
    latitude: float
    longitude: float
    altitude: float
    climate: Climate
    timezone: str
    january: float | None = None
    april: float | None = None
    july: float | None = None
    october: float | None = None
    daily_range: float = 9.0
    region: str = ""
    native_name: str = ""

    def __hash__(self) -> int:
        """Of the name alone: places are looked up a thousand times an episode."""
        return hash(self.name)
