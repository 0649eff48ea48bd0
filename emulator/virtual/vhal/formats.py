"""How Android prints properties: CarService on 13 and 14 (old) and on 15 (new), and the HAL's own dump.

Facts: packages/services/Car, `VehicleHal.java` and `HalPropValue.java`; hardware/interfaces, `VehicleHalTypes.h`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache

from automotive_env.emulator.virtual.vhal.kinds import float32
from automotive_env.emulator.virtual.vhal.vendor import NAME
from automotive_env.vehicle.properties import (
    RELEASES,
    VENDOR,
    AreaType,
    Raw,
    Release,
    ValueType,
    VehicleProperty,
    area_bits,
    by_id,
    enumeration,
)

ACCESS = {"R": ("READ", 1), "W": ("WRITE", 2), "RW": ("READ_WRITE", 3)}
"""Names and numbers of VehiclePropertyAccess."""
MODES = ("STATIC", "ON_CHANGE", "CONTINUOUS")
"""Names of VehiclePropertyChangeMode, in their order."""
WHOLE = (ValueType.BOOLEAN, ValueType.INT32, ValueType.INT32_VEC, ValueType.MIXED)


def java_float(value: float) -> str:
    """A float of 32 bits as Java writes it: the shortest text that means it, in scientific notation where it is big or small."""
    value = float32(value)
    if value == 0:
        return "-0.0" if str(value).startswith("-") else "0.0"
    shortest = next(text for digits in range(1, 10) if float32(float(text := f"{value:.{digits}g}")) == value)
    sign, numerals, exponent = Decimal(shortest).as_tuple()
    assert isinstance(exponent, int)
    digits_text = "".join(map(str, numerals)).rstrip("0")
    power = exponent + len(numerals) - 1
    far = f"{digits_text[0]}.{digits_text[1:] or '0'}E{power}"
    return "-" * sign + (_plain(digits_text, power) if -3 <= power < 7 else far)


def _plain(digits: str, power: int) -> str:
    if power < 0:
        return "0." + "0" * (-power - 1) + digits
    digits = digits.ljust(power + 1, "0")
    return f"{digits[: power + 1]}.{digits[power + 1 :] or '0'}"


def _numbers(value: Raw) -> Sequence[float]:
    return value if isinstance(value, tuple) else (value,)  # type: ignore[return-value]


def _columns(kind: ValueType, value: Raw) -> Mapping[str, Sequence[float]]:
    """The lists of numbers that a raw value is made of: floats, and whole numbers of 32 and of 64 bits, and bytes."""
    columns: dict[str, Sequence[float]] = {"float": (), "int32": (), "int64": (), "bytes": ()}
    if kind in (ValueType.FLOAT, ValueType.FLOAT_VEC):
        columns["float"] = _numbers(value)
    elif kind in WHOLE:
        columns["int32"] = [int(number) for number in _numbers(value)]
    elif kind in (ValueType.INT64, ValueType.INT64_VEC):
        columns["int64"] = _numbers(value)
    elif kind is ValueType.BYTES:
        assert isinstance(value, bytes)
        columns["bytes"] = struct.unpack(f"{len(value)}b", value)
    return columns


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(texts)}]"


def _whole(numbers: Sequence[float]) -> str:
    return _list([str(number) for number in numbers])


def prop_value(release: Release, config: VehicleProperty, area: int, value: Raw, timestamp: int) -> str:
    """A value as `cmd car_service get-property-value` prints it."""
    if release < 15:
        return _old(config, area, value, timestamp)
    return (
        f"HalPropValue{{Property ID: {named(config)}, Area ID: {area_name(config.area_type, area)}, "
        f"ElapsedRealtimeNanos: {timestamp}, Status: AVAILABLE(0x0), Value: {_new_value(config, value)}}}"
    )


def _old(config: VehicleProperty, area: int, value: Raw, timestamp: int) -> str:
    columns = _columns(config.type, value)
    text = value if isinstance(value, str) else ""
    return (
        f"Property:0x{config.id:x}, status: 0, timestamp: {timestamp}, zone: 0x{area:x}, "
        f"floatValues: {_list([java_float(number) for number in columns['float']])}, int32Values: {_whole(columns['int32'])}, "
        f"int64Values: {_whole(columns['int64'])}, bytes: {_whole(columns['bytes'])}, string: {text}"
    )


def named(config: VehicleProperty) -> str:
    """A property with its id, such as "HVAC_FAN_SPEED(0x15400500)"."""
    return f"{config.name}(0x{config.id:x})"


@cache
def area_name(kind: AreaType, area: int) -> str:
    """An area as Android 15 writes it, such as "ROW_2_RIGHT|ROW_1_RIGHT(0x44)"."""
    if kind is AreaType.GLOBAL or not area:
        return f"GLOBAL(0x{area:x})"
    bits = sorted(area_bits(kind).items(), key=lambda bit: -bit[1])
    return f"{'|'.join(name for name, bit in bits if area & bit) or 'UNKNOWN'}(0x{area:x})"


def _new_value(config: VehicleProperty, value: Raw) -> str:
    kind = config.type
    if kind is ValueType.STRING:
        return str(value)
    if kind is ValueType.BOOLEAN:
        return "TRUE" if value else "FALSE"
    if kind in (ValueType.BYTES, ValueType.MIXED):
        return _whole(_columns(kind, value)["bytes" if kind is ValueType.BYTES else "int32"])
    words = [_word(config, number) for number in _numbers(value)]
    return _list(words) if isinstance(value, tuple) else words[0]


def _word(config: VehicleProperty, number: float) -> str:
    """One number: a float with its unit, an enumeration's value by name."""
    if config.type in (ValueType.FLOAT, ValueType.FLOAT_VEC):
        return f"{java_float(number)} {config.unit}".rstrip()
    name = _enum_names(config.enums).get(int(number)) if config.enums else None
    return f"{name}(0x{int(number) & 0xFFFFFFFF:x})" if name else str(number)


