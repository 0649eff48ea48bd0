"""The HTTP server of the UI automation on a stream."""

from __future__ import annotations

import asyncio
import json

import pytest
from ui_device import Printed, Script

from automotive_env.emulator.virtual.device import VirtualDevice
from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation
from automotive_env.emulator.virtual.uiautomator.server import MAX_BODY_BYTES, UiAutomatorServer

BODY = b'{"jsonrpc": "2.0", "id": 1, "method": "count", "params": [{"mask": 0}]}'
POST = b"POST /jsonrpc/0 HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(BODY)
CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n"


def _serve(device: VirtualDevice, *parts: bytes) -> str:
    async def serve() -> str:
        output = Printed()
        await UiAutomatorServer(UiAutomation(device)).serve(Script(*parts), output)
        return output.text

    return asyncio.run(asyncio.wait_for(serve(), 60))


def _status(answered: str) -> str:
    return answered.partition("\r\n")[0].removeprefix("HTTP/1.1 ")


def test_ping(device: VirtualDevice) -> None:
    answered = _serve(device, b"GET /ping HTTP/1.1\r\n\r\n")
    assert answered.endswith("\r\n\r\npong")
    assert "Connection: keep-alive" in answered
    assert "Content-Length: 4" in answered


def test_several_requests_on_one_stream(device: VirtualDevice) -> None:
    answered = _serve(
        device, b"GET /ping HTTP/1.1\r\n\r\nGET /pi", b"ng?x=1 HTTP/1.1\r\n\r\n" + POST + BODY + b"GET /no HTTP/1.1\r\n\r\n"
    )
    assert answered.count("pong") == 2
    assert '"result":' in answered
    assert CONTINUE not in answered  # the body was there already
    assert "404 Not Found" in answered


@pytest.mark.parametrize("request_line", [b"GET /ping HTTP/1.0\r\n\r\n", b"GET /ping HTTP/1.1\r\nConnection: Close\r\n\r\n"])
def test_a_client_may_ask_for_the_end(device: VirtualDevice, request_line: bytes) -> None:
    answered = _serve(device, request_line + b"GET /ping HTTP/1.1\r\n\r\n")
    assert answered.count("pong") == 1
    assert "Connection: close" in answered


def test_a_client_that_sends_the_body_later_is_told_to_go_on(device: VirtualDevice) -> None:
    answered = _serve(device, POST, BODY[:10], BODY[10:])
    assert answered.startswith(CONTINUE + "HTTP/1.1 200 OK\r\n")
    assert json.loads(answered.rpartition("\r\n\r\n")[2])["id"] == 1


def test_a_screenshot(device: VirtualDevice) -> None:
    async def serve() -> bytes:
        output = Printed()
        await UiAutomatorServer(UiAutomation(device)).serve(Script(b"GET /screenshot/0 HTTP/1.1\r\n\r\n"), output)
        return bytes(output.data)

    assert asyncio.run(serve()).partition(b"\r\n\r\n")[2].startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", "400 Bad Request"),
        (b"GET /ping HTTP/1.1\r\nHost: evil.example:9008\r\n\r\n", "403 Forbidden"),
        (b"GET /ping HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n", "403 Forbidden"),
        (b"GET /ping HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:9008\r\n\r\n", "403 Forbidden"),
        (b"GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\norigin: null\r\n\r\n", "403 Forbidden"),
        (b"GET /ping HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", "403 Forbidden"),
        (b"GET /ping\r\n\r\n", "400 Bad Request"),
        (b"GET /\xff HTTP/1.1\r\n\r\n", "400 Bad Request"),
        (b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", "400 Bad Request"),
        (b"POST / HTTP/1.1\r\nContent-Length: 1_0\r\n\r\n", "400 Bad Request"),
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400 Bad Request"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "411 Length Required"),
        (b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (MAX_BODY_BYTES + 1), "413 Payload Too Large"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000, "431 Request Header Fields Too Large"),
    ],
)
def test_what_is_no_request_is_refused_and_the_stream_ends(device: VirtualDevice, sent: bytes, status: str) -> None:
    answered = _serve(device, sent, b"GET /ping HTTP/1.1\r\n\r\n")
    assert _status(answered) == status
    assert "pong" not in answered


def test_a_client_that_goes_ends_the_stream(device: VirtualDevice) -> None:
    assert _serve(device, b"GET /ping HT") == ""
    assert _serve(device, POST, BODY[:10]).endswith(
        "400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    )


@pytest.mark.parametrize("host", ["localhost", "localhost:9008", "LOCALHOST:7", "127.0.0.1:9008", "[::1]", "[::1]:9008"])
def test_loopback_hosts_are_served(device: VirtualDevice, host: str) -> None:
    assert _serve(device, f"GET /ping HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()).endswith("pong")
