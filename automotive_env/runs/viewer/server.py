"""The viewer on the loopback interface: it answers GET with the page, its data and its pictures, and does nothing else.

Whoever knows the address may look; it holds a random token. Other host names are refused, so that no page of another site reaches
the server under a name of its own.
"""

from __future__ import annotations

import re
import secrets
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from socket import SHUT_RDWR, socket
from typing import Any

from automotive_env.errors import AutomotiveEnvError, UsageError
from automotive_env.runs.index.episodes import State
from automotive_env.runs.viewer.packed import QUICK, as_script, script_of
from automotive_env.runs.viewer.page_files import POLICY, SCRIPTS, STYLES, document, source
from automotive_env.runs.viewer.pictures import RunPictures
from automotive_env.runs.viewer.viewed_run import ViewedRun, index_of
from automotive_env.serving.connection_room import ConnectionRoom

ADDRESS = "127.0.0.1"
TIMEOUT = 10.0
"""Seconds that a client may take to say what it wants, and to take a part of the answer."""
MAX_SILENT = 32
"""Connections that have not said yet what they want; where there are more, the oldest of them is closed."""
MAX_ANSWERS = 8
"""Requests that are answered at a time; others wait."""
HEADERS = {
    "Content-Security-Policy": POLICY.format(more="") + "; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
JAVASCRIPT = "text/javascript; charset=utf-8"
DATA = re.compile(r"data/(\d{1,4})/([A-Za-z0-9._-]{1,200})\.js")
ROWS = re.compile(r"data/rows/(\d{1,4})/(\d{1,4})\.js")
PICTURE = re.compile(r"images/(\d{1,4})/(?:([A-Za-z0-9._-]{1,200})/)?([a-z0-9-]{1,80})")


class ViewerPages:
    """What is served: address below the token -> body and media type."""

    def __init__(self, runs: Sequence[ViewedRun]) -> None:
        self._runs = runs
        self._pictures = RunPictures()
        self._packing = threading.Lock()
        self._packed: tuple[list[State], bytes] = [], b""

    def answer(self, path: str) -> tuple[bytes, str] | None:
        """The body and its media type; None where there is nothing.

        Raises:
            UsageError: the records are damaged.
        """
        name = PurePosixPath(path).name
        if path == "":
            return document(more="").encode(), "text/html; charset=utf-8"
        if path == f"page/{name}" and name in (*STYLES, *SCRIPTS):
            return source(name).encode(), JAVASCRIPT if name in SCRIPTS else "text/css; charset=utf-8"
        if path == "data/index.js":
            return self._index(), JAVASCRIPT
        if found := ROWS.fullmatch(path):
            return self._rows(int(found[1]), int(found[2]))
        if found := DATA.fullmatch(path):
            return self._episode(int(found[1]), found[2])
        if found := PICTURE.fullmatch(path):
            run = self._run(int(found[1]))
            return self._pictures.get(run, found[2] or "", found[3]) if run else None
        return None

    def _index(self) -> bytes:
        """What the page knows first, packed once as long as no further episode has ended."""
        with self._packing:
            states = [run.episodes().state for run in self._runs]
            if states != self._packed[0]:
                images = [f"images/{number}/" for number in range(len(self._runs))]
                self._packed = states, as_script("index", index_of(self._runs, images, ""), QUICK)
            return self._packed[1]

    def _run(self, number: int) -> ViewedRun | None:
        return self._runs[number] if number < len(self._runs) else None

    def _rows(self, number: int, part: int) -> tuple[bytes, str] | None:
        run = self._run(number)
        if run is None or part >= run.parts:
            return None
        return script_of(f"rows/{number}/{part}", run.rows(part)), JAVASCRIPT

    def _episode(self, number: int, identity: str) -> tuple[bytes, str] | None:
        run = self._run(number)
        data = run.episode(identity) if run else None
        return None if data is None else (as_script(f"{number}/{identity}", data, QUICK), JAVASCRIPT)


class ViewerRequestHandler(BaseHTTPRequestHandler):
    """One request; only GET is known, and what it says is not logged."""

    server: ViewerServer
    timeout = TIMEOUT
    server_version, sys_version = "automotive-env", ""

    def do_GET(self) -> None:
        """Answer."""
        self.server.heard(self.connection)
        if self.headers.get("Host", "") not in self.server.hosts:
            return self._refuse(HTTPStatus.BAD_REQUEST, "this server has a different host name")
        token, _, path = self.path.partition("?")[0].removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode(), self.server.token.encode()):
            return self._refuse(HTTPStatus.NOT_FOUND, "not found; open the address that `automotive-env view` printed")
        try:
            with self.server.answering:
                found = self.server.pages.answer(path)
        except AutomotiveEnvError as fault:
            return self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(fault))
        if found is None:
            return self._refuse(HTTPStatus.NOT_FOUND, "not found")
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
        pages: what is served.
        answering: held by whoever is answered.
        token: the first part of every address.
        hosts: the names under which it may be asked.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, runs: Sequence[ViewedRun], port: int) -> None:
        try:
            super().__init__((ADDRESS, port), ViewerRequestHandler)
        except OSError as error:
            why = f"port {port} cannot be used ({error.strerror})"
            raise UsageError(f"{why}; choose another with --port, or 0 for any") from None
        self.pages = ViewerPages(runs)
        self.token = secrets.token_urlsafe(24)
        self.hosts = frozenset(f"{name}:{self.server_port}" for name in (ADDRESS, "localhost"))
        self.answering = threading.BoundedSemaphore(MAX_ANSWERS)
        self._silent = ConnectionRoom[Any](MAX_SILENT, is_idle=lambda _: True, close=_hang_up)
        self._counting = threading.Lock()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{ADDRESS}:{self.server_port}/{self.token}/"

    def process_request(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:
        """Answer in a thread of its own."""
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


def serve(runs: Sequence[ViewedRun], port: int, ready: Callable[[str], None]) -> None:
    """Serve the viewer until SIGINT (Ctrl+C) or SIGTERM.

    Args:
        runs: what can be looked at.
        port: 1 to 65535, or 0 for any that is free.
        ready: told the page's address once it can be opened.

    Raises:
        UsageError: the port is taken or not allowed, or records are damaged.
    """
    with ViewerServer(runs, port) as server:
        for run in runs:
            run.episodes()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
        ready(server.address)
        server.serve_forever()
