"""What the plan does: whether the current flows now, for how long still, what it brings, and when the cabin is prepared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, Literal

from automotive_env.car.core.world import World, slot_of
from automotive_env.car.driving.energy import DAY_MINUTES, DAYS

BATTERY_KWH = 150.0
"""Energy of a full battery; what the vehicle HAL of the emulator says, too."""
PREPARATION_MINUTES = 30
"""How long before the departure the car begins to warm or cool its cabin."""
_PLUGGED_IN = slot_of("energy.is_plugged_in")
ChargeState = Literal["unplugged", "full", "off", "waiting", "charging"]
STATE = (
    "energy.is_plugged_in", "road.gear", "energy.charging_on", "road.fuel_level", "energy.charge_limit", "environment.timestamp",
    "energy.off_peak_on", "energy.off_peak_start", "energy.off_peak_end", *(f"energy.off_peak_days.{day}" for day in DAYS),
)  # fmt: skip
"""Paths that the state of charging follows from."""


def minute_of(timestamp: str) -> int:
    """Minutes after midnight of "2025-04-13 15:04:00"."""
    return 60 * int(timestamp[11:13]) + int(timestamp[14:16])


def weekday_of(timestamp: str) -> int:
    """Day of the week, 0 for Monday."""
    return datetime.fromisoformat(timestamp[:10]).weekday()


def in_cheap_hours(timestamp: str, start: int, end: int, days: tuple[bool, ...]) -> bool:
    """Whether cheap hours that begin on one of the days run; those that end before they begin last beyond midnight.

    Args:
        timestamp: local date and time.
        start: minutes after midnight.
        end: minutes after midnight, not included; where both are the same they last for a day.
        days: whether each day counts, Monday first.
    """
    minute, today = minute_of(timestamp), weekday_of(timestamp)
    if start < end:
        return days[today] and start <= minute < end
    return (days[today] and minute >= start) or (days[today - 1] and minute < end)


def charge_state(
    plugged: bool,
    gear: str,
    switched_on: bool,
    level: float,
    limit: float,
    timestamp: str,
    cheap: bool,
    start: int,
    end: int,
    *days: bool,
) -> ChargeState:
    """What charging does, from the values at `STATE`; on days that are not chosen the cheap hours are not waited for.

    No car leaves park with the cable in: out of park it is unplugged.
    """
    if not plugged or gear != "park":
        return "unplugged"
    if level >= limit:
        return "full"
    if not switched_on:
        return "off"
    waits = cheap and days[weekday_of(timestamp)] and not in_cheap_hours(timestamp, start, end, days)
    return "waiting" if waits else "charging"


def state_now(get: Callable[[str], Any]) -> ChargeState:
    """What charging does in a car of which `get` reads a path."""
    return charge_state(*(get(path) for path in STATE))


def charge_seconds(level: float, limit: float, power: float) -> int:
    """Seconds until the limit, in per cent, is reached at a power in kW."""
    return max(0, round((limit - level) / 100 * BATTERY_KWH / power * 3_600))


def minutes_of(timestamp: str, seconds: float) -> Iterator[tuple[str, float]]:
    """The seconds before a local time, cut where a minute of the clock is full: when each part began, and how long it was."""
    end = datetime.fromisoformat(timestamp)
    start = end - timedelta(seconds=seconds)
    while start < end:
        full = start.replace(second=0, microsecond=0) + timedelta(minutes=1)
        until = min(full, end)
        yield start.isoformat(" ", "seconds"), (until - start).total_seconds()
        start = until


def charge_on(world: World, seconds: float) -> None:
    """Let the current flow in the seconds that have passed, as far as it did: the plan may begin or end among them."""
    if not world.values[_PLUGGED_IN]:
        return
    energy, road = world.energy, world.road
    if road.gear != "park":
        energy.is_plugged_in = False
        return
    plan = dict(zip(STATE, map(world.get, STATE), strict=True))
    level = float(road.fuel_level)
    for start, part in minutes_of(world.environment.timestamp, seconds):
        now = plan | {"environment.timestamp": start, "road.fuel_level": level}
        if state_now(now.__getitem__) == "charging":
            level = min(float(energy.charge_limit), level + energy.charge_power * part / 3_600 / BATTERY_KWH * 100)
    if level > road.fuel_level:
        road.fuel_level = round(level, 4)


def prepares_cabin(departure: int, gear: str, timestamp: str) -> bool:
    """Whether the parked car warms or cools its cabin, because the departure, in minutes after midnight, is near."""
    left = (departure - minute_of(timestamp)) % DAY_MINUTES
    return gear == "park" and 0 < left <= PREPARATION_MINUTES
