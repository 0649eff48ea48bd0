"""The viewer on the loopback interface: it answers GET with pages, their data and their pictures, and keeps notes.

Whoever knows the address may look; it holds a random token. Other host names are refused, so that no page of another site reaches
the server under a name of its own.
"""

from __future__ import annotations

import re
import secrets
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR, socket
from typing import Any, Protocol

from automotive_env.errors import AutomotiveEnvError, UsageError
from automotive_env.machine.connection_room import ConnectionLimiter
from automotive_env.runs.viewer.page_files import SERVED_POLICY
from automotive_env.runs.viewer.pages import PageAnswer

ADDRESS = "127.0.0.1"
TIMEOUT = 10.0
"""Seconds that a client may take to say what it wants, and to take a part of the answer."""
MAX_SILENT = 32
"""Connections that have not said yet what they want; where there are more, the oldest of them is closed."""
MAX_POSTED = 16_384
"""Bytes of a note."""
MAX_ANSWERS = 8
"""Requests that are answered at a time; others wait."""
HEADERS = {
    "Content-Security-Policy": SERVED_POLICY + "; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Site(Protocol):
    """What is served."""

    def answer(self, path: str) -> PageAnswer | None:
        """What is at an address below the token; None where there is nothing.

        Raises:
            UsageError: records are damaged.
        """
        ...

    def write(self, path: str, body: bytes) -> PageAnswer | None:
        """Keep what was posted to an address below the token; None where nothing can be.

        Raises:
            UsageError: it is not what can be kept there.
            RecordsFault: it cannot be written.
        """
        ...


class ViewerRequestHandler(BaseHTTPRequestHandler):
    """One request; only GET and, for notes, POST are known, and what it says is not logged."""

    server: ViewerServer
    timeout = TIMEOUT
    server_version, sys_version = "automotive-env", ""

    def do_GET(self) -> None:
        """PageAnswer."""
        self.server.heard(self.connection)
        if self.headers.get("Host", "") not in self.server.hosts:
            return self._refuse(HTTPStatus.BAD_REQUEST, "this server has a different host name")
        token, _, path = self.path.partition("?")[0].removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode(), self.server.token.encode()):
            return self._refuse(HTTPStatus.NOT_FOUND, "not found; open the address that `automotive-env view` printed")
        try:
            with self.server.answering:
                found = self.server.site.answer(path)
        except AutomotiveEnvError as fault:
            return self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(fault))
        if found is None:
            return self._refuse(HTTPStatus.NOT_FOUND, "not found")
        return self._send(HTTPStatus.OK, *found)

    def do_POST(self) -> None:
        """Take a note: from the page that this server has sent alone, and no more than `MAX_POSTED` bytes."""
        self.server.heard(self.connection)
        host, length = self.headers.get("Host", ""), self.headers.get("Content-Length", "")
        token, _, path = self.path.removeprefix("/").partition("/")
        self.close_connection = True
        if host not in self.server.hosts or self.headers.get("Origin") != f"http://{host}":
            return self._refuse(HTTPStatus.FORBIDDEN, "only the page of this server may write")
        if not secrets.compare_digest(token.encode(), self.server.token.encode()):
            return self._refuse(HTTPStatus.NOT_FOUND, "not found; open the address that `automotive-env view` printed")
        if self.headers.get("Content-Type") != "application/json" or not re.fullmatch("[0-9]{1,5}", length):
            return self._refuse(HTTPStatus.BAD_REQUEST, "a note is JSON of a known length")
        if int(length) > MAX_POSTED:
            return self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a note has at most {MAX_POSTED} bytes")
        try:
            with self.server.answering:
                found = self.server.site.write(path, self.rfile.read(int(length)))
        except AutomotiveEnvError as fault:
            return self._refuse(HTTPStatus.CONFLICT, str(fault))
        if found is None:
            return self._refuse(HTTPStatus.NOT_FOUND, "there is no such thing")
        return self._send(HTTPStatus.OK, *found)

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self._send(status, f"{why}\n".encode(errors="replace"), "text/plain; charset=utf-8")

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the base class says of other methods and broken requests, in one line."""
        self._refuse(HTTPStatus(code), message or HTTPStatus(code).phrase)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is logged."""


class ViewerServer(ThreadingHTTPServer):
    """The server: a thread a request. Clients that say nothing, or never come to an end, keep nobody else out.

    Attributes:
        site: what is served.
        answering: held by whoever is answered.
        token: the first part of every address.
        hosts: the names under which it may be asked.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, site: Site, port: int) -> None:
        try:
            super().__init__((ADDRESS, port), ViewerRequestHandler)
        except OSError as error:
            why = f"port {port} cannot be used ({error.strerror})"
            raise UsageError(f"{why}; choose another with --port, or 0 for any") from None
        self.site = site
        self.token = secrets.token_urlsafe(24)
        self.hosts = frozenset(f"{name}:{self.server_port}" for name in (ADDRESS, "localhost"))
        self.answering = threading.BoundedSemaphore(MAX_ANSWERS)
        self._silent = ConnectionLimiter[Any](MAX_SILENT, is_idle=lambda _: True, close=_hang_up)
        self._counting = threading.Lock()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{ADDRESS}:{self.server_port}/{self.token}/"

    def process_request(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:
        """PageAnswer in a thread of its own."""
        with self._counting:
            self._silent.admit(request)
        super().process_request(request, client_address)

    def heard(self, request: Any) -> None:
        """Note that a client has said what it wants, or is gone."""
        with self._counting:
            self._silent.leave(request)

    def shutdown_request(self, request: socket | tuple[bytes, socket]) -> None:
        """Close a connection."""
        self.heard(request)
        super().shutdown_request(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has gone is no fault."""


def _hang_up(connection: socket) -> None:
    with suppress(OSError):
        connection.shutdown(SHUT_RDWR)


def serve(site: Site, port: int, ready: Callable[[str], None]) -> None:
    """Serve the viewer until SIGINT (Ctrl+C) or SIGTERM.

    Args:
        site: what can be looked at.
        port: 1 to 65535, or 0 for any that is free.
        ready: told the page's address once it can be opened.

    Raises:
        UsageError: the port is taken or not allowed.
    """
    with ViewerServer(site, port) as server:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
        ready(server.address)
        server.serve_forever()
