"""Values as the types of properties hold them: checked, and read from the texts of a command line."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Sequence
from enum import IntEnum

from automotive_env.car.vhal.properties import PropertyArea, PropertyType, RawPropertyValue, VehicleProperty


class StatusCode(IntEnum):
    """StatusCode of the Vehicle HAL's AIDL interface."""

    INVALID_ARG = 2
    NOT_AVAILABLE = 3
    ACCESS_DENIED = 4
    NOT_AVAILABLE_DISABLED = 6


class VhalError(Exception):
    """A property was not read or written, and nothing was changed."""

    def __init__(self, code: StatusCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


INT32 = range(-(2**31), 2**31)
INT64 = range(-(2**63), 2**63)
_INTEGER = re.compile(r"-?(0x[0-9a-f]{1,16}|[0-9]{1,20})", re.IGNORECASE)
MAX_LENGTH = 2 * 1024 * 1024
"""Characters of a text, bytes, or numbers of a vector."""
NUMBERS = (PropertyType.INT32, PropertyType.INT64, PropertyType.FLOAT)
VECTORS = (PropertyType.INT32_VEC, PropertyType.INT64_VEC, PropertyType.FLOAT_VEC, PropertyType.MIXED)


def refuse(config: VehicleProperty, value: object, allowed: str) -> VhalError:
    """The error for a value that does not fit."""
    return VhalError(StatusCode.INVALID_ARG, f"{config.name} must be {allowed}, not {str(value)[:80]!r}")


def typed(config: VehicleProperty, value: RawPropertyValue) -> RawPropertyValue:
    """A value as the type of a property holds it."""
    kind = config.type
    if kind is PropertyType.STRING:
        fits = isinstance(value, str) and len(value) <= MAX_LENGTH
    elif kind is PropertyType.BYTES:
        fits = isinstance(value, bytes) and len(value) <= MAX_LENGTH
    elif kind in VECTORS:
        return _vector(config, value)
    else:
        return _number(config, kind, value)
    if not fits:
        raise refuse(config, value, f"{'a text' if kind is PropertyType.STRING else 'bytes'} of at most {MAX_LENGTH}")
    return value


def _number(config: VehicleProperty, kind: PropertyType, value: RawPropertyValue) -> bool | int | float:
    if isinstance(value, (str, bytes, tuple)):
        raise refuse(config, value, "a number")
    if kind in (PropertyType.FLOAT, PropertyType.FLOAT_VEC):
        return _float(config, value)
    if kind is PropertyType.BOOLEAN:
        return bool(value)
    room = INT32 if kind in (PropertyType.INT32, PropertyType.INT32_VEC) else INT64
    if value not in room:
        raise refuse(config, value, f"a whole number from {room[0]} to {room[-1]}")
    return int(value)


def _float(config: VehicleProperty, value: float) -> float:
    if not math.isfinite(value) or abs(value) > 3.4028234e38:
        raise refuse(config, value, "a float of 32 bits")
    return float(value)


def _vector(config: VehicleProperty, value: RawPropertyValue) -> RawPropertyValue:
    if not isinstance(value, tuple) or len(value) > MAX_LENGTH:
        raise refuse(config, value, "a list of numbers")
    if config.type is PropertyType.MIXED:
        return value
    return tuple(_number(config, config.type, item) for item in value)


def check_range(config: VehicleProperty, area: PropertyArea, value: RawPropertyValue) -> None:
    """Refuse what the configuration of an area does not allow."""
    if config.name.endswith("_UNITS") and config.config and value not in config.config:
        raise refuse(config, value, f"one of {_listed(config.config)}")
    if area.choices and value not in area.choices:
        raise refuse(config, value, f"one of {_listed(area.choices)}")
    if config.type in NUMBERS and isinstance(value, (int, float)):
        low, high = area.low, area.high
        if (low is not None and value < low) or (high is not None and value > high):
            raise refuse(config, value, f"from {low:g} to {high:g}")


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def float32(value: float) -> float:
    """The nearest number that a float of 32 bits can hold."""
    held: float = struct.unpack("f", struct.pack("f", value))[0]
    return held


def integer(text: str) -> int:
    """A whole number as command lines give it: decimal, or hexadecimal after 0x."""
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"not a valid number: {text[:80]!r}")
    return int(text, 16 if "x" in text.lower() else 10)


def parsed(config: VehicleProperty, items: Sequence[str]) -> RawPropertyValue:
    """The value that some words of a command line spell, as `cmd car_service` reads them."""
    kind = config.type
    if kind in (PropertyType.STRING, PropertyType.BYTES, PropertyType.MIXED):
        raise ValueError(f"Unsupported property type: {config.id}")
    if kind in VECTORS:
        whole = kind is not PropertyType.FLOAT_VEC
        return tuple(integer(item) for item in items) if whole else tuple(float(item) for item in items)
    if len(items) != 1:
        raise ValueError(f"Expected one value for property: {config.id}")
    if kind is PropertyType.BOOLEAN:
        return _flag(items[0])
    return float(items[0]) if kind is PropertyType.FLOAT else integer(items[0])


def _flag(text: str) -> bool:
    """A flag as Java's parseBoolean reads it, which takes all but "true" for false; what might be meant otherwise is refused."""
    if text.lower() not in ("true", "false", "0"):
        raise ValueError(f"must be true or false, not {text[:40]!r}")
    return text.lower() == "true"
