"""Arguments of the HAL's own dump: `PROP [-a AREA] [-i INT...] [-i64 INT...] [-f FLOAT...] [-s TEXT] [-b HEX]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from automotive_env.car.vhal.properties import Raw, Release, ValueType, VehicleProperty, area_bits, catalogue
from automotive_env.emulator.virtual.vhal.kinds import integer

OPTIONS = ("-a", "-i", "-i64", "-f", "-s", "-b")
HOLDS: Mapping[ValueType, str] = {
    ValueType.STRING: "-s",
    ValueType.BOOLEAN: "-i",
    ValueType.INT32: "-i",
    ValueType.INT32_VEC: "-i",
    ValueType.INT64: "-i64",
    ValueType.INT64_VEC: "-i64",
    ValueType.FLOAT: "-f",
    ValueType.FLOAT_VEC: "-f",
    ValueType.BYTES: "-b",
    ValueType.MIXED: "-i",
}
"""The option that gives the value of each type."""


@dataclass(frozen=True, slots=True)
class Request:
    """A property and what was said of it.

    Attributes:
        property: its id.
        options: option -> the words after it.
    """

    property: int
    options: Mapping[str, Sequence[str]]

    def area(self, config: VehicleProperty) -> int:
        """The area, 0 where none was said: a number, or names as on Android 15.

        Raises:
            ValueError: it is none.
        """
        text = self._one("-a", "0")
        names = area_bits(config.area_type)
        if all(part in names for part in text.split("|")):
            return sum(names[part] for part in text.split("|"))
        return integer(text)

    def value(self, config: VehicleProperty) -> Raw:
        """The value, as the type of the property wants it.

        Raises:
            ValueError: there is none, or one of another type.
        """
        option = HOLDS[config.type]
        words = self.options.get(option)
        if not words:
            raise ValueError(f"property {config.id} holds {config.type.name}: give its value with {option}")
        if option == "-s":
            return words[0]
        if option == "-b":
            return bytes.fromhex(words[0].removeprefix("0x"))
        numbers = [float(word) if option == "-f" else integer(word) for word in words]
        if config.type.name.endswith("_VEC") or config.type is ValueType.MIXED:
            return tuple(numbers)
        if len(numbers) != 1:
            raise ValueError(f"property {config.id} holds one value, not {len(numbers)}")
        return numbers[0]

    def _one(self, option: str, usual: str) -> str:
        words = self.options.get(option, [usual])
        if len(words) != 1:
            raise ValueError(f"exactly one value must be given after {option}, not {len(words)}")
        return words[0]


def read_request(args: Sequence[str], release: Release) -> Request:
    """A property, and options each with the words up to the next option.

    Raises:
        ValueError: there is no property, or an option twice or unknown.
    """
    if not args:
        raise ValueError("no property given")
    options: dict[str, list[str]] = {}
    for position, word in enumerate(args[1:]):
        if (position and args[position] == "-s") or word not in OPTIONS:
            if not options:
                raise ValueError(f"unknown option: {word}")
            options[next(reversed(options))].append(word)
        elif word in options:
            raise ValueError(f"duplicate {word} options")
        else:
            options[word] = []
    return Request(read_property(args[0], release), options)


def read_property(text: str, release: Release) -> int:
    """The id that a number or, as on Android 15, a name stands for.

    Raises:
        ValueError: it is none.
    """
    named = catalogue(release).get(text)
    return named.id if named else integer(text)
