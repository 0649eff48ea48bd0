"""Send random ADB packets to a virtual device and hostile requests to every HTTP server; count answers, log lines and tracebacks.

    python -m automotive_env.scripts.server_storm --packets 20000 --requests 5000

A server must still answer an honest client afterwards; 1 is returned where one does not, or where a traceback was logged.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from automotive_env.adapters.a2a.server import make_app as a2a_app
from automotive_env.adapters.car_episode import EpisodeSettings
from automotive_env.adapters.mcp.car import McpCar
from automotive_env.adapters.mcp.server import http_app, make_server
from automotive_env.emulator.virtual.adb.stream import CLSE, CNXN, OKAY, OPEN, WRTE, header
from automotive_env.emulator.virtual.host import VirtualHost
from automotive_env.place.places import resolve
from automotive_env.runs.viewer.pages import ViewerPages
from automotive_env.runs.viewer.server import ViewerServer
from automotive_env.serving.app import make_app as page_app
from automotive_env.serving.drive import DrivenCar
from automotive_env.serving.page_server import configuration, listen
from automotive_env.text.output import prepare_output

TIMEOUT = 2.0
"""Seconds that an answer is waited for."""
PACKETS_PER_CONNECTION = 25
WORDS = (b"GET", b"POST", b"PUT", b" ", b"/", b"/mcp", b"*", b"HTTP/1.1", b"HTTP/9", b"\r\n", b"\n", b"\0", b"Host: x", b": ",
         b"Content-Length: ", b"Transfer-Encoding: chunked", b"-1", b"zz", b"99999999999999999999", b"{}", b'{"a":', b"\xff\xfe",
         b"Upgrade: websocket", b"Connection: upgrade", b"Connection: close", b"Sec-WebSocket-Key: x", b"a" * 9000)  # fmt: skip
BODIES = (b"5\r\nabc", b"zz\r\n", b"-1\r\n", b"", b"{}", b"[" * 5000, b'{"jsonrpc":"2.0","id":1,"method":"x","params":{}}')
SERVICES = (
    b"shell:ls\0",
    b"shell,v2,raw:\0",
    b"sync:\0",
    b"tcp:9008\0",
    b"exec:\0",
    b"reverse:x\0",
    b"\xff\0",
    b"trusted-x:shell:id\0",
)


@dataclass
class StormCounts:
    """What came of a storm on one server."""

    sent: int = 0
    answered: int = 0
    alive: bool = False


class _Log(logging.Handler):
    """Counts lines and tracebacks."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = self.tracebacks = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += 1
        self.tracebacks += bool(record.exc_info) or "Traceback" in record.getMessage()


LOG = _Log()


@contextmanager
def _http(make: Callable[[int], ASGIApp]) -> Iterator[int]:
    with listen(0) as listener:
        port: int = listener.getsockname()[1]
        server = uvicorn.Server(configuration(make(port)))
        logging.getLogger("uvicorn").handlers = [LOG]
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
        thread.start()
        try:
            yield port
        finally:
            server.should_exit = True
            thread.join(10)