@cache
def _enum_names(enums: tuple[str, ...]) -> Mapping[int, str]:
    names: dict[int, str] = {}
    for enum in enums:
        for name, number in enumeration(enum).items():
            names.setdefault(number, name)
    return names


def unreadable(release: Release, config: VehicleProperty, area: int) -> str:
    """What is printed in place of a value that cannot be read."""
    if release < 15:
        return f"Can not get property value for property: {config.id} // 0x{config.id:x} in areaId: {area} // 0x{area:x}"
    return f"Cannot get property value for property: {named(config)} in areaId: {area_name(config.area_type, area)}."


def unsupported(release: Release, property: int) -> str:
    """What is printed of a property that the HAL does not have."""
    number = f"0x{property & 0xFFFFFFFF:x}"
    name = _name_of(property)
    if release < 15:
        return f"Property Id: {property} // {number}, name: {name or number} not supported by HAL"
    return f"Property: {f'{name}({number})' if name else number} not supported by HAL"


def _name_of(property: int) -> str:
    """What Android calls a property, whether or not a release configures it."""
    named = next((by_id(release)[property].name for release in RELEASES if property in by_id(release)), "")
    return named or (NAME if property & 0xF0000000 == VENDOR else "")


def change_mode(config: VehicleProperty) -> int:
    """Its VehiclePropertyChangeMode: names say what is static, and what can only be read as a float is a sampled sensor."""
    if config.name.startswith("INFO_"):
        return 0
    return 2 if config.type is ValueType.FLOAT and config.access == "R" else 1


def prop_config(release: Release, config: VehicleProperty) -> list[str]:
    """A configuration as `cmd car_service get-carpropertyconfig` prints it, a line for each area."""
    access, mode = ACCESS[config.access], change_mode(config)
    least, most = (1, 10) if mode == 2 else (0, 0)
    if release < 15:
        head = (
            f"Property:0x{config.id:x}, Property name:{config.name}, access:0x{access[1]:x}, changeMode:0x{mode:x}, "
            f"config:{_whole(config.config)}, fs min:{least:.6f}, fs max:{most:.6f}"
        )
        return [head, *(f"\tareaId:0x{area:x}, {_bounds(config, area)}" for area in config.areas)]
    group = "VENDOR(0x20000000)" if config.id & 0xF0000000 == VENDOR else "SYSTEM(0x10000000)"
    return [
        f"Property:{named(config)}, group:{group}, areaType:{config.area_type.name}(0x{config.area_type:x}), "
        f"valueType:{config.type.name}(0x{config.type:x}),",
        f"    access:{access[0]}(0x{access[1]:x}), changeMode:{MODES[mode]}(0x{mode:x}), configArray:{_whole(config.config)}, "
        f"minSampleRateHz:{java_float(least)}, maxSampleRateHz:{java_float(most)}",
        *(
            f"        areaId:{area_name(config.area_type, area)}, access:{access[0]}(0x{access[1]:x}), {_bounds(config, area)}"
            for area in config.areas
        ),
    ]


def _bounds(config: VehicleProperty, area: int) -> str:
    low, high = config.areas[area].low or 0, config.areas[area].high or 0
    is_float = config.type is ValueType.FLOAT
    floats = (low, high) if is_float else (0, 0)
    wholes = (0, 0) if is_float else (int(low), int(high))
    return f"f min:{floats[0]:.6f}, f max:{floats[1]:.6f}, i min:{wholes[0]}, i max:{wholes[1]}, i64 min:0, i64 max:0"


def hal_value(config: VehicleProperty, area: int, value: Raw, timestamp: int) -> str:
    """A value as the HAL's own dump prints it."""
    columns = _columns(config.type, value)
    text = value if isinstance(value, str) else ""
    floats = _list([f"{float32(number):.6f}" for number in columns["float"]])
    return (
        f"VehiclePropValue{{timestamp: {timestamp}, areaId: {area}, prop: {config.id}, status: AVAILABLE, "
        f"value: RawPropValues{{int32Values: {_whole(columns['int32'])}, floatValues: {floats}, "
        f"int64Values: {_whole(columns['int64'])}, byteValues: {_whole(columns['bytes'])}, stringValue: {text}}}}}"
    )
