"""Formatting of values: times, speeds, durations, and weather icons."""

from __future__ import annotations

from automotive_env.car.devices.instrument_panel import KILOMETERS_PER_MILE
from automotive_env.car.systems.drivers import GUEST
from automotive_env.headunit.language.translate import VerbatimText

_WEATHER = {
    "clear": "sunny",
    "cloudy": "cloud",
    "rain": "rainy",
    "heavy rain": "rainy_heavy",
    "snow": "weather_snowy",
    "fog": "foggy",
    "hail": "weather_hail",
}


def clock(timestamp: str, time_format: str) -> str:
    """The time of day of "2025-04-13 15:04:00" as "15:04" or "3:04 PM"."""
    hour, minute = int(timestamp[11:13]), timestamp[14:16]
    if time_format == "24-hour format":
        return f"{hour:02}:{minute}"
    return f"{hour % 12 or 12}:{minute} {'AM' if hour < 12 else 'PM'}"


def driver_name(name: str) -> str:
    """A driver's name as it is written: names are not translated, the guest's is."""
    return GUEST if name == GUEST else VerbatimText(name)


def weather_icon(weather: str, light: str) -> str:
    """The icon of a weather."""
    return "nightlight" if weather == "clear" and light == "night" else _WEATHER[weather]


def weather_words(weather: str) -> str:
    """A weather as it is written; "Clear" would be the word of a button."""
    return "Clear sky" if weather == "clear" else weather.capitalize()


def speed(kilometres: float, unit_system: str) -> str:
    """A speed in km/h as a whole number in the driver's unit."""
    return f"{kilometres / kmh_of(1, unit_system):.0f}"


def kmh_of(speed: float, unit_system: str) -> float:
    """A speed in the driver's unit in km/h."""
    return speed * KILOMETERS_PER_MILE if unit_system == "mile" else speed


def speed_unit(unit_system: str) -> str:
    """The unit of speeds that the driver reads."""
    return "mph" if unit_system == "mile" else "km/h"


def duration(seconds: float) -> str:
    """A duration as "3:55"."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
