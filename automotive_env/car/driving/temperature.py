"""Temperatures in the unit of the displays; the car itself counts in degrees Celsius.

    >>> degrees(21.4, "celsius"), degrees(21.4, "fahrenheit"), wanted(21.5, "celsius"), wanted(21.5, "fahrenheit")
    ('21.4 °C', '71 °F', '21.5°', '71°')

A temperature that is set goes by half degrees Celsius or by whole degrees Fahrenheit, one step of the one being one of the other:
Android Automotive wants as many steps of both (`HVAC_TEMPERATURE_SET`). From 64 to 72 °F that is exact to half a degree; at
88 °F, the warmest, the car is set to 86 °F.
"""

from __future__ import annotations

UNITS = ("celsius", "fahrenheit")
CELSIUS, FAHRENHEIT = UNITS
UNIT = "cabin.temperature_unit"
"""Path of the unit of the displays."""


def number(celsius: float, unit: str) -> float:
    """A measured temperature in a unit; Fahrenheit in whole degrees."""
    return round(celsius * 9 / 5 + 32) if unit == FAHRENHEIT else celsius


def degrees(celsius: float, unit: str) -> str:
    """A measured temperature as "-3 °C" or "27 °F", without a needless decimal."""
    return f"{number(celsius, unit):g} °{unit[0].upper()}"


def whole_degrees(celsius: float, unit: str) -> str:
    """A measured temperature as "21 °C" or "70 °F"."""
    return f"{number(celsius, unit):.0f} °{unit[0].upper()}"


def set_point(celsius: float, unit: str) -> float:
    """The number that stands for a temperature that is set."""
    return round(2 * celsius + 28) if unit == FAHRENHEIT else celsius


def celsius_of(set_point: float, unit: str) -> float:
    """The temperature that such a number sets, degrees Celsius."""
    return (set_point - 28) / 2 if unit == FAHRENHEIT else set_point


def unit_of(set_point: float) -> str:
    """The unit of the number that stands for a temperature that is set: no car is set to 50 °C."""
    return FAHRENHEIT if set_point > 50 else CELSIUS


def wanted(celsius: float, unit: str) -> str:
    """A temperature that is set, such as "21.5°" or "71°"."""
    return f"{set_point(celsius, unit):.0f}°" if unit == FAHRENHEIT else f"{celsius:.1f}°"
