"""Serving the page on the loopback interface."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from automotive_env.car.owner.real_time import ClockMode
from automotive_env.errors import UsageError
from automotive_env.machine.connection_room import ConnectionLimiter
from automotive_env.serving.app import make_app
from automotive_env.serving.drive import DrivenCar
from automotive_env.serving.messages import MAX_MESSAGE

ADDRESS = "127.0.0.1"
REQUEST_TIMEOUT = 10.0
"""Seconds in which a request has to come to its end, from the connection or the last answer on; it may be twice as many."""
MAX_CONNECTIONS = 64
"""At a time; web sockets, which applications count, are not among them."""
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
"""What is answered where all connections are busy."""
MAX_PROGRAM_MESSAGE = 262_144
"""Bytes of a message of a program over a web socket."""
STOP_TIMEOUT = 4.0
"""Seconds after SIGTERM or SIGINT when the process ends even where the car is still busy."""


class _TimelyHttp(H11Protocol):
    """HTTP connections that are closed where a request does not come to its end; an answer may take any time.

    Class attributes:
        room: the connections of the server.
    """

    room: ConnectionLimiter[_TimelyHttp]

    @property
    def waits(self) -> bool:
        """Whether it waits for the end of a request: nothing is under way."""
        return self.cycle is None or self.cycle.more_body or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.room.admit(self):
            self._look(before=self)
        else:
            transport.write(BUSY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.room.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.room.used(self)
        super().data_received(data)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.room.leave(self)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer a broken request, unless its answer has begun; the application hears that the client has gone."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _look(self, before: object) -> None:
        """Close the connection where it waits for the same request as a period ago."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # it has become a web socket
            return
        if self.waits and self.cycle is before:
            self.transport.abort()
        else:
            self.loop.call_later(REQUEST_TIMEOUT, self._look, self.cycle if self.waits else self)


class _Server(uvicorn.Server):
    """A server that a signal always ends."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        timer = threading.Timer(STOP_TIMEOUT, os._exit, (0,))
        timer.daemon = True
        timer.start()


def serve(drive: DrivenCar, port: int, clock: ClockMode, ready: Callable[[str], None]) -> None:
    """Let the car be driven in a browser of this machine, until SIGINT (Ctrl+C) or SIGTERM.

    Args:
        drive: the car.
        port: 1 to 65535, or 0 for any that is free.
        clock: whether the car's clock follows real time.
        ready: told the page's address, token included, once it can be opened.

    Raises:
        UsageError: the port is taken or not allowed.
    """
    token = secrets.token_urlsafe(24)
    with listen(port) as listener:
        ready(f"http://{ADDRESS}:{listener.getsockname()[1]}/{token}/")
        _Server(configuration(make_app(drive, token, clock))).run([listener])


def serve_programs(make: Callable[[int], ASGIApp], port: int, ready: Callable[[str], None]) -> None:
    """Serve an application for programs of this machine, until SIGINT (Ctrl+C) or SIGTERM.

    Args:
        make: the application for a port.
        port: 1 to 65535, or 0 for any that is free.
        ready: told the address, without a path, once it can be reached.

    Raises:
        UsageError: the port is taken or not allowed.
    """
    with listen(port) as listener:
        port = listener.getsockname()[1]
        app = make(port)
        ready(f"http://{ADDRESS}:{port}")
        _Server(configuration(app, MAX_PROGRAM_MESSAGE)).run([listener])


def configuration(app: ASGIApp, largest: int = 4 * MAX_MESSAGE, **options: Any) -> uvicorn.Config:
    """How an application is served: bounded in time and size, `largest` bytes over a web socket, and silent about itself."""
    room = ConnectionLimiter[_TimelyHttp](MAX_CONNECTIONS, is_idle=lambda one: one.waits, close=lambda one: one.transport.abort())
    return uvicorn.Config(
        app,
        http=type("TimelyHttp", (_TimelyHttp,), {"room": room}),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=largest,
        server_header=False,
        timeout_graceful_shutdown=1,
        **options,
    )


def listen(port: int, address: str = ADDRESS) -> socket.socket:
    """A socket that listens on a port, or on any that is free for 0.

    Raises:
        UsageError: the port is taken or not allowed.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sets TCP_NODELAY on these alone
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise UsageError(f"port {port} cannot be used ({error.strerror}); choose another, or 0 for any that is free") from None
    return listener
