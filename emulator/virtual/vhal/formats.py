"""How Android prints properties: CarService as on 13 and 14, whatever the release, and the HAL's own dump.

Facts: packages/services/Car, `VehicleHal.java` and `HalPropValue.java`; hardware/interfaces, `VehicleHalTypes.h`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

import numpy as np

from automotive_env.car.vhal.properties import RELEASES, VENDOR, PropertyType, RawPropertyValue, VehicleProperty, by_id
from automotive_env.emulator.virtual.vhal.value_checks import float32
from automotive_env.emulator.virtual.vhal.vendor import NAME

ACCESS = {"R": 1, "W": 2, "RW": 3}
"""Numbers of VehiclePropertyAccess."""
WHOLE = (PropertyType.BOOLEAN, PropertyType.INT32, PropertyType.INT32_VEC, PropertyType.MIXED)


_NO_NUMBERS: Mapping[str, Sequence[float]] = {"float": (), "int32": (), "int64": (), "bytes": ()}


def _numbers(value: RawPropertyValue) -> Sequence[float]:
    return value if isinstance(value, tuple) else (value,)  # type: ignore[return-value]


def _columns(kind: PropertyType, value: RawPropertyValue) -> Mapping[str, Sequence[float]]:
    """The lists of numbers that a raw value is made of: floats, and whole numbers of 32 and of 64 bits, and bytes."""
    columns = dict(_NO_NUMBERS)
    if kind in (PropertyType.FLOAT, PropertyType.FLOAT_VEC):
        columns["float"] = _numbers(value)
    elif kind in WHOLE:
        columns["int32"] = [int(number) for number in _numbers(value)]
    elif kind in (PropertyType.INT64, PropertyType.INT64_VEC):
        columns["int64"] = _numbers(value)
    elif kind is PropertyType.BYTES:
        assert isinstance(value, bytes)
        columns["bytes"] = struct.unpack(f"{len(value)}b", value)
    return columns


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(texts)}]"


def _whole(numbers: Sequence[float]) -> str:
    return _list([str(number) for number in numbers])


def prop_value(config: VehicleProperty, area: int, value: RawPropertyValue, timestamp: int) -> str:
    """A value as `cmd car_service get-property-value` prints it."""
    columns = _columns(config.type, value)
    text = value if isinstance(value, str) else ""
    return (
        f"Property:0x{config.id:x}, status: 0, timestamp: {timestamp}, zone: 0x{area:x}, "
        f"floatValues: {_list([str(np.float32(x)) for x in columns['float']])}, int32Values: {_whole(columns['int32'])}, "
        f"int64Values: {_whole(columns['int64'])}, bytes: {_whole(columns['bytes'])}, string: {text}"
    )


def unreadable(config: VehicleProperty, area: int) -> str:
    """What is printed in place of a value that cannot be read."""
    return f"Can not get property value for property: {config.id} // 0x{config.id:x} in areaId: {area} // 0x{area:x}"


def unsupported(property: int) -> str:
    """What is printed of a property that the HAL does not have."""
    number = f"0x{property & 0xFFFFFFFF:x}"
    return f"Property Id: {property} // {number}, name: {_name_of(property) or number} not supported by HAL"


def _name_of(property: int) -> str:
    """What Android calls a property, whether or not a release configures it."""
    named = next((by_id(release)[property].name for release in RELEASES if property in by_id(release)), "")
    return named or (NAME if property & 0xF0000000 == VENDOR else "")


def change_mode(config: VehicleProperty) -> int:
    """Its VehiclePropertyChangeMode: names say what is static, and what can only be read as a float is a sampled sensor."""
    if config.name.startswith("INFO_"):
        return 0
    return 2 if config.type is PropertyType.FLOAT and config.access == "R" else 1


def prop_config(config: VehicleProperty) -> list[str]:
    """A configuration as `cmd car_service get-carpropertyconfig` prints it, a line for each area."""
    mode = change_mode(config)
    least, most = (1, 10) if mode == 2 else (0, 0)
    head = (
        f"Property:0x{config.id:x}, Property name:{config.name}, access:0x{ACCESS[config.access]:x}, changeMode:0x{mode:x}, "
        f"config:{_whole(config.config)}, fs min:{least:.6f}, fs max:{most:.6f}"
    )
    return [head, *(f"\tareaId:0x{area:x}, {_bounds(config, area)}" for area in config.areas)]


def _bounds(config: VehicleProperty, area: int) -> str:
    low, high = config.areas[area].low or 0, config.areas[area].high or 0
    is_float = config.type is PropertyType.FLOAT
    floats = (low, high) if is_float else (0, 0)
    wholes = (0, 0) if is_float else (int(low), int(high))
    return f"f min:{floats[0]:.6f}, f max:{floats[1]:.6f}, i min:{wholes[0]}, i max:{wholes[1]}, i64 min:0, i64 max:0"


def hal_value(config: VehicleProperty, area: int, value: RawPropertyValue, timestamp: int) -> str:
    """A value as the HAL's own dump prints it."""
    columns = _NO_NUMBERS if isinstance(value, str) else _columns(config.type, value)
    text = value if isinstance(value, str) else ""
    floats = _list([f"{float32(number):.6f}" for number in columns["float"]])
    return (
        f"VehiclePropValue{{timestamp: {timestamp}, areaId: {area}, prop: {config.id}, status: AVAILABLE, "
        f"value: RawPropValues{{int32Values: {_whole(columns['int32'])}, floatValues: {floats}, "
        f"int64Values: {_whole(columns['int64'])}, byteValues: {_whole(columns['bytes'])}, stringValue: {text}}}}}"
    )
