"""Arguments of the HAL's own dump: `PROP [-a AREA] [-i INT...] [-i64 INT...] [-f FLOAT...] [-s TEXT] [-b HEX]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automotive_env.car.vhal.properties import (
    AndroidRelease,
    PropertyType,
    RawPropertyValue,
    VehicleProperty,
    area_bits,
    catalogue,
)
from automotive_env.emulator.virtual.vhal.hal import VehicleHal
from automotive_env.emulator.virtual.vhal.value_checks import VECTORS, integer

HOLDS: Mapping[PropertyType, str] = {
    PropertyType.STRING: "-s",
    PropertyType.BOOLEAN: "-i",
    PropertyType.INT32: "-i",
    PropertyType.INT32_VEC: "-i",
    PropertyType.INT64: "-i64",
    PropertyType.INT64_VEC: "-i64",
    PropertyType.FLOAT: "-f",
    PropertyType.FLOAT_VEC: "-f",
    PropertyType.BYTES: "-b",
    PropertyType.MIXED: "-i",
}
"""The option that gives the value of each type."""


def read_request(args: Sequence[str], hal: VehicleHal) -> tuple[VehicleProperty, int, RawPropertyValue]:
    """A property, the area, 0 where none is named, and the value."""
    if not args:
        raise ValueError("no property given")
    options: dict[str, list[str]] = {}
    for position, word in enumerate(args[1:]):
        if (position and args[position] == "-s") or word not in ("-a", *HOLDS.values()):
            if not options:
                raise ValueError(f"unknown option: {word}")
            options[next(reversed(options))].append(word)
        elif word in options:
            raise ValueError(f"duplicate {word} options")
        else:
            options[word] = []
    property = read_property(args[0], hal.release)
    config = hal.configs.get(property)
    if config is None:
        raise ValueError(f"no config for property: {property}")
    return config, _area(config, options.get("-a", ["0"])), _value(config, options.get(HOLDS[config.type]))


def _area(config: VehicleProperty, words: list[str]) -> int:
    """A number, or names as on Android 15."""
    if len(words) != 1:
        raise ValueError(f"exactly one value must be given after -a, not {len(words)}")
    names, parts = area_bits(config.area_type), words[0].split("|")
    return sum(names[part] for part in parts) if all(part in names for part in parts) else integer(words[0])


def _value(config: VehicleProperty, words: list[str] | None) -> RawPropertyValue:
    """The value, as the type of the property wants it."""
    option = HOLDS[config.type]
    if not words:
        raise ValueError(f"property {config.id} holds {config.type.name}: give its value with {option}")
    if option == "-s":
        return words[0]
    if option == "-b":
        return bytes.fromhex(words[0].removeprefix("0x"))
    numbers = [float(word) if option == "-f" else integer(word) for word in words]
    if config.type in VECTORS:
        return tuple(numbers)
    if len(numbers) != 1:
        raise ValueError(f"property {config.id} holds one value, not {len(numbers)}")
    return numbers[0]


def read_property(text: str, release: AndroidRelease) -> int:
    """The id that a number or, as on Android 15, a name stands for."""
    named = catalogue(release).get(text)
    return named.id if named else integer(text)
