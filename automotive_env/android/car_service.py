"""`cmd car_service`: the commands that read and write vehicle properties, and what they print in Android 12 to 15.

Two formats exist: the old one up to 14.0.0_r1, the new one from 14.0.0_r75 on (packages/services/Car: VehicleHal.java,
HalPropValue.java, CarShellCommand.java of these tags). Every line is read in whichever it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from automotive_env.vehicle.properties import Area, Raw, ValueType, VehicleProperty, value_type

COMMAND = "cmd car_service"
HELP = f"{COMMAND} -h"
GET_ALL = f"{COMMAND} get-property-value"
CONFIGS = f"{COMMAND} get-carpropertyconfig"
AVAILABLE = 0
"""The status of a property that has a value."""

_HEX = "0x([0-9a-fA-F]{1,8})"
_NAMED = r"[^(,]*\(" + _HEX + r"\)"
_OLD = re.compile(
    rf"Property:{_HEX}, status: (-?\d{{1,10}}), timestamp: -?\d+, zone: {_HEX}, floatValues: \[([^\]]*)\], "
    r"int32Values: \[([^\]]*)\], int64Values: \[([^\]]*)\], bytes: (?:\[([^\]]*)\]|null), string: ?(.*)$"
)
_NEW = re.compile(
    rf"HalPropValue\{{Property ID: {_NAMED}, Area ID: {_NAMED}, ElapsedRealtimeNanos: -?\d+, Status: {_NAMED}, Value: (.*)\}}$"
)
_CODE = re.compile(rf"[^(]*\({_HEX}\)")
_ENTRY = re.compile(rf"Property:(?:{_HEX}|{_NAMED})")
_OLD_NAME = re.compile(r"Property name:(\w{1,100})")
_NEW_NAME = re.compile(r"Property:(\w{1,100})\(")
_ACCESS = re.compile(r"access:(?:\w{1,40}\()?0x([0-9a-fA-F]{1,8})")
_AREA = re.compile(rf"\s{{1,20}}areaId:(?:{_HEX}|{_NAMED})")
_VERB = re.compile(r"(?m)^\s{1,20}([a-z][a-z-]{1,60})\b")
_SET = re.compile(r"(?m)^Property[ (].*successfully[ \t\r]*$")
ACCESS = {1: "R", 2: "W", 3: "RW"}


@dataclass(frozen=True, slots=True)
class PropertyValue:
    """What a property holds in one area.

    Attributes:
        id: of the property.
        area: of the area; 0 for a global property.
        status: 0 where it has a value (VehiclePropertyStatus).
        value: what it holds; None where it holds nothing, or nothing of its type.
    """

    id: int
    area: int
    status: int
    value: Raw | None


def get(property: int, area: int) -> str:
    """The command that prints one value."""
    return f"{GET_ALL} {property} {area}"


def put(property: int, area: int, value: Raw) -> str:
    """The command that sets a property that the framework may write.

    Raises:
        ValueError: a value of several parts or of bytes.
    """
    if isinstance(value, (str, bytes, tuple)):
        raise ValueError(f"set-property-value takes one number, not {value!r}")
    data = str(value).lower() if isinstance(value, bool) else f"{value!r}"
    return f"{COMMAND} set-property-value {property} {area} {data}"


def was_put(text: str) -> bool:
    """Whether the answer to `put` says that the property is set."""
    return _SET.search(text) is not None


def parse_value(line: str) -> PropertyValue | None:
    """One line of `get-property-value`; None where it is none."""
    if found := _OLD.match(line):
        number, status, area, *parts = found.groups()
        return _value(number, area, int(status), lambda kind: _old_raw(kind, parts))
    if found := _NEW.match(line):
        number, area, status, said = found.groups()
        return _value(number, area, int(status, 16), lambda kind: _new_raw(kind, said))
    return None


def parse_values(text: str) -> Iterator[PropertyValue]:
    """All values that a text lists; other lines are passed over."""
    for line in text.split("\n"):
        value = parse_value(line.strip("\r"))
        if value is not None:
            yield value


def _value(number: str, area: str, status: int, raw: Callable[[ValueType], Raw | None]) -> PropertyValue | None:
    try:
        kind = value_type(int(number, 16))
    except ValueError:
        return None
    try:
        held = raw(kind)
    except (ValueError, IndexError, OverflowError):
        held = None
    return PropertyValue(int(number, 16), int(area, 16), status, held)


def _old_raw(kind: ValueType, parts: list[str]) -> Raw | None:
    floats, ints, longs, octets, text = parts
    match kind:
        case ValueType.STRING:
            return text
        case ValueType.BYTES:
            return bytes(int(part) & 0xFF for part in _listed(octets or ""))
        case ValueType.MIXED:
            return None
    named = {"FLOAT": floats, "INT64": longs}.get(kind.name.removesuffix("_VEC"), ints)
    return _numbers(kind, _listed(named))


def _new_raw(kind: ValueType, said: str) -> Raw | None:
    if kind is ValueType.STRING:
        return said
    if said == "NO_VALUE" or kind in (ValueType.MIXED, ValueType.BYTES):
        return None
    listed = said.startswith("[")
    parts = _listed(said[1:-1] if listed else said)
    return _numbers(kind, [_bare(part) for part in parts])


def _bare(part: str) -> str:
    """A number without its name or unit: "GEAR_PARK(0x4)" -> "4", "17.0 CELSIUS" -> "17.0"."""
    if code := _CODE.fullmatch(part):
        return str(_signed(int(code[1], 16)))
    return {"TRUE": "1", "FALSE": "0"}.get(part, part.partition(" ")[0])


def _signed(number: int) -> int:
    return number - (1 << 32) if number >= 1 << 31 else number


def _listed(text: str) -> list[str]:
    return [part for part in (part.strip() for part in text.split(",")) if part]


def _numbers(kind: ValueType, parts: list[str]) -> Raw | None:
    match kind:
        case ValueType.BOOLEAN:
            return bool(_whole(parts[0]))
        case ValueType.INT32 | ValueType.INT64:
            return _whole(parts[0])
        case ValueType.FLOAT:
            return float32(parts[0])
        case ValueType.FLOAT_VEC:
            return tuple(float32(part) for part in parts)
    return tuple(_whole(part) for part in parts)


def _whole(part: str) -> int:
    if len(part) > 20:
        raise ValueError(f"{part[:20]}... is no whole number")
    return int(part)


def float32(text: str) -> float:
    """A number that the device holds in 32 bits, in the fewest digits that mean it."""
    if len(text) > 60:
        raise ValueError(f"{text[:20]}... is no number")
    with np.errstate(over="ignore"):
        return float(str(np.float32(float(text))))


def parse_configs(text: str) -> dict[int, VehicleProperty]:
    """The properties that `get-carpropertyconfig` lists, with their areas, by id."""
    found: dict[int, VehicleProperty] = {}
    entry: list[str] = []
    for line in [*text.split("\n"), "Property:"]:
        if line.startswith("Property:"):
            known = _config(entry)
            if known is not None:
                found[known.id] = known
            entry = []
        entry.append(line)
    return found


def _config(lines: list[str]) -> VehicleProperty | None:
    head = _ENTRY.match(lines[0]) if lines else None
    if head is None:
        return None
    number = int(head[1] or head[2], 16)
    name = _OLD_NAME.search(lines[0]) or _NEW_NAME.match(lines[0])
    access = next((found for line in lines if (found := _ACCESS.search(line))), None)
    try:
        kind = value_type(number)
    except ValueError:
        return None
    areas = [_area(kind, line) for line in lines[1:]]
    listed = {area.id: area for area in areas if area is not None} or {0: Area(0)}
    allowed = ACCESS.get(int(access[1], 16), "") if access else "R"
    return VehicleProperty(name[1] if name else f"{number:#x}", number, allowed, listed)


def _area(kind: ValueType, line: str) -> Area | None:
    found = _AREA.match(line)
    if found is None:
        return None
    prefix = {ValueType.FLOAT: "f", ValueType.INT64: "i64"}.get(kind, "i")
    bounds = [re.search(rf", {prefix} {end}:(-?[\d.]{{1,60}})", line) for end in ("min", "max")]
    low, high = (_bound(bound[1]) if bound else None for bound in bounds)
    bounded = low is not None and high is not None and low < high
    return Area(int(found[1] or found[2], 16), low=low if bounded else None, high=high if bounded else None)


def _bound(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def parse_supported(text: str) -> frozenset[int]:
    """The ids that `list-vhal-props` prints."""
    listed = text.partition("supported property IDs")[2].partition("[")[2].partition("]")[0]
    return frozenset(int(part) for part in _listed(listed) if re.fullmatch(r"-?\d{1,10}", part, re.ASCII))


def parse_commands(text: str) -> frozenset[str]:
    """The commands that `-h` lists."""
    return frozenset(_VERB.findall(text))
