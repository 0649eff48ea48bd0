"""The Vehicle HAL's own commands, for root: `dumpsys android.hardware.automotive.vehicle.IVehicle/default`.

They read and set any property, those included that are read-only for the framework. Facts: hardware/interfaces
automotive/vehicle, FakeVehicleHardware.cpp of 13.0.0_r84, 14.0.0_r1 and 15.0.0_r1.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from automotive_env.car.vhal.properties import PropertyType, RawPropertyValue, value_type

GET_ALL = "dumpsys android.hardware.automotive.vehicle.IVehicle/default"
"""The command that prints all properties in all their areas."""
MAX_LINE_CHARACTERS = 200_000
"""Longer lines are cut off, and so hold no value."""
PropertyAreaKey = tuple[int, int]
"""Id of a property, and of an area."""

_SET = re.compile(r"(?m)^Set property:")
_UNAVAILABLE = re.compile(r"not available|code: (?:3|[6-9]|10)\b")
_VALUE = re.compile(
    r"(?:[\d-]{1,20}: )?VehiclePropValue\{timestamp: -?\d{1,20}, areaId: (-?\d{1,10}), prop: (-?\d{1,10}), status: AVAILABLE, "
    r"value: RawPropValues\{int32Values: \[([^\]]*)\], floatValues: \[([^\]]*)\], int64Values: \[([^\]]*)\], "
    r"byteValues: \[[^\]]*\], stringValue: (.*)\}\}"
)


def get(*properties: int) -> str:
    """The command that prints properties in all their areas."""
    return f"{GET_ALL} --get {' '.join(map(str, properties))}"


def put(property: int, area: int, value: RawPropertyValue) -> str:
    """The command that sets a property in an area.

    Raises:
        ValueError: bytes, or a text with a line break or a NUL, which no command line can hold.
    """
    return f"{GET_ALL} --set {property} -a {area} {_option(value)}"


def is_unavailable(answer: str) -> bool:
    """Whether an answer says that a property is not available now, in words or by `StatusCode` (3, 6 to 10)."""
    return _UNAVAILABLE.search(answer) is not None


def was_put(text: str) -> bool:
    """Whether the answer to `put` says that the property is set."""
    return _SET.search(text) is not None


@lru_cache(maxsize=4)
def parse_values(text: str) -> Mapping[PropertyAreaKey, RawPropertyValue]:
    """The values that `get` or `GET_ALL` printed, one a line; properties without a value and other lines are passed over.

    The last texts are remembered, since each signal of a bulk read looks up its own value in the same text.
    """
    return dict(held for line in text.split("\n") if (held := parse_value(line)))


def parse_value(line: str) -> tuple[PropertyAreaKey, RawPropertyValue] | None:
    """The value in one line; None where it holds none."""
    found = _VALUE.match(line[:MAX_LINE_CHARACTERS])
    if found is None:
        return None
    area, number, ints, floats, longs, text = found.groups()
    try:
        return (int(number), int(area)), _held(value_type(int(number)), ints, floats, longs, text)
    except (ValueError, IndexError):
        return None


def _held(kind: PropertyType, ints: str, floats: str, longs: str, text: str) -> RawPropertyValue:
    if kind is PropertyType.STRING:
        return text
    if kind is PropertyType.MIXED:
        raise ValueError("which numbers it has is up to each property")
    name = kind.name.removesuffix("_VEC")
    parts = [part.strip() for part in {"FLOAT": floats, "INT64": longs}.get(name, ints).split(",") if part.strip()]
    numbers = [float32(part) if name == "FLOAT" else int(part[:20]) for part in parts]
    if kind.name.endswith("_VEC"):
        return tuple(numbers)
    return bool(numbers[0]) if kind is PropertyType.BOOLEAN else numbers[0]


def float32(text: str) -> float:
    """A number that the device holds in 32 bits, in the fewest digits that mean it.

    Raises:
        ValueError: it is no number.
    """
    if len(text) > 60:
        raise ValueError(f"{text[:20]}... is no number")
    with np.errstate(over="ignore"):
        return float(str(np.float32(float(text))))


def _option(value: RawPropertyValue) -> str:
    match value:
        case bool():
            return f"-i {int(value)}"
        case int():
            return f"-i {value}" if -(1 << 31) <= value < 1 << 31 else f"-i64 {value}"
        case float():
            return f"-f {value!r}"
        case str():
            if set(value) & {"\n", "\r", "\0"}:
                raise ValueError("a text property cannot hold a line break")
            return f"-s {shlex.quote(value)}"
    raise ValueError(f"no signal sets a property of several parts or of bytes: {value!r}")
