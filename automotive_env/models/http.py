"""The HTTP client under the SDKs of OpenAI and Google: no redirects, bounded responses, failures as one kind of exception."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, cast
from urllib.request import getproxies

import httpx2

from automotive_env.models.connections import Connections
from automotive_env.models.reply import check_encoding, check_received, status_error

HEADERS = {"Accept-Encoding": "identity"}
"""Compressed replies are not asked for, so that the bound on what is received is the bound on what is held."""


NO_LIMITS = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
"""As many connections as there are episodes that wait; by default a hundred wait, and the others queue behind them."""


def open_client(seconds: float) -> httpx2.AsyncClient:
    """A client whose requests raise `StatusError` for every status but 200, and `UnreadableReply` for what is too long.

    Redirects count as failures: a key must not follow one.
    """
    return _Client(seconds)


class _Client(httpx2.AsyncClient):
    """Sends without what a client does for browsers' sake, such as cookies, which takes half as long as all the rest."""

    def __init__(self, seconds: float) -> None:
        # httpx2 itself knows how to use the proxies of the environment.
        self._connections = None if getproxies() else Connections(seconds)
        super().__init__(
            transport=self._connections,
            timeout=seconds,
            limits=NO_LIMITS,
            headers=HEADERS,
            follow_redirects=False,
            event_hooks={"response": [_check]},
        )

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send a request; one whose address holds a password as httpx2 does."""
        if self._connections is None or request.url.userinfo:
            return await super().send(request, **options)
        response = await self._connections.handle_async_request(request)
        await _check(response)
        return response


async def _check(response: httpx2.Response) -> None:
    check_encoding(response.headers.get("content-encoding"))
    response.encoding = "utf-8"  # never what the server names: some of Python's codecs take quadratic time
    response.stream = _Bounded(cast(httpx2.AsyncByteStream, response.stream))
    if response.status_code != 200:
        await response.aread()
        raise status_error(response.status_code, response.text, response.headers)


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
