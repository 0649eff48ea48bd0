"""Day, dusk or night: where the sun stands, by the solar equations of NOAA (after Meeus, Astronomical Algorithms)."""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from automotive_env.errors import EnvironmentFault, UsageError
from automotive_env.place.place import Place

Daylight = Literal["day", "dusk", "night"]

SUNSET = -0.833
"""Altitude of the sun's centre in degrees when its upper edge touches the horizon, with refraction."""
NIGHTFALL = -6.0
"""Altitude of the sun's centre in degrees at the end of civil twilight."""
NOON_OF_2000 = 730_120.5
"""Noon in Greenwich on the first of January 2000, as `datetime.toordinal` counts days."""


def sun_altitude(latitude: float, longitude: float, when: datetime) -> float:
    """Degrees of the sun's centre above the horizon, without refraction; `when` is aware of its time zone."""
    offset = when.utcoffset() or timedelta()
    minutes = 60 * when.hour + when.minute + when.second / 60 - offset.total_seconds() / 60
    declination, ahead = _sun((when.toordinal() + minutes / 1440 - NOON_OF_2000) / 36_525)
    angle, north = math.radians((minutes + ahead) / 4 + longitude - 180), math.radians(latitude)
    height = math.cos(north) * math.cos(declination) * math.cos(angle) + math.sin(north) * math.sin(declination)
    return math.degrees(math.asin(max(-1.0, min(1.0, height))))


def _sun(century: float) -> tuple[float, float]:
    """Declination in radians, and by how many minutes the sun is ahead of the mean sun, some centuries after noon of 2000."""
    longitude = math.radians(280.46646 + century * (36_000.76983 + 0.0003032 * century))
    anomaly = math.radians(357.52911 + century * (35_999.05029 - 0.0001537 * century))
    eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century)
    node = math.radians(125.04 - 1_934.136 * century)
    seconds = 21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))
    tilt = math.radians(23 + (26 + seconds / 60) / 60 + 0.00256 * math.cos(node))
    centre = (
        math.sin(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century))
        + math.sin(2 * anomaly) * (0.019993 - 0.000101 * century)
        + math.sin(3 * anomaly) * 0.000289
    )
    apparent = longitude + math.radians(centre - 0.00569 - 0.00478 * math.sin(node))
    share = math.tan(tilt / 2) ** 2
    ahead = (
        share * math.sin(2 * longitude)
        - 2 * eccentricity * math.sin(anomaly)
        + 4 * eccentricity * share * math.sin(anomaly) * math.cos(2 * longitude)
        - share**2 / 2 * math.sin(4 * longitude)
        - 1.25 * eccentricity**2 * math.sin(2 * anomaly)
    )
    return math.asin(math.sin(tilt) * math.sin(apparent)), 4 * math.degrees(ahead)


def clock_time(time: str) -> datetime:
    """A date and time such as "2025-04-13 12:00:00", of whatever time zone.

    Raises:
        UsageError: it is not such a time.
    """
    try:
        return datetime.strptime(time, "%Y-%m-%d %H:%M:%S")
    except ValueError:
        raise UsageError(f"malformed time {time[:40]!r}; write it like 2025-04-13 12:00:00") from None


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
