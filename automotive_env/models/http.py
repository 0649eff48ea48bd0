"""The HTTP client under the SDKs of OpenAI and Google: no redirects, bounded responses, failures as one kind of exception."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import cast
from urllib.request import getproxies

import httpx2

from automotive_env.models.reply import UnreadableReply, check_received, status_error

HEADERS = {"Accept-Encoding": "identity"}
"""Compressed replies are not asked for, so that the bound on what is received is the bound on what is held."""


NO_LIMITS = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
"""As many connections as there are episodes that wait; by default a hundred wait, and the others queue behind them."""


def open_client(seconds: float) -> httpx2.AsyncClient:
    """A client whose requests raise `StatusError` for every status but 200, and `UnreadableReply` for what is too long.

    Redirects count as failures: a key must not follow one.
    """
    return httpx2.AsyncClient(
        transport=None if getproxies() else _Connections(),  # the client itself knows how to use the proxies of the environment
        timeout=seconds,
        limits=NO_LIMITS,
        headers=HEADERS,
        follow_redirects=False,
        event_hooks={"response": [_check]},
    )


class _Connections(httpx2.AsyncBaseTransport):
    """A transport for each connection: one for all looks through all connections thrice a request, 1.5 ms where there are 500."""

    def __init__(self) -> None:
        self._secure = httpx2.create_ssl_context()
        self._all: list[httpx2.AsyncHTTPTransport] = []
        self._free: list[httpx2.AsyncHTTPTransport] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request over a connection that nobody else uses, the one that was used last."""
        transport = self._free.pop() if self._free else self._new()
        try:
            response = await transport.handle_async_request(request)
        except BaseException:
            self._free.append(transport)
            raise
        stream = cast(httpx2.AsyncByteStream, response.stream)
        response.stream = _Lent(stream, lambda: self._free.append(transport))
        return response

    def _new(self) -> httpx2.AsyncHTTPTransport:
        self._all.append(httpx2.AsyncHTTPTransport(verify=self._secure, limits=NO_LIMITS))
        return self._all[-1]

    async def aclose(self) -> None:
        """Close all connections."""
        for transport in self._all:
            await transport.aclose()


class _Lent(httpx2.AsyncByteStream):
    """What comes over a connection, which is given back when that is closed."""

    def __init__(self, stream: httpx2.AsyncByteStream, give_back: Callable[[], None]) -> None:
        self._stream = stream
        self._give_back: Callable[[], None] | None = give_back

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            yield chunk

    async def aclose(self) -> None:
        try:
            await self._stream.aclose()
        finally:
            give_back, self._give_back = self._give_back, None
            if give_back:
                give_back()


async def _check(response: httpx2.Response) -> None:
    check_encoding(response.headers.get("content-encoding"))
    response.encoding = "utf-8"  # never what the server names: some of Python's codecs take quadratic time
    response.stream = _Bounded(cast(httpx2.AsyncByteStream, response.stream))
    if response.status_code != 200:
        await response.aread()
        raise status_error(response.status_code, response.text, response.headers)


def check_encoding(encoding: str | None) -> None:
    """Refuse a compressed response.

    Raises:
        UnreadableReply: it is compressed.
    """
    if encoding and encoding.strip().lower() != "identity":
        raise UnreadableReply("a compressed reply, which was not asked for")


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            check_received(size)
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
