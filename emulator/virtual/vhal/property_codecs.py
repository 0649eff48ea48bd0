"""Codecs: how values of the car make the value of a vehicle property, and back.

`decode` is given what the car holds, to change no more than it must: a property that says less than the car (two strengths of
heating for five) leaves alone what it says already.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from automotive_env.car.core.values import Scalar
from automotive_env.car.devices.low_beam_headlight import is_lit
from automotive_env.car.driving.charging import charge_seconds, charge_state
from automotive_env.car.driving.sensors import RESERVE
from automotive_env.car.vhal.coding import ValueCoding, number, switch, words
from automotive_env.car.vhal.properties import RawPropertyValue
from automotive_env.episode.vehicle_facts import RANGE_OF_FULL_TANK


@dataclass(frozen=True, slots=True)
class PropertyCodec:
    """Between the values at some paths of the car and the value of a property.

    Attributes:
        encode: values of the car -> value of the property.
        decode: value of the property, values the car holds -> values it shall hold; None where the car decides alone. Raises
            ValueError where the car has no such thing.
    """

    encode: Callable[..., RawPropertyValue]
    decode: Callable[..., Sequence[Scalar]] | None = None


def single(coding: ValueCoding) -> PropertyCodec:
    """One value by a coding of the signal table."""
    return PropertyCodec(coding.encode, lambda raw, held: (coding.decode(raw),))


def scaled(factor: float) -> PropertyCodec:
    """A number of which the car counts 1 where Android counts `factor`."""
    return single(number(factor))


def one_of(table: Mapping[Scalar, RawPropertyValue]) -> PropertyCodec:
    """Words, each with its number; other numbers are refused."""

    def decode(raw: RawPropertyValue, held: Scalar) -> Sequence[Scalar]:
        for word, listed in table.items():
            if listed == raw:
                return (word,)
        raise ValueError(f"must be one of {', '.join(map(str, table.values()))}, not {raw!r}")

    return PropertyCodec(words(table).encode, decode)


def follows(off: int, on: int) -> PropertyCodec:
    """A number that says whether a flag of the car is set, and cannot be written."""
    return PropertyCodec(lambda value: on if value else off)


def centred(end: int) -> PropertyCodec:
    """Per cent as whole numbers from `-end` to `end`, around 0 for 50 %; a negative `end` counts the other way."""

    def encode(value: float) -> RawPropertyValue:
        return math.floor((value - 50) / 50 * end + 0.5)

    def decode(raw: int, held: float) -> Sequence[Scalar]:
        return (held if encode(held) == raw else round(50 + 50 * raw / end, 2),)

    return PropertyCodec(encode, decode)


def graded(most: int, top: int, bottom: int = 1) -> PropertyCodec:
    """A switch and its strength from `bottom` to `top`, as 0 for off and strengths up to `most`."""

    def grade(level: float) -> int:
        return 1 + min(most - 1, math.floor((level - bottom) * most / (top - bottom + 1)))

    def decode(raw: int, is_on: bool, level: float) -> Sequence[Scalar]:
        if not 0 <= raw <= most:
            raise ValueError(f"must be from 0 to {most}, not {raw}: the car only heats or blows")
        if raw == 0 or grade(level) == raw:
            return raw > 0, level
        return True, math.ceil(bottom + (raw - 1) * (top - bottom + 1) / most)

    return PropertyCodec(lambda is_on, level: grade(level) if is_on else 0, decode)


def _circulation(raw: RawPropertyValue, held: Scalar) -> Sequence[Scalar]:
    return ("internal circulation" if raw else "external circulation",)


def _automatic(raw: RawPropertyValue, held: Scalar) -> Sequence[Scalar]:
    if raw:
        return ("automatic circulation",)
    return ("off" if held == "automatic circulation" else held,)


_AIR = (1, 2, 4, 3, 5, 6, 0, 7)
"""Bits of VehicleHvacFanDirection for each outlet of the car; "random" has none."""


def _air(*outlets: bool) -> RawPropertyValue:
    bits = 0
    for outlet, mask in zip(outlets, _AIR, strict=True):
        bits |= mask if outlet else 0
    return bits


def _outlets(raw: int, *held: bool) -> Sequence[Scalar]:
    if _air(*held) == raw:
        return held
    if not 0 <= raw <= 7:
        raise ValueError(f"must be from 0 to 7, not {raw}")
    if raw == 7:  # as the car's own mode "all" does
        return *(True for _ in _AIR[:-1]), False
    return [raw == mask and mask > 0 for mask in _AIR]


def _roof(state: str, opening: float) -> RawPropertyValue:
    return -10 if state == "tilted" else math.floor(opening / 10 + 0.5)


def _slide(raw: int, state: str, opening: float) -> Sequence[Scalar]:
    if _roof(state, opening) == raw:
        return state, opening
    if raw < 0:
        return "tilted", 15
    return "open" if raw else "closed", raw * 10


def _wipe(is_on: bool, speed: float) -> RawPropertyValue:
    return 7 + math.floor(speed + 0.5) if is_on else 1


def _wiper(raw: int, is_on: bool, speed: float) -> Sequence[Scalar]:
    if raw == 1:
        return False, speed
    if not 8 <= raw <= 12:
        raise ValueError(f"must be 1 (off) or 8 to 12 (the speeds), not {raw}: the wiper knows no more")
    return True, speed if _wipe(True, speed) == raw else raw - 7


def _light(raw: RawPropertyValue, held: Scalar) -> Sequence[Scalar]:
    return (held if (held != "day") == bool(raw) else "night" if raw else "day",)


def _door(raw: int, held: str) -> Sequence[Scalar]:
    return (held if (held != "closed") == bool(raw) else "open" if raw else "closed",)


def _folded(raw: RawPropertyValue, *held: Any) -> Sequence[Scalar]:
    return [not raw for _ in held]


_CHARGE_STATES = {"charging": 1, "full": 2, "waiting": 3, "off": 3, "unplugged": 3}


def _charge_time(*values: Any) -> RawPropertyValue:
    *known, power = values
    _, _, _, level, limit, *_ = known
    return charge_seconds(level, limit, power) if charge_state(*known) == "charging" else 0


FLAG_CODEC = PropertyCodec(lambda value: value is True, lambda raw, held: (bool(raw),))
"""A flag."""
NOT = PropertyCodec(lambda *values: not any(values), _folded)
"""A flag that says that none of some flags of the car is set."""
LAMP = single(switch(off=0, on=1))
"""A flag as a number; anything but 0 is on."""
STATE = follows(0, 1)
"""What VehicleLightState says of a lamp."""
LOW_BEAM_LIT = PropertyCodec(lambda mode, light, weather: int(is_lit(mode, light, weather)))
"""The same of the low beam, which may follow the light around the car and the weather."""
INNER_CIRCULATION = PropertyCodec(lambda mode: mode == "internal circulation", _circulation)
CIRCULATION = PropertyCodec(lambda mode: mode == "automatic circulation", _automatic)
FAN_DIRECTION = PropertyCodec(_air, _outlets)
"""The outlets of a seat as VehicleHvacFanDirection."""
WHEEL_HEAT = graded(2, 10, 0)
ROOF = PropertyCodec(_roof, _slide)
"""The sunroof: 0 to 10 how far it has slid, -10 where it is tilted."""
OPEN = PropertyCodec(lambda state: int(state != "closed"), _door)
WIPER = PropertyCodec(_wipe, _wiper)
"""The front wiper as WindshieldWipersSwitch: off, or one of five speeds."""
REAR_WIPER = single(switch(off=1, on=8))
DARK = PropertyCodec(lambda light: light != "day", _light)
RANGE = PropertyCodec(lambda level, mode: level / 100 * RANGE_OF_FULL_TANK[mode] * 1_000)
"""Metres that the rest of the tank lasts for."""
RESERVE_REACHED = PropertyCodec(lambda level: level < RESERVE, lambda raw, held: (held,))
"""Whether little is left; it follows the level, whatever is written."""
CHARGE_STATE = PropertyCodec(lambda *values: _CHARGE_STATES[charge_state(*values)])
"""Charging as EvChargeState, from the values at `charging.STATE`."""
CHARGE_TIME = PropertyCodec(_charge_time)
"""Seconds that charging still takes; 0 where no current flows."""
CHARGE_RATE = PropertyCodec(lambda *values: values[-1] * 1e6 if charge_state(*values[:-1]) == "charging" else 0.0)
"""Milliwatts that flow into the battery."""
CURRENT_GEAR = PropertyCodec({"park": 4, "reverse": 2, "neutral": 1, "drive": 16}.__getitem__)
"""The gear that turns; the car has one forward gear, Android's first."""
