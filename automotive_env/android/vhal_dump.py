"""The Vehicle HAL's own commands, for root: `dumpsys android.hardware.automotive.vehicle.IVehicle/default`.

They set any property, those that are read-only for the framework included, and tell subscribers. Facts: hardware/interfaces
automotive/vehicle, FakeVehicleHardware.cpp of 13.0.0_r84, 14.0.0_r1 and 15.0.0_r1. Before Android 13 the HAL is asked with
`lshal debug` (vehicle@2.0).
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from automotive_env.android.car_service import PropertyValue, float32
from automotive_env.vehicle.properties import Raw, ValueType, value_type

AIDL = "dumpsys android.hardware.automotive.vehicle.IVehicle/default"
HIDL = "lshal debug android.hardware.automotive.vehicle@2.0::IVehicle/default"

_SAID = re.compile(r"(?m)^Set property:")
_SAVED = re.compile(r"(?m)^Property: \S{1,80}, areaID: \S{1,80} (?:saved|restored)")
_VALUE = re.compile(
    r"VehiclePropValue\{timestamp: -?\d{1,20}, areaId: (-?\d{1,10}), prop: (-?\d{1,10}), status: (\w{1,60}), "
    r"value: RawPropValues\{int32Values: \[([^\]]*)\], floatValues: \[([^\]]*)\], int64Values: \[([^\]]*)\], "
    r"byteValues: \[[^\]]*\], stringValue: (.*)\}\}"
)


@dataclass(frozen=True, slots=True)
class VhalDump:
    """The commands of one device's HAL.

    Attributes:
        service: how it is asked, `AIDL` or `HIDL`.
    """

    service: str = AIDL

    def set(self, property: int, area: int, value: Raw) -> str:
        """The command that sets a property in an area.

        Raises:
            ValueError: bytes, or a text with a line break or a NUL, which no command line can hold.
        """
        return f"{self.service} --set {property} -a {area} {_option(value)}"

    def was_set(self, text: str) -> bool:
        """Whether the answer says that the property is set; of HIDL, whether it does not say that it failed."""
        if self.service == HIDL:
            return not re.search(r"(?i)fail|error|invalid|can't find", text)
        return _SAID.search(text) is not None

    def get(self, *properties: int) -> str:
        """The command that prints properties in all their areas."""
        return f"{self.service} --get {' '.join(map(str, properties))}"

    def save(self, property: int, area: int) -> str:
        """The command that keeps a value for `restore` (Android 14 and later)."""
        return f"{self.service} --save-prop {property} -a {area}"

    def restore(self, property: int, area: int) -> str:
        """The command that puts a kept value back, once."""
        return f"{self.service} --restore-prop {property} -a {area}"


def was_kept(text: str) -> bool:
    """Whether the answer to `save` or `restore` says that it was done."""
    return _SAVED.search(text) is not None


def parse_dump(text: str) -> list[PropertyValue]:
    """The values that `--get` printed, one a line; other lines are passed over."""
    found = (_VALUE.search(line[:200_000]) for line in text.split("\n"))
    return [value for match in found if match and (value := _value(match))]


def _value(found: re.Match[str]) -> PropertyValue | None:
    area, number, status, ints, floats, longs, text = found.groups()
    try:
        kind = value_type(int(number))
        held = _held(kind, ints, floats, longs, text)
    except (ValueError, IndexError):
        return None
    return PropertyValue(int(number), int(area), 0 if status == "AVAILABLE" else 1, held)


def _held(kind: ValueType, ints: str, floats: str, longs: str, text: str) -> Raw | None:
    if kind is ValueType.STRING:
        return text
    name = kind.name.removesuffix("_VEC")
    parts = [part.strip() for part in {"FLOAT": floats, "INT64": longs}.get(name, ints).split(",") if part.strip()]
    numbers = [float32(part) if name == "FLOAT" else int(part[:20]) for part in parts]
    if kind.name.endswith("_VEC"):
        return tuple(numbers)
    return bool(numbers[0]) if kind is ValueType.BOOLEAN else numbers[0]


def _option(value: Raw) -> str:
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
        case tuple():
            letter = "f" if any(isinstance(part, float) for part in value) else "i"
            return f"-{letter} " + " ".join(map(repr, value))
    raise ValueError("bytes are not set")
