"""What the sensors of the car report: one row a sentence, with the state in which it is true."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from automotive_env.car.core.device import SEATS
from automotive_env.car.core.values import StateValue
from automotive_env.car.driving.road import WHEELS

LEGIBLE_BRIGHTNESS = 20
"""Per cent from which the centre screen can be read in daylight."""
FLAT_BAR = 1.9
"""Pressure, in bar, below which a tyre is reported."""
RESERVE = 15
"""Per cent of fuel or charge below which it is reported."""
SIGHT = 3_000
"""Metres of sight below which it is reported: as far as one sees in fog, heavy rain or snow."""
QUIET = "nothing unusual"
"""What is reported where no sensor has anything to say."""


class SensorSentence(NamedTuple):
    """One sentence, and when it is true.

    Attributes:
        sentence: what is reported; "{:g}" stands for the first value.
        paths: what it depends on.
        reports: takes the values at these paths; it is not asked where a car does not know one of them.
    """

    sentence: str
    paths: tuple[str, ...]
    reports: Callable[..., bool]


def _is(sentence: str, path: str, wanted: StateValue = True) -> SensorSentence:
    return SensorSentence(sentence, (path,), lambda value: value == wanted)


def _below(sentence: str, path: str, limit: float) -> SensorSentence:
    return SensorSentence(sentence, (path,), lambda value: value < limit)


def _dark_screen(light: str, automatic: bool, brightness: float) -> bool:
    return light == "day" and not automatic and brightness < LEGIBLE_BRIGHTNESS


def _too_fast(speed: float, limit: float, warns: bool) -> bool:
    return warns and speed > limit


_SEEN, _SCREEN = "road.phenomena", "centerInformationDisplay.brightness_settings"
SENSORS: tuple[SensorSentence, ...] = (
    _is("smoke outside", f"{_SEEN}.smoke_outside"),
    _is("fogged windscreen", f"{_SEEN}.fogged_windscreen"),
    _is("fogged rear window", f"{_SEEN}.fogged_rear_window"),
    _is("icy road", f"{_SEEN}.icy_road"),
    # traffic is still there once it is no longer dazzled, and the same where it has never been
    _is("oncoming traffic within reach of the high beam", f"{_SEEN}.dazzled_oncoming"),
    SensorSentence("dark screen", ("road.light", f"{_SCREEN}.auto_brightness", f"{_SCREEN}.brightness_level"), _dark_screen),
    *(_is(weather, "road.weather", weather) for weather in ("rain", "heavy rain", "snow", "hail")),
    _is("fog outside", "road.weather", "fog"),
    _below("sight about {:g} m", "road.visibility", SIGHT),
    *(_below(f"low pressure of the {wheel} tyre", f"road.tyres.{wheel.replace(' ', '_')}", FLAT_BAR) for wheel in WHEELS),
    _below("little fuel or charge left", "road.fuel_level", RESERVE),
    SensorSentence(
        "faster than the set speed warning",
        ("road.speed", "assistance.speed_limit", "assistance.speed_limit_warning"),
        _too_fast,
    ),
    *(_is(f"open door at the {seat}", f"door.doors.{seat}.status", "open") for seat in SEATS),
    *(_is(f"open belt at the {seat}", "road.open_belt", seat) for seat in SEATS),
)
"""All sensors, in the order in which they are told."""
PATHS = tuple(dict.fromkeys(path for sensor in SENSORS for path in sensor.paths))
"""What the sentences depend on."""


def sensed(value: Callable[[str], StateValue]) -> str:
    """The sentences that are true now, joined by commas; `QUIET` where none is.

    Args:
        value: path -> value; None where the car does not know it.
    """
    return _sentences(*map(value, PATHS))


@lru_cache(maxsize=256)
def _sentences(*found: StateValue) -> str:
    """The sentences for the values at `PATHS`, which seldom change."""
    told = dict(zip(PATHS, found, strict=True))
    asked = [(sensor, [told[path] for path in sensor.paths]) for sensor in SENSORS]
    return ", ".join(sensor.sentence.format(*values) for sensor, values in asked if _reports(sensor, values)) or QUIET


def _reports(sensor: SensorSentence, values: list[StateValue]) -> bool:
    return None not in values and sensor.reports(*values)
