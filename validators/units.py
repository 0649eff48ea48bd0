"""Units of what people ask a car for: how they are written, and what they are in each other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Unit(NamedTuple):
    """What is measured, as people call it; factor and zero in the kind's first unit; how it is written, the usual way first."""

    kind: str
    factor: float
    zero: float
    spellings: tuple[str, ...]

    def convert(self, value: float, other: Unit) -> float:
        """A value of this unit in another one of the kind."""
        return (value * self.factor + self.zero - other.zero) / other.factor


_DEGREES = "degrees|degree|deg|°"
_PER_HOUR = "|".join(f"{unit} {per} hour" for unit in ("km", "kilometers", "kilometres") for per in ("per", "an"))
_TABLE = (
    ("", "number", 1, 0, ""),
    ("celsius", "temperature", 1, 0, f"°C|° celsius|degrees celsius|degrees centigrade|degrees c|deg c|celsius|c|{_DEGREES}"),
    ("fahrenheit", "temperature", 5 / 9, -160 / 9, f"°F|° fahrenheit|degrees fahrenheit|degrees f|deg f|fahrenheit|f|{_DEGREES}"),
    ("percent", "percentage", 1, 0, "%|percent|per cent|pct"),
    ("km/h", "speed", 1, 0, f"km/h|kmh|kph|kmph|{_PER_HOUR}"),
    ("mph", "speed", 1.609344, 0, "mph|mi/h|miles per hour|miles an hour"),
    ("km", "distance", 1, 0, "km|kms|kilometers|kilometres|kilometer|kilometre"),
    ("mi", "distance", 1.609344, 0, "mi|miles|mile"),
    ("m", "distance", 0.001, 0, "m|meters|metres|meter|metre"),
    ("ft", "distance", 0.0003048, 0, "ft|feet|foot"),
    ("seconds", "duration", 1, 0, "s|seconds|second|secs|sec"),
    ("minutes", "duration", 60, 0, "min|minutes|minute|mins|m"),
    ("hours", "duration", 3600, 0, "h|hours|hour|hrs|hr"),
    ("days", "duration", 86400, 0, "days|day"),
    ("bar", "pressure", 1, 0, "bar|bars"),
    ("psi", "pressure", 0.0689476, 0, "psi|pounds per square inch|pounds"),
    ("kPa", "pressure", 0.01, 0, "kPa|kilopascals|kilopascal"),
    ("time", "time", 1, 0, ""),
    ("money", "price", 1, 0, "€|$|£|¥|₩|₹|kr|euros|euro|eur|dollars|dollar|usd|pounds|gbp|chf|francs|yen|won|rupees"),
    ("cents", "price", 0.01, 0, "cents|cent|pence"),
)
UNITS: Mapping[str, Unit] = {name: Unit(kind, factor, zero, tuple(text.split("|"))) for name, kind, factor, zero, text in _TABLE}
"""Name -> unit; "" is a number without one. A spelling of several units can be any of them."""
_SPELLINGS = {re.escape(text.casefold()) for unit in UNITS.values() for text in unit.spellings if text}
UNIT = rf"(?:{'|'.join(sorted(sorted(_SPELLINGS), key=len, reverse=True))})(?![^\W\d])"
"""A unit in a regular expression, by the longest spelling that fits."""
REST = {UNITS["hours"]: UNITS["minutes"], UNITS["minutes"]: UNITS["seconds"], UNITS["money"]: UNITS["cents"]}
"""The unit in which people tell the rest without naming it: "1 hour 20"."""

QuantityReading: TypeAlias = tuple[float, Unit, float]
"""A value, its unit, and the size of its last digit."""


class QuantityInText(NamedTuple):
    """A quantity or a time in a text: what it can be, and where it is. A vague one counts if no other is told."""

    readings: tuple[QuantityReading, ...]
    start: int
    end: int
    written: str
    is_vague: bool = False

    def measures(self, kind: str) -> bool:
        """Whether it can be of a kind."""
        return any(unit.kind == kind for _, unit, _ in self.readings)
