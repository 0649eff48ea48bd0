"""Every server has one policy: the oldest idle connection goes first, and a bad request costs one line of the log."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from automotive_env.emulator.virtual.console import MAX_CONNECTIONS as MAX_CALLERS
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.machine.connection_room import ConnectionLimiter
from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.server import MAX_SILENT, ViewerServer
from automotive_env.serving.page_server import MAX_CONNECTIONS, configuration, listen

EXCESS = 8
"""Idle connections above what a server holds: no more than it can queue, or the system makes a client wait a second."""
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
BAD = {
    "a chunk without a size": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    "a negative chunk": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n0\r\n\r\n",
    "an endless chunk size": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 40 + b"\r\n",
    "a second bad chunk": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\nzz\r\n",
    "a chunk that is too long": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
    "no HTTP": b"hello\r\n\r\n",
    "a TLS greeting": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64) + b"\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
    "a negative length": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    "a header without a name": b"GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "no method": b"G(T / HTTP/1.1\r\nHost: x\r\n\r\n",
    "a header without an end": b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 100_000,
}


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that reads what it is sent, and says ok once it has begun to."""
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    while (message := await receive())["type"] == "http.request" and message.get("more_body"):
        pass
    await send({"type": "http.response.body", "body": b"ok"})


@contextmanager
def programs() -> Iterator[int]:
    """A server for programs, such as those of MCP and A2A."""
    listener = listen(0)
    server = uvicorn.Server(configuration(answer, lifespan="off"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def viewer() -> Iterator[int]:
    with ViewerServer(ViewerPages([]), 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def console() -> Iterator[int]:
    with VirtualHost() as host:
        yield host.devices[0].port


def said(connection: socket.socket) -> bytes:
    """The first bytes that a server says."""
    return connection.recv(1 << 16)


@pytest.mark.parametrize(
    ("server", "most", "ask"), [(programs, MAX_CONNECTIONS, GET), (viewer, MAX_SILENT, GET), (console, MAX_CALLERS, b"ping\n")]
)
def test_idle_connections_keep_nobody_out(server, most, ask):
    with server() as port, ExitStack() as open_:
        idle = [open_.enter_context(socket.create_connection(("127.0.0.1", port), 60)) for _ in range(most + EXCESS)]
        client = open_.enter_context(socket.create_connection(("127.0.0.1", port), 60))
        client.sendall(ask)
        assert said(client)
        assert not idle[0].recv(1 << 16) or server is console  # the oldest has made room


@pytest.mark.parametrize("broken", BAD)
def test_a_bad_request_logs_one_line_and_harms_nobody(broken, caplog):
    with programs() as port:
        logging.getLogger("uvicorn").addHandler(caplog.handler)
        with socket.create_connection(("127.0.0.1", port), 60) as client:
            client.sendall(BAD[broken])
            client.shutdown(socket.SHUT_WR)
            while client.recv(1 << 16):
                pass
        with socket.create_connection(("127.0.0.1", port), 60) as client:
            client.sendall(GET)
            assert said(client).startswith(b"HTTP/1.1 200")
    assert [(record.getMessage().count("\n"), record.exc_info) for record in caplog.records] == [(0, None)]


def test_the_oldest_idle_connection_goes_first_and_a_busy_one_never():
    closed: list[str] = []
    room = ConnectionLimiter[str](3, is_idle=lambda name: not name.startswith("busy"), close=closed.append)
    for name in ("busy", "first", "second"):
        assert room.admit(name)
    room.used("first")
    assert room.admit("third")
    assert closed == ["second"]
    assert room.admit("busy 2")
    assert room.admit("busy 3")
    assert closed == ["second", "first", "third"]
    assert not room.admit("fourth")
    assert list(room) == ["busy", "busy 2", "busy 3"]
