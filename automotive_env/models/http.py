"""The HTTP client under the SDKs of OpenAI and Google: no redirects, bounded responses, failures as one kind of exception."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

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
        timeout=seconds, limits=NO_LIMITS, headers=HEADERS, follow_redirects=False, event_hooks={"response": [_check]}
    )


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
