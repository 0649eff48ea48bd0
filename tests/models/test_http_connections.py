"""Connections of the HTTP client: each request has one of its own, and those that are free are used again."""

from collections.abc import AsyncIterator
from contextlib import nullcontext, suppress
from typing import Any

import anyio
import httpx2
import pytest

from automotive_env.models import http
from automotive_env.models.reply import StatusError


class Body(httpx2.AsyncByteStream):
    """What comes over a connection."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b"{}"


class Line(httpx2.AsyncBaseTransport):
    """A connection; `made` are all of them."""

    made: list["Line"] = []

    def __init__(self, **options: Any) -> None:
        self.used = 0
        self.busy = self.closed = False
        Line.made.append(self)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        assert not self.busy
        self.busy = True
        self.used += 1
        try:
            await anyio.sleep(0)
            if request.url.path == "/breaks":
                raise httpx2.ConnectError("broke")
            return httpx2.Response(200 if request.url.path == "/" else 500, stream=Body())
        finally:
            self.busy = False

    async def aclose(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def _lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "made", [])
    monkeypatch.setattr(httpx2, "AsyncHTTPTransport", Line)
    monkeypatch.setattr(http, "getproxies", dict)


def test_a_connection_is_used_again_whatever_became_of_a_request() -> None:
    async def ask() -> None:
        async with http.open_client(5) as client:
            for path in ("/", "/breaks", "/fails", "/"):
                with suppress(StatusError, httpx2.ConnectError) if path != "/" else nullcontext():
                    await client.get(f"http://there{path}")

    anyio.run(ask)
    assert [(line.used, line.closed) for line in Line.made] == [(4, True)]


def test_requests_at_the_same_time_have_a_connection_each() -> None:
    async def ask() -> None:
        async with http.open_client(5) as client, anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(client.get, "http://there/")

    anyio.run(ask)
    assert [line.used for line in Line.made] == [1] * 5
