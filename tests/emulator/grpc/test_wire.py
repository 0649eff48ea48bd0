"""Protocol Buffers without a schema."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automotive_env.emulator.virtual.grpc_services.wire import ProtoFields, WireFault, decode, encode, packed

NUMBERS = st.integers(-(1 << 63), (1 << 63) - 1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)


@given(NUMBERS, TEXTS, st.lists(NUMBERS, max_size=3))
def test_what_is_written_is_read_again(number, text, several):
    read = ProtoFields(encode({1: number, 2: text, 1_000: [encode({1: one}) for one in several]}))
    assert (read.number(1), read.text(2)) == (number, text)
    assert [inner.number(1) for inner in read.messages(1_000)] == several


@given(st.binary(max_size=40))
def test_whatever_is_received_is_a_message_or_a_fault(data):
    try:
        fields = decode(data)
    except WireFault:
        return
    assert all(fields.values())


def test_the_bytes_are_those_of_the_specification():
    assert encode({1: 150}) == b"\x08\x96\x01"  # the examples of protobuf.dev, "Encoding"
    assert encode({2: "testing"}) == b"\x12\x07testing"
    assert encode({6: packed([3, 270, 86942])}) == b"\x32\x06\x03\x8e\x02\x9e\xa7\x05"
    assert encode({1: 0, 2: "", 3: False}) == b""


@pytest.mark.parametrize("data", [b"\x08", b"\x08" + b"\xff" * 11, b"\x12\x07short", b"\x0b", b"\x00\x01", b"\x0d\x01"])
def test_broken_bytes_are_refused(data):
    with pytest.raises(WireFault):
        decode(data)