@contextmanager
def _viewer() -> Iterator[int]:
    with ViewerServer(ViewerPages([]), 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


def _request(draw: random.Random, port: int) -> bytes:
    """A request that is wrong in its line, its fields or its body."""
    if draw.random() < 0.4:
        return b"".join(draw.choices(WORDS, k=draw.randint(1, 30))) + b"\r\n\r\n"
    host = b"127.0.0.1:%d" % port if draw.random() < 0.8 else b"evil.example"
    fields = [b"Host: " + host, *(b"%b%b" % tuple(draw.choices(WORDS, k=2)) for _ in range(draw.randint(0, 3)))]
    sized = draw.choice(
        (b"Transfer-Encoding: chunked", b"Content-Length: %d" % draw.randint(0, 300), b"Content-Type: application/json")
    )
    target = draw.choice((b"/", b"/mcp", b"/%00", b"/..%2f..", b"//", b"/x/"))
    return b"POST %b HTTP/1.1\r\n%b\r\n\r\n%b" % (target, b"\r\n".join([*fields, sized]), draw.choice(BODIES))


def _packet(draw: random.Random) -> bytes:
    """A packet of ADB, right or wrong in its header, its ids or its length."""
    command = draw.choice((OPEN, OPEN, WRTE, OKAY, CLSE, CNXN, draw.getrandbits(32)))
    data = draw.choice((draw.choice(SERVICES), draw.randbytes(draw.randint(0, 200))))
    whole = header(command, draw.randint(0, 5), draw.randint(0, 5), data, checksum=draw.random() < 0.5) + data
    if draw.random() < 0.1:
        whole = whole[: draw.randint(1, len(whole))]
    if draw.random() < 0.05:
        whole = struct.pack("<6I", *(draw.getrandbits(32) for _ in range(6)))
    return whole


def _send(port: int, data: bytes, counted: StormCounts) -> None:
    counted.sent += 1
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), TIMEOUT) as client:
        client.sendall(data)
        client.shutdown(socket.SHUT_WR)
        counted.answered += bool(client.recv(1 << 16))


def storm_http(server: Callable[[], object], requests: int, draw: random.Random) -> StormCounts:
    """Send requests to a server that a context manager starts."""
    counted = StormCounts()
    with server() as port:  # type: ignore[attr-defined]
        for _ in range(requests):
            _send(port, _request(draw, port), counted)
        with socket.create_connection(("127.0.0.1", port), TIMEOUT) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
            counted.alive = client.recv(12).startswith(b"HTTP/1.")
    return counted


def storm_adb(packets: int, draw: random.Random) -> StormCounts:
    """Send packets to a device, and run a command on it afterwards."""
    from adbutils import AdbClient

    counted = StormCounts()
    greeting = header(CNXN, 0x01000000, 4096, b"host::\0", checksum=True) + b"host::\0"
    with VirtualHost() as host:
        while counted.sent < packets:
            with suppress(OSError), socket.create_connection(("127.0.0.1", host.devices[0].port + 1), TIMEOUT) as client:
                client.sendall(greeting)
                for _ in range(PACKETS_PER_CONNECTION):
                    counted.sent += 1
                    client.sendall(_packet(draw))
                counted.answered += bool(client.recv(1 << 16))
        client_of = AdbClient("127.0.0.1", host.adb_port)
        host.wait_online()
        counted.alive = client_of.device(host.serials[0]).shell("echo alive").strip() == "alive"
    return counted


def main(argv: Sequence[str] | None = None) -> int:
    """Send everything, and print the counts."""
    prepare_output()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packets", type=int, default=20_000)
    parser.add_argument("--requests", type=int, default=5_000, help="requests to each server")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(argv)
    logging.getLogger().addHandler(LOG)
    car = McpCar(EpisodeSettings("hvac.feel_hot"), 1)
    servers: dict[str, Callable[[], object]] = {
        "mcp": lambda: _http(lambda port: http_app(make_server(car), port)),
        "a2a": lambda: _http(a2a_app),
        "page": lambda: _http(lambda port: page_app(DrivenCar(resolve("Berlin", random.Random(0))), "token", "still")),
        "viewer": _viewer,
    }
    done = {"adb": storm_adb(options.packets, random.Random(options.seed))}
    for name, server in servers.items():
        done[name] = storm_http(server, options.requests, random.Random(options.seed))
    for name, counted in done.items():
        print(f"{name:8} sent {counted.sent:>6}, answered {counted.answered:>6}, {'alive' if counted.alive else 'DEAD'}")
    print(f"log      lines {LOG.lines}, tracebacks {LOG.tracebacks}")
    return int(bool(LOG.tracebacks) or not all(counted.alive for counted in done.values()))


if __name__ == "__main__":
    raise SystemExit(main())
