"""The server of uiautomator2, on a stream of the device: HTTP, and in it JSON-RPC 2.0, one call a request."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from importlib import import_module
from inspect import isawaitable, signature
from pkgutil import iter_modules
from typing import Any, NamedTuple, TypeAlias, TypeVar

from automotive_env.emulator.virtual.process import ProcessInput, ProcessOutput
from automotive_env.emulator.virtual.uiautomator.automation import UiAutomation
from automotive_env.emulator.virtual.uiautomator.selector import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    NO_METHOD,
    PARSE_ERROR,
    AutomationError,
)
from automotive_env.text.foreign_text import read_json

RpcMethod: TypeAlias = Callable[..., "object | Awaitable[object]"]
"""Takes the automation and the parameters; returns what JSON can say."""

_METHODS: dict[str, RpcMethod] = {}


M = TypeVar("M", bound=RpcMethod)


def method(name: str) -> Callable[[M], M]:
    """Declare a method by the name that clients call it by."""

    def declare(run: M) -> M:
        assert name not in _METHODS, f"two methods are called {name}"
        _METHODS[name] = run
        return run

    return declare


def declare(methods: Mapping[str, RpcMethod]) -> None:
    """Declare methods by the names that clients call them by."""
    for name, run in methods.items():
        method(name)(run)


@cache
def methods() -> Mapping[str, RpcMethod]:
    """All methods by name."""
    from automotive_env.emulator.virtual import uiautomator as folder

    for module in iter_modules(folder.__path__):
        if module.name.endswith("_methods"):
            import_module(f"{folder.__name__}.{module.name}")
    return _METHODS


async def answer(automation: UiAutomation, body: bytes) -> bytes:
    """Do what a request asks for; returns the response."""
    number: object = None
    try:
        request = _request(body)
        number = request.get("id")
        result = await call(automation, request["method"], request.get("params"))
    except AutomationError as error:
        said = {"code": error.code, "message": error.name, "data": error.details}
        return _json({"jsonrpc": "2.0", "id": number, "error": said})
    return _json({"jsonrpc": "2.0", "id": number, "result": result})


def _json(message: Mapping[str, object]) -> bytes:
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode()


def _request(body: bytes) -> dict[str, Any]:
    try:
        request = read_json(body)
    except ValueError:
        raise AutomationError("JSON parse error", "the body is no JSON", PARSE_ERROR) from None
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        raise AutomationError("invalid request", "a request is an object with a method", INVALID_REQUEST)
    if not isinstance(request.get("id"), int | str | None):
        raise AutomationError("invalid request", "an id is a number or a text", INVALID_REQUEST)
    return request


async def call(automation: UiAutomation, name: str, params: object = None) -> object:
    """Call a method."""
    run = methods().get(name)
    if run is None:
        raise AutomationError("method not found", f"there is no method {name[:80]!r}", NO_METHOD)
    given = params or []
    if not isinstance(given, list):
        raise AutomationError("method parameters invalid", "parameters are a list", INVALID_PARAMS)
    try:
        signature(run).bind(automation, *given)
    except TypeError as error:
        raise AutomationError("method parameters invalid", f"{name}: {error}", INVALID_PARAMS) from None
    result = run(automation, *given)
    return await result if isawaitable(result) else result


MAX_HEAD_BYTES = 16 * 1024
MAX_BODY_BYTES = 1024 * 1024
"""The largest request sets a clipboard."""
CHUNK = 65_536


HOSTS = ("", "localhost", "127.0.0.1", "[::1]")
"""Names under which a client may ask; "" where it names none."""


class BadHttpRequest(Exception):
    """A request that cannot be read; the text is the status that it is answered with."""


class HttpRequest(NamedTuple):
    """A request."""

    method: str
    path: str
    body: bytes
    stays: bool


class UiAutomatorServer:
    """Serves the clients of one automation.

    Attributes:
        stopped: set when a client has asked for the end, or the server has come to it; connections then end unanswered.
    """

    def __init__(self, automation: UiAutomation) -> None:
        self.stopped = asyncio.Event()
        self._automation = automation

    async def serve(self, stream: ProcessInput, output: ProcessOutput) -> None:
        """Answer requests until the client goes, or asks for the end of the connection."""
        requests = _Requests(stream, output)
        try:
            while (request := await requests.next()) is not None and not self.stopped.is_set():
                status, kind, body = await self._answer(request)
                await output.write(_response(status, kind, body, stays=request.stays))
                if not request.stays:
                    return
        except BadHttpRequest as error:
            await output.write(_response(str(error), "text/plain", b"", stays=False))

    async def _answer(self, request: HttpRequest) -> tuple[str, str, bytes]:
        """Status, type and contents of the answer."""
        match request.path:
            case "/ping":
                return "200 OK", "text/plain", b"pong"
            case "/stop":
                self.stopped.set()
                return "200 OK", "text/plain", b"Server stopped!!!"
            case "/jsonrpc/0":
                return "200 OK", "application/json", await answer(self._automation, request.body)
            case "/screenshot/0":
                return "200 OK", "image/jpeg", b64decode(str(await call(self._automation, "takeScreenshot")))
            case _:
                return "404 Not Found", "text/plain", b"Not Found"


def _response(status: str, kind: str, body: bytes, *, stays: bool) -> bytes:
    connection = "keep-alive" if stays else "close"
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: {connection}\r\n\r\n"
    return head.encode() + body


class _Requests:
    """The requests on one stream."""

    def __init__(self, stream: ProcessInput, output: ProcessOutput) -> None:
        self._stream = stream
        self._output = output
        self._ahead = bytearray()

    async def next(self) -> HttpRequest | None:
        """The next request; None where the client has gone."""
        head = await self._head()
        if head is None:
            return None
        try:
            lines = head.decode("ascii").split("\r\n")
            method, target, version = lines[0].split(" ")
            fields = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines[1:])]
        except ValueError:
            raise BadHttpRequest("400 Bad Request") from None
        headers = dict(fields)
        _check_origin(headers)
        body = await self._body(_length([value for name, value in fields if name == "content-length"], headers))
        stays = version == "HTTP/1.1" and headers.get("connection", "").lower() != "close"
        return HttpRequest(method, target.partition("?")[0], body, stays)

    async def _head(self) -> bytes | None:
        """The lines before the empty one."""
        while (end := self._ahead.find(b"\r\n\r\n")) < 0:
            if len(self._ahead) > MAX_HEAD_BYTES:
                raise BadHttpRequest("431 Request Header Fields Too Large")
            data = await self._stream.read(CHUNK)
            if not data:
                return None
            self._ahead += data
        head = bytes(self._ahead[:end])
        del self._ahead[: end + 4]
        return head

    async def _body(self, length: int) -> bytes:
        if length and not self._ahead:
            # Python's client sends head and body apart, and its system holds the body back until the head is acknowledged,
            # which ADB does only with an answer. Being told to go on is an answer; every client skips it.
            await self._output.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        while len(self._ahead) < length:
            data = await self._stream.read(CHUNK)
            if not data:
                raise BadHttpRequest("400 Bad Request")
            self._ahead += data
        body = bytes(self._ahead[:length])
        del self._ahead[:length]
        return body


def _check_origin(headers: dict[str, str]) -> None:
    """Refuse what a browser sends for a page: another name of this host (DNS rebinding), or a page as the origin."""
    name, colon, port = headers.get("host", "").rpartition(":")
    host = name if colon and port.isdecimal() else headers.get("host", "")
    if "origin" in headers or host.lower() not in HOSTS:
        raise BadHttpRequest("403 Forbidden")


def _length(given: list[str], headers: dict[str, str]) -> int:
    """How many bytes follow the head."""
    if "transfer-encoding" in headers:
        raise BadHttpRequest("411 Length Required")
    if not given:
        return 0
    if len(set(given)) != 1 or not given[0].isascii() or not given[0].isdigit() or len(given[0]) > 12:
        raise BadHttpRequest("400 Bad Request")
    if int(given[0]) > MAX_BODY_BYTES:
        raise BadHttpRequest("413 Payload Too Large")
    return int(given[0])
