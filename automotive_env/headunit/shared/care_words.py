"""How dates, distances, pressures and times of the day are written where the car tells about itself."""

from __future__ import annotations

from datetime import date

from automotive_env.car.devices.instrument_panel import KILOMETERS_PER_MILE
from automotive_env.car.driving.tyres import PRESSURE_UNITS
from automotive_env.headunit.kit.bind import Bind, bind
from automotive_env.headunit.kit.widgets.wording import clock

TODAY: Bind[str] = bind("environment.timestamp", to=lambda now: now[:10])
"""The date, "2025-04-13"."""


def distance(kilometres: float, unit: str) -> str:
    """A distance as "12,400 km" or "7,700 miles"."""
    return f"{kilometres / KILOMETERS_PER_MILE:,.0f} miles" if unit == "mile" else f"{kilometres:,.0f} km"


def pressure(bar: float, unit: str) -> str:
    """A pressure as "2.4 bar", "35 psi" or "240 kPa"."""
    return f"{bar:.1f} bar" if unit == "bar" else f"{bar * PRESSURE_UNITS[unit]:.0f} {unit}"


def day(when: date) -> str:
    """A date as "13 April 2025"."""
    return f"{when.day} {when:%B} {when.year}"


def minutes(after_midnight: int, time_format: str) -> str:
    """Minutes after midnight as "07:30" or "7:30 AM"."""
    return clock(f"2025-01-01 {after_midnight // 60:02}:{after_midnight % 60:02}:00", time_format)


def moment(timestamp: str, now: str, time_format: str) -> str:
    """A local date and time within a few weeks, as "Today, 02:00", "Tomorrow, 02:00" or "11 Apr, 02:00"."""
    when = date.fromisoformat(timestamp[:10])
    days = (when - date.fromisoformat(now[:10])).days
    word = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}.get(days) or f"{when.day} {when:%b}"
    return f"{word}, {clock(timestamp, time_format)}"
