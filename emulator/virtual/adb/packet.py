"""Packets of the ADB protocol: a header of six little-endian words, then the payload."""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

CNXN, OPEN, OKAY, WRTE, CLSE = (int.from_bytes(name, "little") for name in (b"CNXN", b"OPEN", b"OKAY", b"WRTE", b"CLSE"))
VERSION = 0x01000001
"""From this version on peers ignore the checksum."""
MAX_PAYLOAD = 1024 * 1024
"""Bytes in a packet that this device takes at most, as Android's."""
HEADER = Struct("<6I")


class Packet(NamedTuple):
    """One packet.

    Attributes:
        command: what it is, such as `OPEN`.
        arg0: the sender's stream, or a version.
        arg1: the receiver's stream, or a size.
        data: payload.
    """

    command: int
    arg0: int
    arg1: int
    data: bytes = b""


class BadPacket(Exception):
    """The bytes are no ADB packet; the connection is closed."""


def header(command: int, arg0: int, arg1: int, data: bytes | memoryview, *, checksum: bool = False) -> bytes:
    """What goes before a payload; peers older than `VERSION` want the checksum."""
    total = sum(data) & 0xFFFFFFFF if checksum else 0
    return HEADER.pack(command, arg0, arg1, len(data), total, command ^ 0xFFFFFFFF)


class Splitter:
    """Cuts packets out of bytes as they arrive; holds no more than one packet and one read."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Packet]:
        """The packets that are complete with these bytes.

        Raises:
            BadPacket: the magic number is wrong, or the payload longer than `MAX_PAYLOAD`.
        """
        self._held += data
        packets, at = [], 0
        with memoryview(self._held) as held:
            while len(held) - at >= HEADER.size:
                command, arg0, arg1, length, _, magic = HEADER.unpack_from(held, at)
                if magic != command ^ 0xFFFFFFFF or length > MAX_PAYLOAD:
                    raise BadPacket(f"no ADB packet: command {command:#x}, magic {magic:#x}, {length} bytes")
                end = at + HEADER.size + length
                if end > len(held):
                    break
                packets.append(Packet(command, arg0, arg1, bytes(held[at + HEADER.size : end])))
                at = end
        del self._held[:at]
        return packets
