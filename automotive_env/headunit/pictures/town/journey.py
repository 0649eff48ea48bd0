"""Formats distances, durations and times of arrival."""

from __future__ import annotations

from datetime import datetime, timedelta

from automotive_env.headunit.kit.widgets.wording import clock

MILE_M = 1609.344
FOOT_M = 0.3048


def far(metres: float, unit: str) -> str:
    """A distance as "350 m" or "4.6 km"; as "900 ft" or "2.9 mi" where the unit is "mile"."""
    if unit == "mile":
        miles = metres / MILE_M
        if miles < 0.19:
            return f"{max(50, round(metres / FOOT_M / 50) * 50)} ft"
        return f"{miles:.1f} mi" if miles < 20 else f"{miles:.0f} mi"
    if metres < 950:
        return f"{max(10, round(metres / 10) * 10 if metres < 200 else round(metres / 50) * 50)} m"
    return f"{metres / 1_000:.1f} km" if metres < 30_000 else f"{metres / 1_000:.0f} km"


def lasts(seconds: float) -> str:
    """A duration as "18 min" or "1 h 05"."""
    minutes = max(1, round(seconds / 60))
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"


def arrival(timestamp: str, seconds: float, time_format: str) -> str:
    """The time of day after so many seconds, to the minute as `lasts` says it."""
    there = datetime.fromisoformat(timestamp) + timedelta(minutes=max(1, round(seconds / 60)))
    return clock(there.isoformat(sep=" "), time_format)
