"""Protocol Buffers on the wire, without a schema: a message is its fields by number.

The format is that of protobuf.dev, "Encoding". Whatever is 0, false or empty is left out, as in proto3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

ProtoValue: TypeAlias = int | str | bytes
"""A number, a truth value, a text, or bytes; a message within another one is bytes."""
VARINT, FIXED64, LENGTH, FIXED32 = 0, 1, 2, 5
_FIXED = {FIXED64: 8, FIXED32: 4}


class WireFault(ValueError):
    """The bytes are no message."""


def encode(fields: Mapping[int, ProtoValue | Sequence[ProtoValue]]) -> bytes:
    """The bytes of a message; a list or a tuple is a repeated field."""
    return b"".join(_field(number, value) for number, value in fields.items())


def _field(number: int, value: ProtoValue | Sequence[ProtoValue]) -> bytes:
    if isinstance(value, list | tuple):
        return b"".join(_one(number, item) for item in value)
    assert isinstance(value, int | str | bytes)
    return _one(number, value) if value else b""


def _one(number: int, value: ProtoValue) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3 | VARINT) + _varint(value)
    data = value.encode("utf-8", "replace") if isinstance(value, str) else value
    return _varint(number << 3 | LENGTH) + _varint(len(data)) + data


def packed(numbers: Sequence[int]) -> bytes:
    """The value of a repeated field of numbers, as proto3 writes it."""
    return b"".join(map(_varint, numbers))


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1  # negative numbers are 64 bits in two's complement
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def decode(data: bytes) -> dict[int, list[int | bytes]]:
    """The fields of a message by number, in order; numbers are signed."""
    fields: dict[int, list[int | bytes]] = {}
    place = 0
    while place < len(data):
        key, place = _read_varint(data, place)
        number, kind = key >> 3, key & 7
        value: int | bytes
        if kind == VARINT:
            raw, place = _read_varint(data, place)
            value = raw - (1 << 64) if raw >> 63 else raw
        else:
            size, place = (_FIXED[kind], place) if kind in _FIXED else _read_size(data, place, kind)
            value, place = data[place : place + size], place + size
        if place > len(data) or not number:
            raise WireFault("a field is cut off, or has no number")
        fields.setdefault(number, []).append(value)
    return fields


def _read_size(data: bytes, place: int, kind: int) -> tuple[int, int]:
    if kind != LENGTH:
        raise WireFault(f"there is no wire type {kind}")
    return _read_varint(data, place)


def _read_varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for count, byte in enumerate(data[place : place + 10]):
        value |= (byte & 0x7F) << 7 * count
        if byte < 0x80:
            return value & (1 << 64) - 1, place + count + 1
    raise WireFault("a number is cut off, or longer than 10 bytes")


class ProtoFields:
    """A message that was received; a field that is not there has its empty value, the last one counts."""

    def __init__(self, data: bytes) -> None:
        self._fields = decode(data)

    def number(self, field: int) -> int:
        """A number, as of int32 and wider."""
        value = self._fields.get(field, [0])[-1]
        return value if isinstance(value, int) else 0

    def text(self, field: int) -> str:
        """A text."""
        value = self._fields.get(field, [b""])[-1]
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""

    def messages(self, field: int) -> list[ProtoFields]:
        """The messages of a repeated field."""
        return [ProtoFields(value) for value in self._fields.get(field, []) if isinstance(value, bytes)]
