"""The HTTP client under the SDKs of OpenAI and Google: no redirects, bounded responses, failures as one kind of exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2

from automotive_env.models.connections import ModelConnections
from automotive_env.models.reply import status_error

HEADERS = {"Accept-Encoding": "identity"}
"""Compressed replies are not asked for; what is compressed all the same by gzip is read within the same bound."""


def open_client(seconds: float, proxy: str | None = None, check: Callable[[str], None] = lambda text: None) -> httpx2.AsyncClient:
    """A client whose requests raise `HttpStatusError` for every status but 200, and `UnreadableReply` for what is too long.

    Redirects count as failures: a key must not follow one.

    Args:
        seconds: of a request.
        proxy: URL of the proxy that all requests go through; those of the environment are not looked at.
        check: raises where the text of a response in order is none.
    """
    return _Client(seconds, proxy, check)


class _Client(httpx2.AsyncClient):
    """Sends without what a client does for browsers' sake, such as cookies, which takes half as long as all the rest."""

    def __init__(self, seconds: float, proxy: str | None, check: Callable[[str], None]) -> None:
        self._connections = ModelConnections(seconds, proxy)
        self._checked = check
        super().__init__(transport=self._connections, timeout=seconds, headers=HEADERS, trust_env=False)

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send a request once."""
        response = await self._connections.handle_async_request(request)
        response.encoding = "utf-8"  # never what the server names: some of Python's codecs take quadratic time
        if response.status_code != 200:
            raise status_error(response.status_code, response.text, response.headers)
        self._checked(response.text)
        return response
