"""Day, dusk or night: where the sun stands, after the short solar equations of NOAA (good to a few minutes)."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.geo.place import Place

Daylight = Literal["day", "dusk", "night"]

SUNSET = -0.833
"""Altitude of the sun's centre in degrees when its upper edge touches the horizon, with refraction."""
NIGHTFALL = -6.0
"""Altitude of the sun's centre in degrees at the end of civil twilight."""


def sun_altitude(latitude: float, longitude: float, when: datetime) -> float:
    """Degrees of the sun's centre above the horizon, without refraction; `when` is aware of its time zone."""
    utc = when.astimezone(UTC)
    hours = utc.hour + utc.minute / 60 + utc.second / 3600
    days = 366 if utc.year % 4 == 0 and (utc.year % 100 or utc.year % 400 == 0) else 365
    year = math.tau / days * (utc.timetuple().tm_yday - 1 + (hours - 12) / 24)
    minutes = 60 * hours + _equation_of_time(year) + 4 * longitude
    angle, tilt, north = math.radians(minutes / 4 - 180), _declination(year), math.radians(latitude)
    height = math.sin(north) * math.sin(tilt) + math.cos(north) * math.cos(tilt) * math.cos(angle)
    return math.degrees(math.asin(max(-1.0, min(1.0, height))))


def _equation_of_time(year: float) -> float:
    """Equation of time in minutes; `year` is the elapsed fraction of the year in radians."""
    once = 0.001868 * math.cos(year) - 0.032077 * math.sin(year)
    return 229.18 * (0.000075 + once - 0.014615 * math.cos(2 * year) - 0.040849 * math.sin(2 * year))


def _declination(year: float) -> float:
    """Declination of the sun in radians; `year` as above."""
    once = -0.399912 * math.cos(year) + 0.070257 * math.sin(year)
    twice = -0.006758 * math.cos(2 * year) + 0.000907 * math.sin(2 * year)
    return 0.006918 + once + twice - 0.002697 * math.cos(3 * year) + 0.00148 * math.sin(3 * year)


def clock_time(time: str) -> datetime:
    """A date and time such as "2025-04-13 12:00:00", of whatever time zone.

    Raises:
        UsageError: it is not such a time.
    """
    try:
        return datetime.strptime(time, "%Y-%m-%d %H:%M:%S")
    except ValueError:
        raise UsageError(f"no time {time[:40]!r}; write it like 2025-04-13 12:00:00") from None


def local_time(place: Place, clock: datetime) -> datetime:
    """A time of the clock at a place, aware of its time zone.

    Raises:
        EnvironmentFault: this computer lacks the time zones.
    """
    try:
        return clock.replace(tzinfo=ZoneInfo(place.timezone))
    except ZoneInfoNotFoundError:
        raise EnvironmentFault(f"no data on time zone {place.timezone}; install the package tzdata") from None


def daylight(place: Place, time: str) -> Daylight:
    """Whether it is day, civil twilight or night at a place at its local date and time.

    Raises:
        UsageError: it is not a time such as "2025-04-13 12:00:00".
        EnvironmentFault: this computer lacks the time zones.
    """
    return daylight_at(place, clock_time(time))


def daylight_at(place: Place, clock: datetime) -> Daylight:
    """Whether it is day, civil twilight or night at a place at its local date and time, given without a time zone.

    Raises:
        EnvironmentFault: this computer lacks the time zones.
    """
    altitude = sun_altitude(place.latitude, place.longitude, local_time(place, clock))
    return "day" if altitude > SUNSET else "dusk" if altitude > NIGHTFALL else "night"
