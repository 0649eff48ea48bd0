"""Connections of the HTTP client: those of aiohttp, whose parser is compiled, under the requests and responses of httpx2.

The transport that httpx2 comes with takes half a millisecond a request where many wait, this one a tenth.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

import aiohttp
import httpx2
from yarl import URL

from automotive_env.models.reply import check_encoding, check_received

KEEP_SECONDS = 5.0
"""How long a connection is kept that nobody uses, as httpx2 does; servers close theirs some time later."""
_OWN = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")
"""Headers that aiohttp adds of itself: a request has what it needs."""


class Connections(httpx2.AsyncBaseTransport):
    """All connections of a client. A response is read whole before it is returned, bounded by `check_received`."""

    def __init__(self, seconds: float) -> None:
        """Open nothing yet.

        Args:
            seconds: of a request, from connecting to the last byte of its response.
        """
        self._seconds = seconds

    @cached_property
    def _session(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_SECONDS, ssl=httpx2.create_ssl_context()),
            cookie_jar=aiohttp.DummyCookieJar(),
            skip_auto_headers=_OWN,
            timeout=aiohttp.ClientTimeout(total=self._seconds),
            auto_decompress=False,
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request over a connection that nobody else uses.

        Raises:
            httpx2.TransportError: there is no connection, or no response over it.
            UnreadableReply: the response is compressed or too long.
        """
        headers = [(name.decode("ascii"), value.decode("latin-1")) for name, value in request.headers.raw]
        url, content = URL(str(request.url.copy_with(userinfo=b"")), encoded=True), await request.aread()
        with _errors(self._seconds):
            sent = self._session.request(request.method, url, headers=headers, data=content or None, allow_redirects=False)
            async with sent as response:
                check_encoding(response.headers.get("Content-Encoding"))
                body = bytearray()
                async for data in response.content.iter_any():
                    body += data
                    check_received(len(body))
        return httpx2.Response(response.status, headers=response.raw_headers, content=bytes(body), request=request)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._session.close()


@contextmanager
def _errors(seconds: float) -> Iterator[None]:
    """Turn what aiohttp raises into what httpx2 would have raised."""
    try:
        yield
    except TimeoutError:
        raise httpx2.ReadTimeout(f"no response within {seconds:g} s") from None
    except (aiohttp.InvalidURL, aiohttp.NonHttpUrlClientError) as error:
        raise httpx2.UnsupportedProtocol(f"{error} is no address of a server; use http:// or https://") from None
    except aiohttp.ClientConnectorError as error:
        raise httpx2.ConnectError(str(error)) from None
    except aiohttp.ClientOSError as error:
        raise httpx2.ReadError(str(error)) from None
    except aiohttp.ClientError as error:
        raise httpx2.RemoteProtocolError(str(error)) from None
