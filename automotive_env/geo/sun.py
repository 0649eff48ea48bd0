"""Day, dusk or night: where the sun stands (astral, after the solar equations of NOAA)."""

from __future__ import annotations

from datetime import datetime
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
    from astral import Observer
    from astral.sun import elevation

    return elevation(Observer(latitude, longitude), when, with_refraction=False)


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
