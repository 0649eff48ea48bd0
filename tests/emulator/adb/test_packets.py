import struct

import pytest

from automotive_env.emulator.virtual.adb.stream import CNXN, MAX_PAYLOAD, WRTE, BadAdbPacket, Packet, PacketSplitter, header


def test_packets_are_found_wherever_the_bytes_are_cut():
    sent = [Packet(CNXN, 1, 2, b"host::"), Packet(WRTE, 3, 4), Packet(WRTE, 5, 6, bytes(range(256)))]
    raw = b"".join(header(*packet[:3], packet.data) + packet.data for packet in sent)
    for size in (1, 7, 24, 25, len(raw)):
        splitter = PacketSplitter()
        found = [packet for at in range(0, len(raw), size) for packet in splitter.feed(raw[at : at + size])]
        assert found == sent


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\nHost: car\r\n\r\n",
        struct.pack("<6I", WRTE, 1, 1, MAX_PAYLOAD + 1, 0, WRTE ^ 0xFFFFFFFF),
        struct.pack("<6I", WRTE, 1, 1, 0, 0, WRTE),
    ],
    ids=["other protocol", "too long", "wrong magic"],
)
def test_what_is_no_packet_is_refused(raw: bytes):
    with pytest.raises(BadAdbPacket):
        PacketSplitter().feed(raw)


def test_old_peers_get_a_checksum():
    assert struct.unpack("<6I", header(WRTE, 1, 2, b"ab", checksum=True))[4] == ord("a") + ord("b")
