"""Who is answered over HTTP and web sockets: programs of this machine that name it, and no page of another origin."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 262_144
"""Bytes of a request."""


class SameOriginGuard:
    """An application behind a check of `Host` and `Origin`, and of the size of what is sent."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        """Wrap an application that listens on a port of 127.0.0.1."""
        self._app = app
        self._hosts = frozenset(f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost"))
        self._origins = frozenset(b"http://" + host for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it: 403 for another host or origin, 413 for a body that is too large."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if headers.get(b"host") not in self._hosts or headers.get(b"origin", next(iter(self._origins))) not in self._origins:
            await _refuse(scope, receive, send, 403, "only programs of this machine are answered")
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        body = bytearray()
        while (message := await receive())["type"] == "http.request":
            body += message.get("body", b"")
            if len(body) > MAX_BODY:
                await _refuse(scope, receive, send, 413, f"at most {MAX_BODY} bytes are taken")
                return
            if not message.get("more_body"):
                break
        else:
            return  # the client has gone
        whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def replay() -> Message:
            return whole.pop() if whole else await receive()

        await self._app(scope, replay, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": why})
    else:
        await PlainTextResponse(f"{why}\n", status)(scope, receive, send)
