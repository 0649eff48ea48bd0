"""Every vendor's model against every way in which a server answers: what comes of it, and after how many requests."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from model_server import SECRET, Loopback, Reply, Vendor, ask, each_case, fault


def refused(status: int, **headers: str) -> Callable[[Vendor], Reply]:
    """A status, with a body as vendors send it."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda vendor: Reply({"error": {"message": f"no: {status}", "code": status}}, status, told)


def spoken(text: str, **headers: str) -> Callable[[Vendor], Reply]:
    """A sound reply, with headers."""
    return lambda vendor: Reply(vendor.says(text), headers={name.replace("_", "-"): value for name, value in headers.items()})


GOOD = spoken("Left.")
ANSWERED: dict[str, tuple[list[Callable[[Vendor], Reply]], str, int]] = {
    "good": ([GOOD], "Left.", 1),
    "of another content type": ([spoken("Left.", Content_Type="text/html; charset=utf-7")], "Left.", 1),
    "empty": ([spoken("")], "", 1),
    "408": ([refused(408), GOOD], "Left.", 2),
    "429": ([refused(429), GOOD], "Left.", 2),
    "429, seconds": ([refused(429, Retry_After="0.01"), GOOD], "Left.", 2),
    "429, milliseconds": ([refused(429, Retry_After_Ms="10"), GOOD], "Left.", 2),
    "429, a date": ([refused(429, Retry_After="Thu, 01 Jan 2026 00:00:00 GMT"), GOOD], "Left.", 2),
    "429, before now": ([refused(429, Retry_After="-5"), GOOD], "Left.", 2),
    "429, no number": ([refused(429, Retry_After="soon"), GOOD], "Left.", 2),
    "429, not a number": ([refused(429, Retry_After="nan"), GOOD], "Left.", 2),
    "500": ([refused(500), GOOD], "Left.", 2),
    "503, twice": ([refused(503), refused(503), GOOD], "Left.", 3),
    "504, seconds": ([refused(504, Retry_After="0"), GOOD], "Left.", 2),
}
"""What a server says -> what the model says, after how many requests."""

NONSENSE = {
    "HTML as JSON": b"<!doctype html><title>Hello</title>",
    "a number": b"17",
    "a text": b'"choices"',
    "a list": b"[]",
    "another object": b'{"hello": "world"}',
    "no choices": b'{"choices": [], "candidates": []}',
    "a text in place of choices": b'{"choices": "all", "candidates": "all"}',
    "a number in place of content": b'{"choices": [{"message": {"content": 5}}], "candidates": [{"content": 5}]}',
    "deep": b"[" * 100_000,
}
"""What a server sends in place of a reply."""


def unreadable(body: bytes) -> Callable[[Vendor], Reply]:
    """A body that is no reply."""
    return lambda vendor: Reply(body)


FAILED: dict[str, tuple[Callable[[Vendor], Reply], str, int]] = {
    "400": (refused(400), "refuses the request (400", 1),
    "401": (refused(401), "check the key", 1),
    "403": (refused(403), "forbidden", 1),
    "404": (refused(404), "has no model", 1),
    "501": (refused(501), "refuses the request (501", 1),
    "301": (refused(301, Location="http://127.0.0.1:9/"), "redirects elsewhere", 1),
    "429, for ever": (refused(429), "gave up after 4 attempts", 4),
    "429, ten years": (refused(429, Retry_After="315360000"), "the limit is 60 s", 1),
    "500, HTML, for ever": (lambda vendor: Reply(b"<p>Oops", 500, {"Content-Type": "text/html"}), "failed (500: <p>Oops)", 4),
    "503, for ever": (refused(503), "gave up after 4 attempts", 4),
    "no JSON": (lambda vendor: Reply(b'{"choices": [{'), "an invalid reply", 1),
    "HTML": (lambda vendor: Reply(b"<p>Hello", headers={"Content-Type": "text/html"}), "an invalid reply", 1),
    "nothing": (lambda vendor: Reply(b""), "an invalid reply", 1),
    "bytes": (
        lambda vendor: Reply(bytes(range(128, 256)), headers={"Content-Type": "application/octet-stream"}),
        "an invalid reply",
        1,
    ),
    **{name: (unreadable(body), "an invalid reply", 1) for name, body in NONSENSE.items()},
    "204": (lambda vendor: Reply(b"", 204), "refuses the request (204", 1),
}
"""What a server says -> what the user is told, after how many requests."""


@each_case(ANSWERED)
def test_answered(case: str, vendor: Vendor, loopback: Loopback) -> None:
    replies, said, requests = ANSWERED[case]
    loopback.says(*(reply(vendor) for reply in replies))
    assert (ask(vendor.model(loopback)).text, len(loopback.asked)) == (said, requests)


@each_case(FAILED)
def test_failed(case: str, vendor: Vendor, loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    reply, told, requests = FAILED[case]
    monkeypatch.setenv(vendor.key, SECRET)
    loopback.says(reply(vendor))
    message = fault(vendor.model(loopback))
    assert told in message
    assert SECRET not in message
    assert len(message) < 400
    assert len(loopback.asked) == requests


@contextmanager
def endless(head: bytes, chunk: bytes) -> Iterator[str]:
    """A server that sends for ever, as fast as it can; yields its URL."""

    def serve(client: socket.socket) -> None:
        with closing(client):
            try:
                client.sendall(head)
                while True:
                    client.sendall(chunk)
            except OSError:
                return

    def accept(listener: socket.socket) -> None:
        while True:
            try:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, args=(listener,), daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


STREAMS: dict[str, tuple[bytes, bytes]] = {
    "a body": (b"HTTP/1.1 200 OK\r\n\r\n", b" " * 65_536),
    "chunks": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b" " * 65_536 + b"\r\n"),
    "a failure": (b"HTTP/1.1 400 Bad\r\n\r\n", b" " * 65_536),
    "headers": (b"HTTP/1.1 200 OK\r\n", b"X-Header: hello\r\n" * 1_000),
}


@each_case(STREAMS)
def test_what_never_ends_is_read_to_a_bound(case: str, vendor: Vendor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(vendor.key, SECRET)
    with endless(*STREAMS[case]) as url:
        message: Any = fault(vendor.at(url, total_timeout=5))
    assert "gave up after 5 s" not in message
