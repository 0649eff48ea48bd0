"""Notices of apps: which ones fit a car at a moment, and their texts; none says what the car itself contradicts."""

from __future__ import annotations

from datetime import datetime

from automotive_env.car.content.notices import AppNotice
from automotive_env.car.content.service_book import reminders
from automotive_env.car.core.world import World
from automotive_env.car.driving.charging import state_now
from automotive_env.car.driving.temperature import whole_degrees

CALM_WEATHER, GUSTY_WEATHER = ("clear", "cloudy"), ("rain", "heavy rain", "snow", "hail")
"""Weather that is dry, and weather that comes with gusts."""
FROST = 2
"""Degrees Celsius outside up to which no notice tells of rain."""
OFFICE_HOURS = range(8, 18)
"""Hours of the day at which people have appointments, and up to which it is not evening yet."""


def fits(world: World, kind: str, then: datetime) -> bool:
    """Whether the car agrees with a notice of a kind.

    Args:
        world: the car.
        kind: of the notice.
        then: the time that it names.
    """
    road, software = world.road, world.software
    match kind:
        case "parking":
            return road.driving_state == "parked"
        case "charging":
            return bool(world.energy.powertrain == "electric")
        case "charged":
            return state_now(world.get) == "full"
        case "software":
            return software.version != software.newest
        case "calendar":
            return then.hour in OFFICE_HOURS
        case "weather":
            return road.weather in CALM_WEATHER and road.outside_temperature > FROST and then.hour in OFFICE_HOURS
        case "weather warning":
            return road.weather in GUSTY_WEATHER
        case "service":
            return _is_due(world, then)
    return True


def wording(world: World, notice: AppNotice, then: datetime) -> tuple[str, str]:
    """Title and text of a notice, with what the car says and the time that it names."""
    outside = whole_degrees(world.road.outside_temperature, world.cabin.temperature_unit)
    details = {"time": f"{then:%H:%M}", "degrees": outside, "version": world.software.newest}
    return notice.title.format(**details), notice.text.format(**details)


def _is_due(world: World, then: datetime) -> bool:
    """Whether the list of services has something that is due soon, or was."""
    mileage, today = world.instrumentPanel.vehicle_mileage, then.date()
    known = reminders(world.system.content_seed, today, mileage, world.service.resets)
    return any(reminder.state(today, mileage) != "fine" for reminder in known)
