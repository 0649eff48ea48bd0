"""What a response may be wrapped in: compression, byte-order marks, streams; and how servers write numbers of tokens."""

import gzip
import json
import zlib

import pytest
from model_server import EVERY_VENDOR, OPENAI, Loopback, Reply, Vendor, ask, each_case, fault

from automotive_env.models.model import Usage
from automotive_env.models.reply import MAX_RECEIVED_BYTES, count

PACKED = {"Content-Encoding": "gzip"}


def body(vendor: Vendor, text: str = "Größe 21 °C") -> bytes:
    return json.dumps(vendor.says(text), ensure_ascii=False).encode()


READ = {
    "gzip": lambda data: Reply(gzip.compress(data), headers=PACKED),
    "gzip by its old name": lambda data: Reply(gzip.compress(data), headers={"Content-Encoding": "X-GZIP"}),
    "gzip without a header": lambda data: Reply(gzip.compress(data)),
    "plain with gzip's header": lambda data: Reply(data, headers=PACKED),
    "identity": lambda data: Reply(data, headers={"Content-Encoding": "identity"}),
    "a mark": lambda data: Reply(b"\xef\xbb\xbf" + data),
    "a mark in gzip": lambda data: Reply(gzip.compress(b"\xef\xbb\xbf" + data), headers=PACKED),
    "UTF-16": lambda data: Reply(data.decode().encode("utf-16")),
    "UTF-16 without a mark": lambda data: Reply(data.decode().encode("utf-16-le")),
    "UTF-32": lambda data: Reply(data.decode().encode("utf-32")),
    "blank lines that keep a connection open": lambda data: Reply(b" \n\n\r\n" * 50 + data + b"\n"),
    "Latin-1 said to be sent": lambda data: Reply(data, headers={"Content-Type": "application/json; charset=latin-1"}),
    "text": lambda data: Reply(data, headers={"Content-Type": "text/plain"}),
}


@each_case(READ)
def test_a_reply_is_read_whatever_it_is_wrapped_in(vendor: Vendor, loopback: Loopback, case: str):
    loopback.says(READ[case](body(vendor)))
    assert ask(vendor.model(loopback)).text == "Größe 21 °C"


def event(data: bytes) -> bytes:
    return b"data: " + data + b"\n\n"


REFUSED = {
    "brotli": (lambda data: Reply(b"\x0b\x02", headers={"Content-Encoding": "br"}), "compressed reply (br)"),
    "zstd": (lambda data: Reply(b"(\xb5/\xfd", headers={"Content-Encoding": "zstd"}), "compressed reply (zstd)"),
    "deflate": (lambda data: Reply(zlib.compress(data), headers={"Content-Encoding": "deflate"}), "compressed reply (deflate)"),
    "both": (lambda data: Reply(gzip.compress(data), headers={"Content-Encoding": "gzip, br"}), "compressed reply (gzip, br)"),
    "half of gzip": (lambda data: Reply(gzip.compress(data)[:40], headers=PACKED), "compressed reply (gzip, incomplete"),
    "damaged gzip": (lambda data: Reply(b"\x1f\x8b\x08" + b"\xff" * 40, headers=PACKED), "compressed reply (gzip, damaged"),
    "gzip twice": (lambda data: Reply(gzip.compress(gzip.compress(data)), headers=PACKED), "packed twice"),
    "a bomb": (lambda data: Reply(gzip.compress(b" " * 10 * MAX_RECEIVED_BYTES), headers=PACKED), "more than 2 MB"),
    "events": (lambda data: Reply(event(data) + event(b"[DONE]")), "a streamed reply"),
    "events without an end": (lambda data: Reply(event(data)), "a streamed reply"),
    "the end of events": (lambda data: Reply(event(b"[DONE]")), "a streamed reply"),
    "remarks before events": (lambda data: Reply(b": processing\n\n" + event(data)), "a streamed reply"),
    "named events": (lambda data: Reply(b"event: message\n" + event(data)), "a streamed reply"),
    "events without blanks": (lambda data: Reply(b"data:" + data + b"\r\n\r\n"), "a streamed reply"),
    "lines": (lambda data: Reply(data + b"\n" + data + b"\n"), "a streamed reply"),
    "a list": (lambda data: Reply(b"[" + data + b",\n" + data + b"]"), "a streamed reply"),
    "packed events": (lambda data: Reply(gzip.compress(event(data)), headers=PACKED), "a streamed reply"),
    "events in parts": (lambda data: Reply(event(b'{"choices": [{"delta": {"content": "Le"}}]}') * 3), "a streamed reply"),
}


@each_case(REFUSED)
def test_what_cannot_be_read_is_named(vendor: Vendor, loopback: Loopback, case: str):
    reply, named = REFUSED[case]
    loopback.says(reply(body(vendor)))
    message = fault(vendor.model(loopback))
    assert named in message
    assert "check the URL" not in message or case == "a bomb"
    assert len(message) < 400
    assert len(loopback.asked) == 1


def test_one_part_of_a_stream_is_no_reply(loopback: Loopback):
    loopback.says(Reply({"object": "chat.completion.chunk", "choices": [{"delta": {"content": "Left."}}]}))
    assert "turn off streaming" in fault(OPENAI.model(loopback))


@EVERY_VENDOR
@pytest.mark.parametrize("prompt", [7, 7.0, "7"])
def test_numbers_of_tokens_in_any_spelling(vendor: Vendor, loopback: Loopback, prompt: float | str):
    loopback.says(Reply(vendor.says("Left.", prompt, 3.0)))
    assert ask(vendor.model(loopback)).usage == Usage(7, 3, 1)


@pytest.mark.parametrize(
    ("value", "tokens"),
    [
        (10, 10),
        (10.0, 10),
        (10.6, 11),
        ("10", 10),
        ("10.0", 10),
        (1e9, 10**9),
        (1e10, 0),
        (10**4_000, 0),
        ("9" * 400, 0),
        (float("nan"), 0),
        (float("inf"), 0),
        (-3.0, 0),
        ("-3", 0),
        ("1.2.3", 0),
        ("many", 0),
        ("", 0),
        (True, 0),
        (None, 0),
        ([7], 0),
        ({}, 0),
    ],
)
def test_a_number_of_tokens(value: object, tokens: int):
    assert count(value) == tokens
